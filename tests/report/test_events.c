/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of events as text and CSV. */
#include "tests/unit.h"

#include "report/events.h"

#include <string.h>

static void a_reason_is_said_once(void **state)
{
	const struct event_row rows[] = {
		{ "cycles", "the cycles", "there is no PMU" },
		{ "cs", "switches", NULL },
		{ "r1", "raw", "no permission" },
		{ "branches", "the branches", "there is no PMU" },
	};
	const struct look look = { .width = 0 };
	struct str out = STR_INIT;

	events_report_text(rows, 4, &look, &out);
	assert_string_equal(str_get(&out), "cycles    no [1]  the cycles\n"
					   "cs        yes     switches\n"
					   "r1        no [2]  raw\n"
					   "branches  no [1]  the branches\n"
					   "1 of 4 can be counted here\n"
					   "[1] there is no PMU\n"
					   "[2] no permission\n");
	str_release(&out);
}

static void it_fits_the_terminal(void **state)
{
	const struct event_row rows[] = {
		{ "cpu_core::MEM_LOAD_RETIRED:L1_HIT_OR_MISS:u",
		  "what it is, in words that are more than fit behind it", NULL },
		{ "cycles", "the cycles", "nobody may count them here, and this is why" },
	};
	struct str out = STR_INIT;
	char *save = NULL;

	for (int width = 40; width <= 90; width++) {
		const struct look look = { .width = width };

		str_reset(&out);
		events_report_text(rows, 2, &look, &out);
		assert_non_null(strstr(str_get(&out), rows[0].name));
		for (char *line = strtok_r(out.s, "\n", &save); line;
		     line = strtok_r(NULL, "\n", &save))
			assert_true((int)strlen(line) <= (width < 43 ? 43 : width));
	}
	str_release(&out);
}

static void csv_has_a_line_for_each(void **state)
{
	const struct event_row rows[] = {
		{ "cycles", "the cycles", "a PMU, there is none" },
		{ "cs", "switches", NULL },
	};
	struct str out = STR_INIT;

	events_report_csv(rows, 2, &out);
	assert_string_equal(str_get(&out),
			    "event,summary,counts,why\n"
			    "cycles,the cycles,0,\"a PMU, there is none\"\n"
			    "cs,switches,1,\n");
	str_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_reason_is_said_once),
		cmocka_unit_test(it_fits_the_terminal),
		cmocka_unit_test(csv_has_a_line_for_each),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
