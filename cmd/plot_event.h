/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was counted of one event, in the place of the costs of what is plotted. */
#ifndef CMD_PLOT_EVENT_H
#define CMD_PLOT_EVENT_H

#include "cmd/gathered.h"

/* Those of the workloads of a struct gathered that counted the event. */
struct plot_event {
	struct html_workload *workloads; /* strings of the gathered, but the unit */
	size_t n, n_arms;
};

/*
 * Fills @ret with each process of @g's arms as a point, their headlines, and @g's
 * comparisons of @event, which is named as reports name it. @s may be NULL (files only).
 * -ENOENT with @e, which names what was counted, if this was not, or not in each arm.
 */
int plot_event_load(struct store *s, const struct gathered *g, const char *event,
		    struct plot_event *ret, struct err *e);
void plot_event_release(struct plot_event *p);

#endif
