/* SPDX-License-Identifier: GPL-3.0-or-later */
/* This machine, as a boot of the store: its CPUs, its facts, what happened meanwhile. */
#ifndef CMD_MACHINE_H
#define CMD_MACHINE_H

#include "base/str.h"
#include "host/cpus.h"
#include "host/facts.h"
#include "host/interference.h"
#include "store/store.h"

/* Fact self.measure_cpu of what may run anywhere. */
#define MACHINE_ANY_CPU "any"

struct machine {
	int root; /* a descriptor of "/" */
	struct cpu_choice cpus;
	struct facts collected;
	struct store_fact *facts; /* the same, as the store takes them; borrowed */
	size_t n;
	struct interference before;
};

/*
 * Chooses CPUs (@wish: the measuring one, -1 any) and collects the facts. -EINVAL if the
 * wish cannot be had.
 */
int machine_look(int wish, struct machine *ret, struct err *e);

/* Its value, NULL if unknown. */
const char *machine_fact(const struct machine *m, const char *key);

/* Adds a fact of the caller's own, or gives it another value. */
void machine_set_fact(struct machine *m, const char *key, const char *value);

/* Adds one that is not known, and why. */
void machine_unknown_fact(struct machine *m, const char *key, const char *why);

/*
 * "Linux 6.1.0-18-amd64 on AMD EPYC, CPU 1, a virtual machine, clock source tsc", from
 * what @fact says of @ctx (NULL: unknown).
 */
void machine_text(const char *(*fact)(const void *ctx, const char *key), const void *ctx,
		  struct str *out);

/* What changed since: facts "meanwhile.*", the caller's (store_facts_free()). */
void machine_after(struct machine *m, struct store_fact **ret, size_t *ret_n);

void machine_release(struct machine *m);

#endif
