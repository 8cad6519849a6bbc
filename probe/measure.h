/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs the batches of one workload and keeps what they gave. Says nothing: everything is
 * in memory when it returns.
 */
#ifndef PROBE_MEASURE_H
#define PROBE_MEASURE_H

#include "probe/counter.h"
#include "probe/workload.h"

enum {
	SAMPLE_WARMUP = 1 << 0,
	SAMPLE_PREEMPTED = 1 << 1, /* an involuntary switch during the batch */
	SAMPLE_MIGRATED = 1 << 2,  /* begun on one CPU, ended on another */
	SAMPLE_BACKWARD =
		1 << 3,       /* the clock went back: the sample's value is negative */
	SAMPLE_ZERO = 1 << 4, /* the clock stood still */
};

struct sample {
	uint64_t ticks; /* the distance, whichever its direction */
	uint32_t ops;   /* op bodies it covers */
	uint32_t flags;
};

struct calibration {
	uint64_t ticks, ns, width;
};

/* Sums over the timed parts only. */
struct usage {
	uint64_t nvcsw, nivcsw, minflt, majflt;
	uint64_t user_ns, system_ns, wall_ns; /* of the whole measuring, gaps included */
};

struct measurement {
	struct sample *samples;
	uint32_t n, room;
	struct calibration cal[3]; /* before, in the middle, after */
	struct usage usage;
	int cpu_begin, cpu_end;
	struct counters counters;
	uint64_t *counts; /* counters.n of each sample */
};

/*
 * Measures @wl as w->plan says. 0, or -errno with w->why. Before it runs anything the
 * workload is set up; after success it is torn down and its proofs are checked.
 */
int measure(const struct workload *wl, struct wl *w, struct measurement *m);

#endif
