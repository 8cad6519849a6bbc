/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host/doctor.h: good only what was read and is good; what was not seen is not visible.
 */
#include "host/doctor.h"
#include "tests/host/tree.h"

struct patient {
	struct tree tree;
	struct cpu_choice cpus;
	struct interference before, after;
	struct doctor_report report;
};

static void admit(struct patient *p, const char *host)
{
	struct err e;

	memset(p, 0, sizeof(*p));
	tree_load(&p->tree, host);
	assert_int_equal(cpus_choose(p->tree.fd, -1, &p->cpus, &e), 0);
	interference_take(p->tree.fd, p->cpus.measure, &p->before);
	p->after = p->before;
	p->after.at_ns += 200000000;
}

static void examine(struct patient *p)
{
	doctor_release(&p->report);
	doctor_judge(p->tree.fd, &p->cpus, &p->before, &p->after, &p->report);
}

static void discharge(struct patient *p)
{
	doctor_release(&p->report);
	tree_release(&p->tree);
}

static const struct doctor_finding *find(const struct patient *p, const char *id)
{
	size_t i;

	for (i = 0; i < p->report.n; i++)
		if (!strcmp(p->report.v[i].check->id, id))
			return &p->report.v[i];
	fail_msg("no check %s", id);
	return NULL;
}

static void is(const struct patient *p, const char *id, const char *state,
	       const char *found)
{
	const struct doctor_finding *f = find(p, id);

	if (strcmp(doctor_state_name(f->state), state) || strcmp(f->found, found))
		fail_msg("%s is %s: \"%s\"; not %s: \"%s\"", id,
			 doctor_state_name(f->state), f->found, state, found);
}

static void fix(const struct patient *p, const char *id, const char *command)
{
	assert_string_equal(find(p, id)->fix, command);
}

/* What the counters did between the two looks. */
static void moved(struct patient *p, enum interference_id id, long long by)
{
	p->after.value[id] += by;
}

static void test_every_check_is_complete(void **state)
{
	struct patient p;
	size_t i, j;

	admit(&p, "intel-metal");
	examine(&p);
	assert_true(p.report.n >= 30);
	for (i = 0; i < p.report.n; i++) {
		const struct doctor_finding *f = &p.report.v[i];

		assert_non_null(f->check->title);
		assert_true(strlen(f->check->effect) > 20);
		assert_true(f->found[0]);
		if (f->state == DOCTOR_GOOD)
			assert_string_equal(f->fix, "");
		for (j = 0; j < i; j++)
			assert_string_not_equal(f->check->id, p.report.v[j].check->id);
	}
	discharge(&p);
}

static void test_bad_frequency_settings_are_found(void **state)
{
	struct patient p;

	admit(&p, "intel-metal");
	examine(&p);
	is(&p, "governor", "bad", "powersave, 400000 to 4700000 kHz");
	fix(&p, "governor", "cpupower frequency-set -g performance");
	is(&p, "turbo", "bad", "turbo is on (intel_pstate)");
	fix(&p, "turbo", "echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo");
	is(&p, "idle", "bad", "intel_idle: up to C2_ACPI, 127 us to leave");
	is(&p, "smt", "bad", "CPU 7 shares its core with CPU 3");
	fix(&p, "smt", "echo 0 > /sys/devices/system/cpu/cpu3/online");
	is(&p, "isolation", "bad",
	   "CPU 7 is not isolated; at HZ=250 one batch of 100 us in 40 has a tick");
	fix(&p, "isolation", "boot with isolcpus=managed_irq,domain,7 rcu_nocbs=7");
	is(&p, "clocksource", "bad", "hpet, though tsc is available");
	is(&p, "hypervisor", "good", "none: CPUID has no hypervisor bit");
	is(&p, "microcode", "good", "0xb8 on every CPU");
	is(&p, "context-tracking", "good", "CPU 7 is not in nohz_full");
	discharge(&p);
}

static void test_bad_kernel_settings_are_found(void **state)
{
	struct patient p;

	admit(&p, "intel-metal");
	examine(&p);
	is(&p, "tracing", "bad", "tracer function, events on 2, functions hooked 3");
	is(&p, "kprobes", "bad", "kprobes 1, uprobes 0");
	is(&p, "audit", "not visible", "only the live kernel says");
	is(&p, "debug-options", "bad", "LOCKDEP DEBUG_VM");
	is(&p, "lockdown", "bad", "integrity");
	is(&p, "thp", "bad", "always");
	is(&p, "tainted", "bad", "4097 (PO)");
	is(&p, "watchdog", "bad", "on");
	is(&p, "autogroup", "bad", "on");
	is(&p, "accounting", "bad", "on: schedstats");
	fix(&p, "accounting", "echo 0 | tee /proc/sys/kernel/sched_schedstats");
	is(&p, "numa-balancing", "good", "off");
	is(&p, "memory-pressure", "bad", "PSI: some task stalled 2.50% of the last 10 s");
	discharge(&p);
}

static void test_what_an_ordinary_user_may_not_is_found(void **state)
{
	struct patient p;

	admit(&p, "intel-metal");
	examine(&p);
	is(&p, "seccomp", "good", "none");
	is(&p, "ptrace", "good", "not traced");
	is(&p, "cpu-bandwidth", "good", "none");
	is(&p, "perf", "bad", "perf_event_paranoid is 3");
	is(&p, "pmu", "good", "cpu");
	is(&p, "priority", "bad", "no CAP_SYS_NICE, and RLIMIT_NICE is 0");
	is(&p, "memlock", "bad", "no CAP_IPC_LOCK, and RLIMIT_MEMLOCK is 8192 KiB");
	discharge(&p);
}

static void test_load_is_judged_by_what_passed_between_two_looks(void **state)
{
	struct patient p;

	admit(&p, "intel-metal");
	examine(&p);
	is(&p, "machine-load", "good", "load average 0.02 over the last minute");
	is(&p, "cpu-load", "not visible", "no clock tick between the two looks at CPU 7");
	moved(&p, INTERFERENCE_TICKS, 20);
	moved(&p, INTERFERENCE_BUSY, 10);
	moved(&p, INTERFERENCE_TICKS_ALL, 160);
	moved(&p, INTERFERENCE_BUSY_ALL, 80);
	examine(&p);
	is(&p, "machine-load", "bad", "the other CPUs are 50% busy; load average 0.02");
	is(&p, "cpu-load", "bad", "CPU 7 is 50% busy over 0.2 s");
	p.after.value[INTERFERENCE_BUSY_ALL] -= 70;
	examine(&p);
	is(&p, "machine-load", "good", "the other CPUs are 0% busy; load average 0.02");
	fix(&p, "cpu-load", "ktoll run --cpu 6   # or stop what runs there");
	discharge(&p);
}

static void test_interrupts_and_throttling_are_counted(void **state)
{
	struct patient p;

	admit(&p, "intel-metal");
	moved(&p, INTERFERENCE_IRQ_DEVICE, 3);
	moved(&p, INTERFERENCE_THROTTLE_CORE, 2);
	examine(&p);
	is(&p, "device-irqs", "bad", "routed to CPU 7: 1 (IRQ 140); 3 arrived in 0.2 s");
	fix(&p, "device-irqs",
	    "systemctl stop irqbalance; echo 0-6 | tee /proc/irq/*/smp_affinity_list");
	is(&p, "throttling", "bad", "core throttled 2 times, package 0, in 0.2 s");
	discharge(&p);
	admit(&p, "intel-metal");
	tree_put(&p.tree, "proc/irq/140/effective_affinity_list", "0");
	examine(&p);
	is(&p, "device-irqs", "good", "none is routed to CPU 7; 0 arrived in 0.2 s");
	is(&p, "throttling", "good",
	   "none in the last 0.2 s, 12 of the package since boot");
	discharge(&p);
}

#define CPU7 "sys/devices/system/cpu/cpu7/"

static void test_a_machine_set_up_well_is_good(void **state)
{
	struct patient p;

	admit(&p, "intel-metal");
	tree_put(&p.tree, CPU7 "cpufreq/scaling_governor", "performance\n");
	tree_put(&p.tree, "sys/devices/system/cpu/intel_pstate/no_turbo", "1\n");
	tree_put(&p.tree, CPU7 "cpuidle/state2/disable", "1\n");
	tree_put(&p.tree, CPU7 "topology/thread_siblings_list", "7\n");
	tree_put(&p.tree, "sys/kernel/tracing/current_tracer", "nop\n");
	tree_put(&p.tree, "sys/kernel/tracing/set_event", "");
	tree_put(&p.tree, "sys/kernel/tracing/enabled_functions", "");
	tree_put(&p.tree, "sys/kernel/security/lockdown", "[none] integrity\n");
	tree_put(&p.tree, "proc/cmdline", "isolcpus=7 audit=0\n");
	p.cpus.isolated = true;
	examine(&p);
	is(&p, "governor", "good", "performance");
	is(&p, "turbo", "good", "turbo is off (intel_pstate)");
	is(&p, "idle", "good", "intel_idle: no deeper than C1_ACPI, 1 us to leave");
	is(&p, "smt", "good", "CPU 7 has its core to itself");
	is(&p, "isolation", "good", "CPU 7 is isolated");
	is(&p, "tracing", "good",
	   "no tracer, event or hooked function (perf and BPF on tracepoints do not "
	   "show)");
	is(&p, "lockdown", "good", "none");
	is(&p, "audit", "good", "audit=0 on the command line");
	discharge(&p);
}

static void test_nohz_full_is_no_isolation_without_a_price(void **state)
{
	struct patient p;

	admit(&p, "intel-metal");
	tree_put(&p.tree, "sys/devices/system/cpu/nohz_full", "6-7\n");
	examine(&p);
	is(&p, "context-tracking", "bad", "CPU 7 is in nohz_full=6-7");
	discharge(&p);
}

static void test_a_pinned_frequency_is_as_good_as_performance(void **state)
{
	struct patient p;

	admit(&p, "intel-metal");
	tree_put(&p.tree, CPU7 "cpufreq/scaling_min_freq", "4700000\n");
	examine(&p);
	is(&p, "governor", "good", "powersave, pinned at 4700000 kHz");
	discharge(&p);
}

static void test_a_guest_does_not_vouch_for_its_host(void **state)
{
	struct patient p;

	admit(&p, "amd-vm");
	examine(&p);
	is(&p, "governor", "not visible", "no cpufreq in this guest: the host decides");
	is(&p, "turbo", "not visible",
	   "no intel_pstate/no_turbo, no cpufreq/boost: the host decides");
	is(&p, "smt", "not visible",
	   "none to see; what else a hypervisor puts on the core is not");
	is(&p, "microcode", "not visible", "0x1000065, as the hypervisor tells it");
	is(&p, "idle", "not visible",
	   "haltpoll: haltpoll idle leaves to the host, which decides how deep");
	is(&p, "hypervisor", "bad",
	   "a guest (CPUID hypervisor bit); of what is not visible");
	is(&p, "pmu", "bad", "none: software events only");
	is(&p, "clocksource", "good", "tsc");
	is(&p, "kprobes", "good", "KPROBES is not built in");
	is(&p, "context-tracking", "good", "NO_HZ_FULL is not built in");
	is(&p, "tracing", "not visible", "tracefs is not mounted");
	fix(&p, "tracing", "mount -t tracefs nodev /sys/kernel/tracing");
	is(&p, "perf", "good", "perf_event_paranoid is 2, but this process may anyway");
	discharge(&p);
}

static void test_steal_of_zero_for_ever_proves_nothing(void **state)
{
	struct patient p;

	admit(&p, "amd-vm");
	p.before.value[INTERFERENCE_TICKS] = 1000;
	p.before.value[INTERFERENCE_STEAL] = 0;
	p.after.value[INTERFERENCE_TICKS] = 1020;
	p.after.value[INTERFERENCE_STEAL] = 0;
	examine(&p);
	is(&p, "steal", "not visible", "0 since boot: this hypervisor may not report it");
	p.before.value[INTERFERENCE_STEAL] = p.after.value[INTERFERENCE_STEAL] = 102;
	examine(&p);
	is(&p, "steal", "good", "none in the last 0.2 s, 10% since boot");
	moved(&p, INTERFERENCE_STEAL, 5);
	examine(&p);
	is(&p, "steal", "bad", "25% stolen in the last 0.2 s, 10% since boot");
	discharge(&p);
}

static void test_a_32_bit_guest_is_examined_too(void **state)
{
	struct patient p;

	admit(&p, "i386-guest");
	examine(&p);
	is(&p, "hypervisor", "bad", "a guest of QEMU Standard PC (i440FX + PIIX, 1996)");
	is(&p, "machine-load", "bad", "load average 0.75 over the last minute");
	is(&p, "idle", "good", "idle=poll");
	is(&p, "audit", "good", "audit=off on the command line");
	is(&p, "ptrace", "bad", "traced by process 17");
	is(&p, "clocksource", "bad", "acpi_pm; available: acpi_pm");
	is(&p, "memory-pressure", "bad", "19 of 244 MiB available; no PSI");
	is(&p, "isolation", "bad", "CPU 0 is not isolated");
	fix(&p, "isolation", "");
	is(&p, "thp", "good", "never");
	is(&p, "debug-options", "not visible",
	   "no proc/config.gz and no boot/config of this release");
	is(&p, "priority", "good", "CAP_SYS_NICE");
	discharge(&p);
}

static void test_capabilities_of_a_user_namespace_do_not_count(void **state)
{
	struct patient p;

	admit(&p, "container");
	tree_put(&p.tree, "proc/self/status",
		 "CapEff:\tffffffffffffffff\nSeccomp:\t2\nSeccomp_filters:\t1\n");
	tree_put(&p.tree, "proc/sys/kernel/perf_event_paranoid", "2\n");
	examine(&p);
	is(&p, "perf", "bad", "perf_event_paranoid is 2");
	is(&p, "priority", "not visible", "proc/self/limits: no such file");
	is(&p, "seccomp", "bad", "mode 2, filters 1");
	is(&p, "cpu-bandwidth", "bad", "1.50 CPUs");
	discharge(&p);
}

static void test_each_pmu_of_a_hybrid_cpu_is_named(void **state)
{
	struct patient p;

	admit(&p, "amd-vm");
	tree_put(&p.tree, "sys/bus/event_source/devices/cpu_core/type", "4\n");
	tree_put(&p.tree, "sys/bus/event_source/devices/cpu_core/cpus", "0-7\n");
	tree_put(&p.tree, "sys/bus/event_source/devices/cpu_atom/type", "10\n");
	tree_put(&p.tree, "sys/bus/event_source/devices/cpu_atom/cpus", "8-15\n");
	examine(&p);
	is(&p, "pmu", "good", "cpu_atom, cpu_core");
	discharge(&p);
}

static void test_nothing_is_good_that_was_not_read(void **state)
{
	struct patient p;
	size_t i;

	admit(&p, "container");
	tree_cut(&p.tree, "proc/self/status");
	tree_cut(&p.tree, "proc/self/cgroup");
	examine(&p);
	assert_int_equal(p.report.bad, 0);
	assert_int_equal(p.report.hidden, p.report.n);
	for (i = 0; i < p.report.n; i++)
		assert_true(p.report.v[i].found[0]);
	discharge(&p);
}

static void test_garbage_is_not_good_either(void **state)
{
	static const char garbage[] = "\x1b[2J nan\0-\xff,9999999999999999999";
	static const char *const files[] = {
		"proc/loadavg",
		"proc/meminfo",
		"proc/pressure/memory",
		"proc/cpuinfo",
		"proc/self/cgroup",
		"proc/self/limits",
		"proc/self/status",
		"proc/cmdline",
		"proc/sys/kernel/tainted",
		"proc/sys/kernel/nmi_watchdog",
		"proc/sys/kernel/sched_autogroup_enabled",
		"proc/sys/kernel/numa_balancing",
		"proc/sys/kernel/perf_event_paranoid",
		"proc/sys/kernel/sched_schedstats",
		"proc/irq/1/effective_affinity_list",
		"sys/kernel/security/lockdown",
		"sys/kernel/mm/transparent_hugepage/enabled",
		"sys/devices/system/cpu/isolated",
		"sys/devices/system/cpu/nohz_full",
		"sys/devices/system/cpu/intel_pstate/no_turbo",
		CPU7 "topology/thread_siblings_list",
		CPU7 "cpuidle/state0/latency",
		"proc/config.gz",
		"proc/stat",
		"proc/interrupts",
	};
	struct patient p;
	size_t i;

	admit(&p, "intel-metal");
	tree_release(&p.tree);
	tree_init(&p.tree);
	for (i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		tree_bytes(&p.tree, files[i], garbage, sizeof(garbage) - 1);
	interference_take(p.tree.fd, 7, &p.before);
	p.after = p.before;
	examine(&p);
	for (i = 0; i < p.report.n; i++)
		if (p.report.v[i].state == DOCTOR_GOOD)
			fail_msg("%s is good: %s", p.report.v[i].check->id,
				 p.report.v[i].found);
	discharge(&p);
}

static void test_two_looks_at_this_machine_work(void **state)
{
	int root = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct doctor_report report;
	struct cpu_choice cpus;
	struct err e;

	assert_int_equal(cpus_choose(root, -1, &cpus, &e), 0);
	doctor_examine(root, &cpus, 50, &report);
	assert_true(report.n >= 30);
	assert_true(report.bad + report.hidden <= report.n);
	doctor_release(&report);
	doctor_release(&report);
	close(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_check_is_complete),
		cmocka_unit_test(test_bad_frequency_settings_are_found),
		cmocka_unit_test(test_bad_kernel_settings_are_found),
		cmocka_unit_test(test_what_an_ordinary_user_may_not_is_found),
		cmocka_unit_test(test_load_is_judged_by_what_passed_between_two_looks),
		cmocka_unit_test(test_interrupts_and_throttling_are_counted),
		cmocka_unit_test(test_a_machine_set_up_well_is_good),
		cmocka_unit_test(test_nohz_full_is_no_isolation_without_a_price),
		cmocka_unit_test(test_a_pinned_frequency_is_as_good_as_performance),
		cmocka_unit_test(test_a_guest_does_not_vouch_for_its_host),
		cmocka_unit_test(test_steal_of_zero_for_ever_proves_nothing),
		cmocka_unit_test(test_a_32_bit_guest_is_examined_too),
		cmocka_unit_test(test_capabilities_of_a_user_namespace_do_not_count),
		cmocka_unit_test(test_each_pmu_of_a_hybrid_cpu_is_named),
		cmocka_unit_test(test_nothing_is_good_that_was_not_read),
		cmocka_unit_test(test_garbage_is_not_good_either),
		cmocka_unit_test(test_two_looks_at_this_machine_work),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
