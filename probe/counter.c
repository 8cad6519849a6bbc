/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See counter.h. */
#include "probe/counter.h"

#include "probe/rdpmc.h"
#include "probe/sys.h"
#include "probe/task.h"

#define PAGE_BYTES 4096

/* What read(2) gives of a group, in the order of PERF_FORMAT_GROUP and both times. */
struct reading {
	uint64_t n, enabled, running, value[PLAN_COUNTS_MAX];
};

static void attributes(const struct plan_count *e, bool task, bool leader,
		       struct perf_event_attr *a)
{
	*a = (struct perf_event_attr){
		.size = sizeof(*a),
		.type = e->type,
		.config = e->config,
		.config1 = e->config1,
		.config2 = e->config2,
		.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED |
			       PERF_FORMAT_TOTAL_TIME_RUNNING,
		.disabled = leader,
		.inherit = task,
		.exclude_user = !!(e->exclude & PLAN_NOT_USER),
		.exclude_kernel = !!(e->exclude & PLAN_NOT_KERNEL),
		.exclude_hv = !!(e->exclude & PLAN_NOT_HV),
	};
}

/*
 * One group on one CPU (-1: of this task). Returns the leader's descriptor, or -1. The
 * group is enabled when it is whole: an event that joins a group that counts already, and
 * belongs to another PMU than its leader, is not counted before the task is next
 * scheduled (Linux 6.12 to 6.18).
 */
static int open_group(struct counters *c, const struct counter_group *g, int cpu)
{
	struct perf_event_attr a;
	int leader = -1;

	for (unsigned int i = g->first; i < g->first + g->n; i++) {
		long fd;

		attributes(&c->plan->count[i], cpu < 0, leader < 0, &a);
		fd = sys5(__NR_perf_event_open, P(&a), cpu < 0 ? 0 : -1, cpu, leader,
			  PERF_FLAG_FD_CLOEXEC);
		if (fd < 0)
			c->error[i] = (int)fd;
		else if (leader < 0)
			leader = (int)fd;
		if (fd >= 0 && cpu < 0)
			c->page[i] = (void *)sys_mmap(NULL, PAGE_BYTES, PROT_READ,
						      MAP_SHARED, (int)fd);
	}
	if (leader >= 0)
		sys3(__NR_ioctl, leader, PERF_EVENT_IOC_ENABLE, 0);
	return leader;
}

/* Whether every event of the group can be read by this task without a call. */
static bool all_direct(const struct counters *c, const struct counter_group *g)
{
	for (unsigned int i = g->first; i < g->first + g->n; i++) {
		if (c->error[i])
			continue;
		if (sys_failed(P(c->page[i])) || !c->page[i]->cap_user_rdpmc ||
		    !c->page[i]->index)
			return false;
	}
	return g->n_fds > 0;
}

static void add_fd(struct counter_group *g, int fd)
{
	if (fd >= 0)
		g->fds[g->n_fds++] = fd;
}

static void open_everywhere(struct counters *c, struct counter_group *g)
{
	const struct plan *p = c->plan;

	for (unsigned int r = 0; r < p->n_cpu_ranges; r++)
		for (int cpu = p->cpu_range[r].first; cpu <= p->cpu_range[r].last; cpu++)
			add_fd(g, open_group(c, g, cpu));
}

static unsigned int count_cpus(const struct plan *p)
{
	unsigned int n = 1;

	for (unsigned int r = 0; r < p->n_cpu_ranges; r++)
		n += (unsigned int)(p->cpu_range[r].last - p->cpu_range[r].first + 1);
	return n;
}

static void begin_group(struct counters *c, unsigned int i)
{
	struct counter_group *g = &c->group[c->n_groups];

	if (i && c->plan->count[i].group == c->plan->count[i - 1].group) {
		g[-1].n++;
		return;
	}
	g->first = i;
	g->n = 1;
	g->fds = task_memory(count_cpus(c->plan) * sizeof(*g->fds));
	c->n_groups++;
}

void counters_open(struct counters *c, const struct plan *p, bool others)
{
	c->plan = p;
	c->n = p->n_counts;
	for (unsigned int i = 0; i < c->n; i++)
		begin_group(c, i);
	for (unsigned int k = 0; k < c->n_groups; k++) {
		struct counter_group *g = &c->group[k];

		if (!g->fds)
			continue;
		if (p->n_cpu_ranges)
			open_everywhere(c, g);
		else
			add_fd(g, open_group(c, g, -1));
		g->direct = !p->n_cpu_ranges && !others && all_direct(c, g);
	}
}

/* Adds a reading of the group on one CPU to @to, event by event. */
static void add_reading(const struct counters *c, const struct counter_group *g,
			const struct reading *from, struct reading *to)
{
	unsigned int at = 0;

	to->enabled += from->enabled;
	to->running += from->running;
	for (unsigned int i = 0; i < g->n; i++)
		if (!c->error[g->first + i] && at < from->n)
			to->value[i] += from->value[at++];
}

/* The group as it stands, all CPUs together. */
static void read_group(struct counters *c, const struct counter_group *g,
		       struct reading *ret)
{
	struct reading one;

	for (unsigned int i = 0; i < g->n; i++)
		ret->value[i] = 0;
	ret->enabled = ret->running = 0;
	for (unsigned int i = 0; i < g->n_fds; i++) {
		long n = sys_read(g->fds[i], &one, sizeof(one));

		if (n > 0)
			add_reading(c, g, &one, ret);
		else
			c->error[g->first] = n < 0 ? (int)n : -ENODATA;
	}
}

static void read_direct(const struct counters *c, const struct counter_group *g,
			struct reading *ret)
{
	for (unsigned int i = 0; i < g->n; i++)
		ret->value[i] =
			c->error[g->first + i] ? 0 : rdpmc_count(c->page[g->first + i]);
	ret->enabled = ret->running = 0;
}

static void read_now(struct counters *c, const struct counter_group *g,
		     struct reading *ret)
{
	if (g->direct)
		read_direct(c, g, ret);
	else
		read_group(c, g, ret);
}

void counters_begin(struct counters *c)
{
	struct reading r;

	for (unsigned int k = 0; k < c->n_groups; k++) {
		struct counter_group *g = &c->group[k];

		read_now(c, g, &r);
		for (unsigned int i = 0; i < g->n; i++)
			c->begin[g->first + i] = r.value[i];
		g->last_enabled = r.enabled;
		g->last_running = r.running;
	}
}

void counters_end(struct counters *c, bool warmup, uint64_t *ret)
{
	struct reading r;

	for (unsigned int k = 0; k < c->n_groups; k++) {
		struct counter_group *g = &c->group[k];

		read_now(c, g, &r);
		for (unsigned int i = 0; i < g->n; i++)
			ret[g->first + i] = r.value[i] - c->begin[g->first + i];
		if (warmup)
			continue;
		g->enabled += r.enabled - g->last_enabled;
		g->running += r.running - g->last_running;
	}
}

void counters_stop(struct counters *c)
{
	struct reading r;

	for (unsigned int k = 0; k < c->n_groups; k++) {
		struct counter_group *g = &c->group[k];

		if (!g->direct)
			continue;
		read_group(c, g, &r);
		g->enabled = r.enabled;
		g->running = r.running;
	}
}
