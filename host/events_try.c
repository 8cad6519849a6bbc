/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the kernel counts what was asked for: each group is opened once. */
#include "host/events_parts.h"

#include "base/xalloc.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

int event_open(const struct event *event, int cpu, int group_fd)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = event->type,
		.config = event->config,
		.config1 = event->config1,
		.config2 = event->config2,
		.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED |
			       PERF_FORMAT_TOTAL_TIME_RUNNING,
		.inherit = 1,
		.disabled = group_fd < 0,
		.exclude_user = !!(event->exclude & EVENT_NOT_USER),
		.exclude_kernel = !!(event->exclude & EVENT_NOT_KERNEL),
		.exclude_hv = !!(event->exclude & EVENT_NOT_HV),
	};
	int fd;

	fd = syscall(SYS_perf_event_open, &attr, cpu < 0 ? 0 : -1, cpu < 0 ? -1 : cpu,
		     group_fd, PERF_FLAG_FD_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

/* A member that its PMU has, but not together with those before it. */
static bool does_not_fit(const struct event *v, int error, int cpu)
{
	int fd;

	if (error != -EINVAL)
		return false;
	fd = event_open(v, cpu, -1);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static void try_event(struct events *ev, struct event *v, int root_fd, int cpu,
		      int leader, int *ret_fd)
{
	int fd = event_open(v, cpu, leader);

	free(v->why);
	v->why = NULL;
	v->error = fd < 0 ? fd : 0;
	*ret_fd = fd;
	if (fd >= 0)
		return;
	if (leader >= 0 && does_not_fit(v, fd, cpu))
		v->why = xstrdup(
			"the PMU cannot count it at once with those before it in its "
			"group: make the group smaller, or take it out of the braces");
	else
		v->why = event_why(v, fd, root_fd, ev->everywhere);
}

size_t events_try(struct events *ev, int root_fd, int cpu)
{
	int fds[EVENTS_MAX], leader = -1;
	size_t i, j, open = 0, counted = 0;

	if (!ev->everywhere)
		cpu = -1;
	for (i = 0; i < ev->n; i++) {
		int fd;

		try_event(ev, &ev->list[i], root_fd, cpu, leader, &fd);
		if (fd >= 0) {
			fds[open++] = fd;
			if (leader < 0)
				leader = fd;
			counted++;
		}
		if (i + 1 < ev->n && ev->list[i + 1].group == ev->list[i].group)
			continue;
		for (j = 0; j < open; j++)
			close(fds[j]);
		open = 0;
		leader = -1;
	}
	return counted;
}
