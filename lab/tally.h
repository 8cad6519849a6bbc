/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Counters around one run of a command, opened from outside: on a task that is about to
 * execute and all that it starts, or on every CPU while it runs.
 */
#ifndef LAB_TALLY_H
#define LAB_TALLY_H

#include "base/err.h"
#include "host/count.h"
#include "host/events.h"

#include <sys/types.h>

/* Of one event in one run; over all CPUs where those are counted. */
struct tally_count {
	uint64_t value, enabled, running; /* as read; times in ns */
	double scaled;                    /* for the whole time; NAN: none */
	enum count_status status;
};

struct tally {
	const struct events *events;
	int *fd;       /* of event e on CPU c: [c * events->n + e]; -1: not open */
	size_t places; /* CPUs, or 1 */
};

/*
 * Opens the events that have no error: on task @pid from its next exec on, with its
 * children; or, if they are counted everywhere, on each of @cpus[@n_cpus], from
 * tally_begin() on. A group of which a CPU has not one event is left out there: they are
 * of the PMU of other cores. On failure nothing stays open; @e says which event, on which
 * CPU, and why.
 */
int tally_open(const struct events *events, pid_t pid, const int *cpus, size_t n_cpus,
	       struct tally *ret, struct err *e);

/* Nothing, unless everywhere: starts and stops the counters. */
void tally_begin(struct tally *t);
void tally_end(struct tally *t);

/* @ret_counts has one for each event of the list, those with an error unsupported. */
int tally_read(struct tally *t, struct tally_count *ret_counts, struct err *e);

void tally_close(struct tally *t); /* fine on a zeroed one */

#endif
