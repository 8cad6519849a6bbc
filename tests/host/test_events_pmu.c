/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names of a PMU's own events: libpfm4 is told that this is a Skylake. The codes are
 * those of Intel's manual (SDM volume 3, performance monitoring events).
 */
#include "tests/unit.h"

#include "host/events.h"
#include "tests/host/tree.h"

#include <linux/perf_event.h>

static struct tree root;

static int set_up(void **state)
{
	tree_init(&root);
	return setenv("LIBPFM_FORCE_PMU", "skl", 1);
}

static int tear_down(void **state)
{
	tree_release(&root);
	return 0;
}

static struct events good(const char *text)
{
	struct events ev = { .n = 0 };
	struct err e;

	if (events_add(&ev, text, root.fd, &e))
		fail_msg("%s: %s", text, e.what);
	return ev;
}

static void is(const char *text, uint64_t config, unsigned int exclude)
{
	struct events ev = good(text);

	assert_int_equal(ev.n, 1);
	assert_string_equal(ev.list[0].name, text);
	assert_int_equal(ev.list[0].type, PERF_TYPE_RAW);
	assert_int_equal(ev.list[0].config, config);
	assert_int_equal(ev.list[0].exclude, exclude);
}

static void bad(const char *text, const char *what)
{
	struct events ev = { .n = 0 };
	struct err e;

	assert_int_equal(events_add(&ev, text, root.fd, &e), -EINVAL);
	assert_string_equal(e.what, what);
}

static void events_and_unit_masks_have_the_codes_of_the_manual(void **state)
{
	is("INST_RETIRED", 0x00c0, 0);
	is("BR_MISP_RETIRED:ALL_BRANCHES", 0x00c5, 0);
	is("BR_MISP_RETIRED:CONDITIONAL", 0x01c5, 0);
	is("skl::ITLB_MISSES:MISS_CAUSES_A_WALK", 0x0185, 0);
	is("inst_retired:any_p", 0x00c0, 0);
}

static void modifiers_of_the_pmu_and_of_perf_go_together(void **state)
{
	is("UOPS_RETIRED:ALL:c=1:i=1", 0x18001c2, 0);
	is("UOPS_RETIRED:ALL:c=1:i=1:k", 0x18001c2, EVENT_NOT_USER | EVENT_NOT_HV);
	is("INST_RETIRED:u", 0x00c0, EVENT_NOT_KERNEL | EVENT_NOT_HV);
}

static void what_the_pmu_lacks_is_refused(void **state)
{
	bad("INST_RETIRED:NIX",
	    "event 'INST_RETIRED' has no modifier or unit mask 'NIX'");
	bad("skl::NIX", "no event 'skl::NIX'");
	bad("INST_RETIRED:mg=1",
	    "event 'INST_RETIRED' has no modifier or unit mask 'mg=1'");
}

static void an_event_of_one_pmu_of_several_is_there_once(void **state)
{
	struct events ev;

	tree_put(&root, "sys/bus/event_source/devices/cpu_core/type", "4\n");
	tree_put(&root, "sys/bus/event_source/devices/cpu_core/cpus", "0-7\n");
	tree_put(&root, "sys/bus/event_source/devices/cpu_atom/type", "10\n");
	tree_put(&root, "sys/bus/event_source/devices/cpu_atom/cpus", "8-15\n");
	ev = good("{INST_RETIRED,BR_MISP_RETIRED:ALL_BRANCHES}");
	assert_int_equal(ev.n, 2);
	assert_int_equal(ev.groups, 1);
	assert_string_equal(ev.list[0].pmu, "cpu_core");
	assert_int_equal(ev.list[0].type, 4);
	assert_int_equal(ev.list[0].config, 0xc0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(events_and_unit_masks_have_the_codes_of_the_manual),
		cmocka_unit_test(modifiers_of_the_pmu_and_of_perf_go_together),
		cmocka_unit_test(what_the_pmu_lacks_is_refused),
		cmocka_unit_test(an_event_of_one_pmu_of_several_is_there_once),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
