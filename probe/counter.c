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

/* The first refusal is the one that is told. */
static void refuse(struct counters *c, unsigned int event, int error, int cpu)
{
	if (c->error[event])
		return;
	c->error[event] = error;
	c->error_cpu[event] = cpu;
}

/* A group that has not one event on a CPU is of the PMU of other cores. */
static bool is_elsewhere(const struct counter_group *g, const int *error, int cpu)
{
	for (unsigned int i = 0; i < g->n; i++)
		if (error[i] != -ENOENT)
			return false;
	return cpu >= 0;
}

/*
 * One group on one CPU (-1: of this task). The group is enabled when it is whole: an
 * event that joins a group that counts already, and belongs to another PMU than its
 * leader, is not counted before the task is next scheduled (Linux 6.12 to 6.18).
 */
static void open_place(struct counters *c, struct counter_group *g, int cpu)
{
	struct counter_place p = { .fd = -1, .cpu = cpu };
	int error[PLAN_COUNTS_MAX];
	struct perf_event_attr a;

	for (unsigned int i = 0; i < g->n; i++) {
		const unsigned int event = g->first + i;
		long fd;

		attributes(&c->plan->count[event], cpu < 0, p.fd < 0, &a);
		fd = sys5(__NR_perf_event_open, P(&a), cpu < 0 ? 0 : -1, cpu, p.fd,
			  PERF_FLAG_FD_CLOEXEC);
		error[i] = fd < 0 ? (int)fd : 0;
		if (fd < 0)
			continue;
		if (p.fd < 0)
			p.fd = (int)fd;
		p.member[p.n++] = (uint8_t)i;
		if (cpu < 0)
			c->page[event] = (void *)sys_mmap(NULL, PAGE_BYTES, PROT_READ,
							  MAP_SHARED, (int)fd);
	}
	if (p.n) {
		sys3(__NR_ioctl, p.fd, PERF_EVENT_IOC_ENABLE, 0);
		g->place[g->n_places++] = p;
	}
	for (unsigned int i = 0; i < g->n && !is_elsewhere(g, error, cpu); i++)
		if (error[i])
			refuse(c, g->first + i, error[i], cpu);
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
	return g->n_places > 0;
}

static void open_everywhere(struct counters *c, struct counter_group *g)
{
	const struct plan *p = c->plan;

	for (unsigned int r = 0; r < p->n_cpu_ranges; r++)
		for (int cpu = p->cpu_range[r].first; cpu <= p->cpu_range[r].last; cpu++)
			open_place(c, g, cpu);
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
	g->place = task_memory(count_cpus(c->plan) * sizeof(*g->place));
	c->n_groups++;
}

static void refuse_group(struct counters *c, const struct counter_group *g, int error,
			 int cpu)
{
	for (unsigned int i = 0; i < g->n; i++)
		refuse(c, g->first + i, error, cpu);
}

static void open_group(struct counters *c, struct counter_group *g, bool others)
{
	const bool task = !c->plan->n_cpu_ranges;

	if (!g->place)
		refuse_group(c, g, -ENOMEM, -1);
	else if (task)
		open_place(c, g, -1);
	else
		open_everywhere(c, g);
	if (!g->n_places)
		refuse_group(c, g, -ENOENT, -1);
	g->direct = task && !others && all_direct(c, g);
}

/*
 * Each event wants a descriptor on each CPU, which of a large machine is more than the
 * soft limit has. What the workload does is under the limit that was there.
 */
static void lift_limit(struct rlimit64 *ret_was)
{
	struct rlimit64 all;

	ret_was->rlim_max = 0;
	if (sys4(__NR_prlimit64, 0, RLIMIT_NOFILE, 0, P(ret_was)) < 0)
		return;
	all = (struct rlimit64){ ret_was->rlim_max, ret_was->rlim_max };
	sys4(__NR_prlimit64, 0, RLIMIT_NOFILE, P(&all), 0);
}

static void restore_limit(const struct rlimit64 *was)
{
	if (was->rlim_max)
		sys4(__NR_prlimit64, 0, RLIMIT_NOFILE, P(was), 0);
}

void counters_open(struct counters *c, const struct plan *p, bool others)
{
	struct rlimit64 was = { 0, 0 };

	c->plan = p;
	c->n = p->n_counts;
	if (p->n_cpu_ranges)
		lift_limit(&was);
	for (unsigned int i = 0; i < c->n; i++)
		begin_group(c, i);
	for (unsigned int k = 0; k < c->n_groups; k++)
		open_group(c, &c->group[k], others);
	restore_limit(&was);
}

/* Reads the group on one CPU and adds it to @to. */
static int add_place(const struct counter_place *p, struct reading *to)
{
	struct reading one;
	const long n = sys_read(p->fd, &one, sizeof(one));

	if (n < 0)
		return (int)n;
	if (!n)
		return -ENODATA;
	if (one.n != p->n)
		return -EBADMSG;
	to->enabled += one.enabled;
	to->running += one.running;
	for (unsigned int i = 0; i < p->n; i++)
		to->value[p->member[i]] += one.value[i];
	return 0;
}

/* The group as it stands, all CPUs together. */
static void read_group(struct counters *c, const struct counter_group *g,
		       struct reading *ret)
{
	for (unsigned int i = 0; i < g->n; i++)
		ret->value[i] = 0;
	ret->enabled = ret->running = 0;
	for (unsigned int i = 0; i < g->n_places; i++) {
		const int error = add_place(&g->place[i], ret);

		if (error)
			refuse_group(c, g, error, g->place[i].cpu);
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
			ret[g->first + i] = c->error[g->first + i]
						    ? 0
						    : r.value[i] - c->begin[g->first + i];
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
