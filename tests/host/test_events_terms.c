/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PMU/TERMS/ against made-up descriptions like those of Intel's and AMD's PMUs. */
#include "tests/unit.h"

#include "host/events.h"
#include "tests/host/tree.h"

#include <linux/perf_event.h>

#define DEVICES "sys/bus/event_source/devices/"

static struct tree t;

static void put(const char *path, const char *text)
{
	char full[128];

	snprintf(full, sizeof(full), DEVICES "%s", path);
	tree_put(&t, full, text);
}

static int set_up(void **state)
{
	tree_init(&t);
	put("cpu/type", "4\n");
	put("cpu/format/event", "config:0-7\n");
	put("cpu/format/umask", "config:8-15\n");
	put("cpu/format/inv", "config:23\n");
	put("cpu/format/cmask", "config:24-31\n");
	put("cpu/format/offcore_rsp", "config1:0-63\n");
	put("cpu/format/amd", "config:0-7,32-35\n");
	put("cpu/format/third", "config3:0-63\n");
	put("cpu/format/broken", "config\n");
	put("cpu/events/topdown-retiring", "event=0x00,umask=0x80\n");
	put("cpu/events/loop", "loop\n");
	put("msr/type", "10\n");
	put("msr/format/event", "config:0-63\n");
	put("msr/events/tsc", "event=0x00\n");
	return 0;
}

static int tear_down(void **state)
{
	tree_release(&t);
	return 0;
}

static struct events good(const char *text)
{
	struct events ev = { .n = 0 };
	struct err e;

	if (events_add(&ev, text, t.fd, &e))
		fail_msg("%s: %s", text, e.what);
	return ev;
}

static void is(const char *text, uint32_t type, uint64_t config, uint64_t config1)
{
	struct events ev = good(text);

	assert_int_equal(ev.n, 1);
	assert_string_equal(ev.list[0].name, text);
	assert_string_equal(ev.list[0].pmu, "");
	assert_int_equal(ev.list[0].type, type);
	assert_int_equal(ev.list[0].config, config);
	assert_int_equal(ev.list[0].config1, config1);
}

static void bad(const char *text, const char *what, const char *expected)
{
	struct events ev = { .n = 0 };
	struct err e;

	assert_int_equal(events_add(&ev, text, t.fd, &e), -EINVAL);
	assert_string_equal(e.what, what);
	assert_string_equal(e.expected, expected);
	assert_int_equal(ev.n, 0);
}

static void terms_go_to_their_bits(void **state)
{
	is("cpu/event=0xc0,umask=1/", 4, 0x01c0, 0);
	is("cpu/event=192,cmask=0x10,inv/", 4, 0x108000c0, 0);
	is("cpu/event=0xb7,offcore_rsp=0xffffffffffffffff/", 4, 0xb7, UINT64_MAX);
	is("cpu/amd=0x1c2/", 4, 0x1000000c2, 0);
	is("cpu/config=0x1c2,config1=7/", 4, 0x1c2, 7);
	is("msr/tsc/", 10, 0, 0);
}

static void a_name_stands_for_its_terms_and_more_may_follow(void **state)
{
	is("cpu/topdown-retiring/", 4, 0x8000, 0);
	is("cpu/topdown-retiring,cmask=1/", 4, 0x1008000, 0);
}

static void modifiers_follow_the_slash(void **state)
{
	struct events ev = good("cpu/event=0xc0/k,{cpu/event=0xc1/,cs}:k");

	assert_int_equal(ev.n, 3);
	assert_int_equal(ev.groups, 2);
	assert_string_equal(ev.list[0].name, "cpu/event=0xc0/k");
	assert_int_equal(ev.list[0].exclude, EVENT_NOT_USER | EVENT_NOT_HV);
	assert_string_equal(ev.list[1].name, "cpu/event=0xc1/k");
	assert_string_equal(ev.list[2].name, "cs:k");
}

static void generic_events_of_a_pmu_have_the_kernels_numbers(void **state)
{
	is("cpu/cycles/", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 0);
	is("cpu/L1-dcache-load-misses/", PERF_TYPE_HW_CACHE, 0x10000, 0);
}

static void zero_is_a_count_where_it_is_not_a_cpus_pmu(void **state)
{
	struct events ev = good("cpu/event=0xc0/,msr/tsc/");

	assert_false(ev.list[0].software);
	assert_true(ev.list[1].software);
}

static void what_the_pmu_does_not_describe_is_refused(void **state)
{
	const char *terms =
		"one of /sys/bus/event_source/devices/cpu/{format,events}, or "
		"config=N";

	bad("nix/event=1/", "no PMU 'nix'", "one of /sys/bus/event_source/devices");
	bad("/event=1/", "no PMU ''", "one of /sys/bus/event_source/devices");
	bad("cpu/nix=1/", "PMU 'cpu' has no term 'nix'", terms);
	bad("cpu/nix/", "PMU 'cpu' has no term 'nix'", terms);
	bad("cpu//", "PMU 'cpu' has no term ''", terms);
	bad("cpu/event=1,/", "PMU 'cpu' has no term ''", terms);
	bad("cpu/..=1/", "PMU 'cpu' has no term '..'", terms);
	bad("cpu/third=1/", "PMU 'cpu' has no term 'third'", terms);
	bad("cpu/broken=1/", "PMU 'cpu' has no term 'broken'", terms);
	bad("cpu/loop/", "PMU 'cpu' has no term 'loop'", terms);
	bad("cpu/r01c2/", "PMU 'cpu' has no term 'r01c2'", terms);
	bad("cpu/instructions:k/", "PMU 'cpu' has no term 'instructions:k'", terms);
	bad("cpu/event=0x100/", "PMU 'cpu': event=0x100", "a number for bits 0-7");
	bad("cpu/inv=2/", "PMU 'cpu': inv=2", "a number for bits 23");
	bad("cpu/event=/", "PMU 'cpu': event=", "a number for bits 0-7");
	bad("cpu/event=-1/", "PMU 'cpu': event=-1", "a number for bits 0-7");
	bad("cpu/config=0x10000000000000000/", "PMU 'cpu': config=0x10000000000000000",
	    "a number for bits 0-63");
}

static void nonsense_in_sys_is_refused(void **state)
{
	static const char *const formats[] = { "config:64", "config:7-0",  "config:-",
					       "config:1-", "config:0-7x", "config:" };
	struct events ev = { .n = 0 };
	struct err e;
	size_t i;

	for (i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		put("cpu/format/odd", formats[i]);
		assert_int_equal(events_add(&ev, "cpu/odd=1/", t.fd, &e), -EINVAL);
	}
	put("odd/type", "x\n");
	assert_int_equal(events_add(&ev, "odd/config=1/", t.fd, &e), -EINVAL);
}

static void one_pmu_of_a_hybrid_cpu_can_be_asked_for(void **state)
{
	struct events ev;

	put("cpu_core/type", "4\n");
	put("cpu_core/cpus", "0-7\n");
	put("cpu_core/format/event", "config:0-7\n");
	put("cpu_atom/type", "12\n");
	put("cpu_atom/cpus", "8-15\n");
	put("cpu_atom/format/event", "config:0-7\n");
	tree_cut(&t, DEVICES "cpu/type");
	ev = good("{cpu_atom/cycles/,cpu_atom/event=0xc0/,cycles}");
	assert_int_equal(ev.n, 4);
	assert_int_equal(ev.groups, 2);
	assert_string_equal(ev.list[0].name, "cpu_atom/cycles/");
	assert_string_equal(ev.list[0].pmu, "");
	assert_int_equal(ev.list[0].config, 12ull << 32);
	assert_string_equal(ev.list[1].name, "cpu_atom/event=0xc0/");
	assert_int_equal(ev.list[1].type, 12);
	assert_string_equal(ev.list[2].pmu, "cpu_atom");
	assert_int_equal(ev.list[2].group, 0);
	assert_string_equal(ev.list[3].pmu, "cpu_core");
	assert_int_equal(ev.list[3].group, 1);
}

static void what_sys_names_is_listed(void **state)
{
	struct event_name *names;
	size_t n, i, found = 0;

	put("msr/events/tsc.unit", "ticks\n");
	events_names(t.fd, &names, &n);
	for (i = 0; i < n; i++) {
		found += !strcmp(names[i].name, "msr/tsc/") &&
			 !strcmp(names[i].what, "event=0x00");
		assert_null(strstr(names[i].name, "unit"));
	}
	assert_int_equal(found, 1);
	events_names_free(names, n);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(terms_go_to_their_bits),
		cmocka_unit_test(a_name_stands_for_its_terms_and_more_may_follow),
		cmocka_unit_test(modifiers_follow_the_slash),
		cmocka_unit_test(generic_events_of_a_pmu_have_the_kernels_numbers),
		cmocka_unit_test(zero_is_a_count_where_it_is_not_a_cpus_pmu),
		cmocka_unit_test(what_the_pmu_does_not_describe_is_refused),
		cmocka_unit_test(nonsense_in_sys_is_refused),
		cmocka_unit_test(what_sys_names_is_listed),
		cmocka_unit_test(one_pmu_of_a_hybrid_cpu_can_be_asked_for),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
