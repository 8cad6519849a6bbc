/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the files of events share: the CPU's PMUs, a name's attributes, an event opened.
 */
#ifndef HOST_EVENTS_PARTS_H
#define HOST_EVENTS_PARTS_H

#include "host/events.h"

#include <sys/types.h>

#define EVENT_PMUS_MAX 8

struct event_pmus { /* those that count on CPUs, by name */
	struct {
		char name[24];
		uint32_t type;
	} list[EVENT_PMUS_MAX];
	size_t n; /* 0: none, or /sys is not there; 2 and more: hybrid */
};

/* Of /sys/bus/event_source/devices. Cannot fail: what cannot be read is not there. */
void event_pmus_read(int root_fd, struct event_pmus *ret_pmus);

/*
 * The attributes of @name, which has no modifiers any more; all fields but name, pmu and
 * group. Returns 0, or -EINVAL or -EACCES with @e.
 */
int event_resolve(const char *name, int root_fd, struct event *ret_event, struct err *e);

/*
 * perf_event_open(2) as the probe does it: for the calling task and its children, or with
 * @cpu >= 0 for all tasks there. Returns the descriptor or -errno.
 */
int event_open(const struct event *event, int cpu, int group_fd);

#endif
