/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the kernel counts what was asked for: each group is opened once. */
#include "host/events_parts.h"
#include "host/pmus.h"

#include "base/xalloc.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

void event_attributes(const struct event *event, struct perf_event_attr *ret)
{
	*ret = (struct perf_event_attr){
		.size = sizeof(*ret),
		.type = event->type,
		.config = event->config,
		.config1 = event->config1,
		.config2 = event->config2,
		.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED |
			       PERF_FORMAT_TOTAL_TIME_RUNNING,
		.exclude_user = !!(event->exclude & EVENT_NOT_USER),
		.exclude_kernel = !!(event->exclude & EVENT_NOT_KERNEL),
		.exclude_hv = !!(event->exclude & EVENT_NOT_HV),
	};
}

/*
 * perf_event_open(2) as the probe does it: for the calling task and its children, or with
 * @cpu >= 0 for all tasks there. Returns the descriptor or -errno.
 */
static int open_event(const struct event *event, int cpu, int group_fd)
{
	struct perf_event_attr attr;
	int fd;

	event_attributes(event, &attr);
	attr.inherit = cpu < 0;
	attr.disabled = group_fd < 0; /* nobody reads it */
	fd = syscall(SYS_perf_event_open, &attr, cpu < 0 ? 0 : -1, cpu, group_fd,
		     PERF_FLAG_FD_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

static void open_group(struct event *group, size_t n, int cpu)
{
	int fds[EVENTS_MAX], leader = -1;
	size_t i, open = 0;

	for (i = 0; i < n; i++) {
		int fd = open_event(&group[i], cpu, leader);

		group[i].error = fd < 0 ? fd : 0;
		if (fd < 0)
			continue;
		fds[open++] = fd;
		leader = fds[0];
	}
	for (i = 0; i < open; i++)
		close(fds[i]);
}

/* An event that its PMU has, but not together with others of the group before it. */
static bool does_not_fit(const struct event *v, int cpu)
{
	int fd;

	if (v->error != -EINVAL)
		return false;
	fd = open_event(v, cpu, -1);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* All are closed again: descriptors may be what was lacking, and reasons want some. */
static size_t explain_group(struct event *group, size_t n, int root_fd, int cpu)
{
	size_t i, counted = 0;

	for (i = 0; i < n; i++) {
		struct event *v = &group[i];

		free(v->why);
		v->why = NULL;
		if (!v->error)
			counted++;
		else if (counted && does_not_fit(v, cpu))
			v->why = xstrdup(
				"the PMU cannot count it at once with those before it "
				"in its group: take it out of the braces");
		else
			v->why = event_why(v, v->error, root_fd, cpu >= 0);
	}
	return counted;
}

/* Counted on every CPU it would be added up as often as there are CPUs. */
static bool refuse_shared(struct event *v, int root_fd)
{
	if (v->error || !pmu_is_shared(root_fd, v->type))
		return false;
	v->error = -EOPNOTSUPP;
	v->why = xstrdup("its PMU is one for several CPUs, and every CPU would count it "
			 "again: perf stat -a knows which one to ask");
	return true;
}

size_t events_try(struct events *ev, int root_fd, int cpu)
{
	size_t first, n, counted = 0;

	if (!ev->everywhere)
		cpu = -1;
	for (first = 0; first < ev->n; first += n) {
		struct event *group = &ev->list[first];

		for (n = 1; first + n < ev->n && group[n].group == group->group;)
			n++;
		open_group(group, n, cpu);
		counted += explain_group(group, n, root_fd, cpu);
	}
	for (size_t i = 0; i < ev->n && ev->everywhere; i++)
		counted -= refuse_shared(&ev->list[i], root_fd);
	return counted;
}
