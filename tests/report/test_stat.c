/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit.h"

#include "report/number.h"
#include "report/stat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct look wide = { .width = 0 };
static const double walls[] = { 1.2e9, 1.25e9, 1.3e9 };

#define NO_NUMBERS                                                                \
	.mean = NAN, .lo = NAN, .hi = NAN, .sd = NAN, .best = NAN, .median = NAN, \
	.worst = NAN, .running_pct = NAN

static const struct stat_metric metrics[] = {
	{ .name = "wall-time",
	  .pmu = "",
	  .unit = "ns",
	  .mean = 1.25e9,
	  .lo = 1.24e9,
	  .hi = 1.26e9,
	  .sd = 5e7,
	  .best = 1.2e9,
	  .median = 1.25e9,
	  .worst = 1.3e9,
	  .running_pct = NAN,
	  .values = walls,
	  .n = 3 },
	{ .name = "cpu-migrations",
	  .pmu = "",
	  .unit = "",
	  .mean = 0,
	  .lo = NAN,
	  .hi = NAN,
	  .sd = 0,
	  .best = 0,
	  .median = 0,
	  .worst = 0,
	  .running_pct = 100,
	  .values = walls,
	  .n = 3 },
	{ .name = "cycles",
	  .pmu = "cpu_core",
	  .unit = "",
	  .everywhere = true,
	  .scaled = true,
	  .mean = 123456,
	  .lo = 120000,
	  .hi = 126912,
	  .sd = 4000,
	  .best = 120000,
	  .median = 123000,
	  .worst = 127000,
	  .running_pct = 50,
	  .values = walls,
	  .n = 3 },
	{ .name = "branches",
	  .pmu = "",
	  .unit = "",
	  .reason = "no PMU: give it one",
	  NO_NUMBERS },
	{ .name = "cache-misses",
	  .pmu = "",
	  .unit = "",
	  .reason = "stayed at zero while the command ran, which takes some words to "
		    "say and a second line to say them in",
	  NO_NUMBERS },
	{ .name = "faults",
	  .pmu = "",
	  .unit = "",
	  .reason = "no PMU: give it one",
	  NO_NUMBERS },
};

static const struct run_fact facts[] = { { "command", "make all", NULL } };

static const struct stat_report report = {
	.arm = "before",
	.workload = "make-all",
	.command = "make all",
	.state = "done",
	.experiment = 7,
	.machine = "Linux 6.1 on X",
	.confidence_pct = 95,
	.runs = 3,
	.cpus = 1.5,
	.first = NAN,
	.ipc = 0.75,
	.metrics = metrics,
	.n = sizeof(metrics) / sizeof(metrics[0]),
	.facts = facts,
	.n_facts = 1,
};

static void check_text(const struct stat_report *r, const char *wanted)
{
	struct str out = STR_INIT;

	stat_report_text(r, &wide, &out);
	assert_string_equal(str_get(&out), wanted);
	str_release(&out);
}

static void test_the_table_has_times_in_units_that_fit(void **state)
{
	check_text(
		&report,
		"ktoll: before, experiment 7\n"
		"Linux 6.1 on X\n"
		"make all\n"
		"\n"
		"metric                 mean      95%      sd      best    median     worst\n"
		"wall-time           1.250 s  +-0.80%   4.00%   1.200 s   1.250 s   1.300 s\n"
		"cpu-migrations            0        -       -         0         0         0\n"
		"cycles (cpu_core)    123456  +-2.80%   3.24%    120000    123000    127000 s\n"
		"1.500 CPUs used (task-clock by wall-time)\n"
		"0.750 instructions per cycle\n"
		"\n"
		"per run, of 3 runs. mean with the half-width of its 95% interval; sd: of single\n"
		"runs, of the mean; best, worst: least and most\n"
		"counters: of all CPUs while the command ran (-a), not of it alone\n"
		"  s  scaled: other events had the counter for more than 5 % of the time\n"
		"not counted:\n"
		"  branches, faults: no PMU: give it one\n"
		"  cache-misses: stayed at zero while the command ran, which takes some words to\n"
		"    say and a second line to say them in\n");
}

static void test_what_may_be_zero_has_no_percentage(void **state)
{
	struct stat_metric m[] = { metrics[0], metrics[0] };
	struct stat_report r = report;
	struct str out = STR_INIT;

	m[0].lo = 0; /* cut there */
	m[0].hi = 3.51e9;
	m[1].name = "context-switches";
	m[1].unit = "";
	m[1].mean = 0.25;
	m[1].lo = 0;
	m[1].hi = 1.046;
	m[1].sd = 0.5;
	m[1].best = m[1].median = 0;
	m[1].worst = 1;
	r.metrics = m;
	r.n = 2;
	stat_report_text(&r, &wide, &out);
	assert_non_null(strstr(str_get(&out), " 1.250 s 0..3.510 s 50.00 ms "));
	assert_non_null(strstr(str_get(&out), " 0.2500   0..1.046   0.5000 "));
	assert_non_null(strstr(str_get(&out), "0..: "));
	str_release(&out);
}

static void test_it_fits_the_terminal(void **state)
{
	struct str out = STR_INIT;
	char *save = NULL;

	for (int width = 40; width <= 90; width++) {
		const struct look look = { .width = width };

		str_reset(&out);
		stat_report_text(&report, &look, &out);
		assert_true((width < 75) == !!strstr(str_get(&out), "left out"));
		for (char *line = strtok_r(out.s, "\n", &save); line;
		     line = strtok_r(NULL, "\n", &save))
			assert_true((int)strlen(line) <= width);
	}
	str_release(&out);
}

static void test_foreign_text_is_harmless(void **state)
{
	struct stat_report r = report;
	struct str out = STR_INIT;

	r.arm = "gr\xc3\xb6\n\033[31m";
	r.command = "sh -c 'echo \033]0;title\a'";
	stat_report_text(&r, &wide, &out);
	assert_null(strchr(str_get(&out), '\033'));
	assert_non_null(strstr(str_get(&out), "ktoll: gr?"));
	str_release(&out);
}

static void test_runs_that_failed_are_said(void **state)
{
	struct stat_report r = report;
	struct str out = STR_INIT;

	r.n = 1;
	r.failed = 1;
	r.nonzero = 2;
	r.why = "killed by signal 9 (Killed)";
	r.first = 3.14;
	stat_report_text(&r, &wide, &out);
	assert_non_null(strstr(
		str_get(&out),
		"\n2 of the runs ended with an exit status other than 0 (--ignore-failure)\n"
		"the first run took 3.1 times as long as the others (the median): cold caches?\n"
		"--warmup 1 leaves it out\n"
		"1 more run gave no numbers: killed by signal 9 (Killed)\n"));
	str_release(&out);
}

static void test_nothing_measured_is_said(void **state)
{
	struct stat_report r = report;

	r.n = 0;
	r.runs = 0;
	r.failed = 1;
	r.why = "exit status 3";
	r.state = "failed";
	r.reason = "run 1 of 10: exit status 3";
	r.machine = "";
	check_text(&r, "ktoll: before, experiment 7\n"
		       "make all\n"
		       "FAILED: run 1 of 10: exit status 3\n"
		       "\n"
		       "nothing was measured\n"
		       "1 run gave no numbers: exit status 3\n");
}

static void test_json_has_every_value_and_null_for_none(void **state)
{
	struct str out = STR_INIT;
	json_t *top, *list, *m;

	stat_report_json(&report, &out);
	top = json_loads(str_get(&out), 0, NULL);
	assert_non_null(top);
	assert_int_equal(json_integer_value(json_object_get(top, "schema")), 1);
	assert_string_equal(json_string_value(json_object_get(top, "command")),
			    "make all");
	list = json_object_get(top, "metrics");
	assert_int_equal(json_array_size(list), report.n);
	m = json_array_get(list, 0);
	assert_int_equal(json_array_size(json_object_get(m, "values")), 3);
	assert_true(json_real_value(json_array_get(json_object_get(m, "interval"), 1)) ==
		    1.26e9);
	m = json_array_get(list, 3);
	assert_true(json_is_null(json_object_get(m, "mean")));
	assert_true(json_is_null(json_object_get(m, "interval")));
	assert_string_equal(json_string_value(json_object_get(m, "skip")),
			    "no PMU: give it one");
	json_decref(top);
	str_release(&out);
}

static void test_csv_has_a_line_a_metric(void **state)
{
	struct str out = STR_INIT;

	stat_report_csv(&report, &out);
	assert_non_null(strstr(str_get(&out),
			       "\nbefore,make-all,wall-time,,ns,task,3,1.25e+09,1.24e+09,"
			       "1.26e+09,50000000,1.2e+09,1.25e+09,1.3e+09,,\n"));
	assert_non_null(strstr(
		str_get(&out),
		"\nbefore,make-all,branches,,,task,0,,,,,,,,,no PMU: give it one\n"));
	str_release(&out);
}

static void test_a_time_takes_the_unit_that_fits(void **state)
{
	char buf[NUMBER_MAX];

	assert_string_equal(number_time(0, buf), "0");
	assert_string_equal(number_time(NAN, buf), "-");
	assert_string_equal(number_time(0.5, buf), "0.5000 ns");
	assert_string_equal(number_time(999, buf), "999.0 ns");
	assert_string_equal(number_time(1000, buf), "1.000 us");
	assert_string_equal(number_time(12.3456e6, buf), "12.35 ms");
	assert_string_equal(number_time(-2.5e9, buf), "-2.500 s");
	assert_string_equal(number_time(7200e9, buf), "7200 s");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_table_has_times_in_units_that_fit),
		cmocka_unit_test(test_what_may_be_zero_has_no_percentage),
		cmocka_unit_test(test_it_fits_the_terminal),
		cmocka_unit_test(test_foreign_text_is_harmless),
		cmocka_unit_test(test_runs_that_failed_are_said),
		cmocka_unit_test(test_nothing_measured_is_said),
		cmocka_unit_test(test_json_has_every_value_and_null_for_none),
		cmocka_unit_test(test_csv_has_a_line_a_metric),
		cmocka_unit_test(test_a_time_takes_the_unit_that_fits),
	};

	return cmocka_run_group_tests_name("stat", tests, NULL, NULL);
}
