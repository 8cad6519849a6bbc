/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Events of perf_event_open(2): from the names people know (libpfm4's, perf's aliases,
 * raw codes, groups in braces, modifiers) to attributes, and what this system says to
 * each.
 */
#ifndef HOST_EVENTS_H
#define HOST_EVENTS_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EVENTS_MAX     32
#define EVENT_NAME_MAX 96 /* as long as the longest of a PMU, with modifiers */

enum { /* what is not counted */
       EVENT_NOT_USER = 1 << 0,
       EVENT_NOT_KERNEL = 1 << 1,
       EVENT_NOT_HV = 1 << 2,
};

struct event {
	char name[EVENT_NAME_MAX]; /* as asked for: "instructions:k" */
	char pmu[24];              /* of a hybrid CPU: "cpu_core"; else "" */
	unsigned int group;        /* counted at once with the others of this number */
	uint32_t type;             /* of struct perf_event_attr, as are the configs */
	uint64_t config, config1, config2;
	unsigned int exclude; /* EVENT_NOT_... */
	bool software;        /* zero is a count, not a counter that does not work */
	bool time;            /* counts nanoseconds */
	int error;            /* events_try(): 0, or -errno */
	char *why;            /* of an error: one sentence, with the remedy */
};

struct events {
	struct event list[EVENTS_MAX];
	size_t n;
	unsigned int groups;
	bool everywhere; /* -a: all tasks of all CPUs, not the task */
};

/*
 * Adds what one -e says: "instructions:k,{cycles,branches}:u,r01c2,cpu/event=0xc0/". An
 * event outside braces is a group of its own. Modifiers are u (user), k (kernel) and h
 * (hypervisor): only what they name is counted, without any everything is; those of a
 * group come on top of those of its events.
 *
 * On a hybrid CPU (@root_fd: where /sys says so) a generic hardware event becomes one for
 * each PMU, its group one for each PMU, and what software counts in it a group of its
 * own. The events of a group follow each other in the list, groups are numbered from 0.
 *
 * Returns 0, or with @e and nothing added -EINVAL: an unknown name (says how to list
 * them), an unknown modifier, an unbalanced brace, an event asked for twice, too many;
 * -EACCES: a tracepoint that only root can see.
 */
int events_add(struct events *ev, const char *text, int root_fd, struct err *e);

/*
 * Opens each group once for the calling task (or on each CPU if everywhere), and closes
 * it: fills error and why of the events that cannot be counted; those of a group without
 * error were open at once. On CPUs, one refusal is enough, and is named; but a CPU that
 * has not one event of the group (-ENOENT) is taken for one of another PMU, as long as
 * some CPU has them. @root_fd: where /proc and /sys are read, for the CPUs and the
 * remedies. Returns how many can be counted.
 */
size_t events_try(struct events *ev, int root_fd);

/*
 * The sentence for @error (-errno of perf_event_open) of @event, which had no others with
 * it in its group; the caller frees.
 */
char *event_why(const struct event *event, int error, int root_fd, bool everywhere);

struct event_name {
	char *name; /* as events_add() takes it */
	char *what; /* a few words */
};

/*
 * The names that this system has: the kernel's generic events by the names of perf, and
 * of each PMU that libpfm4 finds the events with their unit masks, and those that /sys
 * names (@root_fd: where it does). Neither raw codes nor tracepoints. The caller frees.
 */
void events_names(int root_fd, struct event_name **ret_names, size_t *ret_n);
void events_names_free(struct event_name *names, size_t n);

/*
 * "page-faults,cycles:k" of those without an error, with ", all CPUs" if everywhere: what
 * was counted beside the time changes the time where tasks are switched. NULL: nothing is
 * counted. The caller frees.
 */
char *events_counted(const struct events *ev);

/*
 * The attributes of @event alone; how it is opened and read is the caller's, but for the
 * format: a group at once, with the times that it was enabled and running.
 */
struct perf_event_attr;
void event_attributes(const struct event *event, struct perf_event_attr *ret);

/* Frees the sentences and empties the list; fine on a zeroed one. */
void events_release(struct events *ev);

#endif
