/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The duet: two probes alive at once on one CPU, one per arm, which take turns slice by
 * slice and are then both replaced by fresh ones. The process pair is the unit
 * (docs/statistics.md): a slice difference cancels drift, only fresh processes
 * average the memory layout out.
 */
#ifndef LAB_DUET_H
#define LAB_DUET_H

#include "lab/plan.h"
#include "lab/probe.h"
#include "lab/schedule.h"

#define DUET_SLICES_MAX 64

struct duet_shape {
	unsigned int slices;  /* couples of slices in a process pair */
	unsigned int batches; /* of a slice, warm-up among them */
	unsigned int warmup;
};

/*
 * The turns of both probes (docs/plan.md) for @slices couples, the order of each drawn
 * from
 * @d. Each must hold PLAN's limit: 6 characters a slice and 3 more. The one that comes
 * second hands the token over when it is ready; the one that ends first waits for the
 * other: no work but the slices runs while either measures.
 */
void duet_turns(struct draw *d, unsigned int slices, char *a, char *b, size_t size);

/* One process pair, run. */
struct duet {
	struct probe probe[2];
	struct store_process result[2]; /* borrows from the probes */
	double d;                       /* ln b - ln a; NAN unless both are done */
};

/*
 * Runs one pair: @plan and @path for each arm; turns, tokens, batches and warm-up are
 * filled in here. 0; -EINTR if stopped; other -errno: trouble of our own. A workload that
 * skips or fails is in the results. To be released in any case.
 */
int duet_run(struct duet *u, const char *const path[2], struct lab_plan plan[2],
	     const struct duet_shape *shape, struct draw *d, unsigned int timeout_ms,
	     const volatile sig_atomic_t *stop, struct err *e);
void duet_release(struct duet *u);

/*
 * The pair's d from the samples of both: per couple of slices, ln of the 25th
 * percentiles' ratio; over the couples, the mean without the outer quarters. -ENODATA if
 * the samples are not those of @shape; -EINVAL if one has no logarithm.
 */
int duet_difference(const struct store_process *a, const struct store_process *b,
		    const struct duet_shape *shape, double *ret_d);

#endif
