/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns, tables of summaries, rdtsc loops, and what the moments of a metric are. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/import/util.h"

static void bad_numbers_in_a_column_are_refused_with_their_line(void **state)
{
	refused("1\n2\nnan\n", "f:3", "'nan'");
	refused("1\ninf\n3\n", "f:2", "infinite");
	refused("1\n-inf\n3\n", "f:2", "infinite");
	refused("1\n2\n3\n1e400\n", "f:4", "does not fit");
	refused("1\n2\n-3\n", "f:3", "negative");
	refused("1\n2\n-0\n", "f:3", "negative");
	refused("1\n0x10\n", "f:2", "hexadecimal");
	refused("10,5\n11,2\n12,1\n", "f:1", "comma");
	refused("1\n2\nx3\n", "f:3", "'x3'");
}

static void one_or_two_numbers_are_too_few(void **state)
{
	refused("1.054\n", "f:1", "one bare number");
	refused("10\n20\n", "f:2", "only 2");
}

static void equal_values_are_fine(void **state)
{
	struct import_result *res = parsed("5\n5\n5\n5\n", NULL);

	ASSERT_VALUES(metric_of(res, "column 1", ""), 5, 5, 5, 5);
	import_result_free(res);
}

static void a_unit_behind_the_number_is_read(void **state)
{
	struct import_result *res = parsed("# c\n10 us\n11 us\n12 us\n", NULL);
	struct import_metric *m = metric_of(res, "column 1", "us");

	ASSERT_VALUES(m, 10, 11, 12);
	assert_int_equal(m->direction, IMPORT_LOWER_IS_BETTER);
	assert_int_equal(m->line, 2);
	import_result_free(res);
}

static void mixed_units_are_refused(void **state)
{
	refused("10 us\n11 ms\n12 us\n", "f:2", "mixed units");
	refused("10 us\n11\n12 us\n", "f:2", "mixed units");
	refused("1 foo\n2\n3\n", "f:1", "'foo'");
}

static void of_several_columns_the_user_names_one(void **state)
{
	const char *text = "0 96684\n1 2982\n2 2121\n";
	struct import_opts opts = { .column = 2, .name = "getppid", .unit = "ticks" };
	struct import_result *res;

	refused(text, "f:1", "2 columns");
	refused("1 2\n1\n2 3\n", "f:1", "2 columns");
	res = parsed(text, &opts);
	ASSERT_VALUES(metric_of(res, "getppid", "ticks"), 96684, 2982, 2121);
	import_result_free(res);
	opts.column = 3;
	refused_bytes(text, strlen(text), &opts, "f:1", "no column 3");
	opts.column = 1;
	refused_bytes("1 2\n3\n4 5\n", 10, &opts, "f:2", "1 numbers");
}

static void perf_bench_simple_needs_name_and_loops(void **state)
{
	struct import_opts opts = { .format = "perf-bench-simple" };
	struct import_result *res;

	refused_bytes("25.178\n", 7, &opts, "f:1", "does not say");
	opts.name = "syscall.null";
	opts.loops = 10000000;
	res = parsed("25.178\n", &opts);
	ASSERT_VALUES(metric_of(res, "syscall.null", "ns"), 25.178 * 1e9 / 1e7);
	import_result_free(res);
	refused_bytes("-1\n", 3, &opts, "f:1", "negative");
}

static void check_moments(const struct import_metric *m, double mean, double sd,
			  uint64_t n)
{
	const char *why = "";
	double got_mean, got_sd;
	uint64_t got_n;

	if (import_metric_moments(m, &got_mean, &got_sd, &got_n, &why) < 0)
		fail_msg("%s: %s", m->name, why);
	assert_true(fabs(got_mean - mean) <= 1e-12 * fabs(mean));
	assert_true(fabs(got_sd - sd) <= 1e-9 * fabs(sd));
	assert_true(got_n == n);
}

static void check_no_moments(const struct import_metric *m, const char *text)
{
	const char *why = "";
	double mean, sd;
	uint64_t n;

	assert_true(import_metric_moments(m, &mean, &sd, &n, &why) < 0);
	if (!strstr(why, text))
		fail_msg("'%s' is not in '%s'", text, why);
}

static void the_spread_of_a_table_is_what_its_header_says(void **state)
{
	struct import_result *res =
		parsed("name unit mean rmse n\nsyscall us 1.335 0.107 1000\n", NULL);
	struct import_metric *m = metric_of(res, "syscall", "us");

	assert_int_equal(m->direction, IMPORT_LOWER_IS_BETTER);
	assert_int_equal(m->summary.spread_kind, IMPORT_SPREAD_RMSE);
	check_moments(m, 1.335, 0.107 * sqrt(1000.0 / 999), 1000);
	import_result_free(res);

	res = parsed("# name,mean,rse%,n,better\n"
		     "instructions,12010932128,0.31,10,lower\n"
		     "cycles,11691797513,0.76,10,lower\n",
		     NULL);
	m = metric_of(res, "cycles", "");
	assert_int_equal(m->direction, IMPORT_LOWER_IS_BETTER);
	check_moments(m, 11691797513.0, 11691797513.0 * 0.0076 * sqrt(10), 10);
	import_result_free(res);

	res = parsed("mean;se;n\n2.5;0.5;4\n", NULL);
	check_moments(metric_of(res, "summary", ""), 2.5, 1.0, 4);
	import_result_free(res);

	res = parsed("mean\tsd\tn\tunit\n2.5\t0.5\t4\tops/s\n", NULL);
	m = metric_of(res, "summary", "ops/s");
	assert_int_equal(m->direction, IMPORT_HIGHER_IS_BETTER);
	check_moments(m, 2.5, 0.5, 4);
	import_result_free(res);
}

static void a_spread_of_unknown_meaning_gives_no_moments(void **state)
{
	struct import_result *res = parsed("mean spread n\n2.5 0.5 4\n", NULL);

	check_no_moments(metric_of(res, "summary", ""), "spread");
	import_result_free(res);
}

static void a_single_value_in_a_table_needs_no_spread(void **state)
{
	struct import_result *res = parsed("name mean sd n\nv6.1 2.368 - 1\n", NULL);

	check_moments(metric_of(res, "v6.1", ""), 2.368, 0, 1);
	import_result_free(res);
	refused("name mean sd n\nx 2.368 - 2\n", "f:2", "no spread");
}

static void bad_tables_are_refused_with_their_line(void **state)
{
	refused("mean sd n\n1 2\n", "f:2", "2 fields");
	refused("mean sd n\n1 x 3\n", "f:2", "'x'");
	refused("mean sd n\n-1 1 3\n", "f:2", "negative");
	refused("mean sd n\n1 1 0\n", "f:2", "'0'");
	refused("mean sd n\n1 1 2.5\n", "f:2", "'2.5'");
	refused("mean sd n\n1 1 3\n1 1 3\n", "f:3", "second row");
	refused("mean sd n better\n1 1 3 sideways\n", "f:2", "sideways");
	refused("mean sd n\n", "f:1", "no result");
	/* Two spreads: which one? An unknown word: what is it? */
	refused("mean sd se n\n1 1 1 3\n", "f:1", "no known format");
	refused("mean sd n colour\n1 1 3 4\n", "f:1", "no known format");
}

static void values_give_their_own_moments(void **state)
{
	struct import_result *res = parsed("1\n2\n3\n4\n", NULL);

	check_moments(metric_of(res, "column 1", ""), 2.5, sqrt(5.0 / 3), 4);
	import_result_free(res);
}

static void what_ministat_printed_is_a_summary(void **state)
{
	struct import_result *res = parsed("x old\n+ new\n+-----+\n|x + |\n+-----+\n"
					   "    N  Min  Max  Median  Avg  Stddev\n"
					   "x   7   50  750     200  300  238.04761\n"
					   "+   5  150  930     500  540  299.08193\n"
					   "No difference proven at 95.0% confidence\n",
					   NULL);

	assert_int_equal(res->n_metrics, 2);
	check_moments(metric_of(res, "old", ""), 300, 238.04761, 7);
	check_moments(metric_of(res, "new", ""), 540, 299.08193, 5);
	import_result_free(res);
}

static void rdtsc_lines_are_ticks_not_cycles(void **state)
{
	struct import_result *res = parsed("Cycles: 888310899, cycles/syscall: 4441\n"
					   "Cycles: 931705782, cycles/syscall: 4658\n",
					   NULL);
	struct import_metric *m = metric_of(res, "cycles/syscall", "ticks");

	ASSERT_VALUES(m, 4441, 4658);
	assert_int_equal(m->direction, IMPORT_LOWER_IS_BETTER);
	import_result_free(res);
}

static void a_broken_rdtsc_line_is_refused(void **state)
{
	refused("Cycles: 888310899, cycles/syscall: 4441\nCycles: 9317057\n", "f:2",
		"line");
	refused("Cycles: 10, cycles/syscall: 4441\n", "f:1", "more ticks");
	refused("Cycles: 10, cycles/syscall: -1\n", "f:1", "negative");
	refused("Cycles: 888310899, cycles/syscall: 4441\n"
		"Cycles: 931705782, cycles/syscall: 46",
		"f:2", "within a number");
}

static void the_average_of_a_tick_table_must_be_its_mean(void **state)
{
	refused("#\tcycleTics\n0\t100\n1\t200\n\nAverage getpid() time: 170\n", "f:5",
		"mean");
	refused("#\tcycleTics\n0\t100\n2\t200\n", "f:3", "index 2");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bad_numbers_in_a_column_are_refused_with_their_line),
		cmocka_unit_test(one_or_two_numbers_are_too_few),
		cmocka_unit_test(equal_values_are_fine),
		cmocka_unit_test(a_unit_behind_the_number_is_read),
		cmocka_unit_test(mixed_units_are_refused),
		cmocka_unit_test(of_several_columns_the_user_names_one),
		cmocka_unit_test(perf_bench_simple_needs_name_and_loops),
		cmocka_unit_test(the_spread_of_a_table_is_what_its_header_says),
		cmocka_unit_test(a_spread_of_unknown_meaning_gives_no_moments),
		cmocka_unit_test(a_single_value_in_a_table_needs_no_spread),
		cmocka_unit_test(bad_tables_are_refused_with_their_line),
		cmocka_unit_test(values_give_their_own_moments),
		cmocka_unit_test(what_ministat_printed_is_a_summary),
		cmocka_unit_test(rdtsc_lines_are_ticks_not_cycles),
		cmocka_unit_test(a_broken_rdtsc_line_is_refused),
		cmocka_unit_test(the_average_of_a_tick_table_must_be_its_mean),
	};

	return cmocka_run_group_tests_name("columns", tests, NULL, NULL);
}
