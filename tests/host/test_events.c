/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The language of -e, and names to attributes as linux/perf_event.h numbers them. */
#include "tests/unit.h"

#include "host/events.h"
#include "tests/host/tree.h"

#include <linux/perf_event.h>

static struct tree plain; /* a root without PMUs */

static int set_up(void **state)
{
	tree_init(&plain);
	return 0;
}

static int tear_down(void **state)
{
	tree_release(&plain);
	return 0;
}

/* Without what a test has put there. */
static void renew(void)
{
	tree_release(&plain);
	tree_init(&plain);
}

/* The events of @text; it must be good. */
static struct events good(int root, const char *text)
{
	struct events ev = { .n = 0 };
	struct err e;

	if (events_add(&ev, text, root, &e))
		fail_msg("%s: %s", text, e.what);
	return ev;
}

static void bad(const char *text, const char *what, const char *expected)
{
	struct events ev = { .n = 0 }, none = { .n = 0 };
	struct err e;

	assert_int_equal(events_add(&ev, text, plain.fd, &e), -EINVAL);
	assert_string_equal(e.what, what);
	assert_string_equal(e.expected, expected);
	assert_memory_equal(&ev, &none, sizeof(ev));
}

static void is(const char *text, uint32_t type, uint64_t config, unsigned int exclude)
{
	struct events ev = good(plain.fd, text);

	assert_int_equal(ev.n, 1);
	assert_int_equal(ev.groups, 1);
	assert_string_equal(ev.list[0].name, text);
	assert_int_equal(ev.list[0].type, type);
	assert_int_equal(ev.list[0].config, config);
	assert_int_equal(ev.list[0].exclude, exclude);
}

static void generic_hardware_events_have_the_kernels_numbers(void **state)
{
	is("cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 0);
	is("cpu-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 0);
	is("instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, 0);
	is("cache-references", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES, 0);
	is("cache-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES, 0);
	is("branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS, 0);
	is("branch-instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS,
	   0);
	is("branch-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES, 0);
	is("bus-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BUS_CYCLES, 0);
	is("ref-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES, 0);
	is("stalled-cycles-frontend", PERF_TYPE_HARDWARE,
	   PERF_COUNT_HW_STALLED_CYCLES_FRONTEND, 0);
	is("stalled-cycles-backend", PERF_TYPE_HARDWARE,
	   PERF_COUNT_HW_STALLED_CYCLES_BACKEND, 0);
}

static uint64_t cache(uint64_t id, uint64_t op, uint64_t result)
{
	return id | op << 8 | result << 16;
}

static void cache_events_are_packed_as_the_kernel_wants_them(void **state)
{
	is("L1-dcache-loads", PERF_TYPE_HW_CACHE,
	   cache(PERF_COUNT_HW_CACHE_L1D, PERF_COUNT_HW_CACHE_OP_READ,
		 PERF_COUNT_HW_CACHE_RESULT_ACCESS),
	   0);
	is("L1-dcache-load-misses", PERF_TYPE_HW_CACHE,
	   cache(PERF_COUNT_HW_CACHE_L1D, PERF_COUNT_HW_CACHE_OP_READ,
		 PERF_COUNT_HW_CACHE_RESULT_MISS),
	   0);
	is("L1-icache-load-misses", PERF_TYPE_HW_CACHE,
	   cache(PERF_COUNT_HW_CACHE_L1I, PERF_COUNT_HW_CACHE_OP_READ,
		 PERF_COUNT_HW_CACHE_RESULT_MISS),
	   0);
	is("dTLB-store-misses", PERF_TYPE_HW_CACHE,
	   cache(PERF_COUNT_HW_CACHE_DTLB, PERF_COUNT_HW_CACHE_OP_WRITE,
		 PERF_COUNT_HW_CACHE_RESULT_MISS),
	   0);
	is("iTLB-load-misses", PERF_TYPE_HW_CACHE,
	   cache(PERF_COUNT_HW_CACHE_ITLB, PERF_COUNT_HW_CACHE_OP_READ,
		 PERF_COUNT_HW_CACHE_RESULT_MISS),
	   0);
	is("LLC-load-misses", PERF_TYPE_HW_CACHE,
	   cache(PERF_COUNT_HW_CACHE_LL, PERF_COUNT_HW_CACHE_OP_READ,
		 PERF_COUNT_HW_CACHE_RESULT_MISS),
	   0);
}

static void software_events_have_the_kernels_numbers(void **state)
{
	/* So that any user may open them. */
	const unsigned int clocks = EVENT_NOT_KERNEL | EVENT_NOT_HV;

	is("cpu-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK, clocks);
	is("task-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, clocks);
	is("page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, 0);
	is("faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, 0);
	is("context-switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES, 0);
	is("cs", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES, 0);
	is("cpu-migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS, 0);
	is("migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS, 0);
	is("minor-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN, 0);
	is("major-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MAJ, 0);
	is("alignment-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_ALIGNMENT_FAULTS, 0);
	is("emulation-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_EMULATION_FAULTS, 0);
}

static void only_software_events_may_stay_zero_and_only_clocks_are_time(void **state)
{
	struct events ev = good(plain.fd, "cycles,cs,task-clock,cpu-clock,r1");

	assert_false(ev.list[0].software);
	assert_true(ev.list[1].software);
	assert_false(ev.list[1].time);
	assert_true(ev.list[2].time);
	assert_true(ev.list[3].time);
	assert_false(ev.list[4].software);
}

static void raw_codes_are_hexadecimal(void **state)
{
	is("r01c2", PERF_TYPE_RAW, 0x1c2, 0);
	is("r01C2", PERF_TYPE_RAW, 0x1c2, 0);
	is("r1ffffffff0000", PERF_TYPE_RAW, 0x1ffffffff0000, 0);
	bad("rx", "no event 'rx'",
	    "one of `ktoll list --events`, a raw code r01C2 or a tracepoint");
}

static void case_does_not_matter(void **state)
{
	is("INSTRUCTIONS", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, 0);
	is("l1-DCACHE-loads", PERF_TYPE_HW_CACHE, 0, 0);
	is("Alignment-Faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_ALIGNMENT_FAULTS, 0);
}

#define NOT(x) EVENT_NOT_##x

static void a_modifier_excludes_all_that_it_does_not_name(void **state)
{
	is("cycles:u", PERF_TYPE_HARDWARE, 0, NOT(KERNEL) | NOT(HV));
	is("cycles:k", PERF_TYPE_HARDWARE, 0, NOT(USER) | NOT(HV));
	is("cycles:h", PERF_TYPE_HARDWARE, 0, NOT(USER) | NOT(KERNEL));
	is("cycles:uk", PERF_TYPE_HARDWARE, 0, NOT(HV));
	is("cycles:ukh", PERF_TYPE_HARDWARE, 0, 0);
}

static void the_form_of_libpfm_excludes_as_well(void **state)
{
	is("cycles:u=1:k=0", PERF_TYPE_HARDWARE, 0, NOT(KERNEL) | NOT(HV));
	is("cycles:h=1", PERF_TYPE_HARDWARE, 0, NOT(USER) | NOT(KERNEL));
}

static void modifiers_are_named_in_one_order(void **state)
{
	struct events ev = good(plain.fd, "cycles:ku,instructions:k:u");

	assert_string_equal(ev.list[0].name, "cycles:uk");
	assert_int_equal(ev.list[0].exclude, NOT(HV));
	assert_string_equal(ev.list[1].name, "instructions:uk");
	assert_int_equal(ev.list[1].exclude, NOT(HV));
}

static void braces_make_a_group_and_all_else_is_one_of_its_own(void **state)
{
	struct events ev = good(plain.fd, "cs,{cycles,instructions},faults");
	struct err e;

	assert_int_equal(ev.n, 4);
	assert_int_equal(ev.groups, 3);
	assert_int_equal(ev.list[0].group, 0);
	assert_int_equal(ev.list[1].group, 1);
	assert_int_equal(ev.list[2].group, 1);
	assert_int_equal(ev.list[3].group, 2);
	/* A second -e goes on. */
	assert_int_equal(events_add(&ev, " { branches , cs:k }", plain.fd, &e), 0);
	assert_int_equal(ev.n, 6);
	assert_int_equal(ev.groups, 4);
	assert_int_equal(ev.list[5].group, 3);
}

static void modifiers_of_a_group_come_on_top(void **state)
{
	struct events ev = good(plain.fd, "{cycles,instructions:u}:k");

	assert_string_equal(ev.list[0].name, "cycles:k");
	assert_int_equal(ev.list[0].exclude, NOT(USER) | NOT(HV));
	assert_string_equal(ev.list[1].name, "instructions:uk");
	assert_int_equal(ev.list[1].exclude, NOT(HV));
}

static void unknown_names_say_how_to_list_them(void **state)
{
	const char *how =
		"one of `ktoll list --events`, a raw code r01C2 or a tracepoint";

	bad("instrutions", "no event 'instrutions'", how);
	bad("cs,{cycles,nix}", "no event 'nix'", how);
	bad("nosuch:tracepoint", "no event 'nosuch:tracepoint'",
	    "one of `ktoll list --events`, a raw code r01C2 or a tracepoint; tracefs is not "
	    "mounted");
}

static void unknown_modifiers_are_named(void **state)
{
	const char *ok = "u, k, h or several of them";

	bad("cycles:x", "event 'cycles' has no modifier or unit mask 'x'", ok);
	bad("cycles:up", "event 'cycles' has no modifier or unit mask 'up'", ok);
	bad("{cycles,cs}:x", "unknown modifier of a group", ok);
	bad("{cycles,cs}:", "unknown modifier of a group", ok);
}

static void broken_lists_are_refused(void **state)
{
	bad("", "no event", "a name");
	bad(",", "no event", "a name");
	bad("cs,", "no event", "a name");
	bad("{}", "no event", "a name");
	bad("{cs", "the group does not end", "'}'");
	bad("{cs,", "no event", "a name");
	bad("{cs,{faults}}", "no event", "a name");
	bad("{cs faults}", "the group does not end", "'}'");
	bad("cs}", "unexpected text after an event", "',' or the end");
	bad("{cs}{faults}", "unexpected text after an event", "',' or the end");
	bad("cpu/event=0xc0,umask=1", "PMU/TERMS/ is not whole",
	    "PMU/TERM=N,.../ and then u, k, h or nothing");
	bad("cpu/event=0xc0/x", "PMU/TERMS/ is not whole",
	    "PMU/TERM=N,.../ and then u, k, h or nothing");
	bad("a/../b/", "PMU/TERMS/ is not whole",
	    "PMU/TERM=N,.../ and then u, k, h or nothing");
}

static void a_name_has_room_for_the_modifiers_of_its_group(void **state)
{
	char longest[EVENT_NAME_MAX - 4] = "cycles", text[128];
	struct events ev;

	while (strlen(longest) < 86)
		strcat(longest, ":u=1");
	strcat(longest, ":u");
	assert_int_equal(strlen(longest), 88);
	snprintf(text, sizeof(text), "{%s}:kh", longest);
	ev = good(plain.fd, text);
	assert_string_equal(ev.list[0].name + 86, ":ukh");
	/* What is stored can be asked for again. */
	ev = good(plain.fd, ev.list[0].name);
	memset(text, 'a', EVENT_NAME_MAX - 4);
	text[EVENT_NAME_MAX - 4] = 0;
	bad(text, "the name is too long", "at most 91 characters");
}

static void what_never_counts_is_refused(void **state)
{
	bad("dummy", "event 'dummy' never counts anything", "");
	bad("bpf-output", "event 'bpf-output' never counts anything", "");
}

static void what_heeds_no_modifier_takes_none(void **state)
{
	bad("task-clock:u", "'task-clock:u' would be all the time", "no modifier");
	bad("{cycles,cpu-clock}:k", "'cpu-clock:k' would be all the time", "no modifier");
	tree_put(&plain, "sys/kernel/tracing/events/sched/sched_switch/id", "314\n");
	bad("sched:sched_switch:u", "'sched:sched_switch:u' would be 0, or all there are",
	    "no modifier");
	renew();
}

static void what_happens_in_the_kernel_alone_has_no_user_count(void **state)
{
	const char *why = "no :u, it happens in the kernel";

	bad("cs:u", "'cs:u' would always be 0", why);
	bad("{faults,migrations}:u", "'migrations:u' would always be 0", why);
	bad("cgroup-switches:u", "'cgroup-switches:u' would always be 0", why);
	bad("cs:u=1:k=0", "'cs:u=1:k=0' would always be 0", why);
	is("cs:uk", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES, NOT(HV));
}

static void no_software_event_knows_a_hypervisor(void **state)
{
	static const char *const heed[] = { "page-faults",      "faults",
					    "minor-faults",     "major-faults",
					    "alignment-faults", "emulation-faults" };
	static const char *const in_kernel[] = { "cs", "migrations", "cgroup-switches" };
	char name[64], what[128];

	for (size_t i = 0; i < sizeof(heed) / sizeof(heed[0]); i++) {
		snprintf(name, sizeof(name), "%s:h", heed[i]);
		snprintf(what, sizeof(what), "'%s' would always be 0", name);
		bad(name, what, "u, k or both: no software event knows of a hypervisor");
		snprintf(name, sizeof(name), "%s:uh", heed[i]);
		snprintf(what, sizeof(what), "'%s' would be the same without h", name);
		bad(name, what, "u, k or both: no software event knows of a hypervisor");
	}
	for (size_t i = 0; i < sizeof(in_kernel) / sizeof(in_kernel[0]); i++) {
		snprintf(name, sizeof(name), "%s:h", in_kernel[i]);
		snprintf(what, sizeof(what), "'%s' would always be 0", name);
		bad(name, what, "no :u, it happens in the kernel");
	}
	bad("cs:kh", "'cs:kh' would be the same without h",
	    "u, k or both: no software event knows of a hypervisor");
	bad("{cycles,faults}:kh", "'faults:kh' would be the same without h",
	    "u, k or both: no software event knows of a hypervisor");
	is("faults:uk", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, NOT(HV));
	is("faults:u=1", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS,
	   NOT(KERNEL) | NOT(HV));
}

static void modifiers_of_sampling_and_of_guests_are_refused(void **state)
{
	static const char *const names[] = { "page-faults", "cs", "task-clock",
					     "alignment-faults", "cycles" };
	static const char *const modifiers[] = { "p",         "ppp",  "P",  "G",    "H",
						 "I",         "D",    "S",  "W",    "e",
						 "b",         "mg=1", "mg", "mh=1", "mh",
						 "precise=1", "uG",   "kp" };
	char name[64], what[128];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		for (size_t k = 0; k < sizeof(modifiers) / sizeof(modifiers[0]); k++) {
			snprintf(name, sizeof(name), "%s:%s", names[i], modifiers[k]);
			snprintf(what, sizeof(what),
				 "event '%s' has no modifier or unit mask '%s'", names[i],
				 modifiers[k]);
			bad(name, what, "u, k, h or several of them");
		}
}

static void what_is_excluded_everywhere_counts_nothing(void **state)
{
	bad("cycles:u=0", "'cycles:u=0' would always be 0",
	    "one of u, k and h, of which nothing is left");
	bad("faults:k=0:u=0", "'faults:k=0:u=0' would always be 0",
	    "one of u, k and h, of which nothing is left");
}

static void an_event_is_asked_for_once(void **state)
{
	struct events ev = good(plain.fd, "cs,cs:k");
	struct err e;

	bad("cs,{faults,cs}", "event 'cs' is asked for twice", "");
	assert_int_equal(events_add(&ev, "faults,CS", plain.fd, &e), -EINVAL);
	assert_int_equal(ev.n, 2);
}

static void there_are_at_most_32(void **state)
{
	struct events ev = { .n = 0 };
	char text[8];
	struct err e;
	int i;

	for (i = 0; i < EVENTS_MAX; i++) {
		snprintf(text, sizeof(text), "r%x", i);
		assert_int_equal(events_add(&ev, text, plain.fd, &e), 0);
	}
	assert_int_equal(events_add(&ev, "cs", plain.fd, &e), -EINVAL);
	assert_string_equal(e.what, "too many events");
	assert_int_equal(ev.n, EVENTS_MAX);
}

static void tracepoints_are_looked_up_in_tracefs(void **state)
{
	struct events ev;

	tree_put(&plain, "sys/kernel/tracing/events/sched/sched_switch/id", "314\n");
	ev = good(plain.fd, "sched:sched_switch");
	assert_int_equal(ev.list[0].type, PERF_TYPE_TRACEPOINT);
	assert_int_equal(ev.list[0].config, 314);
	assert_true(ev.list[0].software);
	bad("sched:nosuch", "no event 'sched:nosuch'",
	    "one of `ktoll list --events`, a raw code r01C2 or a tracepoint");
	renew();
}

static void hybrid(struct tree *t)
{
	tree_init(t);
	tree_put(t, "sys/bus/event_source/devices/cpu_core/type", "4\n");
	tree_put(t, "sys/bus/event_source/devices/cpu_core/cpus", "0-7\n");
	tree_put(t, "sys/bus/event_source/devices/cpu_atom/type", "10\n");
	tree_put(t, "sys/bus/event_source/devices/cpu_atom/cpus", "8-15\n");
	tree_put(t, "sys/bus/event_source/devices/uncore_imc_0/type", "20\n");
	tree_put(t, "sys/bus/event_source/devices/uncore_imc_0/cpumask", "0\n");
	tree_put(t, "sys/bus/event_source/devices/software/type", "1\n");
}

static void a_hybrid_cpu_has_a_generic_event_once_per_pmu(void **state)
{
	struct events ev;
	struct tree t;

	hybrid(&t);
	ev = good(t.fd, "cycles:k,L1-dcache-load-misses,cs");
	assert_int_equal(ev.n, 5);
	assert_int_equal(ev.groups, 5);
	assert_string_equal(ev.list[0].name, "cycles:k");
	assert_string_equal(ev.list[0].pmu, "cpu_atom");
	assert_int_equal(ev.list[0].type, PERF_TYPE_HARDWARE);
	assert_int_equal(ev.list[0].config, 10ull << 32);
	assert_string_equal(ev.list[1].pmu, "cpu_core");
	assert_int_equal(ev.list[1].config, 4ull << 32);
	assert_int_equal(ev.list[1].exclude, NOT(USER) | NOT(HV));
	assert_int_equal(ev.list[2].config, 10ull << 32 | 0x10000);
	assert_string_equal(ev.list[4].name, "cs");
	assert_string_equal(ev.list[4].pmu, "");
	assert_int_equal(ev.list[4].config, PERF_COUNT_SW_CONTEXT_SWITCHES);
	tree_release(&t);
}

static void a_hybrid_cpu_has_a_group_once_per_pmu(void **state)
{
	static const char *const names[] = { "cycles", "instructions", "cycles",
					     "instructions", "cs" };
	static const unsigned int groups[] = { 0, 0, 1, 1, 2 };
	struct events ev;
	struct tree t;
	size_t i;

	hybrid(&t);
	ev = good(t.fd, "{cycles,cs,instructions}");
	assert_int_equal(ev.n, 5);
	assert_int_equal(ev.groups, 3);
	for (i = 0; i < 5; i++) {
		assert_string_equal(ev.list[i].name, names[i]);
		assert_int_equal(ev.list[i].group, groups[i]);
	}
	tree_release(&t);
}

static void a_raw_code_on_a_hybrid_cpu_has_the_type_of_the_pmu(void **state)
{
	struct events ev;
	struct tree t;

	hybrid(&t);
	ev = good(t.fd, "r01c2");
	assert_int_equal(ev.n, 2);
	assert_int_equal(ev.list[0].type, 10);
	assert_int_equal(ev.list[0].config, 0x1c2);
	assert_int_equal(ev.list[1].type, 4);
	tree_release(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(generic_hardware_events_have_the_kernels_numbers),
		cmocka_unit_test(cache_events_are_packed_as_the_kernel_wants_them),
		cmocka_unit_test(software_events_have_the_kernels_numbers),
		cmocka_unit_test(
			only_software_events_may_stay_zero_and_only_clocks_are_time),
		cmocka_unit_test(raw_codes_are_hexadecimal),
		cmocka_unit_test(case_does_not_matter),
		cmocka_unit_test(a_modifier_excludes_all_that_it_does_not_name),
		cmocka_unit_test(the_form_of_libpfm_excludes_as_well),
		cmocka_unit_test(modifiers_are_named_in_one_order),
		cmocka_unit_test(braces_make_a_group_and_all_else_is_one_of_its_own),
		cmocka_unit_test(modifiers_of_a_group_come_on_top),
		cmocka_unit_test(unknown_names_say_how_to_list_them),
		cmocka_unit_test(unknown_modifiers_are_named),
		cmocka_unit_test(broken_lists_are_refused),
		cmocka_unit_test(a_name_has_room_for_the_modifiers_of_its_group),
		cmocka_unit_test(what_never_counts_is_refused),
		cmocka_unit_test(what_heeds_no_modifier_takes_none),
		cmocka_unit_test(what_happens_in_the_kernel_alone_has_no_user_count),
		cmocka_unit_test(no_software_event_knows_a_hypervisor),
		cmocka_unit_test(modifiers_of_sampling_and_of_guests_are_refused),
		cmocka_unit_test(what_is_excluded_everywhere_counts_nothing),
		cmocka_unit_test(an_event_is_asked_for_once),
		cmocka_unit_test(there_are_at_most_32),
		cmocka_unit_test(tracepoints_are_looked_up_in_tracefs),
		cmocka_unit_test(a_hybrid_cpu_has_a_generic_event_once_per_pmu),
		cmocka_unit_test(a_hybrid_cpu_has_a_group_once_per_pmu),
		cmocka_unit_test(a_raw_code_on_a_hybrid_cpu_has_the_type_of_the_pmu),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
