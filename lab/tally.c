/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See tally.h. */
#include "lab/tally.h"

#include "base/cleanup.h"
#include "base/xalloc.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static int open_event(const struct event *event, pid_t pid, int cpu, int leader)
{
	struct perf_event_attr attr;
	int fd;

	event_attributes(event, &attr);
	attr.inherit = cpu < 0;
	attr.disabled = leader < 0;
	attr.enable_on_exec = cpu < 0 && leader < 0;
	fd = (int)syscall(SYS_perf_event_open, &attr, pid, cpu, leader,
			  PERF_FLAG_FD_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

static size_t group_size(const struct events *ev, size_t first)
{
	size_t n = 1;

	while (first + n < ev->n && ev->list[first + n].group == ev->list[first].group)
		n++;
	return n;
}

/*
 * A group at one place. Where a CPU has not one event of it, they are of the PMU of other
 * cores: it is left out there.
 */
static int open_group(const struct event *group, size_t n, pid_t pid, int cpu, int *fd,
		      struct err *e)
{
	const struct event *bad = NULL;
	int leader = -1, error = 0;

	for (size_t i = 0; i < n; i++) {
		if (group[i].error)
			continue;
		fd[i] = open_event(&group[i], pid, cpu, leader);
		if (fd[i] >= 0 && leader < 0)
			leader = fd[i];
		if (fd[i] < 0 && (!bad || (error == -ENOENT && fd[i] != error))) {
			bad = &group[i];
			error = fd[i];
		}
	}
	if (!bad || (cpu >= 0 && leader < 0 && error == -ENOENT))
		return 0;
	err_errno(e, -error, "cannot count %s", bad->name);
	if (cpu >= 0)
		err_where(e, "CPU %d", cpu);
	return error;
}

static int open_place(const struct events *ev, pid_t pid, int cpu, int *fd, struct err *e)
{
	int r = 0;

	for (size_t i = 0, n; i < ev->n && !r; i += n) {
		n = group_size(ev, i);
		r = open_group(&ev->list[i], n, pid, cpu, fd + i, e);
	}
	return r;
}

/* What no place has is not counted at all. */
static int check_open(const struct tally *t, struct err *e)
{
	for (size_t i = 0; i < t->events->n; i++) {
		bool open = t->events->list[i].error;

		for (size_t c = 0; c < t->places && !open; c++)
			open = t->fd[c * t->events->n + i] >= 0;
		if (!open)
			return err_errno(e, ENOENT, "cannot count %s",
					 t->events->list[i].name);
	}
	return 0;
}

/* Each event wants a descriptor on each CPU; our own limit is as before in the end. */
static int open_everywhere(const struct events *events, const int *cpus,
			   const struct tally *t, struct err *e)
{
	struct rlimit was, all;
	const bool lifted = !getrlimit(RLIMIT_NOFILE, &was);
	int r = 0;

	all = (struct rlimit){ was.rlim_max, was.rlim_max };
	if (lifted)
		setrlimit(RLIMIT_NOFILE, &all);
	for (size_t c = 0; c < t->places && !r; c++)
		r = open_place(events, -1, cpus[c], t->fd + c * events->n, e);
	if (lifted)
		setrlimit(RLIMIT_NOFILE, &was);
	if (r == -EMFILE)
		err_expect(e,
			   "a higher limit of open files (ulimit -Hn), or fewer events");
	return r;
}

int tally_open(const struct events *events, pid_t pid, const int *cpus, size_t n_cpus,
	       struct tally *ret, struct err *e)
{
	struct tally t = { .events = events, .places = events->everywhere ? n_cpus : 1 };
	int r;

	t.fd = xcalloc(t.places * events->n, sizeof(*t.fd));
	for (size_t i = 0; i < t.places * events->n; i++)
		t.fd[i] = -1;
	r = events->everywhere ? open_everywhere(events, cpus, &t, e)
			       : open_place(events, pid, -1, t.fd, e);
	if (!r)
		r = check_open(&t, e);
	if (r < 0)
		tally_close(&t);
	else
		*ret = t;
	return r;
}

/* Whether event @i at @place leads its group there. */
static bool leads(const struct tally *t, const int *fd, size_t i)
{
	if (fd[i] < 0)
		return false;
	for (size_t k = i; k > 0; k--) {
		if (t->events->list[k - 1].group != t->events->list[i].group)
			break;
		if (fd[k - 1] >= 0)
			return false;
	}
	return true;
}

static void tell(struct tally *t, unsigned long request)
{
	if (!t->fd || !t->events->everywhere)
		return;
	for (size_t c = 0; c < t->places; c++) {
		const int *fd = t->fd + c * t->events->n;

		for (size_t i = 0; i < t->events->n; i++)
			if (leads(t, fd, i))
				ioctl(fd[i], request, 0);
	}
}

void tally_begin(struct tally *t)
{
	tell(t, PERF_EVENT_IOC_ENABLE);
}

void tally_end(struct tally *t)
{
	tell(t, PERF_EVENT_IOC_DISABLE);
}

/* Adds the group that event @i leads to the counts of its members. */
static int add_group(struct tally *t, const int *fd, size_t i, struct tally_count *counts)
{
	const unsigned int number = t->events->list[i].group;
	uint64_t buf[3 + COUNT_GROUP_MAX];
	struct count_group g;
	ssize_t n = read(fd[i], buf, sizeof(buf));
	int r = n < 0 ? -errno : count_parse(buf, (size_t)n, &g);

	for (size_t k = 0; !r && k < g.n; i++) {
		if (i == t->events->n || t->events->list[i].group != number)
			return -EBADMSG;
		if (fd[i] < 0)
			continue;
		counts[i].value += g.value[k++];
		counts[i].enabled += g.enabled;
		counts[i].running += g.running;
	}
	return r;
}

static void judge(const struct event *event, struct tally_count *c)
{
	c->scaled = NAN;
	c->status = COUNT_UNSUPPORTED;
	if (event->error)
		return;
	/* Of a counter that does not work where it says it does, as in some guests. */
	if (!event->software && c->running && !c->value)
		return;
	count_scale(c->value, c->enabled, c->running, &c->scaled, &c->status);
}

int tally_read(struct tally *t, struct tally_count *ret_counts, struct err *e)
{
	const size_t n = t->events->n;
	_cleanup_free_ struct tally_count *counts = xcalloc(n, sizeof(*counts));
	int r = 0;

	for (size_t c = 0; c < t->places; c++)
		for (size_t i = 0; i < n && !r; i++)
			if (leads(t, t->fd + c * n, i))
				r = add_group(t, t->fd + c * n, i, counts);
	if (r < 0)
		return err_errno(e, -r, "cannot read the counters");
	for (size_t i = 0; i < n; i++)
		judge(&t->events->list[i], &counts[i]);
	memcpy(ret_counts, counts, n * sizeof(*counts));
	return 0;
}

void tally_close(struct tally *t)
{
	for (size_t i = 0; t->fd && i < t->places * t->events->n; i++)
		if (t->fd[i] >= 0)
			close(t->fd[i]);
	free(t->fd);
	memset(t, 0, sizeof(*t));
}
