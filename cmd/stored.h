/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the reports of one arm tell of their experiment besides its numbers. */
#ifndef CMD_STORED_H
#define CMD_STORED_H

#include "base/str.h"
#include "report/run.h"
#include "store/store.h"

struct stored {
	struct store_experiment x;
	struct store_boot *boots;
	size_t n_boots;
	struct store_fact *facts; /* of the first boot */
	size_t n_facts;
};

/*
 * Loads experiment @id. -ENOENT if there is none. @ret, which must be zeroed, is to be
 * released in any case.
 */
int stored_load(struct store *s, int64_t id, struct stored *ret, struct err *e);

/* The arm's name; "" if nothing was booted. */
const char *stored_arm(const struct stored *s);

/* A fact's value, NULL if unknown; @stored is a struct stored (machine_text()). */
const char *stored_fact(const void *stored, const char *key);

/* All facts as a report takes them. The caller frees the array, not what it points to. */
struct run_fact *stored_facts(const struct stored *s);

void stored_release(struct stored *s);

#endif
