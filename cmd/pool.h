/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The processes of one workload of an arm, as `run` and the pages sum them up: their
 * headline, all of their samples, and what speaks against them.
 */
#ifndef CMD_POOL_H
#define CMD_POOL_H

#include "base/str.h"
#include "store/store.h"

#define POOL_PREEMPTED_PCT                                                  \
	5.0        /* of the samples of a process, or of all: marked beyond \
		    */
#define POOL_FEW 3 /* fewer processes have no interval */

/* Zeroed: nothing in it. */
struct pool {
	double *costs; /* of all samples but the warm-up, ns */
	size_t n, cap;
	int64_t measured, preempted, migrated; /* samples */
	bool drift;                            /* the clock's rate was not steady */
};

/* Adds a process that is done. */
void pool_add(struct pool *p, const struct store_row *row);

/* Mean of the samples in ns, and the share of those that were preempted; NAN: none. */
double pool_mean(const struct pool *p);
double pool_preempted_pct(const struct pool *p);

/* Empties it, its memory is used again. */
void pool_reset(struct pool *p);
void pool_release(struct pool *p);

struct headline {
	double value, lo, hi; /* NAN: not known */
};

/*
 * Of the numbers of @n processes: their location with its interval at level @alpha; what
 * was counted (@exact): the first one, and the range of all.
 */
struct headline headline_of(const double *x, size_t n, bool exact, double alpha);

/* Of @n runs of a command: the plain mean, as counts of whole runs add up. */
struct headline headline_of_runs(const double *x, size_t n, double alpha);

/* RUN_*: what a reader of headline @h should know, of @n processes and @failed ones. */
unsigned int pool_marks(const struct pool *p, const struct headline *h, size_t n,
			size_t failed, bool exact);

/*
 * Adds "nice EACCES" to the list @out for each condition that the system refused, as
 * @conditions of a process has it, unless it is there.
 */
void refusals_add(struct str *out, const char *conditions);

#endif
