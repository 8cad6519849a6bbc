/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host/interference.h, host/irq.h, host/limits.h, host/tracing.h. */
#include "host/interference.h"
#include "host/irq.h"
#include "host/limits.h"
#include "host/tracing.h"
#include "tests/host/tree.h"

#define UNKNOWN INTERFERENCE_UNKNOWN

static void test_a_snapshot_has_the_measuring_cpus_numbers(void **state)
{
	struct interference now;
	struct tree t;

	tree_load(&t, "intel-metal");
	interference_take(t.fd, 7, &now);
	assert_int_equal(now.cpu, 7);
	assert_true(now.at_ns > 0);
	assert_int_equal(now.value[INTERFERENCE_TICKS], 100076);
	assert_int_equal(now.value[INTERFERENCE_BUSY], 1266);
	assert_int_equal(now.value[INTERFERENCE_STEAL], 0);
	assert_int_equal(now.value[INTERFERENCE_TICKS_ALL], 800650);
	assert_int_equal(now.value[INTERFERENCE_SWITCHES_ALL], 5000000);
	assert_int_equal(now.value[INTERFERENCE_IRQ_TIMER], 1234);
	assert_int_equal(now.value[INTERFERENCE_IRQ_DEVICE], 77);
	assert_int_equal(now.value[INTERFERENCE_IRQ_IPI], 90);
	assert_int_equal(now.value[INTERFERENCE_IRQ_NMI], 5);
	assert_int_equal(now.value[INTERFERENCE_IRQ_THERMAL], 3);
	assert_int_equal(now.value[INTERFERENCE_IRQ_OTHER], 0);
	assert_int_equal(now.value[INTERFERENCE_THROTTLE_CORE], 4);
	assert_int_equal(now.value[INTERFERENCE_THROTTLE_PACKAGE], 12);
	assert_int_equal(now.value[INTERFERENCE_PSI_MEMORY], 123456);
	assert_int_equal(now.value[INTERFERENCE_FREQ], 2800007);
	assert_int_equal(now.value[INTERFERENCE_TEMPERATURE], 61000);
	assert_true(now.value[INTERFERENCE_SOFTIRQ] == UNKNOWN);
	assert_string_equal(now.clocksource, "hpet");
	tree_release(&t);
}

static void test_an_empty_root_leaves_everything_unknown(void **state)
{
	struct interference_change c;
	struct interference now;
	struct tree t;
	int i;

	tree_init(&t);
	interference_take(t.fd, 0, &now);
	interference_diff(&now, &now, &c);
	for (i = 0; i < INTERFERENCE_COUNT; i++) {
		assert_true(now.value[i] == UNKNOWN);
		assert_true(c.delta[i] == UNKNOWN);
		assert_non_null(interference_items[i].key);
		assert_non_null(interference_items[i].what);
	}
	assert_string_equal(now.clocksource, "");
	assert_false(c.clocksource_changed);
	tree_release(&t);
}

static void test_the_difference_is_after_minus_before(void **state)
{
	struct interference a, b;
	struct interference_change c;
	struct tree t;

	tree_load(&t, "i386-guest");
	interference_take(t.fd, 0, &a);
	tree_put(&t, "proc/stat",
		 "cpu  110 0 100 810 0 0 0 7\ncpu0 110 0 100 810 0 0 0 7\n"
		 "ctxt 1500\nprocesses 70\nprocs_running 1\n");
	tree_put(&t, "sys/devices/system/clocksource/clocksource0/current_clocksource",
		 "tsc");
	interference_take(t.fd, 0, &b);
	interference_diff(&a, &b, &c);
	assert_int_equal(c.delta[INTERFERENCE_TICKS], 27);
	assert_int_equal(c.delta[INTERFERENCE_BUSY], 10);
	assert_int_equal(c.delta[INTERFERENCE_STEAL], 7);
	assert_int_equal(c.delta[INTERFERENCE_SWITCHES_ALL], 501);
	assert_int_equal(c.delta[INTERFERENCE_RUNNABLE], 0);
	assert_int_equal(c.delta[INTERFERENCE_IRQ_TIMER], 0);
	/* A counter that went backwards is no count. */
	assert_true(c.delta[INTERFERENCE_FORKS_ALL] == UNKNOWN);
	assert_true(c.clocksource_changed);
	assert_true(c.elapsed_ns > 0);
	tree_release(&t);
}

static void test_a_gauge_may_fall(void **state)
{
	struct interference a = { 0 }, b = { 0 };
	struct interference_change c;

	a.value[INTERFERENCE_TEMPERATURE] = 60000;
	b.value[INTERFERENCE_TEMPERATURE] = -1000;
	interference_diff(&a, &b, &c);
	assert_int_equal(c.delta[INTERFERENCE_TEMPERATURE], -61000);
}

static void test_hostile_statistics_do_not_overflow(void **state)
{
	struct interference a, b;
	struct interference_change c;
	struct tree t;

	tree_init(&t);
	interference_take(t.fd, 0, &a);
	tree_put(&t, "proc/stat",
		 "cpu0 99999999999999999999 99999999999999999999 9 9 9 9 9 "
		 "99999999999999999999\ncpu 1 2\nctxt\nprocs_running -3\n\xff\x01");
	tree_put(&t, "proc/pressure/cpu", "some avg10=0.00 total=x\n");
	tree_put(&t, "proc/pressure/io", "some");
	tree_put(&t, "proc/interrupts",
		 "CPU0\n1: 99999999999999999999 x\n"
		 "2: 99999999999999999999 x\n");
	tree_put(&t, "sys/class/thermal/thermal_zone0/temp", "-9223372036854775808");
	interference_take(t.fd, 0, &b);
	interference_diff(&a, &b, &c);
	interference_diff(&b, &b, &c);
	assert_int_equal(c.delta[INTERFERENCE_TICKS], 0);
	assert_true(b.value[INTERFERENCE_IRQ_DEVICE] == LLONG_MAX);
	assert_true(b.value[INTERFERENCE_TICKS_ALL] == UNKNOWN);
	assert_true(b.value[INTERFERENCE_RUNNABLE] == UNKNOWN);
	assert_true(b.value[INTERFERENCE_PSI_CPU] == UNKNOWN);
	assert_true(b.value[INTERFERENCE_TEMPERATURE] == UNKNOWN);
	tree_release(&t);
}

static void test_columns_are_found_by_cpu_number(void **state)
{
	struct irq_counts c;
	struct tree t;

	tree_init(&t);
	tree_put(&t, "proc/interrupts",
		 "           CPU0       CPU2\n"
		 "  0:  1  2  IO-APIC 2-edge timer\n"
		 "  9:  3  4  x  fasteoi acpi\n"
		 "IPI0: 5  6  Rescheduling interrupts\n"
		 "HYP:  7  8  Hypervisor callback interrupts\n"
		 "MIS:  9\n"
		 "cut:");
	assert_int_equal(irq_count(t.fd, 2, &c), 0);
	assert_int_equal(c.timer, 2);
	assert_int_equal(c.device, 4);
	assert_int_equal(c.ipi, 6);
	assert_int_equal(c.other, 8);
	assert_int_equal(irq_count(t.fd, 1, &c), -ENOENT);
	tree_put(&t, "proc/interrupts", "");
	assert_int_equal(irq_count(t.fd, 0, &c), -EBADMSG);
	tree_put(&t, "proc/interrupts", "nothing\n");
	assert_int_equal(irq_count(t.fd, 0, &c), -EBADMSG);
	tree_release(&t);
}

static void test_effective_affinity_decides_where_interrupts_go(void **state)
{
	char numbers[32];
	struct tree t;
	int n;

	tree_load(&t, "intel-metal");
	assert_int_equal(irq_routed(t.fd, 7, &n, numbers, sizeof(numbers)), 0);
	assert_int_equal(n, 1);
	assert_string_equal(numbers, "140");
	assert_int_equal(irq_routed(t.fd, 3, &n, numbers, sizeof(numbers)), 0);
	assert_int_equal(n, 0);
	tree_release(&t);
	tree_init(&t);
	assert_int_equal(irq_routed(t.fd, 7, &n, numbers, sizeof(numbers)), -ENOENT);
	tree_put(&t, "proc/irq/1/smp_affinity_list", "x");
	assert_int_equal(irq_routed(t.fd, 7, &n, numbers, sizeof(numbers)), -ENODATA);
	tree_release(&t);
}

static void test_the_tightest_quota_of_all_groups_counts(void **state)
{
	struct tree t;
	int pct = -1;

	tree_load(&t, "intel-metal");
	assert_int_equal(limits_cpu_bandwidth(t.fd, &pct), 0);
	assert_int_equal(pct, 0);
	tree_put(&t, "sys/fs/cgroup/user.slice/cpu.max", "50000 100000\n");
	tree_put(&t, "sys/fs/cgroup/user.slice/user-1000.slice/cpu.max",
		 "200000 100000\n");
	assert_int_equal(limits_cpu_bandwidth(t.fd, &pct), 0);
	assert_int_equal(pct, 50);
	tree_release(&t);
}

static void test_version_1_groups_have_quotas_too(void **state)
{
	struct tree t;
	int pct = -1;

	tree_init(&t);
	tree_put(&t, "proc/self/cgroup", "5:cpuset:/x\n4:cpu,cpuacct:/a\n0::/z\n");
	assert_int_equal(limits_cpu_bandwidth(t.fd, &pct), -ENOENT);
	tree_put(&t, "sys/fs/cgroup/cpu/a/cpu.cfs_quota_us", "150000\n");
	tree_put(&t, "sys/fs/cgroup/cpu/a/cpu.cfs_period_us", "100000\n");
	tree_put(&t, "sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
	tree_put(&t, "sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
	assert_int_equal(limits_cpu_bandwidth(t.fd, &pct), 0);
	assert_int_equal(pct, 150);
	tree_release(&t);
}

static void test_a_group_that_cannot_be_seen_has_no_known_quota(void **state)
{
	char path[16];
	struct tree t;
	int pct;

	tree_init(&t);
	tree_put(&t, "proc/self/cgroup", "0::/not/mounted/here\n");
	tree_put(&t, "sys/fs/cgroup/cgroup.controllers", "cpu\n");
	assert_int_equal(limits_cpu_bandwidth(t.fd, &pct), -ENOENT);
	tree_put(&t, "proc/self/cgroup", "0::/../outside\n");
	assert_int_equal(limits_cpu_bandwidth(t.fd, &pct), -ENODATA);
	tree_put(&t, "proc/self/cgroup", "0::/..\n");
	assert_int_equal(limits_cpu_bandwidth(t.fd, &pct), -ENODATA);
	tree_put(&t, "proc/self/cgroup", "0::/longer-than-the-buffer\n1:\n::\n");
	assert_int_equal(limits_cgroup(t.fd, path, sizeof(path), NULL), -ENODATA);
	tree_put(&t, "proc/self/cgroup", "0::/\n");
	tree_put(&t, "sys/fs/cgroup/cpu.max", "99999999999999999999 1");
	assert_int_equal(limits_cpu_bandwidth(t.fd, &pct), 0);
	tree_put(&t, "sys/fs/cgroup/cpu.max", "1 0");
	assert_int_equal(limits_cpu_bandwidth(t.fd, &pct), -EBADMSG);
	tree_put(&t, "sys/fs/cgroup/cpu.max", "garbage");
	assert_int_equal(limits_cpu_bandwidth(t.fd, &pct), -EBADMSG);
	tree_release(&t);
}

static void test_limits_and_capabilities_are_read(void **state)
{
	unsigned long long v;
	struct tree t;

	tree_load(&t, "intel-metal");
	assert_int_equal(limits_soft(t.fd, "Max locked memory", &v), 0);
	assert_true(v == 8388608);
	assert_int_equal(limits_soft(t.fd, "Max open files", &v), -ENODATA);
	assert_true(limits_capable(t.fd, "CapEff:\t0000000000800000\n", 23));
	assert_false(limits_capable(t.fd, "CapEff:\t0000000000800000\n", 22));
	assert_false(limits_capable(t.fd, "", 22));
	tree_put(&t, "proc/self/limits",
		 "Max locked memory   unlimited  unlimited  bytes");
	assert_int_equal(limits_soft(t.fd, "Max locked memory", &v), 0);
	assert_true(v == LIMITS_UNLIMITED);
	tree_put(&t, "proc/self/uid_map", "0 1000 1\n");
	assert_false(limits_capable(t.fd, "CapEff:\t0000000000800000\n", 23));
	tree_release(&t);
}

static void test_tracing_is_seen_or_said_to_be_out_of_sight(void **state)
{
	struct tracing v;
	struct tree t;

	tree_load(&t, "intel-metal");
	tracing_read(t.fd, &v);
	assert_string_equal(v.where, "sys/kernel/tracing");
	assert_string_equal(v.tracer, "function");
	assert_int_equal(v.on, 1);
	assert_int_equal(v.events, 2);
	assert_int_equal(v.functions, 3);
	assert_int_equal(v.kprobes, 1);
	assert_int_equal(v.uprobes, 0);
	tree_release(&t);
	tree_init(&t);
	tracing_read(t.fd, &v);
	assert_null(v.where);
	assert_int_equal(v.error, -ENOENT);
	assert_int_equal(v.events, -1);
	tree_put(&t, "sys/kernel/debug/tracing/current_tracer", "nop\n");
	tracing_read(t.fd, &v);
	assert_string_equal(v.where, "sys/kernel/debug/tracing");
	assert_int_equal(v.on, -1);
	tree_release(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_snapshot_has_the_measuring_cpus_numbers),
		cmocka_unit_test(test_an_empty_root_leaves_everything_unknown),
		cmocka_unit_test(test_the_difference_is_after_minus_before),
		cmocka_unit_test(test_a_gauge_may_fall),
		cmocka_unit_test(test_hostile_statistics_do_not_overflow),
		cmocka_unit_test(test_columns_are_found_by_cpu_number),
		cmocka_unit_test(test_effective_affinity_decides_where_interrupts_go),
		cmocka_unit_test(test_the_tightest_quota_of_all_groups_counts),
		cmocka_unit_test(test_version_1_groups_have_quotas_too),
		cmocka_unit_test(test_a_group_that_cannot_be_seen_has_no_known_quota),
		cmocka_unit_test(test_limits_and_capabilities_are_read),
		cmocka_unit_test(test_tracing_is_seen_or_said_to_be_out_of_sight),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
