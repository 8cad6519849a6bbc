/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the intervals and verdicts promise, on simulated data with heavy tails, skew and
 * outliers. Each rate is held against its promise by the binomial: a test fails where the
 * promised rate would give such a count once in 10,000 (see check.h).
 */
#include "tests/stats/check.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort.h>

#include "stats/compare.h"
#include "stats/location.h"
#include "stats/mannwhitney.h"
#include "stats/signedrank.h"

enum shape { NORMAL, TAILS, SKEWED, OUTLIERS, VERY_SKEWED };

static const char *const shapes[] = { "normal", "t with 2 df", "lognormal",
				      "one in ten with 10 sd", "gamma 1/2" };

static const size_t sizes[] = { 6, 7, 8, 10, 15, 20, 30 };

static double draw(const gsl_rng *r, enum shape shape)
{
	switch (shape) {
	case NORMAL: return gsl_ran_gaussian(r, 1);
	case TAILS: return gsl_ran_tdist(r, 2);
	case SKEWED: return gsl_ran_lognormal(r, 0, 1);
	case OUTLIERS: return gsl_ran_gaussian(r, gsl_rng_uniform(r) < 0.1 ? 10 : 1);
	case VERY_SKEWED: return gsl_ran_gamma(r, 0.5, 1);
	}
	return NAN;
}

static gsl_rng *generator(unsigned long seed)
{
	gsl_rng *r = gsl_rng_alloc(gsl_rng_taus2);

	gsl_rng_set(r, seed);
	return r;
}

/* Two arms of @n with the same noise of 1 %, the second higher by @shift; ascending. */
static void arms(const gsl_rng *r, enum shape shape, size_t n, double shift, double *a,
		 double *b)
{
	size_t i;

	for (i = 0; i < n; i++) {
		a[i] = 0.01 * draw(r, shape);
		b[i] = 0.01 * draw(r, shape) + shift;
	}
}

static void paired_intervals_cover_between_93_and_97_percent(void **state)
{
	enum { ROUNDS = 2000 };
	gsl_rng *r = generator(1);
	double a[30], b[30];
	size_t s, round, i;
	int shape;

	for (shape = NORMAL; shape <= VERY_SKEWED; shape++) {
		for (s = 0; s < COUNT_OF(sizes); s++) {
			size_t n = sizes[s], hits = 0;
			struct rankinterval ci;

			for (round = 0; round < ROUNDS; round++) {
				arms(r, shape, n, 0.03, a, b);
				for (i = 0; i < n; i++)
					b[i] -= a[i];
				gsl_sort(b, 1, n);
				assert_int_equal(signedrank_interval(b, n, 0.05, &ci), 0);
				hits += interval_contains(ci.ci, 0.03);
			}
			assert_rate(hits, ROUNDS, 0.93, 0.97, shapes[shape]);
		}
	}
	gsl_rng_free(r);
}

static void two_sample_intervals_cover_between_93_and_97_percent(void **state)
{
	enum { ROUNDS = 2000 };
	gsl_rng *r = generator(2);
	double a[30], b[30];
	size_t s, round;
	int shape;

	for (shape = NORMAL; shape <= VERY_SKEWED; shape++) {
		for (s = 0; s < COUNT_OF(sizes); s++) {
			size_t n = sizes[s], hits = 0;
			struct rankinterval ci;

			for (round = 0; round < ROUNDS; round++) {
				arms(r, shape, n, 0.03, a, b);
				gsl_sort(a, 1, n);
				gsl_sort(b, 1, n);
				assert_int_equal(
					mannwhitney_interval(a, n, b, n, 0.05, &ci), 0);
				hits += interval_contains(ci.ci, 0.03);
			}
			assert_rate(hits, ROUNDS, 0.93, 0.97, shapes[shape]);
		}
	}
	gsl_rng_free(r);
}

/* 20 % trimmed mean of all that draw() could give: the mean of its middle quantiles. */
static double trimmed_mean_of(enum shape shape)
{
	enum { STEPS = 10000 };
	double sum = 0;
	int i;

	for (i = 0; i < STEPS; i++) {
		double p = 0.2 + 0.6 * (i + 0.5) / STEPS;

		if (shape == SKEWED)
			sum += gsl_cdf_lognormal_Pinv(p, 0, 1);
		else if (shape == VERY_SKEWED)
			sum += gsl_cdf_gamma_Pinv(p, 0.5, 1);
	}
	return sum / STEPS;
}

/* Order statistics of six values cover 97 % or 78 %: the hull is a little too wide there.
 */
static void the_headline_s_interval_covers_between_93_and_97_percent(void **state)
{
	enum { ROUNDS = 2000 };
	gsl_rng *r = generator(3);
	double x[30];
	size_t s, round, i;
	int shape;

	for (shape = NORMAL; shape <= VERY_SKEWED; shape++) {
		double truth = 100 * exp(0.01 * trimmed_mean_of(shape));

		for (s = 0; s < COUNT_OF(sizes); s++) {
			size_t n = sizes[s], hits = 0;
			struct location l;

			for (round = 0; round < ROUNDS; round++) {
				for (i = 0; i < n; i++)
					x[i] = 100 * exp(0.01 * draw(r, shape));
				assert_int_equal(location_of(x, n, 0.05, &l), 0);
				hits += interval_contains(l.ci, truth);
			}
			assert_rate(hits, ROUNDS, 0.93, n == 6 ? 0.98 : 0.97,
				    shapes[shape]);
		}
	}
	gsl_rng_free(r);
}

/* Processes whose memory lies well or badly: five of them can hardly tell the share. */
static void five_processes_of_two_modes_are_not_too_sure(void **state)
{
	enum { ROUNDS = 2000 };
	gsl_rng *r = generator(10);
	size_t hits = 0, round, i;
	struct location l;
	double x[5];

	for (round = 0; round < ROUNDS; round++) {
		for (i = 0; i < 5; i++)
			x[i] = 100 * exp(gsl_ran_gaussian(r, 0.0002) +
					 (gsl_rng_uniform(r) < 0.5 ? -0.01 : 0.01));
		assert_int_equal(location_of(x, 5, 0.05, &l), 0);
		hits += interval_contains(l.ci, 100);
	}
	assert_rate(hits, ROUNDS, 0.93, 1, "two modes");
	gsl_rng_free(r);
}

static void nothing_is_called_different_more_than_one_time_in_twenty(void **state)
{
	enum { ROUNDS = 1000 };
	struct compare_params params = COMPARE_PARAMS_DEFAULT;
	gsl_rng *r = generator(4);
	double a[16], b[16];
	size_t round, i;
	int shape;

	for (shape = NORMAL; shape <= VERY_SKEWED; shape++) {
		size_t paired = 0, apart = 0;

		for (round = 0; round < ROUNDS; round++) {
			struct comparison c;

			arms(r, shape, 16, 0, a, b);
			assert_int_equal(compare_samples(a, 16, b, 16, &params, &c), 0);
			apart += c.verdict == VERDICT_SLOWER ||
				 c.verdict == VERDICT_FASTER;
			for (i = 0; i < 16; i++)
				b[i] -= a[i];
			assert_int_equal(compare_pairs(b, 16, &params, &c), 0);
			paired += c.verdict == VERDICT_SLOWER ||
				  c.verdict == VERDICT_FASTER;
		}
		assert_rate(paired, ROUNDS, 0, 0.05, shapes[shape]);
		assert_rate(apart, ROUNDS, 0, 0.05, shapes[shape]);
	}
	gsl_rng_free(r);
}

/* Sides of unequal numbers and spreads: the smaller with the larger spread is the worst.
 */
static const struct {
	size_t na, nb;
	double spread_a, spread_b;
} unequal[] = {
	{ 4, 30, 4, 1 },   { 10, 20, 2, 1 }, { 10, 40, 4, 1 },  { 20, 100, 4, 1 },
	{ 100, 20, 1, 4 }, { 8, 8, 1, 10 },  { 30, 30, 1, 10 }, { 100, 100, 1, 10 },
};

static void unequal_spreads_and_numbers_raise_no_more_alarms(void **state)
{
	enum { ROUNDS = 1000, MOST = 100 };
	const enum shape symmetric[] = { NORMAL, TAILS, OUTLIERS };
	struct compare_params params = COMPARE_PARAMS_DEFAULT;
	gsl_rng *r = generator(8);
	double a[MOST], b[MOST];
	size_t k, s, round, i;

	params.margin = 0.03;
	for (k = 0; k < COUNT_OF(unequal); k++) {
		for (s = 0; s < COUNT_OF(symmetric); s++) {
			size_t na = unequal[k].na, nb = unequal[k].nb;
			size_t differ = 0, same = 0;
			struct comparison c;

			for (round = 0; round < ROUNDS; round++) {
				for (i = 0; i < na; i++)
					a[i] = 0.01 * unequal[k].spread_a *
					       draw(r, symmetric[s]);
				for (i = 0; i < nb; i++)
					b[i] = 0.01 * unequal[k].spread_b *
					       draw(r, symmetric[s]);
				assert_int_equal(
					compare_samples(a, na, b, nb, &params, &c), 0);
				differ += c.p_diff < 0.05;
				for (i = 0; i < nb; i++)
					b[i] += log1p(0.03);
				assert_int_equal(
					compare_samples(a, na, b, nb, &params, &c), 0);
				same += c.verdict == VERDICT_SAME;
			}
			assert_rate(differ, ROUNDS, 0, 0.05, shapes[symmetric[s]]);
			assert_rate(same, ROUNDS, 0, 0.05, shapes[symmetric[s]]);
		}
	}
	gsl_rng_free(r);
}

/* Three values of one side can all come from one of two modes; eight of the other tell.
 */
static void three_against_eight_of_two_modes_raise_no_more_alarms(void **state)
{
	enum { ROUNDS = 2000 };
	struct compare_params params = COMPARE_PARAMS_DEFAULT;
	gsl_rng *r = generator(9);
	double x[2][8];
	size_t differ = 0, round, i;

	for (round = 0; round < ROUNDS; round++) {
		struct comparison c;

		for (i = 0; i < 16; i++)
			x[i / 8][i % 8] = gsl_ran_gaussian(r, 0.001) +
					  (gsl_rng_uniform(r) < 0.5 ? 0.05 : 0);
		assert_int_equal(compare_samples(x[0], 3, x[1], 8, &params, &c), 0);
		differ += c.verdict == VERDICT_SLOWER || c.verdict == VERDICT_FASTER;
	}
	assert_rate(differ, ROUNDS, 0, 0.05, "two modes");
	gsl_rng_free(r);
}

static void a_difference_of_the_margin_is_rarely_called_same(void **state)
{
	enum { ROUNDS = 1000 };
	struct compare_params params = COMPARE_PARAMS_DEFAULT;
	gsl_rng *r = generator(5);
	double a[64], b[64];
	size_t round, i;
	int shape;

	for (shape = NORMAL; shape <= OUTLIERS; shape++) {
		size_t same = 0, same_at_zero = 0;

		for (round = 0; round < ROUNDS; round++) {
			struct comparison c;

			arms(r, shape, 64, log1p(0.01), a, b);
			for (i = 0; i < 64; i++)
				b[i] -= a[i];
			assert_int_equal(compare_pairs(b, 64, &params, &c), 0);
			same += c.verdict == VERDICT_SAME;
			for (i = 0; i < 64; i++)
				b[i] -= log1p(0.01);
			assert_int_equal(compare_pairs(b, 64, &params, &c), 0);
			same_at_zero += c.verdict == VERDICT_SAME;
		}
		assert_rate(same, ROUNDS, 0, 0.05, shapes[shape]);
		assert_true(same_at_zero > ROUNDS / 2);
	}
	gsl_rng_free(r);
}

/* Looks at 16, 32 .. 512 pairs of the same series of differences around @shift. */
static enum verdict look_until_decided(const gsl_rng *r, const struct looks_plan *plan,
				       double shift)
{
	struct compare_params params = COMPARE_PARAMS_DEFAULT;
	double d[512];
	size_t n, done = 0;

	params.plan = plan;
	for (n = 16; n <= 512; n *= 2) {
		struct comparison c;

		for (; done < n; done++)
			d[done] = 0.02 * gsl_ran_tdist(r, 3) + shift;
		assert_int_equal(compare_pairs(d, n, &params, &c), 0);
		if (c.verdict != VERDICT_UNKNOWN)
			return c.verdict;
		params.earlier_p_diff = fmin(params.earlier_p_diff, c.p_diff);
		params.earlier_p_eq = fmin(params.earlier_p_eq, c.p_eq);
	}
	return VERDICT_UNKNOWN;
}

static void six_looks_keep_the_error_rates_of_one(void **state)
{
	enum { ROUNDS = 500 };
	gsl_rng *r = generator(6);
	struct looks_plan plan;
	size_t differs = 0, same = 0, found = 0, round;

	assert_int_equal(looks_plan(0.05, 6, 16, 2, &plan), 0);
	for (round = 0; round < ROUNDS; round++) {
		enum verdict v = look_until_decided(r, &plan, 0);

		differs += v == VERDICT_SLOWER || v == VERDICT_FASTER;
		same += look_until_decided(r, &plan, log1p(0.01)) == VERDICT_SAME;
		found += look_until_decided(r, &plan, log1p(0.02)) == VERDICT_SLOWER;
	}
	assert_rate(differs, ROUNDS, 0, 0.05, "called different");
	assert_rate(same, ROUNDS, 0, 0.05, "called same at the margin");
	assert_rate(found, ROUNDS, 0.99, 1, "2 % found");
	gsl_rng_free(r);
}

/* Noise that wanders slowly is what the rule for blocks is for. */
static void blocks_keep_a_wandering_difference_from_being_called_one(void **state)
{
	enum { ROUNDS = 400, PAIRS = 400 };
	struct compare_params params = COMPARE_PARAMS_DEFAULT;
	gsl_rng *r = generator(7);
	double d[PAIRS];
	size_t plain = 0, blocks = 0, round, i;

	for (round = 0; round < ROUNDS; round++) {
		double wander = 0;
		struct comparison c;

		for (i = 0; i < PAIRS; i++) {
			if (i % 4 == 0)
				wander = 0.5 * wander + gsl_ran_gaussian(r, 0.01);
			d[i] = wander + 0.01 * gsl_ran_tdist(r, 3);
		}
		params.in_order = false;
		assert_int_equal(compare_pairs(d, PAIRS, &params, &c), 0);
		plain += c.p_diff < 0.05;
		params.in_order = true;
		assert_int_equal(compare_pairs(d, PAIRS, &params, &c), 0);
		blocks += c.p_diff < 0.05;
	}
	assert_true(plain > ROUNDS / 6);
	assert_rate(blocks, ROUNDS, 0, 0.07, "called different by blocks");
	gsl_rng_free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(paired_intervals_cover_between_93_and_97_percent),
		cmocka_unit_test(two_sample_intervals_cover_between_93_and_97_percent),
		cmocka_unit_test(
			the_headline_s_interval_covers_between_93_and_97_percent),
		cmocka_unit_test(five_processes_of_two_modes_are_not_too_sure),
		cmocka_unit_test(
			nothing_is_called_different_more_than_one_time_in_twenty),
		cmocka_unit_test(unequal_spreads_and_numbers_raise_no_more_alarms),
		cmocka_unit_test(three_against_eight_of_two_modes_raise_no_more_alarms),
		cmocka_unit_test(a_difference_of_the_margin_is_rarely_called_same),
		cmocka_unit_test(six_looks_keep_the_error_rates_of_one),
		cmocka_unit_test(
			blocks_keep_a_wandering_difference_from_being_called_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
