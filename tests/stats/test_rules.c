/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verdict.h, adjust.h, looks.h, blocks.h. */
#include "tests/stats/check.h"

#include "stats/adjust.h"
#include "stats/blocks.h"
#include "stats/looks.h"
#include "stats/random.h"
#include "stats/verdict.h"

#define M 0.00995

static enum verdict verdict(double lo, double hi, double lo90, double hi90)
{
	return verdict_of((struct interval){ lo, hi }, (struct interval){ lo90, hi90 }, M,
			  DIRECTION_COST);
}

static void an_interval_inside_the_margin_is_same_even_beside_zero(void **state)
{
	assert_int_equal(verdict(-0.008, 0.011, -0.006, 0.009), VERDICT_SAME);
	assert_int_equal(verdict(0.001, 0.011, 0.002, 0.009), VERDICT_SAME);
}

static void touching_the_margin_or_zero_decides_nothing(void **state)
{
	assert_int_equal(verdict(-0.02, 0.02, -M, 0), VERDICT_UNKNOWN);
	assert_int_equal(verdict(0, 0.02, 0, 0.02), VERDICT_UNKNOWN);
	assert_int_equal(verdict(-0.02, 0, -0.02, 0), VERDICT_UNKNOWN);
}

static void more_is_slower_for_costs_and_faster_for_rates(void **state)
{
	struct interval up = { 0.02, 0.03 }, down = { -0.03, -0.02 };

	assert_int_equal(verdict_of(up, up, M, DIRECTION_COST), VERDICT_SLOWER);
	assert_int_equal(verdict_of(up, up, M, DIRECTION_RATE), VERDICT_FASTER);
	assert_int_equal(verdict_of(down, down, M, DIRECTION_COST), VERDICT_FASTER);
	assert_int_equal(verdict_of(down, down, M, DIRECTION_RATE), VERDICT_SLOWER);
}

static void a_missing_interval_decides_nothing(void **state)
{
	struct interval up = { 0.02, 0.03 };

	assert_int_equal(verdict_of(interval_none(), interval_none(), M, DIRECTION_COST),
			 VERDICT_UNKNOWN);
	assert_int_equal(verdict_of(up, interval_none(), M, DIRECTION_COST),
			 VERDICT_SLOWER);
}

static void nothing_is_same_within_no_margin(void **state)
{
	struct interval zero = { 0, 0 };

	assert_int_equal(verdict_of(zero, zero, 0, DIRECTION_COST), VERDICT_UNKNOWN);
}

static void advice_is_capped_and_silent_where_it_knows_nothing(void **state)
{
	struct interval wide = { -1, 1 }, point = { 0.1, 0.1 };
	struct advice a = verdict_advice(10, 0, wide, M, 1000);

	assert_true(a.beyond);
	assert_int_equal(a.more, 0);
	assert_true(a.n_total > 1000);
	a = verdict_advice(10, 0, point, M, 1000);
	assert_int_equal(a.more, 0);
	assert_true(isnan(a.n_total));
	a = verdict_advice(10, 0.001, interval_none(), M, 1000);
	assert_true(isnan(a.half));
	a = verdict_advice(10, 0.004, (struct interval){ 0.0039, 0.0041 }, M, 1000);
	assert_int_equal(a.more, 1);
}

static void p_values_outside_zero_to_one_are_refused(void **state)
{
	const double bad[] = { 0.1, 1.5 }, none[] = { NAN, NAN };
	double q[2];

	assert_int_equal(adjust_p(ADJUST_HOLM, bad, 2, q), -EINVAL);
	assert_int_equal(adjust_p(ADJUST_HOLM, none, 2, q), 0);
	assert_true(isnan(q[0]) && isnan(q[1]));
	assert_int_equal(adjust_p(ADJUST_HOLM, none, 0, q), 0);
}

static void an_adjustment_may_overwrite_its_input(void **state)
{
	double p[] = { 0.04, NAN, 0.01 };

	assert_int_equal(adjust_p(ADJUST_HOLM, p, 3, p), 0);
	assert_same(p[0], 0.04);
	assert_same(p[2], 0.02);
	assert_true(isnan(p[1]));
}

static void one_look_is_the_plain_normal_test(void **state)
{
	double z;

	assert_int_equal(looks_critical(0.05, 1, 2, &z), 0);
	assert_near(z, 1.959963984540054, 1e-8);
	assert_same(looks_p_two_sided(0.03, 1, 2), 0.03);
	assert_same(looks_p_one_sided(0.03, 1, 2), 0.03);
}

static void the_plan_of_six_looks_is_that_of_the_study(void **state)
{
	struct looks_plan p;

	assert_int_equal(looks_plan(0.05, 6, 16, 2, &p), 0);
	assert_near(p.alpha_diff, 0.01089, 5e-6);
	assert_near(p.alpha_same, 0.02323, 5e-6);
	assert_int_equal(looks_round_up(&p, 1), 16);
	assert_int_equal(looks_round_up(&p, 17), 32);
	assert_int_equal(looks_round_up(&p, 512), 512);
	assert_int_equal(looks_round_up(&p, 513), 0);
	assert_int_equal(looks_plan(0.05, 0, 16, 2, &p), -EINVAL);
	assert_int_equal(looks_plan(0.05, LOOKS_MAX + 1, 16, 2, &p), -EINVAL);
	assert_int_equal(looks_plan(0.05, 3, 16, 1.01, &p), -EINVAL);
	assert_int_equal(looks_plan(0.5, 3, 16, 2, &p), -EINVAL);
	assert_int_equal(looks_plan(0.05, 3, 0, 2, &p), -EINVAL);
}

static void a_looked_p_at_the_look_s_level_is_the_overall_level(void **state)
{
	struct looks_plan p;
	unsigned int k;

	for (k = 1; k <= 8; k++) {
		assert_int_equal(looks_plan(0.05, k, 16, 2, &p), 0);
		assert_near(looks_p_two_sided(p.alpha_diff, k, 2), 0.05, 1e-7);
		assert_near(looks_p_one_sided(p.alpha_same / 2, k, 2), 0.05, 1e-7);
	}
}

static void a_looked_p_rises_with_p_and_stays_a_probability(void **state)
{
	double p, before = 0;

	assert_same(looks_p_two_sided(0, 6, 2), 0);
	assert_same(looks_p_two_sided(1, 6, 2), 1);
	assert_true(isnan(looks_p_two_sided(NAN, 6, 2)));
	assert_same(looks_tail(0, 6, 2), 1);
	assert_same(looks_tail(-3, 6, 2), 1);
	for (p = 1e-60; p < 1; p *= 3) {
		double q = looks_p_two_sided(p, 6, 2);

		assert_true(q >= before && q >= p * (1 - 1e-9) &&
			    q <= fmin(1, 6.001 * p));
		before = q;
	}
}

/* Pair differences with tails; @drift moves each tenth of them by another amount. */
static void fill(double *d, size_t n, double drift, struct random_state *r)
{
	double level = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		double u = random_uniform(r) - 0.5;

		if (i % (n / 10) == 0)
			level = drift * (random_uniform(r) - 0.5);
		d[i] = 0.01 * u / (0.55 - fabs(u)) + level;
	}
}

static void steady_differences_rarely_look_like_drift(void **state)
{
	struct random_state r = random_seeded(1);
	size_t round, drifts = 0;
	double d[128];
	struct blocks b;

	for (round = 0; round < 3000; round++) {
		fill(d, 128, 0, &r);
		assert_int_equal(blocks_of(d, 128, &b), 0);
		assert_int_equal(b.n, 21);
		assert_int_equal(b.length, 6);
		drifts += b.drifts;
		blocks_release(&b);
	}
	assert_rate(drifts, 3000, 0.008, 0.012, "drift seen where there is none");
}

static void a_drift_is_seen(void **state)
{
	struct random_state r = random_seeded(2);
	size_t round, drifts = 0;
	double d[128];
	struct blocks b;

	for (round = 0; round < 100; round++) {
		fill(d, 128, 0.1, &r);
		assert_int_equal(blocks_of(d, 128, &b), 0);
		drifts += b.drifts;
		blocks_release(&b);
	}
	assert_true(drifts > 95);
}

static void blocks_need_forty_finite_pairs(void **state)
{
	double d[40] = { 0 };
	struct blocks b;
	size_t i;

	assert_int_equal(blocks_of(d, 39, &b), -ENODATA);
	assert_int_equal(blocks_of(d, 40, &b), 0);
	assert_int_equal(b.n, 20);
	assert_false(b.drifts);
	assert_same(b.p, 1);
	blocks_release(&b);
	blocks_release(&b);
	for (i = 0; i < 40; i++)
		d[i] = (double)(i / 2); /* nothing varies inside a block */
	assert_int_equal(blocks_of(d, 40, &b), 0);
	assert_true(b.drifts);
	assert_same(b.p, 0);
	blocks_release(&b);
	d[39] = INFINITY;
	assert_int_equal(blocks_of(d, 40, &b), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_interval_inside_the_margin_is_same_even_beside_zero),
		cmocka_unit_test(touching_the_margin_or_zero_decides_nothing),
		cmocka_unit_test(more_is_slower_for_costs_and_faster_for_rates),
		cmocka_unit_test(a_missing_interval_decides_nothing),
		cmocka_unit_test(nothing_is_same_within_no_margin),
		cmocka_unit_test(advice_is_capped_and_silent_where_it_knows_nothing),
		cmocka_unit_test(p_values_outside_zero_to_one_are_refused),
		cmocka_unit_test(an_adjustment_may_overwrite_its_input),
		cmocka_unit_test(one_look_is_the_plain_normal_test),
		cmocka_unit_test(the_plan_of_six_looks_is_that_of_the_study),
		cmocka_unit_test(a_looked_p_at_the_look_s_level_is_the_overall_level),
		cmocka_unit_test(a_looked_p_rises_with_p_and_stays_a_probability),
		cmocka_unit_test(steady_differences_rarely_look_like_drift),
		cmocka_unit_test(a_drift_is_seen),
		cmocka_unit_test(blocks_need_forty_finite_pairs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
