/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host/facts.h: every kind of machine gives the same keys; unknown is never empty. */
#include "host/facts.h"
#include "tests/host/tree.h"

static void collect(const char *host, int cpu, struct facts *f)
{
	struct tree t;

	*f = (struct facts){ 0 };
	tree_load(&t, host);
	facts_collect(t.fd, cpu, f);
	tree_release(&t);
}

static void is(const struct facts *f, const char *key, const char *value)
{
	const struct fact *fact = facts_find(f, key);

	if (!fact || !fact->value)
		fail_msg("%s is %s%s", key, fact ? "unknown: " : "missing",
			 fact ? fact->why : "");
	else if (strcmp(fact->value, value))
		fail_msg("%s is \"%s\", not \"%s\"", key, fact->value, value);
}

static void unknown(const struct facts *f, const char *key, const char *why)
{
	const struct fact *fact = facts_find(f, key);

	assert_non_null(fact);
	assert_null(fact->value);
	assert_string_equal(fact->why, why);
}

static void test_the_kernel_of_a_guest_is_described(void **state)
{
	struct facts f;

	collect("amd-vm", 1, &f);
	is(&f, "kernel.release", "6.18.44-vm");
	is(&f, "kernel.version", "#1 SMP PREEMPT_DYNAMIC @0");
	is(&f, "kernel.build_id", "48dc540c8b76393804ca8088dbfa7d42911a9444");
	is(&f, "kernel.cmdline.mitigations", "auto,no_guest_host,no_guest_guest");
	is(&f, "kernel.cmdline.isolcpus", "absent"); /* what follows -- is for init */
	is(&f, "kernel.preempt", "none");
	is(&f, "kernel.config.source", "boot/config-6.18.44-vm");
	is(&f, "kernel.config.hz", "250");
	is(&f, "kernel.config.mitigation_page_table_isolation", "y");
	is(&f, "kernel.config.kasan", "n");
	is(&f, "kernel.config.cc_version_text", "gcc (GCC) 15.3.0");
	is(&f, "kernel.entry.entry_syscall_64.mod64", "0");
	is(&f, "kernel.entry.entry_syscall_64.mod4096", "128");
	is(&f, "kernel.entry.entry_int80_compat.mod64", "absent");
	is(&f, "id.boot", "cc2dbb4b-2f6e-42be-a30b-91da647b1423");
	facts_release(&f);
}

static void test_the_processor_of_a_guest_is_described(void **state)
{
	struct facts f;

	collect("amd-vm", 1, &f);
	is(&f, "cpu.vendor", "AuthenticAMD");
	is(&f, "cpu.family", "25");
	is(&f, "cpu.model_number", "1");
	is(&f, "cpu.microcode", "0x1000065");
	is(&f, "cpu.caches", "L1d:32K,L1i:32K,L2:512K,L3:32768K");
	is(&f, "cpu.idle.states", "POLL:0,haltpoll idle:1");
	is(&f, "cpu.isolated", "none");
	is(&f, "machine.hypervisor", "yes");
	is(&f, "mitigation.spec_rstack_overflow", "Vulnerable: Safe RET, no microcode");
	is(&f, "mm.thp", "madvise");
	is(&f, "self.cgroup_depth", "0");
	is(&f, "self.traced", "no");
	unknown(&f, "cpu.governor",
		"sys/devices/system/cpu/cpu1/cpufreq/scaling_governor: no such file");
	unknown(&f, "security.audit", "only the live kernel says");
	facts_release(&f);
}

static void test_the_measuring_cpu_of_bare_metal_is_described(void **state)
{
	struct facts f;

	collect("intel-metal", 7, &f);
	is(&f, "cpu.governor", "powersave");
	is(&f, "cpu.freq.driver", "intel_pstate");
	is(&f, "cpu.freq.max_khz", "4700000");
	is(&f, "now.cpu_freq_khz", "2800007");
	is(&f, "now.cpu_mhz", "2807.000");
	is(&f, "cpu.boost", "on");
	is(&f, "cpu.smt.active", "1");
	is(&f, "cpu.siblings", "3,7");
	is(&f, "cpu.nohz_full", "none"); /* the kernel wrote (null) */
	is(&f, "cpu.idle.states", "POLL:0,C1_ACPI:1,C2_ACPI:127,C3_ACPI:1048-off");
	is(&f, "machine.hypervisor", "no");
	is(&f, "machine.bios", "N32ET90W (1.66 )");
	facts_release(&f);
}

static void test_the_tuning_of_bare_metal_is_described(void **state)
{
	struct facts f;

	collect("intel-metal", 7, &f);
	is(&f, "kernel.preempt", "voluntary"); /* debugfs wins over the config */
	is(&f, "kernel.cmdline.rcu_nocbs", "3");
	is(&f, "kernel.tainted", "4097");
	is(&f, "kernel.livepatch", "livepatch_one");
	is(&f, "kernel.config.mitigation_page_table_isolation", "y"); /* its old name */
	is(&f, "clock.source", "hpet");
	is(&f, "mm.thp", "always");
	is(&f, "security.lockdown", "integrity");
	is(&f, "trace.tracer", "function");
	is(&f, "trace.events", "2");
	is(&f, "trace.kprobes", "1");
	is(&f, "sched.schedstats", "1");
	is(&f, "self.cgroup_depth", "3");
	is(&f, "self.limit.memlock_bytes", "8388608");
	unknown(&f, "kernel.entry.entry_syscall_64.mod64", "proc/kallsyms: no such file");
	facts_release(&f);
}

static void test_modules_count_by_name_not_by_order(void **state)
{
	struct facts a, b = { 0 };
	struct tree t;

	collect("intel-metal", 0, &a);
	tree_init(&t);
	tree_put(&t, "proc/modules", "nvidia 1\next4 2\nwireguard 3\n");
	facts_collect(t.fd, 0, &b);
	assert_string_equal(facts_get(&a, "kernel.modules"),
			    facts_get(&b, "kernel.modules"));
	facts_release(&a);
	facts_release(&b);
	tree_release(&t);
}

static void test_a_32_bit_guest_has_its_own_entry_points(void **state)
{
	struct facts f;

	collect("i386-guest", 0, &f);
	is(&f, "kernel.build_id", "000102030405060708090a0b0c0d0e0f10111213");
	is(&f, "kernel.entry.entry_int80_32.mod64", "4");
	is(&f, "kernel.entry.entry_sysenter_32.mod64", "0");
	is(&f, "kernel.entry.entry_syscall_64.mod64", "absent");
	is(&f, "cpu.flags", "sep tsc tsc_known_freq x2apic pti hypervisor");
	facts_release(&f);
}

static void test_the_preemption_model_is_not_guessed(void **state)
{
	static const struct {
		const char *version, *cmdline, *config, *model;
	} v[] = {
		{ "#1 SMP PREEMPT_RT x", "", NULL, "rt" },
		{ "#1 SMP PREEMPT x", "", NULL, "full" },
		{ "#1 SMP PREEMPT_LAZY x", "", NULL, "lazy" },
		{ "#1 SMP PREEMPT_DYNAMIC x", "preempt=lazy", NULL, "lazy" },
		{ "#1 SMP PREEMPT_DYNAMIC x", "", "CONFIG_PREEMPT=y\n", "full" },
		{ "#1 SMP PREEMPT_DYNAMIC x", "", NULL, NULL },
		{ "#1 SMP PREEMPT_DYNAMIC x", NULL, "CONFIG_PREEMPT=y\n", NULL },
		{ "#1 SMP x", "", "CONFIG_PREEMPT_VOLUNTARY=y\n", "voluntary" },
		{ "#1 SMP x", "", NULL, NULL },
	};
	struct facts f = { 0 };
	struct tree t;
	size_t i;

	for (i = 0; i < sizeof(v) / sizeof(v[0]); i++) {
		tree_init(&t);
		tree_put(&t, "proc/sys/kernel/version", v[i].version);
		if (v[i].cmdline)
			tree_put(&t, "proc/cmdline", v[i].cmdline);
		if (v[i].config)
			tree_put(&t, "proc/config.gz", v[i].config);
		facts_collect(t.fd, 0, &f);
		if (v[i].model)
			is(&f, "kernel.preempt", v[i].model);
		else
			assert_null(facts_get(&f, "kernel.preempt"));
		facts_release(&f);
		tree_release(&t);
	}
}

static void test_an_empty_container_knows_nothing_and_says_why(void **state)
{
	struct facts f;
	size_t i, known = 0;

	collect("container", 0, &f);
	for (i = 0; i < f.n; i++) {
		assert_true(!f.v[i].value != !f.v[i].why);
		known += f.v[i].value != NULL;
	}
	assert_true(f.n > 250);
	assert_int_equal(known, 7);
	is(&f, "kernel.banner", "Linux version 5.10.0");
	is(&f, "self.seccomp", "2");
	unknown(&f, "kernel.config.hz", "no proc/config.gz and no boot/config-RELEASE");
	unknown(&f, "cpu.flags", "proc/cpuinfo: no such file");
	unknown(&f, "mitigation.count",
		"sys/devices/system/cpu/vulnerabilities: no such file");
	facts_release(&f);
}

static void test_keys_are_plain_and_unique(void **state)
{
	static const char *const hosts[] = { "amd-vm", "intel-metal", "i386-guest" };
	struct facts f;
	size_t h, i;

	for (h = 0; h < 3; h++) {
		collect(hosts[h], 0, &f);
		for (i = 0; i < f.n; i++) {
			assert_ptr_equal(facts_find(&f, f.v[i].key), &f.v[i]);
			assert_int_equal(strspn(f.v[i].key, "abcdefghijklmnopqrstuvwxyz"
							    "0123456789._"),
					 strlen(f.v[i].key));
		}
		facts_release(&f);
	}
}

static void test_the_machine_id_does_not_leave_the_machine(void **state)
{
	struct facts a, b;
	size_t i;

	collect("intel-metal", 0, &a);
	collect("amd-vm", 0, &b);
	assert_string_not_equal(facts_get(&a, "id.machine"), facts_get(&b, "id.machine"));
	for (i = 0; i < a.n; i++)
		if (a.v[i].value)
			assert_null(strstr(a.v[i].value, "fedcba9876543210"));
	facts_release(&a);
	facts_release(&b);
}

static void test_the_kind_of_a_fact_is_in_its_key(void **state)
{
	assert_int_equal(fact_kind("now.load"), FACT_MOMENT);
	assert_int_equal(fact_kind("id.boot"), FACT_IDENTITY);
	assert_int_equal(fact_kind("kernel.release"), FACT_CONDITION);
	assert_int_equal(fact_kind("identity"), FACT_CONDITION);
}

static void test_the_first_value_of_a_key_stays(void **state)
{
	struct facts f = { 0 };

	facts_add(&f, "a", "%d", 1);
	facts_add(&f, "a", "%d", 2);
	facts_add_unknown(&f, "a", "no");
	facts_add_unknown(&f, "b", "%s: %s", "x", "no");
	assert_int_equal(f.n, 2);
	assert_string_equal(facts_get(&f, "a"), "1");
	assert_null(facts_get(&f, "b"));
	assert_null(facts_find(&f, "c"));
	facts_release(&f);
	facts_release(&f);
}

static void test_a_fact_can_be_given_another_value(void **state)
{
	struct facts f = { 0 };

	facts_add_unknown(&f, "a", "no");
	facts_set(&f, "a", "%d\t", 1);
	facts_set(&f, "a", "%d", 2);
	facts_set(&f, "b", "new");
	assert_int_equal(f.n, 2);
	assert_string_equal(facts_get(&f, "a"), "2");
	assert_null(facts_find(&f, "a")->why);
	assert_string_equal(facts_get(&f, "b"), "new");
	facts_release(&f);
}

static void test_hostile_files_stay_bounded_and_printable(void **state)
{
	char *big = malloc(5 << 20);
	struct facts f = { 0 };
	struct tree t;
	const char *p;
	size_t i;

	memset(big, '\x1b', 5 << 20);
	tree_init(&t);
	tree_bytes(&t, "proc/version", big, 5 << 20);
	tree_bytes(&t, "proc/cmdline", big, 100000);
	tree_bytes(&t, "proc/cpuinfo", big, 100000);
	tree_bytes(&t, "proc/kallsyms", big, 5 << 20);
	tree_bytes(&t, "proc/modules", big, 100000);
	tree_bytes(&t, "sys/kernel/notes", big, 1000);
	tree_put(&t, "proc/sys/kernel/osrelease", "evil\n\x1b[2J\xff");
	tree_put(&t, "proc/self/cgroup", "0::/a/../../b\n");
	tree_put(&t, "proc/self/status", "Seccomp");
	tree_put(&t, "sys/kernel/mm/transparent_hugepage/enabled", "[open");
	tree_put(&t, "sys/devices/system/cpu/vulnerabilities/Bad name", "x");
	tree_put(&t, "sys/devices/system/cpu/vulnerabilities/../x", "x");
	tree_put(&t, "sys/devices/system/cpu/vulnerabilities/mds", "Mitigation: \x07");
	tree_put(&t, "sys/devices/system/cpu/cpufreq/boost", "maybe");
	facts_collect(t.fd, 0, &f);
	for (i = 0; i < f.n; i++)
		for (p = f.v[i].value ? f.v[i].value : f.v[i].why; *p; p++)
			assert_true(*p >= ' ' && *p < 127);
	unknown(&f, "kernel.banner", "proc/version: too large");
	is(&f, "kernel.release", "evil ?[2J?");
	is(&f, "mitigation.count", "1");
	is(&f, "mitigation.mds", "Mitigation: ?");
	is(&f, "mm.thp", "[open");
	unknown(&f, "kernel.build_id", "sys/kernel/notes: broken notes");
	assert_int_equal(strlen(facts_get(&f, "kernel.cmdline")), 4095);
	facts_release(&f);
	tree_release(&t);
	free(big);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_kernel_of_a_guest_is_described),
		cmocka_unit_test(test_the_processor_of_a_guest_is_described),
		cmocka_unit_test(test_the_measuring_cpu_of_bare_metal_is_described),
		cmocka_unit_test(test_the_tuning_of_bare_metal_is_described),
		cmocka_unit_test(test_modules_count_by_name_not_by_order),
		cmocka_unit_test(test_a_32_bit_guest_has_its_own_entry_points),
		cmocka_unit_test(test_the_preemption_model_is_not_guessed),
		cmocka_unit_test(test_an_empty_container_knows_nothing_and_says_why),
		cmocka_unit_test(test_keys_are_plain_and_unique),
		cmocka_unit_test(test_the_machine_id_does_not_leave_the_machine),
		cmocka_unit_test(test_the_kind_of_a_fact_is_in_its_key),
		cmocka_unit_test(test_the_first_value_of_a_key_stays),
		cmocka_unit_test(test_a_fact_can_be_given_another_value),
		cmocka_unit_test(test_hostile_files_stay_bounded_and_printable),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
