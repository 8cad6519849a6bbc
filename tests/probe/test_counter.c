/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Counters against a kernel of the test's own: what it refuses, and on which CPU, is set;
 * what it counts tells the event and the CPU.
 */
#include "tests/unit.h"

#include "probe/plan.h"

#include <asm/unistd.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>

#define CPUS     3
#define EVENTS   4
#define FD(c, e) (100 + ((c) + 1) * EVENTS + (e))

static int refusal[CPUS + 1][EVENTS]; /* -errno by CPU (-1: a task) + 1 and event */
static int leader_of[FD(CPUS, 0)];    /* of each descriptor; 0: not open */
static uint64_t batches;              /* how many have passed */
static int broken;                    /* a descriptor that read(2) fails on */
static long broken_gives;

static unsigned long soft, hard; /* descriptors that may be open */
static unsigned int n_open;

/* In the place of probe/sys.h and of the instruction. */
#define PROBE_SYS_H
#define P(x)  ((long)(x))
#define RDPMC fake_pmc

static uint64_t fake_pmc(uint32_t index)
{
	return index;
}

/* perf_event_open(2) */
static long sys5(long nr, long attr, long pid, long cpu, long group_fd, long flags)
{
	const int event = (int)((const struct perf_event_attr *)attr)->config;
	const int fd = FD((int)cpu, event);

	assert_int_equal(nr, __NR_perf_event_open);
	if (refusal[cpu + 1][event])
		return refusal[cpu + 1][event];
	if (n_open == soft)
		return -EMFILE;
	n_open++;
	leader_of[fd] = group_fd < 0 ? fd : (int)group_fd;
	return fd;
}

static long sys4(long nr, long pid, long resource, long set, long old)
{
	assert_int_equal(nr, __NR_prlimit64);
	assert_int_equal(pid, 0);
	assert_int_equal(resource, RLIMIT_NOFILE);
	if (old)
		*(struct rlimit64 *)old = (struct rlimit64){ soft, hard };
	if (set)
		soft = ((const struct rlimit64 *)set)->rlim_cur;
	return 0;
}

static long sys3(long nr, long fd, long request, long arg)
{
	assert_int_equal(nr, __NR_ioctl);
	assert_int_equal(leader_of[fd], fd);
	return 0;
}

static long sys_mmap(void *at, size_t n, int prot, int flags, int fd)
{
	return -EPERM;
}

static bool sys_failed(long r)
{
	return r < 0;
}

/* In a batch event e counts 1000 * (e + 1) + 1 on CPU 0, ... + 10 on the next, .... */
static uint64_t counted(int cpu, int event)
{
	static const unsigned int digit[] = { 1, 1, 10, 100 };

	return batches * (1000u * ((unsigned int)event + 1) + digit[cpu + 1]);
}

static long sys_read(int fd, void *buf, size_t n)
{
	uint64_t *out = buf;
	const int cpu = (fd - 100) / EVENTS - 1;

	if (fd == broken)
		return broken_gives;
	assert_int_equal(leader_of[fd], fd);
	out[0] = 0;
	out[1] = out[2] = 500 * batches;
	for (int e = 0; e < EVENTS; e++)
		if (leader_of[FD(cpu, e)] == fd)
			out[3 + out[0]++] = counted(cpu, e);
	return (long)((3 + out[0]) * sizeof(*out));
}

#include "probe/counter.c"

static bool no_memory;

void *task_memory(size_t bytes)
{
	return no_memory ? NULL : calloc(1, bytes);
}

static struct counters c;
static struct plan p;
static uint64_t counts[PLAN_COUNTS_MAX];

/* {0,1,2},3 on all CPUs */
static int plan(void **state)
{
	memset(refusal, 0, sizeof(refusal));
	memset(leader_of, 0, sizeof(leader_of));
	memset(&c, 0, sizeof(c));
	memset(&p, 0, sizeof(p));
	no_memory = false;
	broken = 0;
	n_open = 0;
	soft = hard = 1024;
	batches = 1;
	p.n_counts = EVENTS;
	for (uint32_t i = 0; i < EVENTS; i++) {
		p.count[i].group = i == 3;
		p.count[i].config = i;
	}
	p.cpu_range[0].last = CPUS - 1;
	p.n_cpu_ranges = 1;
	return 0;
}

static int done(void **state)
{
	for (unsigned int i = 0; i < c.n_groups; i++)
		free(c.group[i].place);
	return 0;
}

static void one_batch(void)
{
	counters_begin(&c);
	batches++;
	counters_end(&c, false, counts);
}

static void measure(void)
{
	counters_open(&c, &p, false);
	one_batch();
	counters_stop(&c);
}

static void is(unsigned int event, int error, int cpu, uint64_t count)
{
	assert_int_equal(c.error[event], error);
	if (error)
		assert_int_equal(c.error_cpu[event], cpu);
	assert_int_equal(counts[event], error ? 0 : count);
}

static void all_cpus_are_added_up(void **state)
{
	measure();
	is(0, 0, 0, 3111);
	is(1, 0, 0, 6111);
	is(2, 0, 0, 9111);
	is(3, 0, 0, 12111);
	assert_int_equal(c.group[0].enabled, 3 * 500);
	assert_int_equal(c.group[0].running, 3 * 500);
}

static void an_event_that_one_cpu_refuses_gives_no_neighbour_its_count(void **state)
{
	refusal[1 + 1][1] = -EINVAL;
	measure();
	is(0, 0, 0, 3111);
	is(1, -EINVAL, 1, 0);
	is(2, 0, 0, 9111);
}

static void nor_does_one_that_leads_elsewhere(void **state)
{
	refusal[2 + 1][0] = -EINVAL;
	measure();
	is(0, -EINVAL, 2, 0);
	is(1, 0, 0, 6111);
	is(2, 0, 0, 9111);
}

static void each_has_the_first_of_its_refusals(void **state)
{
	refusal[1][2] = -EBUSY;
	refusal[2][0] = -ENOENT;
	refusal[3][2] = -EINVAL;
	measure();
	is(0, -ENOENT, 1, 0);
	is(1, 0, 0, 6111);
	is(2, -EBUSY, 0, 0);
}

/* As a kernel refuses what belongs to the PMU of other cores. */
static void a_group_is_not_expected_on_cpus_of_another_pmu(void **state)
{
	refusal[1 + 1][0] = refusal[1 + 1][1] = refusal[1 + 1][2] = -ENOENT;
	measure();
	is(0, 0, 0, 2101);
	is(1, 0, 0, 4101);
	is(2, 0, 0, 6101);
	assert_int_equal(c.group[0].enabled, 2 * 500);
}

static void what_no_cpu_has_is_refused(void **state)
{
	for (int cpu = 0; cpu < CPUS; cpu++)
		for (int e = 0; e < 3; e++)
			refusal[cpu + 1][e] = -ENOENT;
	measure();
	for (unsigned int i = 0; i < 3; i++)
		is(i, -ENOENT, -1, 0);
	is(3, 0, 0, 12111);
}

static void a_whole_group_refused_for_another_reason_is_not_left_out(void **state)
{
	refusal[2 + 1][3] = -EMFILE;
	measure();
	is(3, -EMFILE, 2, 0);
	is(0, 0, 0, 3111);
}

static void the_soft_limit_of_descriptors_is_none_on_all_cpus(void **state)
{
	soft = 5;
	measure();
	is(0, 0, 0, 3111);
	is(3, 0, 0, 12111);
	/* as it was for the tasks that the workload makes */
	assert_int_equal(soft, 5);
}

static void the_hard_limit_of_descriptors_is_told_with_the_cpu(void **state)
{
	/* three on CPU 0, two on the next */
	soft = hard = 5;
	measure();
	is(0, -EMFILE, 2, 0);
	is(1, -EMFILE, 2, 0);
	is(2, -EMFILE, 1, 0);
	is(3, -EMFILE, 0, 0);
}

static void of_a_task_the_others_of_a_group_are_counted(void **state)
{
	p.n_cpu_ranges = 0;
	refusal[0][0] = -ENOENT;
	measure();
	is(0, -ENOENT, -1, 0);
	is(1, 0, 0, 2001);
	is(2, 0, 0, 3001);
	is(3, 0, 0, 4001);
}

static void a_group_that_cannot_be_read_is_refused_whole(void **state)
{
	counters_open(&c, &p, false);
	one_batch();
	is(1, 0, 0, 6111);
	broken = FD(1, 0);
	broken_gives = 0; /* what could not be scheduled, as a pinned group */
	one_batch();
	for (unsigned int i = 0; i < 3; i++)
		is(i, -ENODATA, 1, 0);
	is(3, 0, 0, 12111);
}

static void a_reading_of_another_shape_is_refused(void **state)
{
	counters_open(&c, &p, false);
	leader_of[FD(0, 1)] = 0;
	one_batch();
	for (unsigned int i = 0; i < 3; i++)
		is(i, -EBADMSG, 0, 0);
}

static void without_memory_nothing_is_said_to_be_counted(void **state)
{
	no_memory = true;
	measure();
	for (unsigned int i = 0; i < EVENTS; i++)
		is(i, -ENOMEM, -1, 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, plan, done)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(all_cpus_are_added_up),
		TEST(an_event_that_one_cpu_refuses_gives_no_neighbour_its_count),
		TEST(nor_does_one_that_leads_elsewhere),
		TEST(each_has_the_first_of_its_refusals),
		TEST(a_group_is_not_expected_on_cpus_of_another_pmu),
		TEST(what_no_cpu_has_is_refused),
		TEST(a_whole_group_refused_for_another_reason_is_not_left_out),
		TEST(the_soft_limit_of_descriptors_is_none_on_all_cpus),
		TEST(the_hard_limit_of_descriptors_is_told_with_the_cpu),
		TEST(of_a_task_the_others_of_a_group_are_counted),
		TEST(a_group_that_cannot_be_read_is_refused_whole),
		TEST(a_reading_of_another_shape_is_refused),
		TEST(without_memory_nothing_is_said_to_be_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
