/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See cpus.h. The only file that knows hwloc. */
#include "host/cpus.h"

#include "host/live.h"
#include "host/text.h"

#include <errno.h>
#include <hwloc.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* CPUs, cores and caches only: no I/O, and no CPUID, which binds to every CPU in turn. */
static int configure(hwloc_topology_t t)
{
	unsigned long flags = HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED |
			      HWLOC_TOPOLOGY_FLAG_DONT_CHANGE_BINDING |
			      HWLOC_TOPOLOGY_FLAG_NO_DISTANCES |
			      HWLOC_TOPOLOGY_FLAG_NO_MEMATTRS |
			      HWLOC_TOPOLOGY_FLAG_NO_CPUKINDS;

	if (hwloc_topology_set_components(t, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST,
					  "x86") < 0 ||
	    hwloc_topology_set_all_types_filter(t, HWLOC_TYPE_FILTER_KEEP_NONE) < 0 ||
	    hwloc_topology_set_type_filter(t, HWLOC_OBJ_CORE,
					   HWLOC_TYPE_FILTER_KEEP_ALL) < 0 ||
	    hwloc_topology_set_cache_types_filter(t, HWLOC_TYPE_FILTER_KEEP_ALL) < 0 ||
	    hwloc_topology_set_flags(t, flags) < 0)
		return -errno;
	return 0;
}

static int load_topology(hwloc_topology_t *ret_topology)
{
	hwloc_topology_t t;
	int r;

	if (hwloc_topology_init(&t) < 0)
		return -ENOMEM;
	r = configure(t);
	if (!r && hwloc_topology_load(t) < 0)
		r = errno ? -errno : -EIO;
	if (r < 0)
		hwloc_topology_destroy(t);
	else
		*ret_topology = t;
	return r;
}

/* hwloc takes another root, and the wish that it print nothing, from the environment. */
static int load(int root, hwloc_topology_t *ret_topology)
{
	bool quiet = getenv("HWLOC_HIDE_ERRORS");
	char path[64];
	int r;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", root);
	if ((!live_root(root) && setenv("HWLOC_FSROOT", path, 1) < 0) ||
	    setenv("HWLOC_HIDE_ERRORS", "2", 0) < 0)
		return -errno;
	r = load_topology(ret_topology);
	if (!live_root(root))
		unsetenv("HWLOC_FSROOT");
	if (!quiet)
		unsetenv("HWLOC_HIDE_ERRORS");
	return r;
}

static void from_bitmap(hwloc_const_bitmap_t set, struct cpumask *m)
{
	int cpu;

	*m = (struct cpumask){ 0 };
	for (cpu = hwloc_bitmap_first(set); cpu >= 0 && cpu < CPUMASK_BITS;
	     cpu = hwloc_bitmap_next(set, cpu))
		cpumask_add(m, cpu);
}

static bool read_mask(int root, const char *path, struct cpumask *m)
{
	char list[TEXT_LINE_BYTES];

	return !text_line(root, path, list, sizeof(list)) && !cpumask_parse(list, m);
}

/* The mask of this thread: sched_getaffinity is told how large a mask the kernel has. */
static void own_affinity(struct cpumask *m)
{
	struct cpumask set = { 0 };

	_Static_assert(sizeof(set.w[0]) % sizeof(unsigned long) == 0, "cpu_set_t layout");
	if (!sched_getaffinity(0, sizeof(set), (cpu_set_t *)&set))
		*m = set;
}

static void read_affinity(int root, struct cpumask *m)
{
	char *status, list[TEXT_LINE_BYTES];
	bool known = false;

	if (!text_file(root, "proc/self/status", &status)) {
		known = text_field(status, "Cpus_allowed_list", list, sizeof(list)) &&
			!cpumask_parse(list, m);
		free(status);
	}
	if (!known)
		own_affinity(m);
}

/* Fills the three sets; *@ret_free says that nobody restricted this process. */
static void read_sets(int root, hwloc_topology_t t, struct cpu_choice *c, bool *ret_free)
{
	struct cpumask m, affinity = { 0 };

	if (!read_mask(root, "sys/devices/system/cpu/online", &c->online))
		from_bitmap(hwloc_get_root_obj(t)->cpuset, &c->online);
	if (read_mask(root, "sys/devices/system/cpu/isolated", &m))
		cpumask_or(&c->isolation, &m);
	if (read_mask(root, "sys/fs/cgroup/cpuset.cpus.isolated", &m))
		cpumask_or(&c->isolation, &m);
	cpumask_and(&c->isolation, &c->online);
	from_bitmap(hwloc_topology_get_allowed_cpuset(t), &m);
	cpumask_and(&c->isolation, &m);

	read_affinity(root, &affinity);
	cpumask_and(&affinity, &c->online);
	c->allowed = affinity;
	m = c->online;
	cpumask_andnot(&m, &c->isolation);
	*ret_free = cpumask_equal(&m, &affinity);
}

static hwloc_obj_t find_pu(hwloc_topology_t t, int cpu)
{
	return hwloc_get_pu_obj_by_os_index(t, cpu);
}

/* The CPUs of the core @cpu is on; itself alone where no cores are known. */
static void core_of(hwloc_topology_t t, int cpu, struct cpumask *m)
{
	hwloc_obj_t pu = find_pu(t, cpu), core = NULL;

	if (pu)
		core = hwloc_get_ancestor_obj_by_type(t, HWLOC_OBJ_CORE, pu);
	*m = (struct cpumask){ 0 };
	if (core)
		from_bitmap(core->cpuset, m);
	cpumask_add(m, cpu);
}

/* The last of @set that is not in @avoid, else the last of @set, else -1. */
static int last_but(const struct cpumask *set, const struct cpumask *avoid)
{
	struct cpumask m = *set;

	cpumask_andnot(&m, avoid);
	return cpumask_last(cpumask_first(&m) >= 0 ? &m : set);
}

static int choose_measure(int wish, bool unrestricted, const struct cpumask *core0,
			  struct cpu_choice *c, struct err *e)
{
	struct cpumask may = c->allowed;
	char list[200];

	cpumask_or(&may, &c->isolation);
	if (wish < 0) {
		if (unrestricted && cpumask_first(&c->isolation) >= 0)
			c->measure = last_but(&c->isolation, core0);
		else
			c->measure = last_but(&c->allowed, core0);
		return c->measure < 0 ? err_set(e, ENODEV, "no CPU is allowed") : 0;
	}
	c->measure = wish;
	if (cpumask_has(&may, wish))
		return 0;
	err_set(e, EINVAL, "CPU %d is not online or not allowed", wish);
	err_expect(e, "one of %s", cpumask_format(&may, list, sizeof(list)));
	return -EINVAL;
}

/* Climbs from the measuring CPU until a cache is shared with one of @from. */
static int closest(hwloc_topology_t t, const struct cpumask *from,
		   const struct cpumask *core0, struct cpu_choice *c)
{
	hwloc_obj_t o;
	struct cpumask m;

	for (o = find_pu(t, c->measure); o; o = o->parent) {
		if (!hwloc_obj_type_is_cache(o->type))
			continue;
		from_bitmap(o->cpuset, &m);
		cpumask_and(&m, from);
		if (cpumask_first(&m) < 0)
			continue;
		c->shared_cache = o->attr->cache.depth;
		return last_but(&m, core0);
	}
	return last_but(from, core0);
}

static void choose_other(hwloc_topology_t t, const struct cpumask *core,
			 const struct cpumask *core0, struct cpu_choice *c)
{
	struct cpumask m = c->isolation;

	c->other = -1;
	cpumask_andnot(&m, core);
	if (c->isolated && cpumask_first(&m) >= 0) {
		c->other = closest(t, &m, core0, c);
		return;
	}
	m = c->allowed;
	cpumask_andnot(&m, core);
	if (cpumask_first(&m) >= 0)
		c->other = closest(t, &m, core0, c);
}

/* The first of @set outside @avoid, or -1. */
static int first_but(const struct cpumask *set, const struct cpumask *avoid)
{
	struct cpumask m = *set;

	cpumask_andnot(&m, avoid);
	return cpumask_first(&m);
}

/* ktoll stays off both cores if it can, else off the measuring core, else off the CPU. */
static void choose_self(hwloc_topology_t t, const struct cpumask *core,
			struct cpu_choice *c)
{
	struct cpumask both = *core, other, measure = { 0 };

	if (c->other >= 0) {
		core_of(t, c->other, &other);
		cpumask_or(&both, &other);
	}
	cpumask_add(&measure, c->measure);
	c->self = first_but(&c->allowed, &both);
	if (c->self < 0)
		c->self = first_but(&c->allowed, core);
	if (c->self < 0)
		c->self = first_but(&c->allowed, &measure);
	if (c->self < 0)
		c->self = c->measure;
}

static int choose(int root, hwloc_topology_t t, int wish, struct cpu_choice *ret_choice,
		  struct err *e)
{
	struct cpu_choice c = { .other = -1, .sibling = -1 };
	struct cpumask core0, core, m;
	bool unrestricted;
	int r;

	read_sets(root, t, &c, &unrestricted);
	core_of(t, 0, &core0);
	r = choose_measure(wish, unrestricted, &core0, &c, e);
	if (r < 0)
		return r;
	c.isolated = cpumask_has(&c.isolation, c.measure);
	c.cores_known = hwloc_get_nbobjs_by_type(t, HWLOC_OBJ_CORE) > 0;
	core_of(t, c.measure, &core);
	choose_other(t, &core, &core0, &c);
	choose_self(t, &core, &c);
	m = c.allowed;
	cpumask_or(&m, &c.isolation);
	cpumask_and(&m, &core);
	m.w[c.measure / 64] &= ~((uint64_t)1 << (c.measure % 64));
	c.sibling = cpumask_first(&m);
	*ret_choice = c;
	return 0;
}

int cpus_choose(int root, int wish, struct cpu_choice *ret_choice, struct err *e)
{
	hwloc_topology_t t = NULL;
	int r;

	r = load(root, &t);
	if (r < 0)
		return err_errno(e, -r, "cannot find the CPUs of this machine");
	r = choose(root, t, wish, ret_choice, e);
	hwloc_topology_destroy(t);
	return r;
}
