/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.h: the rules for small, degenerate and ordinary input. */
#include "tests/stats/compare_help.h"

#include "stats/random.h"

static struct comparison summaries(double a, double spread_a, double b, double spread_b,
				   enum spread_kind kind, size_t n, double margin)
{
	struct compare_params p = defaults;
	struct moments ma, mb;
	struct comparison c;

	p.margin = margin;
	assert_int_equal(moments_from_spread(a, spread_a, kind, n, &ma), 0);
	assert_int_equal(moments_from_spread(b, spread_b, kind, n, &mb), 0);
	assert_int_equal(compare_moments(&ma, &mb, &p, &c), 0);
	assert_int_equal(c.method, COMPARE_BY_MOMENTS);
	return c;
}

static void two_columns_with_a_warm_up_outlier_are_the_same(void **state)
{
	const double a[] = {
		397.7, 396.4, 396.3, 396.4, 396.5, 396.4, 396.3, 396.4, 396.5
	};
	const double b[] = {
		397.7, 396.4, 396.4, 396.3, 396.5, 396.4, 396.5, 396.4, 396.3
	};
	struct comparison c = values(a, 9, b, 9, &defaults);

	assert_int_equal(c.status, COMPARE_OK);
	assert_int_equal(c.method, COMPARE_BY_MANN_WHITNEY);
	assert_int_equal(c.verdict, VERDICT_SAME);
	assert_true(c.notes & COMPARE_NOTE_SEPARATE);
}

static void imported_values_are_said_to_be_taken_as_independent(void **state)
{
	const double a[] = { 1, 1.1, 1.2, 1.3 };
	struct compare_params p = defaults;

	assert_int_equal(values(a, 4, a, 4, &p).notes & COMPARE_NOTE_TAKEN_INDEPENDENT,
			 0);
	p.unit = COMPARE_VALUE;
	assert_true(values(a, 4, a, 4, &p).notes & COMPARE_NOTE_TAKEN_INDEPENDENT);
}

static void a_thousand_runs_a_side_of_which_only_summaries_survived(void **state)
{
	struct comparison c =
		summaries(1.335, 0.107, 1.319, 0.081, SPREAD_RMSE, 1000, 0.01);

	assert_int_equal(c.verdict, VERDICT_FASTER);
	assert_near(c.estimate_pct, -1.2, 0.05);
	assert_true(c.p_diff < 0.001);
	c = summaries(1.335, 0.107, 1.319, 0.081, SPREAD_RMSE, 1000, 0.02);
	assert_int_equal(c.verdict, VERDICT_SAME);
	assert_true(c.notes & COMPARE_NOTE_SAME_BUT_DIFFERS);
	c = summaries(1.423, 0.0745, 1.417, 0.0716, SPREAD_RMSE, 1000, 0.01);
	assert_int_equal(c.verdict, VERDICT_SAME);
	assert_true(c.p_diff > 0.05);
	assert_false(c.notes & COMPARE_NOTE_SAME_BUT_DIFFERS);
}

static void counters_with_a_relative_standard_error_are_undecided(void **state)
{
	struct moments a, b;
	struct comparison c;

	assert_int_equal(moments_from_spread(12010932128., 0.31, SPREAD_SE_PCT, 10, &a),
			 0);
	assert_int_equal(moments_from_spread(12097706506., 0.14, SPREAD_SE_PCT, 10, &b),
			 0);
	assert_int_equal(compare_moments(&a, &b, &defaults, &c), 0);
	assert_int_equal(c.verdict, VERDICT_UNKNOWN);
	assert_near(c.estimate_pct, 0.7225, 0.001);
	assert_near((c.diff_log.hi - c.diff_log.lo) / 2 / hypot(0.0031, 0.0014), 2.16,
		    0.05);
	assert_true(c.advice.more > 0);
}

static void three_a_side_can_show_a_large_difference(void **state)
{
	const double a[] = { 2.6839, 2.6996, 2.6821 }, b[] = { 3.2976, 3.3033, 3.2980 };
	struct comparison c = values(a, 3, b, 3, &defaults);

	assert_int_equal(c.verdict, VERDICT_SLOWER);
	assert_int_equal(c.method, COMPARE_BY_WELCH);
	assert_true(c.notes & COMPARE_NOTE_FEW);
	assert_near(c.estimate_pct, 22.7, 0.1);
	assert_same(c.p_smallest, 0.1);
}

static void fewer_than_three_give_an_estimate_and_no_verdict(void **state)
{
	const double a[] = { 1, 1.1, 1.2 }, b[] = { 2, 2.2, 2.1 };
	size_t na, nb;

	for (na = 0; na <= 3; na++) {
		for (nb = 0; nb <= 3; nb++) {
			struct comparison c = values(a, na, b, nb, &defaults);

			if (na == 3 && nb == 3)
				continue;
			assert_int_equal(c.status, COMPARE_TOO_FEW);
			assert_int_equal(c.verdict, VERDICT_UNKNOWN);
			assert_int_equal(c.method, COMPARE_BY_NOTHING);
			assert_false(interval_exists(c.diff_log));
			assert_true(isnan(c.p_diff));
			assert_int_equal(isnan(c.estimate_log), !na || !nb);
			assert_int_equal(c.advice.more, 4 - (na < nb ? na : nb));
		}
	}
}

static void the_number_of_pairs_decides_the_method(void **state)
{
	double d[8];
	size_t n;

	for (n = 0; n <= 8; n++) {
		struct comparison c;

		spread(d, n, 0.05, 0.01);
		if (n == 1)
			d[0] = 0.05;
		c = pairs(d, n, &defaults);
		assert_int_equal(c.method, n < 3   ? COMPARE_BY_NOTHING
					   : n < 6 ? COMPARE_BY_PAIRED_T
						   : COMPARE_BY_SIGNED_RANK);
		assert_int_equal(c.verdict, n < 3 ? VERDICT_UNKNOWN : VERDICT_SLOWER);
		assert_int_equal(!!(c.notes & COMPARE_NOTE_FEW), n >= 3 && n < 6);
		assert_int_equal(c.status, n < 3 ? COMPARE_TOO_FEW : COMPARE_OK);
	}
}

static void a_higher_confidence_needs_more_pairs_for_ranks(void **state)
{
	struct compare_params p = defaults;
	double d[8];

	p.confidence = 0.99;
	spread(d, 7, 0.05, 0.01);
	assert_int_equal(pairs(d, 7, &p).method, COMPARE_BY_PAIRED_T);
	spread(d, 8, 0.05, 0.01);
	assert_int_equal(pairs(d, 8, &p).method, COMPARE_BY_SIGNED_RANK);
}

static void a_few_boots_get_the_wider_of_two_intervals(void **state)
{
	const double d[] = { 0.01, 0.011, 0.012, 0.013, 0.014, 0.015, 0.016, 0.2 };
	struct compare_params p = defaults;
	struct comparison c = pairs(d, 8, &p);

	assert_int_equal(c.method, COMPARE_BY_SIGNED_RANK);
	p.unit = COMPARE_BOOT;
	c = pairs(d, 8, &p);
	assert_int_equal(c.method, COMPARE_BY_PAIRED_T);
	assert_true(c.notes & COMPARE_NOTE_T_WIDER);
}

static void one_boot_a_side_is_never_a_verdict(void **state)
{
	struct compare_params p = defaults;
	double d[20];
	struct comparison c;

	p.one_boot = true;
	p.unit = COMPARE_BOOT;
	spread(d, 20, 0.05, 0.01);
	c = pairs(d, 20, &p);
	assert_int_equal(c.verdict, VERDICT_UNKNOWN);
	assert_true(c.notes & COMPARE_NOTE_ONE_BOOT);
	assert_true(interval_exists(c.diff_pct));
	assert_int_equal(c.advice.more, 0);
}

static void values_that_cannot_enter_are_named(void **state)
{
	const double good[] = { 1, 2, 3 };
	const double bad[][3] = {
		{ 1, NAN, 3 }, { 1, INFINITY, 3 }, { 1, 0, 3 }, { 1, -1, 3 }
	};
	struct comparison c;
	size_t i;

	for (i = 0; i < COUNT_OF(bad); i++) {
		c = values(bad[i], 3, good, 3, &defaults);
		assert_int_equal(c.status, COMPARE_BAD_INPUT);
		assert_int_equal(c.bad_arm, 0);
		assert_int_equal(c.bad_index, 1);
		c = values(good, 3, bad[i], 3, &defaults);
		assert_int_equal(c.bad_arm, 1);
		assert_int_equal(c.verdict, VERDICT_UNKNOWN);
		assert_true(isnan(c.estimate_log));
	}
	assert_int_equal(compare_values(good, 3, good, 2, true, &defaults, &c), 0);
	assert_int_equal(c.status, COMPARE_BAD_INPUT);
	assert_int_equal(c.bad_arm, 1);
	assert_int_equal(c.bad_index, 2);
	assert_int_equal(pairs(bad[1], 3, &defaults).status, COMPARE_BAD_INPUT);
	assert_int_equal(compare_samples(good, 3, bad[0], 3, &defaults, &c), 0);
	assert_int_equal(c.status, COMPARE_BAD_INPUT);
	assert_int_equal(c.bad_arm, 1);
}

static void what_does_not_vary_supports_no_verdict(void **state)
{
	const double five[] = { 5, 5, 5, 5, 5, 5 }, six[] = { 6, 6, 6, 6, 6, 6 };
	const double d[] = { 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1 };
	struct comparison c;

	c = values(five, 6, five, 6, &defaults);
	assert_int_equal(c.status, COMPARE_ZERO_VARIANCE);
	assert_int_equal(c.verdict, VERDICT_UNKNOWN);
	assert_same(c.estimate_log, 0);
	c = values(five, 6, six, 6, &defaults);
	assert_int_equal(c.status, COMPARE_ZERO_VARIANCE);
	assert_int_equal(c.verdict, VERDICT_UNKNOWN);
	assert_near(c.estimate_pct, 20, 1e-9);
	c = pairs(d, 7, &defaults);
	assert_int_equal(c.status, COMPARE_ZERO_VARIANCE);
	assert_int_equal(c.verdict, VERDICT_UNKNOWN);
}

static void one_constant_arm_is_remarked(void **state)
{
	const double five[] = { 5, 5, 5, 5, 5, 5 },
		     b[] = { 5.6, 5.7, 5.65, 5.55, 5.5, 5.8 };
	struct comparison c = values(five, 6, b, 6, &defaults);

	assert_int_equal(c.verdict, VERDICT_SLOWER);
	assert_true(c.notes & COMPARE_NOTE_CONSTANT_ARM);
	assert_int_equal(compare_values(five, 6, b, 6, true, &defaults, &c), 0);
	assert_true(c.notes & COMPARE_NOTE_CONSTANT_ARM);
}

static void values_coarser_than_the_margin_cannot_be_same(void **state)
{
	double a[40], b[40];
	struct comparison c;
	struct compare_params p = defaults;
	size_t i;

	for (i = 0; i < 40; i++) {
		a[i] = 10 + (i % 8 == 0);
		b[i] = 10 + (i % 8 == 1);
	}
	c = values(a, 40, b, 40, &defaults);
	assert_int_equal(c.verdict, VERDICT_UNKNOWN);
	assert_true(c.notes & COMPARE_NOTE_COARSE);
	assert_int_equal(compare_values(a, 40, b, 40, true, &defaults, &c), 0);
	assert_true(c.notes & COMPARE_NOTE_COARSE);
	assert_int_equal(c.verdict, VERDICT_UNKNOWN);
	p.margin = 0.12;
	assert_int_equal(values(a, 40, b, 40, &p).verdict, VERDICT_SAME);
}

/* 99.6 and 102.4 rounded: a true +2.8 % that looks like +2 %. */
static void rounding_can_hide_a_step_more_than_the_values_show(void **state)
{
	double a[30], b[30];
	struct comparison c;
	struct compare_params p = defaults;
	size_t i;

	for (i = 0; i < 30; i++) {
		a[i] = i == 7 ? 101 : 100;
		b[i] = i == 9 ? 103 : 102;
	}
	p.margin = 0.025;
	c = values(a, 30, b, 30, &p);
	assert_int_equal(c.verdict, VERDICT_SLOWER);
	assert_true(c.notes & COMPARE_NOTE_COARSE);
	assert_int_equal(compare_values(a, 30, b, 30, true, &p, &c), 0);
	assert_int_equal(c.verdict, VERDICT_SLOWER);
	assert_true(c.notes & COMPARE_NOTE_COARSE);
	p.margin = 0.035;
	c = values(a, 30, b, 30, &p);
	assert_int_equal(c.verdict, VERDICT_SAME);
	assert_false(c.notes & COMPARE_NOTE_COARSE);
}

/* A step of 1 % between 100 and 101 leaves nothing of a margin of 1 %. */
static void a_step_as_large_as_the_margin_cannot_be_decided_by_more(void **state)
{
	double a[30], b[30];
	struct comparison c;
	size_t i;

	for (i = 0; i < 30; i++) {
		a[i] = i == 7 ? 101 : 100;
		b[i] = i == 9 ? 101 : 100;
	}
	c = values(a, 30, b, 30, &defaults);
	assert_int_equal(c.verdict, VERDICT_UNKNOWN);
	assert_true(c.notes & COMPARE_NOTE_COARSE);
	assert_true(c.advice.beyond);
	assert_int_equal(c.advice.more, 0);
}

static void a_change_below_the_drift_of_the_machine_is_unknown(void **state)
{
	struct compare_params p = defaults;
	double a[20], b[20];
	struct comparison c;
	size_t i;

	for (i = 0; i < 20; i++) {
		a[i] = 100 + 0.01 * (double)i;
		b[i] = 102 + 0.01 * (double)i;
	}
	assert_int_equal(values(a, 20, b, 20, &p).verdict, VERDICT_SLOWER);
	p.drift_log = 0.03;
	c = values(a, 20, b, 20, &p);
	assert_int_equal(c.verdict, VERDICT_UNKNOWN);
	assert_true(c.notes & COMPARE_NOTE_BELOW_DRIFT);
	/* what is sure all the same is not surer than the drift lets it be */
	assert_same(c.slowdown_bound_pct,
		    100 * expm1(log1p(c.same_pct.hi / 100) + p.drift_log));
	assert_int_equal(values(a, 20, a, 20, &p).verdict, VERDICT_UNKNOWN);
	p.drift_log = 0.002;
	assert_int_equal(values(a, 20, b, 20, &p).verdict, VERDICT_SLOWER);
	assert_int_equal(values(a, 20, a, 20, &p).verdict, VERDICT_SAME);
}

static void no_number_of_units_is_advised_against_the_drift(void **state)
{
	struct compare_params p = defaults;
	double a[6], b[6];
	struct comparison c;

	for (size_t i = 0; i < 6; i++) {
		a[i] = 100 + (double)i;
		b[i] = 101 + (double)i;
	}
	c = values(a, 6, b, 6, &p);
	assert_int_equal(c.verdict, VERDICT_UNKNOWN);
	assert_true(c.advice.more > 0);
	p.drift_log = 0.03;
	c = values(a, 6, b, 6, &p);
	assert_int_equal(c.verdict, VERDICT_UNKNOWN);
	assert_true(c.notes & COMPARE_NOTE_BELOW_DRIFT);
	assert_true(c.advice.beyond);
	assert_int_equal(c.advice.more, 0);
}

static void a_drifting_difference_is_judged_by_its_blocks(void **state)
{
	struct random_state r = random_seeded(2);
	struct compare_params p = defaults;
	double d[400];
	struct comparison still, blocks;
	size_t i;

	for (i = 0; i < 400; i++)
		d[i] = 0.004 * sin((double)i / 25) + 0.001 * random_uniform(&r);
	still = pairs(d, 400, &p);
	assert_int_equal(still.blocks, 0);
	p.in_order = true;
	blocks = pairs(d, 400, &p);
	assert_int_equal(blocks.method, COMPARE_BY_BLOCKS);
	assert_true(blocks.notes & COMPARE_NOTE_DRIFTS);
	assert_true(blocks.diff_log.hi - blocks.diff_log.lo >
		    2 * (still.diff_log.hi - still.diff_log.lo));
	assert_true(blocks.blocks_p < 0.01);
}

static void a_lone_sign_test_doubt_is_remarked(void **state)
{
	const double d[] = { -0.001, -0.0012, 0.05, 0.06, 0.07, 0.055, 0.065, 0.058 };
	struct comparison c = pairs(d, 8, &defaults);

	assert_int_equal(c.verdict, VERDICT_SLOWER);
	assert_true(c.notes & COMPARE_NOTE_SIGN_TEST);
	assert_true(c.sign_pct.lo < 0);
}

static void sessions_are_compared_when_known(void **state)
{
	struct compare_params p = defaults;
	unsigned int session[40];
	double d[40];
	struct comparison c;
	size_t i;

	for (i = 0; i < 40; i++) {
		session[i] = (unsigned int)i / 10;
		d[i] = 0.02 + 0.001 * (double)(i % 7) + 0.01 * (double)session[i];
	}
	p.session = session;
	c = pairs(d, 40, &p);
	assert_int_equal(c.sessions.n, 4);
	assert_true(c.notes & COMPARE_NOTE_SESSIONS);
	c = pairs(d, 10, &p);
	assert_int_equal(c.sessions.n, 0);
}

static void rates_turn_the_verdict_round(void **state)
{
	struct compare_params p = defaults;
	double d[10];
	struct comparison c;

	spread(d, 10, 0.05, 0.01);
	p.direction = DIRECTION_RATE;
	c = pairs(d, 10, &p);
	assert_int_equal(c.verdict, VERDICT_FASTER);
	assert_true(c.slowdown_bound_pct < 0);
	p.direction = DIRECTION_COST;
	c = pairs(d, 10, &p);
	assert_int_equal(c.verdict, VERDICT_SLOWER);
	assert_same(c.slowdown_bound_pct, c.same_pct.hi);
}

static void exact_counts_are_equal_or_not(void **state)
{
	struct compare_params p = defaults;
	struct comparison c;

	assert_int_equal(compare_counts(338, 338, &p, &c), 0);
	assert_int_equal(c.verdict, VERDICT_SAME);
	assert_int_equal(c.notes & COMPARE_NOTE_SAME_BUT_DIFFERS, 0);
	assert_int_equal(compare_counts(338, 336, &p, &c), 0);
	assert_int_equal(c.verdict, VERDICT_SAME);
	assert_true(c.notes & COMPARE_NOTE_SAME_BUT_DIFFERS);
	assert_int_equal(compare_counts(233, 240, &p, &c), 0);
	assert_int_equal(c.verdict, VERDICT_SLOWER);
	p.margin = 0;
	assert_int_equal(compare_counts(338, 336, &p, &c), 0);
	assert_int_equal(c.verdict, VERDICT_FASTER);
	assert_int_equal(compare_counts(338, 338, &p, &c), 0);
	assert_int_equal(c.verdict, VERDICT_SAME);
	assert_int_equal(compare_counts(0, 336, &p, &c), 0);
	assert_int_equal(c.status, COMPARE_BAD_INPUT);
}

static void bad_summaries_are_refused(void **state)
{
	struct moments a = { 10, 5, 1 }, b = { 10, 5, 1 };
	struct comparison c;

	b.mean = -1;
	assert_int_equal(compare_moments(&a, &b, &defaults, &c), 0);
	assert_int_equal(c.status, COMPARE_BAD_INPUT);
	assert_int_equal(c.bad_arm, 1);
	b = a;
	a.sd = NAN;
	assert_int_equal(compare_moments(&a, &b, &defaults, &c), 0);
	assert_int_equal(c.status, COMPARE_BAD_INPUT);
	assert_int_equal(c.bad_arm, 0);
	a = b;
	a.n = 2;
	assert_int_equal(compare_moments(&a, &b, &defaults, &c), 0);
	assert_int_equal(c.status, COMPARE_TOO_FEW);
	a = b;
	a.sd = 0;
	assert_int_equal(compare_moments(&a, &b, &defaults, &c), 0);
	assert_true(c.notes & COMPARE_NOTE_CONSTANT_ARM);
	a = b;
	a.sd = b.sd = 0;
	assert_int_equal(compare_moments(&a, &b, &defaults, &c), 0);
	assert_int_equal(c.status, COMPARE_ZERO_VARIANCE);
	assert_int_equal(c.verdict, VERDICT_UNKNOWN);
}

static void parameters_out_of_range_are_refused(void **state)
{
	const double d[] = { 1, 2, 3 };
	struct compare_params p = defaults;
	struct comparison c;

	p.margin = -0.01;
	assert_int_equal(compare_pairs(d, 3, &p, &c), -EINVAL);
	p.margin = NAN;
	assert_int_equal(compare_values(d, 3, d, 3, true, &p, &c), -EINVAL);
	p = defaults;
	p.confidence = 1;
	assert_int_equal(compare_samples(d, 3, d, 3, &p, &c), -EINVAL);
	p.confidence = 0.5;
	assert_int_equal(compare_counts(1, 1, &p, &c), -EINVAL);
	p = defaults;
	p.drift_log = -1;
	assert_int_equal(compare_pairs(d, 3, &p, &c), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_columns_with_a_warm_up_outlier_are_the_same),
		cmocka_unit_test(imported_values_are_said_to_be_taken_as_independent),
		cmocka_unit_test(a_thousand_runs_a_side_of_which_only_summaries_survived),
		cmocka_unit_test(counters_with_a_relative_standard_error_are_undecided),
		cmocka_unit_test(three_a_side_can_show_a_large_difference),
		cmocka_unit_test(fewer_than_three_give_an_estimate_and_no_verdict),
		cmocka_unit_test(the_number_of_pairs_decides_the_method),
		cmocka_unit_test(a_higher_confidence_needs_more_pairs_for_ranks),
		cmocka_unit_test(a_few_boots_get_the_wider_of_two_intervals),
		cmocka_unit_test(one_boot_a_side_is_never_a_verdict),
		cmocka_unit_test(values_that_cannot_enter_are_named),
		cmocka_unit_test(what_does_not_vary_supports_no_verdict),
		cmocka_unit_test(one_constant_arm_is_remarked),
		cmocka_unit_test(values_coarser_than_the_margin_cannot_be_same),
		cmocka_unit_test(rounding_can_hide_a_step_more_than_the_values_show),
		cmocka_unit_test(a_step_as_large_as_the_margin_cannot_be_decided_by_more),
		cmocka_unit_test(a_change_below_the_drift_of_the_machine_is_unknown),
		cmocka_unit_test(no_number_of_units_is_advised_against_the_drift),
		cmocka_unit_test(a_drifting_difference_is_judged_by_its_blocks),
		cmocka_unit_test(a_lone_sign_test_doubt_is_remarked),
		cmocka_unit_test(sessions_are_compared_when_known),
		cmocka_unit_test(rates_turn_the_verdict_round),
		cmocka_unit_test(exact_counts_are_equal_or_not),
		cmocka_unit_test(bad_summaries_are_refused),
		cmocka_unit_test(parameters_out_of_range_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
