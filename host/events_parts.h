/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of events share: what a name means. */
#ifndef HOST_EVENTS_PARTS_H
#define HOST_EVENTS_PARTS_H

#include "host/events.h"

/*
 * The attributes of @name, which has no modifiers any more; all fields but name, pmu and
 * group. *@ret_generic: it is no PMU's own, a hybrid CPU has it once for each. Returns 0,
 * or -EINVAL or -EACCES with @e.
 */
int event_resolve(const char *name, int root_fd, struct event *ret_event,
		  bool *ret_generic, struct err *e);

/* The same of "PMU/TERMS/". */
int event_of_terms(const char *name, int root_fd, struct event *ret_event, struct err *e);

/* Whether @name is one of the events that each CPU's PMU has by the kernel's number. */
bool event_is_generic(const char *name, struct event *ret_event);

/* The @i-th of the software events that libpfm4 lacks; NULL after the last. */
const char *event_more_software(size_t i);

/*
 * Whether the kernel heeds what is excluded from it. Not of clocks and tracepoints; of
 * software events user space and the kernel, but not the hypervisor, which none knows of;
 * and switches and migrations happen in the kernel alone, so that without it they are 0.
 */
enum event_heeds {
	EVENT_HEEDS,
	EVENT_IS_CLOCK,
	EVENT_IS_TRACEPOINT,
	EVENT_IN_KERNEL,
	EVENT_IS_SOFTWARE,
};
enum event_heeds event_heeds(const struct event *event);

#endif
