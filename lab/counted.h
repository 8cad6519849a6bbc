/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the probe counted, under the names of the events that its plan asked for, as the
 * store keeps it: totals per unit, scaled where others had the counters meanwhile.
 */
#ifndef LAB_COUNTED_H
#define LAB_COUNTED_H

#include "host/events.h"
#include "lab/ingest.h"

#define COUNTED_WHY_MAX 80

/* Of one process. The counters borrow from the events and the ingest. */
struct counted {
	struct store_counter list[2 * EVENTS_MAX]; /* and what is derived from a group */
	size_t n;
	char ipc[EVENTS_MAX][EVENT_NAME_MAX + 8];
	char why[EVENTS_MAX][COUNTED_WHY_MAX];
};

/*
 * Fills @ret and points @p to it. @events are those of the plan, the ones with an error
 * left out there and here; NULL: none. Instructions and cycles of one group also give
 * their ratio, as event "ipc" with the same modifiers.
 */
void counted_name(const struct events *events, const struct ingest *in,
		  struct store_process *p, struct counted *ret);

#endif
