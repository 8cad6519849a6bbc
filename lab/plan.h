/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the plan that a probe reads (docs/plan.md). */
#ifndef LAB_PLAN_H
#define LAB_PLAN_H

#include "base/str.h"
#include "host/events.h"

#include <stdbool.h>
#include <stdint.h>

struct lab_plan {
	const char *workload;
	const char *mode;                         /* batch, each, calibrate, try */
	uint32_t ops, batches, warmup, target_ns; /* 0: left out */
	int cpu, peer_cpu;                        /* -1: left out */
	int nice;
	bool lock;
	const char *const *modifiers; /* "seccomp:100" ...; NULL-terminated, or NULL */
	const char *turns;            /* NULL: none; else with both tokens */
	int token_in, token_out;
	const char *abi;   /* for a machine's init (probe/init.h); NULL: left out */
	uint32_t limit_ms; /* the same; 0: left out */
	bool own_parent;   /* not to die with its parent: init has none to die with */
	const char *exec_target;     /* NULL: the probe itself */
	const struct events *events; /* to count, but those with an error; NULL: none */
	const char *count_cpus;      /* "0-3,7": where, if they are counted everywhere */
};

void lab_plan_text(const struct lab_plan *p, struct str *out);

/* "seccomp:100 notsc", as the store has modifiers; "" for NULL. The caller frees. */
char *modifiers_text(const char *const *modifiers);

#endif
