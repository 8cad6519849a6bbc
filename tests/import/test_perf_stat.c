/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf stat in its text form: old and new layouts, -r, -v, -I, places, locales. */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/import/util.h"

#define HEAD  " Performance counter stats for './x':\n\n"
#define HEADN " Performance counter stats for './x' (10 runs):\n\n"
#define FOOT  "\n       0.100000000 seconds time elapsed\n\n"
/* Since 4.20 an absolute spread is printed too. */
#define FOOTN "\n            0.1000 +- 0.0100 seconds time elapsed  ( +- 10.00% )\n\n"
/* Before. */
#define FOOTN_OLD \
	"\n       0.100000000 seconds time elapsed                      ( +-  0.50% )\n\n"

static struct import_summary summary_of(struct import_result *res, const char *name)
{
	struct import_metric *m = metric_of(res, name, NULL);

	assert_true(m->has_summary);
	return m->summary;
}

static void what_is_not_counted_or_supported_is_refused_alone(void **state)
{
	struct import_result *res = parsed(
		HEAD
		"   <not counted>      instructions                                  (0.00%)\n"
		"   <not supported>      cycles                                             \n"
		"                50      page-faults                                        \n" FOOT,
		NULL);

	assert_refused(metric_of(res, "instructions", ""), "<not counted>");
	assert_refused(metric_of(res, "cycles", ""), "<not supported>");
	ASSERT_VALUES(metric_of(res, "page-faults", ""), 50);
	ASSERT_VALUES(metric_of(res, "elapsed", "s"), 0.1);
	import_result_free(res);
}

static void scaled_counts_carry_a_note(void **state)
{
	struct import_result *res = parsed(
		HEAD
		"         1,000,000      cycles                    #    0.963 GHz      (33.35%)\n"
		"         2,000,000      instructions              #    2.00  insn per cycle\n"
		"                                                  #    0.04  stalled cycles per "
		"insn  (66.67%)\n"
		"               100      branches                                           \n" FOOT,
		NULL);

	assert_note(metric_of(res, "cycles", ""), "33.35 %");
	/* The time it was running stands behind the last of its metrics. */
	assert_note(metric_of(res, "instructions", ""), "66.67 %");
	assert_int_equal(metric_of(res, "branches", "")->n_notes, 0);
	import_result_free(res);
}

static void a_repeated_count_may_be_the_last_runs(void **state)
{
	struct import_result *res = parsed(
		HEADN
		"    12,010,932,128      instructions              #    0.42  insn per cycle"
		"           ( +-  0.31% )\n" FOOTN,
		NULL);
	struct import_summary s = summary_of(res, "instructions");
	const char *why = "";
	double mean, sd;
	uint64_t n;

	assert_true(s.value == 12010932128.0 && s.spread == 0.31 && s.spread_pct);
	assert_int_equal(s.n, 10);
	assert_int_equal(s.center, IMPORT_CENTER_MEAN_OR_LAST);
	assert_note(metric_of(res, "instructions", ""), "last run");
	assert_int_equal(import_metric_moments(metric_of(res, "instructions", ""), &mean,
					       &sd, &n, &why),
			 -ENODATA);
	/* The time is the mean in every version. */
	s = summary_of(res, "elapsed");
	assert_int_equal(s.center, IMPORT_CENTER_MEAN);
	assert_int_equal(s.spread_kind, IMPORT_SPREAD_SE);
	assert_true(s.value == 0.1 && s.spread == 0.01 && s.n == 10);
	import_result_free(res);
}

static void old_layouts_prove_that_counts_are_means(void **state)
{
	static const char *const texts[] = {
		/* The time's spread in % only. */
		HEADN "  1,000      cycles                   ( +-  0.31% )\n" FOOTN_OLD,
		/* Its unit behind the name. */
		HEADN
		"  1.371443      task-clock (msec)         #    0.561 CPUs utilized\n"
		"  1,000      cycles                   ( +-  0.31% )\n" FOOTN,
		/* Rates of a fixed scale. */
		HEADN
		"  1,000      cycles             #    0.058 M/sec      ( +-  0.31% )\n" FOOTN,
		/* Brackets. */
		HEADN
		"  1,000      cycles                   ( +-  0.31% ) [33.35%]\n" FOOTN,
		HEADN
		"  1,000 cycles   #  2160.2 M/sec  ( +-   0.310% )  (scaled from 66.58%)\n" FOOTN,
	};
	size_t i;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct import_result *res = parsed(texts[i], NULL);
		struct import_summary s = summary_of(res, "cycles");
		const char *why = "";
		double mean, sd;
		uint64_t n;

		if (s.center != IMPORT_CENTER_MEAN)
			fail_msg("text %zu: the centre is %d", i, s.center);
		assert_int_equal(import_metric_moments(metric_of(res, "cycles", ""),
						       &mean, &sd, &n, &why),
				 0);
		assert_true(mean == 1000 && n == 10);
		assert_true(fabs(sd - 3.1 * sqrt(10)) < 1e-9);
		import_result_free(res);
	}
}

static void a_spread_that_is_left_out_is_zero(void **state)
{
	struct import_result *res =
		parsed(HEADN "                60      page-faults\n"
			     "                 0      cpu-migrations\n" FOOTN,
		       NULL);
	struct import_summary s = summary_of(res, "page-faults");

	/* All runs were equal: the last is the mean. */
	assert_int_equal(s.center, IMPORT_CENTER_MEAN);
	assert_true(s.spread == 0 && s.spread_kind == IMPORT_SPREAD_REL_SE_PCT);
	/* In % of 0 nothing is printed, whatever it is. */
	s = summary_of(res, "cpu-migrations");
	assert_int_equal(s.spread_kind, IMPORT_SPREAD_NONE);
	assert_int_equal(s.center, IMPORT_CENTER_MEAN_OR_LAST);
	import_result_free(res);
}

static void a_spread_behind_the_last_metric_is_the_counts(void **state)
{
	struct import_result *res = parsed(
		HEADN
		"       467,956,557 instructions              #    0.42  insns per cycle        \n"
		"                                             #    3.55  stalled cycles per insn  "
		"( +-  0.09% ) [90.00%]\n" FOOTN_OLD,
		NULL);
	struct import_summary s = summary_of(res, "instructions");

	assert_true(s.spread == 0.09);
	assert_note(metric_of(res, "instructions", ""), "90.00 %");
	import_result_free(res);
}

#define VERBOSE                                                             \
	"Using CPUID AuthenticAMD-26-2-1\n"                                 \
	"[ perf stat: executing run #1 ... ]\n"                             \
	"page-faults: 49 1000 1000\ntask-clock: 3000001 3000001 3000001\n"  \
	"[ perf stat: executing run #2 ... ]\n"                             \
	"page-faults: 47 1000 500\ntask-clock: 5000000 5000000 5000000\n\n" \
	" Performance counter stats for './x' (2 runs):\n\n"

static void the_lines_of_every_run_are_the_values(void **state)
{
	struct import_result *res = parsed(
		VERBOSE
		"                47      page-faults                  ( +-  2.08% )\n"
		"              5.00 msec task-clock                   ( +- 25.00% )\n" FOOTN,
		NULL);

	ASSERT_VALUES(metric_of(res, "page-faults", ""), 49, 47);
	assert_note(metric_of(res, "page-faults", ""), "last run");
	assert_note(metric_of(res, "page-faults", ""), "50.00 %");
	ASSERT_VALUES(metric_of(res, "task-clock", "msec"), 3.000001, 5);
	import_result_free(res);

	/* Where the block prints the mean there is nothing to note. */
	res = parsed(VERBOSE "   48      page-faults      ( +-  2.08% )\n" FOOTN, NULL);
	ASSERT_VALUES(metric_of(res, "page-faults", ""), 49, 47);
	assert_false(has_text(metric_of(res, "page-faults", "")->notes,
			      metric_of(res, "page-faults", "")->n_notes, "last run"));
	import_result_free(res);
}

static void runs_that_contradict_their_summary_are_refused(void **state)
{
	refused(VERBOSE "   52      page-faults      ( +-  2.08% )\n" FOOTN, "f:11",
		"fits neither");
}

static void missing_runs_are_noticed(void **state)
{
	struct import_result *res = parsed(
		"page-faults: 49 1000 1000\n\n Performance counter stats for 'x' (3 runs):\n\n"
		"   49      page-faults      ( +-  2.08% )\n" FOOTN,
		NULL);

	assert_true(metric_of(res, "page-faults", "")->has_summary);
	assert_note(metric_of(res, "page-faults", ""), "lines of 1 runs, but 3 runs");
	import_result_free(res);
}

#define TABLE(mean)                                                       \
	" Performance counter stats for 'x' (3 runs):\n\n"                \
	"              1.03 msec task-clock            ( +-  8.28% )\n\n" \
	"          # Table of individual measurements:\n"                 \
	"          0.0160 (+0.0036) ##\n"                                 \
	"          0.0130 (+0.0006) ####\n"                               \
	"          0.0002 (-0.0122) ##########\n\n"                       \
	"          # Final result:\n"                                     \
	"          " mean " +- 0.0048 seconds time elapsed  ( +- 50.14% )\n\n"

static void a_table_of_times_is_the_values(void **state)
{
	struct import_result *res = parsed(TABLE("0.0097"), NULL);

	ASSERT_VALUES(metric_of(res, "elapsed", "s"), 0.0160, 0.0130, 0.0002);
	assert_note(metric_of(res, "elapsed", "s"), "run 3");
	import_result_free(res);
	refused(TABLE("0.0127"), "f:11", "mean of the table");
}

static void the_first_layouts_of_all_are_read(void **state)
{
	struct import_result *res = parsed(
		"512 bytes copied\n\n Performance counter stats for 'dd':\n\n"
		"            5,099 cache-misses             #      0.005 M/sec (scaled from "
		"66.58%)\n"
		"               83  context-switches        #      0.000 M/sec\n"
		"       956.474238 task-clock-msecs         #      0.999 CPUs\n"
		"         1.500000 cpu-clock                #      0.561 CPUs utilized\n"
		"\n       0.957617512  seconds time elapsed\n",
		NULL);

	ASSERT_VALUES(metric_of(res, "cache-misses", ""), 5099);
	assert_note(metric_of(res, "cache-misses", ""), "66.58 %");
	ASSERT_VALUES(metric_of(res, "context-switches", ""), 83);
	ASSERT_VALUES(metric_of(res, "task-clock", "msec"), 956.474238);
	ASSERT_VALUES(metric_of(res, "cpu-clock", "msec"), 1.5);
	assert_note(metric_of(res, "cpu-clock", "msec"), "no unit");
	import_result_free(res);
}

static void an_event_twice_in_a_block_is_refused(void **state)
{
	refused(HEAD "   1,000      cycles\n   1,001      cycles\n" FOOT, "f:4", "again");
}

static void blocks_of_one_command_are_runs(void **state)
{
	struct import_result *res =
		parsed(HEAD "  1,000      cycles\n" FOOT "  output of x\n" HEAD
			    "  1,200      cycles\n" FOOT,
		       NULL);

	ASSERT_VALUES(metric_of(res, "cycles", ""), 1000, 1200);
	ASSERT_VALUES(metric_of(res, "elapsed", "s"), 0.1, 0.1);
	import_result_free(res);
}

static void blocks_of_different_commands_are_parts(void **state)
{
	struct import_result *res = parsed(
		HEAD
		"  1,000      cycles\n" FOOT
		" Performance counter stats for './y':\n\n  1,200      cycles\n" FOOT,
		NULL);

	assert_int_equal(res->n_metrics, 4);
	assert_string_equal(res->metrics[0].group, "'./x'");
	assert_string_equal(res->metrics[2].group, "'./y'");
	ASSERT_VALUES(&res->metrics[2], 1200);
	import_result_free(res);
}

static void two_repeated_blocks_of_a_command_are_refused(void **state)
{
	refused(HEADN "  1,000      cycles      ( +-  2.08% )\n" FOOTN HEADN
		      "  1,200      cycles      ( +-  2.08% )\n" FOOTN,
		"f:9", "second time");
}

static void counts_of_a_period_are_no_costs(void **state)
{
	struct import_result *res = parsed(
		" Performance counter stats for 'system wide':\n\n"
		"CPU0                   206.14 msec task-clock       #    1.000 CPUs utilized\n"
		"CPU1                        1      context-switches #  150.384 /sec\n"
		"S0-D0-C1           2             102.19 msec cpu-clock\n"
		"N0        2                 79      page-faults\n"
		"       Web Content-1234          2.50 msec task-clock\n" FOOT,
		NULL);

	ASSERT_VALUES(metric_of(res, "task-clock CPU0", "msec"), 206.14);
	assert_int_equal(metric_of(res, "task-clock CPU0", "msec")->direction,
			 IMPORT_DIRECTION_UNKNOWN);
	ASSERT_VALUES(metric_of(res, "context-switches CPU1", ""), 1);
	ASSERT_VALUES(metric_of(res, "cpu-clock S0-D0-C1", "msec"), 102.19);
	ASSERT_VALUES(metric_of(res, "page-faults N0", ""), 79);
	ASSERT_VALUES(metric_of(res, "task-clock Web Content-1234", "msec"), 2.5);
	import_result_free(res);
}

static void intervals_are_kept_apart(void **state)
{
	struct import_result *res = parsed(
		"#           time             counts unit events\n"
		"     1.000141995      2,744,007,155      cycles:H\n"
		"     1.000141995                                      #    0.04  x  (50.00%)\n"
		"     2.000420051      <not counted>      cycles:H\n",
		NULL);

	ASSERT_VALUES(metric_of(res, "cycles:H @1.000141995", ""), 2744007155.0);
	assert_note(metric_of(res, "cycles:H @1.000141995", ""), "50.00 %");
	assert_refused(metric_of(res, "cycles:H @2.000420051", ""), "<not counted>");
	import_result_free(res);
}

static void metrics_without_counts_are_refused(void **state)
{
	refused(HEAD "         GHz insn per cycle \n         3.1       0.52 \n" FOOT,
		"f:3", "no line of perf stat");
	refused("#           time  GHz insn per cycle\n     1.000141995  3.1  0.52\n" HEAD
		"  1      cycles\n" FOOT,
		"f:1", "without counts");
	refused("\n" HEAD "\n\n" FOOT, "f:2", "no samples");
}

static void perf_stat_null_gives_the_time_only(void **state)
{
	struct import_result *res = parsed(
		"\n Performance counter stats for '/bin/true':\n\n"
		"       0.001213270 seconds time elapsed\n\n"
		"       0.001244000 seconds user\n       0.000000000 seconds sys\n\n\n",
		NULL);

	assert_int_equal(res->n_metrics, 3);
	ASSERT_VALUES(metric_of(res, "elapsed", "s"), 0.00121327);
	ASSERT_VALUES(metric_of(res, "user", "s"), 0.001244);
	import_result_free(res);
}

static void groups_of_metrics_are_not_counts(void **state)
{
	struct import_result *res = parsed(
		HEAD
		"            26,810      cpu_core/branch-misses/     #    3.76% of all branches\n"
		"             TopdownL1 (cpu_core)                 #     32.0 %  tma_backend\n"
		"                                                  #      8.0 %  tma_bad   (63.36%)\n" FOOT,
		NULL);

	assert_int_equal(res->n_metrics, 2);
	assert_int_equal(metric_of(res, "cpu_core/branch-misses/", "")->n_notes, 0);
	import_result_free(res);
}

static void a_block_without_its_end_is_pointed_out(void **state)
{
	struct import_result *res = parsed(HEAD "  1,000      cycles\n", NULL);

	assert_warning(res, "is it complete");
	import_result_free(res);
}

static void a_killed_command_is_pointed_out(void **state)
{
	struct import_result *res = parsed("./run: line 3: 77 Killed     ./x\n" HEAD
					   "  1,000      cycles\n" FOOT "exit=137\n",
					   NULL);

	assert_warning(res, "line 1");
	assert_warning(res, "exit=137");
	import_result_free(res);
	refused(HEAD "  1,000      cycles\n" FOOT "Workload failed: Permission denied\n",
		"f:7", "could not run");
}

static void a_line_that_is_not_understood_is_refused(void **state)
{
	refused(HEAD "  1,000      cycles\nsomething else\n" FOOT, "f:4",
		"something else");
	refused(HEAD "  1,000\n" FOOT, "f:3", "without an event");
	refused(HEAD "  1,000      cycles a b c d\n" FOOT, "f:3", "not understood");
	refused(HEAD "  1,0x0      cycles\n" FOOT, "f:3", "'1,0x0'");
}

static void marks_that_contradict_each_other_are_refused(void **state)
{
	refused(HEAD "   3.035      page-faults     #   16.620 K/sec\n" FOOT, "f:3",
		"3.035");
	refused(HEAD "   3,035      page-faults     #   16,620 K/sec\n" FOOT, "f:3",
		"3,035");
}

static void a_clock_without_a_unit_is_refused(void **state)
{
	struct import_result *res =
		parsed(HEAD "   3,035,123      task-clock\n" FOOT, NULL);

	assert_refused(metric_of(res, "task-clock", ""), "without a unit");
	import_result_free(res);
}

static void headers_with_line_breaks_are_read(void **state)
{
	struct import_result *res =
		parsed(" Performance counter stats for 'sh -c a\nb' (1 runs):\n\n"
		       "  1,000      cycles\n" FOOT,
		       NULL);

	ASSERT_VALUES(metric_of(res, "cycles", ""), 1000);
	import_result_free(res);
	refused(" Performance counter stats for 'sh -c a\n  1,000      cycles\n", "f:1",
		"no end");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_not_counted_or_supported_is_refused_alone),
		cmocka_unit_test(scaled_counts_carry_a_note),
		cmocka_unit_test(a_repeated_count_may_be_the_last_runs),
		cmocka_unit_test(old_layouts_prove_that_counts_are_means),
		cmocka_unit_test(a_spread_that_is_left_out_is_zero),
		cmocka_unit_test(a_spread_behind_the_last_metric_is_the_counts),
		cmocka_unit_test(the_lines_of_every_run_are_the_values),
		cmocka_unit_test(runs_that_contradict_their_summary_are_refused),
		cmocka_unit_test(missing_runs_are_noticed),
		cmocka_unit_test(a_table_of_times_is_the_values),
		cmocka_unit_test(the_first_layouts_of_all_are_read),
		cmocka_unit_test(an_event_twice_in_a_block_is_refused),
		cmocka_unit_test(blocks_of_one_command_are_runs),
		cmocka_unit_test(blocks_of_different_commands_are_parts),
		cmocka_unit_test(two_repeated_blocks_of_a_command_are_refused),
		cmocka_unit_test(counts_of_a_period_are_no_costs),
		cmocka_unit_test(intervals_are_kept_apart),
		cmocka_unit_test(metrics_without_counts_are_refused),
		cmocka_unit_test(perf_stat_null_gives_the_time_only),
		cmocka_unit_test(groups_of_metrics_are_not_counts),
		cmocka_unit_test(a_block_without_its_end_is_pointed_out),
		cmocka_unit_test(a_killed_command_is_pointed_out),
		cmocka_unit_test(a_line_that_is_not_understood_is_refused),
		cmocka_unit_test(marks_that_contradict_each_other_are_refused),
		cmocka_unit_test(a_clock_without_a_unit_is_refused),
		cmocka_unit_test(headers_with_line_breaks_are_read),
	};

	return cmocka_run_group_tests_name("perf stat", tests, NULL, NULL);
}
