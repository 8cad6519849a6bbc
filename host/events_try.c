/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the kernel counts what was asked for: each group is opened once. */
#include "host/events_parts.h"
#include "host/pmus.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "host/cpumask.h"
#include "host/text.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
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

/* A group, and what trying it gave so far. */
struct trial {
	struct event *group;
	size_t n;
	int root_fd;
	bool everywhere;
	bool opened[EVENTS_MAX], does_not_fit[EVENTS_MAX]; /* somewhere; where refused */
	int refused_by[EVENTS_MAX];                        /* CPU; -1: the task */
};

/* Returns how many were open at once; each other has its errno in @ret_errors. */
static size_t open_group(const struct trial *t, int cpu, int *ret_errors)
{
	int fds[EVENTS_MAX];
	size_t open = 0;

	for (size_t i = 0; i < t->n; i++) {
		int fd = open_event(&t->group[i], cpu, open ? fds[0] : -1);

		ret_errors[i] = fd < 0 ? fd : 0;
		if (fd >= 0)
			fds[open++] = fd;
	}
	for (size_t i = 0; i < open; i++)
		close(fds[i]);
	return open;
}

/* A group that has not one event on a CPU is of the PMU of other cores. */
static bool is_elsewhere(const struct trial *t, int cpu, const int *errors)
{
	for (size_t i = 0; i < t->n; i++)
		if (errors[i] != -ENOENT)
			return false;
	return cpu >= 0;
}

/* An event that its PMU has, but not together with others of the group before it. */
static bool does_not_fit(const struct event *v, int error, int cpu)
{
	int fd;

	if (error != -EINVAL)
		return false;
	fd = open_event(v, cpu, -1);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* On @cpu, -1: of the task. All are closed again, descriptors may be what was lacking. */
static void try_place(struct trial *t, int cpu)
{
	int errors[EVENTS_MAX];
	bool any = open_group(t, cpu, errors) > 0;

	for (size_t i = 0; i < t->n; i++) {
		struct event *v = &t->group[i];

		t->opened[i] |= !errors[i];
		if (!errors[i] || v->error || is_elsewhere(t, cpu, errors))
			continue;
		v->error = errors[i];
		t->refused_by[i] = cpu;
		t->does_not_fit[i] = any && does_not_fit(v, errors[i], cpu);
	}
}

static char *reason(const struct trial *t, size_t i)
{
	const struct event *v = &t->group[i];
	_cleanup_free_ char *why = NULL;

	if (t->does_not_fit[i])
		why = xstrdup("the PMU cannot count it at once with those before it in "
			      "its group: take it out of the braces");
	else
		why = event_why(v, v->error, t->root_fd, t->everywhere);
	if (!t->opened[i] || t->refused_by[i] < 0)
		return xstrdup(why);
	return xasprintf("on CPU %d, %s", t->refused_by[i], why);
}

static size_t try_group(struct trial *t, const struct cpumask *cpus)
{
	size_t counted = 0;

	for (size_t i = 0; i < t->n; i++)
		t->group[i].error = 0;
	if (!t->everywhere)
		try_place(t, -1);
	for (int cpu = 0; t->everywhere && cpu < CPUMASK_BITS; cpu++)
		if (cpumask_has(cpus, cpu))
			try_place(t, cpu);
	for (size_t i = 0; i < t->n; i++) {
		struct event *v = &t->group[i];

		if (!v->error && !t->opened[i])
			v->error = -ENOENT;
		free(v->why);
		v->why = v->error ? reason(t, i) : NULL;
		counted += !v->error;
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

/* Those that are online, or this one where /sys does not say. */
static void cpus_to_try(int root_fd, struct cpumask *ret)
{
	char list[TEXT_LINE_BYTES];

	memset(ret, 0, sizeof(*ret));
	if (text_line(root_fd, "sys/devices/system/cpu/online", list, sizeof(list)) ||
	    cpumask_parse(list, ret) || cpumask_first(ret) < 0) {
		const int here = sched_getcpu();

		cpumask_add(ret, here < 0 ? 0 : here);
	}
}

size_t events_try(struct events *ev, int root_fd)
{
	size_t counted = 0;
	struct cpumask cpus;
	struct trial t;

	cpus_to_try(root_fd, &cpus);
	for (size_t first = 0; first < ev->n; first += t.n) {
		t = (struct trial){ .group = &ev->list[first],
				    .root_fd = root_fd,
				    .everywhere = ev->everywhere };
		for (t.n = 1; first + t.n < ev->n &&
			      ev->list[first + t.n].group == ev->list[first].group;)
			t.n++;
		counted += try_group(&t, &cpus);
	}
	for (size_t i = 0; i < ev->n && ev->everywhere; i++)
		counted -= refuse_shared(&ev->list[i], root_fd);
	return counted;
}
