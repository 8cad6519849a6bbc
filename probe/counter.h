/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Counters of perf_event_open(2), as the plan has them, read around batches: by rdpmc
 * where the kernel lets a task do that, else by one read(2) a group. What is read stays
 * as it is; scaling and naming are done elsewhere.
 */
#ifndef PROBE_COUNTER_H
#define PROBE_COUNTER_H

#include "probe/plan.h"

struct perf_event_mmap_page;

/* A group where it is open: on a CPU, or of the task. CPUs need not all have all of it.
 */
struct counter_place {
	int fd, cpu; /* of its leader; -1: of the task */
	unsigned int n;
	uint8_t member[PLAN_COUNTS_MAX]; /* of the group's events, as they are read */
};

/* Events that are counted at once: one read. */
struct counter_group {
	unsigned int first, n; /* of the plan's events */
	struct counter_place *place;
	unsigned int n_places;
	bool direct; /* by rdpmc */
	uint64_t enabled,
		running; /* nanoseconds, of all CPUs together; see counters_stop() */
	uint64_t last_enabled, last_running; /* as of the last read */
};

struct counters {
	const struct plan *plan;
	struct counter_group group[PLAN_COUNTS_MAX];
	unsigned int n_groups;
	unsigned int n;                 /* events; 0: nothing is counted */
	int error[PLAN_COUNTS_MAX];     /* 0, or the -errno with which it was refused */
	int error_cpu[PLAN_COUNTS_MAX]; /* and where; -1: not on a CPU */
	volatile struct perf_event_mmap_page
		*page[PLAN_COUNTS_MAX]; /* of a direct group */
	uint64_t begin[PLAN_COUNTS_MAX];
};

/*
 * Opens what the plan asks for, for this task and all that it makes later, or for the
 * plan's CPUs. What is refused is marked in .error: that ends nothing, and takes nothing
 * from the others of its group. On CPUs, one refusal makes the event refused, since its
 * sum would lack that CPU; unless the CPU knows not one event of the group (-ENOENT):
 * they are of the PMU of other cores. @others: other tasks take part, so that the counts
 * are not this task's alone and must be read(2).
 */
void counters_open(struct counters *c, const struct plan *p, bool others);

/* Around a batch. @ret: .n counts, those of refused events 0. */
void counters_begin(struct counters *c);
void counters_end(struct counters *c, bool warmup, uint64_t *ret);

/*
 * After the last batch: .enabled and .running of each group are final. They are of the
 * batches that are not warm-up; where counters are read without a call, which does not
 * tell them, of all the time since they were opened.
 */
void counters_stop(struct counters *c);

#endif
