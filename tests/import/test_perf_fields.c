/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf stat -x and -j: fields that shift, decimal commas, what is no JSON. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/import/util.h"

#define TAIL ",12614055,100.00,0.784,CPUs utilized\n"

static void fields_shift_with_the_options(void **state)
{
	struct import_result *res =
		parsed("12.61,msec,task-clock,12614055,100.00,0.784,CPUs utilized\n"
		       ",,,,,0.55,stalled cycles per insn\n"
		       ",,,,TopdownL1\n,1141366,100.00,,,32.0,%  tma_backend_bound\n"
		       "11,,context-switches,12614055,100.00,872.043,/sec\n",
		       NULL);

	assert_int_equal(res->n_metrics, 2);
	ASSERT_VALUES(metric_of(res, "task-clock", "msec"), 12.61);
	import_result_free(res);

	/* -r: the spread comes fourth, and how many runs is not said. */
	res = parsed("12.61,msec,task-clock,1.38%" TAIL, NULL);
	assert_int_equal(metric_of(res, "task-clock", "msec")->summary.n, 0);
	assert_true(metric_of(res, "task-clock", "msec")->summary.spread == 1.38);
	import_result_free(res);

	/* -G, and -G with -r. */
	res = parsed("12.61,msec,task-clock,/sys.slice" TAIL, NULL);
	ASSERT_VALUES(metric_of(res, "task-clock /sys.slice", "msec"), 12.61);
	import_result_free(res);
	res = parsed("12.61,msec,task-clock,/sys.slice,1.38%" TAIL, NULL);
	assert_true(metric_of(res, "task-clock /sys.slice", "msec")->summary.spread ==
		    1.38);
	import_result_free(res);

	/* -A, --per-core, --per-thread, -I, and the sum of intervals. */
	res = parsed("CPU0,12.61,msec,task-clock" TAIL "CPU1, 13.61,msec,task-clock" TAIL,
		     NULL);
	ASSERT_VALUES(metric_of(res, "task-clock CPU1", "msec"), 13.61);
	import_result_free(res);
	res = parsed("S0-D0-C0,2,12,,page-faults" TAIL "S0-D0-C1,2,13,,page-faults" TAIL,
		     NULL);
	ASSERT_VALUES(metric_of(res, "page-faults S0-D0-C1", ""), 13);
	import_result_free(res);
	res = parsed("bash-7268,12,,page-faults" TAIL, NULL);
	ASSERT_VALUES(metric_of(res, "page-faults bash-7268", ""), 12);
	import_result_free(res);
	res = parsed("     0.050160251,1.32,msec,task-clock" TAIL
		     "         summary,1.39,msec,task-clock" TAIL,
		     NULL);
	ASSERT_VALUES(metric_of(res, "task-clock @0.050160251", "msec"), 1.32);
	ASSERT_VALUES(metric_of(res, "task-clock", "msec"), 1.39);
	import_result_free(res);
}

static void names_may_hold_the_separator(void **state)
{
	struct import_result *res =
		parsed("123456,,cpu/event=0x3c,umask=0x0/,1234000000,50.00,,\n", NULL);
	struct import_metric *m = metric_of(res, "cpu/event=0x3c,umask=0x0/", "");

	ASSERT_VALUES(m, 123456);
	assert_note(m, "50.00 %");
	import_result_free(res);
	refused("1/2//msr/tsc//3/100.00//\n", "f:1", "");
}

static void the_comma_may_be_separator_and_decimal_mark(void **state)
{
	struct import_result *res =
		parsed("3039,,page-faults,0,05%,189496927,100,00,16,K/sec\n"
		       "189,50,msec,task-clock,0,33%,189496927,100,00,0,x\n"
		       "<not supported>,,cycles,0,00%,0,100,00,,\n",
		       NULL);
	struct import_metric *m = metric_of(res, "task-clock", "msec");

	assert_true(m->summary.value == 189.5 && m->summary.spread == 0.33);
	assert_true(metric_of(res, "page-faults", "")->summary.value == 3039);
	assert_refused(metric_of(res, "cycles", ""), "<not supported>");
	import_result_free(res);
}

static void any_separator_is_found(void **state)
{
	static const char *const seps[] = { ";", "\t", "|", "^", " ", ":", "~" };
	char text[256];
	size_t i;

	for (i = 0; i < sizeof(seps) / sizeof(seps[0]); i++) {
		const char *s = seps[i];
		struct import_result *res;

		snprintf(text, sizeof(text),
			 "2.60%smsec%stask-clock%s259%s100.00%s1.0%sx\n"
			 "48%s%spage-faults%s259%s100.00%s1.0%sx\n",
			 s, s, s, s, s, s, s, s, s, s, s, s);
		res = parsed(text, NULL);
		ASSERT_VALUES(metric_of(res, "task-clock", "msec"), 2.6);
		ASSERT_VALUES(metric_of(res, "page-faults", ""), 48);
		import_result_free(res);
	}
}

static void lines_that_do_not_fit_the_others_are_refused(void **state)
{
	refused("12,,page-faults" TAIL "12;;page-faults;1;100.00;;\n", "f:2",
		"as the others");
	refused("12,,page-faults" TAIL "hello, world\n", "f:2", "as the others");
	/* Cut within a line. */
	refused("12,,page-faults" TAIL "13,,faults,12614\n", "f:2", "as the others");
}

static void the_same_count_twice_is_refused(void **state)
{
	struct import_result *res;

	refused("12,,page-faults" TAIL "13,,page-faults" TAIL, "f:2", "again");
	/* Unless perf said that it started anew. */
	res = parsed("# started on Mon\n\n12,,page-faults" TAIL
		     "# started on Tue\n\n13,,page-faults" TAIL,
		     NULL);
	ASSERT_VALUES(metric_of(res, "page-faults", ""), 12, 13);
	import_result_free(res);
	refused("# started on Mon\n12,,page-faults,1.00%" TAIL
		"# started on Tue\n13,,page-faults,1.00%" TAIL,
		"f:4", "second time");
}

#define JSON(value, more)               \
	"{\"counter-value\" : \"" value \
	"\", \"unit\" : \"\", \"event\" : \"cycles\", " more "}\n"

static void json_has_names_for_its_fields(void **state)
{
	struct import_result *res =
		parsed(JSON("873.000000", "\"variance\" : 55.64, \"event-runtime\" : 9, "
					  "\"pcnt-running\" : 50.00"),
		       NULL);
	struct import_metric *m = metric_of(res, "cycles", "");

	assert_int_equal(m->summary.spread_kind, IMPORT_SPREAD_REL_SE_PCT);
	assert_true(m->summary.value == 873 && m->summary.spread == 55.64);
	assert_int_equal(m->summary.n, 0);
	assert_note(m, "50.00 %");
	assert_note(m, "how many runs");
	import_result_free(res);

	res = parsed(
		"{\"interval\" : 1.000122500, \"cpu\" : \"3\", \"counter-value\" : "
		"\"5.0\", \"unit\" : \"msec\", \"event\" : \"task-clock\", "
		"\"cgroup\" : \"/a\"} {\"metric-value\" : 1.0, \"metric-unit\" : \"x\"}\n",
		NULL);
	ASSERT_VALUES(metric_of(res, "task-clock /a CPU3 @1.000122500", "msec"), 5);
	import_result_free(res);
}

static void what_is_no_json_is_refused_with_its_reason(void **state)
{
	refused("{\"counter-value\" : \"3037,000000\", \"unit\" : \"\", \"event\" : \"x\", "
		"\"variance\" : 0,11}\n",
		"f:1", "decimal commas");
	refused(JSON("1.0", "\"pcnt-running\" : 100.00, ,0.559,CPUs utilized"), "f:1",
		"-j and -x");
	refused(JSON("1.0", "\"a\" : 1") JSON("2.0", "\"pcnt"), "f:2", "not JSON");
	refused("{\"counter-value\" : \"3037,000000\", \"unit\" : \"\", \"event\" : \"x\"}\n",
		"f:1", "comma");
	refused("{\"counter-value\" : \"-1.0\", \"unit\" : \"\", \"event\" : \"x\"}\n",
		"f:1", "negative");
	refused("{\"counter-value\" : \"nan\", \"unit\" : \"\", \"event\" : \"x\"}\n",
		"f:1", "'nan'");
	refused("{\"counter-value\" : \"1.0\"}\n", "f:1", "event");
	refused("{\"metric-value\" : \"0.5\", \"metric-unit\" : \"x\"}\n", "f:1",
		"no result");
	refused(JSON("1.0", "\"a\" : 1") JSON("2.0", "\"a\" : 1"), "f:2", "again");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fields_shift_with_the_options),
		cmocka_unit_test(names_may_hold_the_separator),
		cmocka_unit_test(the_comma_may_be_separator_and_decimal_mark),
		cmocka_unit_test(any_separator_is_found),
		cmocka_unit_test(lines_that_do_not_fit_the_others_are_refused),
		cmocka_unit_test(the_same_count_twice_is_refused),
		cmocka_unit_test(json_has_names_for_its_fields),
		cmocka_unit_test(what_is_no_json_is_refused_with_its_reason),
	};

	return cmocka_run_group_tests_name("perf stat -x and -j", tests, NULL, NULL);
}
