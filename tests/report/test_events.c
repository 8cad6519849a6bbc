/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of events as text. */
#include "tests/unit.h"

#include "report/events.h"

static void a_reason_is_said_once(void **state)
{
	const struct event_row rows[] = {
		{ "cycles", "the cycles", "there is no PMU" },
		{ "cs", "switches", NULL },
		{ "r1", "raw", "no permission" },
		{ "branches", "the branches", "there is no PMU" },
	};
	struct str out = STR_INIT;

	events_report_text(rows, 4, &out);
	assert_string_equal(str_get(&out), "cycles    no [1]  the cycles\n"
					   "cs        yes     switches\n"
					   "r1        no [2]  raw\n"
					   "branches  no [1]  the branches\n"
					   "1 of 4 can be counted here\n"
					   "[1] there is no PMU\n"
					   "[2] no permission\n");
	str_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_reason_is_said_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
