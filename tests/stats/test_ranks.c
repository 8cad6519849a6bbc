/* SPDX-License-Identifier: GPL-3.0-or-later */
/* signedrank.h, mannwhitney.h, pairwise.h, ranknull.h, signtest.h, binomial.h, trend.h.
 */
#include "tests/stats/check.h"

#include <gsl/gsl_sort.h>

#include "stats/binomial.h"
#include "stats/mannwhitney.h"
#include "stats/pairwise.h"
#include "stats/random.h"
#include "stats/ranknull.h"
#include "stats/signedrank.h"
#include "stats/signtest.h"
#include "stats/trend.h"

/* Values with many ties, or none; sorted. */
static void fill(double *x, size_t n, bool ties, struct random_state *r)
{
	size_t i;

	for (i = 0; i < n; i++)
		x[i] = ties ? (double)random_below(r, 5) - 2 : random_uniform(r) - 0.4;
	gsl_sort(x, 1, n);
}

static void every_walsh_average_is_found_without_storing_them(void **state)
{
	struct random_state r = random_seeded(1);
	double x[20], all[210];
	size_t n, i, j, k;

	for (n = 1; n <= 20; n++) {
		fill(x, n, n % 2, &r);
		for (i = 0, k = 0; i < n; i++)
			for (j = i; j < n; j++)
				all[k++] = 0.5 * (x[i] + x[j]);
		gsl_sort(all, 1, k);
		for (i = 0; i < k; i++)
			assert_true(pairwise_walsh(x, n, i + 1) == all[i]);
	}
}

static void every_difference_is_found_without_storing_them(void **state)
{
	struct random_state r = random_seeded(2);
	double a[15], b[11], all[165];
	size_t round, i, j, k;

	for (round = 0; round < 10; round++) {
		size_t na = 1 + random_below(&r, 15), nb = 1 + random_below(&r, 11);

		fill(a, na, round % 2, &r);
		fill(b, nb, round % 2, &r);
		for (i = 0, k = 0; i < na; i++)
			for (j = 0; j < nb; j++)
				all[k++] = b[j] - a[i];
		gsl_sort(all, 1, k);
		for (i = 0; i < k; i++)
			assert_true(pairwise_difference(a, na, b, nb, i + 1) == all[i]);
	}
}

/* P(sum <= s) over all 2^n choices of @w. */
static double lower_by_counting(const unsigned int *w, size_t n, size_t s)
{
	size_t mask, i, hits = 0;

	for (mask = 0; mask < (size_t)1 << n; mask++) {
		size_t sum = 0;

		for (i = 0; i < n; i++)
			if (mask >> i & 1)
				sum += w[i];
		hits += sum <= s;
	}
	return (double)hits / (double)((size_t)1 << n);
}

static void the_signed_rank_distribution_is_that_of_all_signs(void **state)
{
	const unsigned int w[] = { 3, 3, 6, 8, 11, 11, 14 };
	struct ranknull null;
	size_t s;

	assert_int_equal(ranknull_signed(w, 7, &null), 0);
	assert_int_equal(null.max, 56);
	for (s = 0; s <= null.max; s++) {
		assert_same(null.lower[s], lower_by_counting(w, 7, s));
		assert_same(null.upper[s], s ? 1 - lower_by_counting(w, 7, s - 1) : 1);
	}
	ranknull_release(&null);
	ranknull_release(&null); /* twice is no crime */
}

static void the_two_mann_whitney_distributions_agree_without_ties(void **state)
{
	unsigned int w[14];
	struct ranknull plain, tied;
	size_t m, n, i, u;

	for (m = 1; m <= 7; m++) {
		for (n = 1; n <= 7; n++) {
			for (i = 0; i < m + n; i++)
				w[i] = 2 * (unsigned int)i + 2;
			assert_int_equal(ranknull_sides(m, n, &plain), 0);
			assert_int_equal(ranknull_subset(w, m + n, m, &tied), 0);
			for (u = 0; u <= m * n; u++) {
				size_t sum = 2 * u + m * (m + 1);

				assert_same(plain.lower[u], tied.lower[sum]);
				assert_same(plain.upper[u], tied.upper[sum]);
			}
			ranknull_release(&plain);
			ranknull_release(&tied);
		}
	}
}

static void the_largest_exact_distributions_are_symmetric(void **state)
{
	struct ranknull null;
	size_t s;

	assert_int_equal(ranknull_sides(RANKNULL_SIDE_MAX, RANKNULL_SIDE_MAX, &null), 0);
	for (s = 0; s <= null.max; s++)
		assert_near(null.lower[s] / null.upper[null.max - s], 1, 1e-9);
	assert_near(log(null.lower[0]), -lgamma(101) + 2 * lgamma(51), 1e-9);
	ranknull_release(&null);
	assert_int_equal(ranknull_signed_untied(RANKNULL_SIGNED_MAX, &null), 0);
	for (s = 0; s <= null.max; s++)
		assert_near(null.lower[s] / null.upper[null.max - s], 1, 1e-9);
	assert_near(null.lower[0], ldexp(1, -60), 1e-30);
	ranknull_release(&null);
}

static void turning_the_signs_turns_the_signed_rank_test(void **state)
{
	struct random_state r = random_seeded(5);
	double d[40], turned[40];
	struct ranktest t, u;
	size_t round, i;

	for (round = 0; round < 20; round++) {
		fill(d, 40, round % 2, &r);
		for (i = 0; i < 40; i++)
			turned[i] = -d[39 - i];
		assert_int_equal(signedrank_test(d, 40, 0, &t), 0);
		assert_int_equal(signedrank_test(turned, 40, 0, &u), 0);
		assert_same(t.p_two, u.p_two);
		assert_same(t.p_greater, u.p_less);
		assert_same(signedrank_estimate(d, 40), -signedrank_estimate(turned, 40));
	}
}

static void exchanging_the_arms_turns_the_mann_whitney_test(void **state)
{
	struct random_state r = random_seeded(6);
	double a[17], b[23];
	struct ranktest t, u;
	size_t round;

	for (round = 0; round < 20; round++) {
		fill(a, 17, round % 2, &r);
		fill(b, 23, round % 2, &r);
		assert_int_equal(mannwhitney_test(a, 17, b, 23, 0, &t), 0);
		assert_int_equal(mannwhitney_test(b, 23, a, 17, 0, &u), 0);
		assert_true(t.exact);
		assert_same(t.p_two, u.p_two);
		assert_same(t.p_greater, u.p_less);
		assert_same(t.stat, 17 * 23 - u.stat);
		assert_same(mannwhitney_estimate(a, 17, b, 23),
			    -mannwhitney_estimate(b, 23, a, 17));
	}
}

static void exact_and_normal_p_meet_where_one_takes_over(void **state)
{
	struct random_state r = random_seeded(7);
	double a[50], b[50];
	struct ranktest t;
	size_t round;

	for (round = 0; round < 20; round++) {
		fill(a, 50, false, &r);
		fill(b, 50, false, &r);
		assert_int_equal(mannwhitney_test(a, 50, b, 50, 0, &t), 0);
		assert_near(t.p_two, t.p_normal, 0.005);
		assert_int_equal(signedrank_test(a, 50, 0.1, &t), 0);
		assert_near(t.p_two, t.p_normal, 0.005);
	}
}

static void an_interval_excludes_what_its_test_rejects(void **state)
{
	struct random_state r = random_seeded(8);
	double d[25], a[12], b[15];
	struct rankinterval i;
	struct ranktest t;
	size_t round;

	for (round = 0; round < 200; round++) {
		fill(d, 25, false, &r);
		assert_int_equal(signedrank_interval(d, 25, 0.05, &i), 0);
		assert_int_equal(signedrank_test(d, 25, 0, &t), 0);
		assert_int_equal(interval_contains(i.ci, 0), t.p_two > 0.05);
		fill(a, 12, false, &r);
		fill(b, 15, false, &r);
		assert_int_equal(mannwhitney_interval(a, 12, b, 15, 0.05, &i), 0);
		assert_int_equal(mannwhitney_test(a, 12, b, 15, 0, &t), 0);
		assert_int_equal(interval_contains(i.ci, 0), t.p_two > 0.05);
	}
}

static void too_few_values_give_the_widest_interval_and_say_so(void **state)
{
	const double d[] = { 1, 2, 3, 4, 5, 6, 7 }, a[] = { 1, 2, 3 };
	struct rankinterval i;

	assert_int_equal(signedrank_interval(d, 7, 0.01, &i), 0);
	assert_false(i.reached);
	assert_same(i.ci.lo, 1);
	assert_same(i.ci.hi, 7);
	assert_same(i.achieved, 1 - signedrank_smallest_p(7));
	assert_int_equal(mannwhitney_interval(a, 3, a, 3, 0.05, &i), 0);
	assert_false(i.reached);
	assert_same(i.achieved, 0.9);
	assert_int_equal(signedrank_interval(d, 0, 0.05, &i), -ENODATA);
	assert_int_equal(signedrank_interval(d, 7, 1, &i), -EINVAL);
	assert_int_equal(mannwhitney_interval(a, 0, a, 3, 0.05, &i), -ENODATA);
	assert_int_equal(mannwhitney_interval(a, 3, a, 3, -1, &i), -EINVAL);
}

static void empty_sides_have_no_rank_test(void **state)
{
	const double a[] = { 1 };
	struct ranktest t;

	assert_int_equal(mannwhitney_test(a, 0, a, 1, 0, &t), -ENODATA);
	assert_true(isnan(mannwhitney_estimate(a, 1, a, 0)));
	assert_true(isnan(signedrank_estimate(a, 0)));
	assert_int_equal(signedrank_test(a, 0, 0, &t), 0);
	assert_same(t.p_two, 1);
}

static void large_samples_are_handled_by_the_normal_rule(void **state)
{
	static double d[5000], a[300], b[60];
	struct random_state r = random_seeded(9);
	struct rankinterval i;
	struct ranktest t;
	double hl;

	fill(d, 5000, false, &r);
	assert_int_equal(signedrank_test(d, 5000, 0.1, &t), 0);
	assert_false(t.exact);
	assert_true(t.p_two > 1e-4);
	assert_int_equal(signedrank_interval(d, 5000, 0.05, &i), 0);
	hl = signedrank_estimate(d, 5000);
	assert_near(hl, 0.1, 0.02);
	assert_true(i.ci.lo < hl && hl < i.ci.hi && i.ci.hi - i.ci.lo < 0.02);
	fill(d, 5000, true, &r);
	assert_int_equal(signedrank_test(d, 5000, 0, &t), 0);
	assert_true(t.ties);
	fill(a, 300, false, &r);
	fill(b, 60, false, &r);
	assert_int_equal(mannwhitney_test(a, 300, b, 60, 0, &t), 0);
	assert_false(t.exact);
	assert_int_equal(mannwhitney_interval(a, 300, b, 60, 0.05, &i), 0);
	assert_true(i.reached);
	assert_int_equal(interval_contains(i.ci, 0), t.p_two > 0.05);
	assert_int_equal(mannwhitney_interval(a, 300, b, 1, 1e-6, &i), 0);
	assert_false(i.reached);
}

/* Share of the differences that are at most @t. */
static double share_upto(const double *a, size_t na, const double *b, size_t nb, double t)
{
	double count = 0;
	size_t i, j = 0;

	for (i = 0; i < na; i++) {
		while (j < nb && b[j] - a[i] <= t)
			j++;
		count += (double)j;
	}
	return count / (double)na / (double)nb;
}

static void very_large_samples_are_searched_closely_enough(void **state)
{
	enum { N = 150000 };
	struct random_state r = random_seeded(10);
	double *a = test_calloc(N, sizeof(*a)), *b = test_calloc(N, sizeof(*b)), median;
	struct rankinterval i;
	double half;

	fill(a, N, false, &r);
	fill(b, N, false, &r);
	assert_int_equal(mannwhitney_interval(a, N, b, N, 0.05, &i), 0);
	median = mannwhitney_estimate(a, N, b, N);
	half = 1.96 * sqrt((2. * N + 1) / 12 / N / N); /* of the share */
	assert_near(share_upto(a, N, b, N, median), 0.5, half / 1e4);
	assert_near(share_upto(a, N, b, N, i.ci.lo), 0.5 - half, half / 1e4);
	assert_near(share_upto(a, N, b, N, i.ci.hi), 0.5 + half, half / 1e4);
	fill(b, N, true, &r);
	fill(a, N, true, &r);
	assert_same(mannwhitney_estimate(a, N, b, N), 0);
	assert_same(pairwise_difference(a, N, b, N, 1), -4);
	test_free(a);
	test_free(b);
	a = test_calloc(2 * N, sizeof(*a));
	fill(a, 2 * N, false, &r);
	assert_near(signedrank_estimate(a, 2 * N), 0.1, 0.005);
	assert_int_equal(signedrank_interval(a, 2 * N, 0.05, &i), 0);
	assert_true(i.ci.lo < 0.102 && i.ci.hi > 0.098 && i.ci.hi - i.ci.lo < 0.01);
	test_free(a);
}

static void extreme_values_do_not_break_the_selection(void **state)
{
	const double x[] = { -1.7e308, -1e-320, -0.0, 0.0, 4e-324, 1.7e308 };

	assert_same(pairwise_walsh(x, 6, 1), -1.7e308);
	assert_same(pairwise_walsh(x, 6, 21), 1.7e308);
	assert_true(pairwise_difference(x, 6, x, 6, 36) > 1.7e308);
	assert_true(isfinite(signedrank_estimate(x + 1, 4)));
}

static void the_median_interval_is_between_order_statistics(void **state)
{
	double x[1000];
	struct rankinterval i;
	size_t k;

	for (k = 0; k < 1000; k++)
		x[k] = (double)k + 1;
	assert_int_equal(signtest_interval(x, 1000, 0.05, &i), 0);
	assert_true(i.achieved >= 0.95 && i.achieved < 0.955);
	assert_same(i.ci.lo + i.ci.hi, 1001);
	assert_int_equal(signtest_interval(x, 0, 0.05, &i), -ENODATA);
	assert_int_equal(signtest_interval(x, 9, 2, &i), -EINVAL);
	assert_same(signtest(x, 0).p_two, 1);
	for (k = 0; k < 8; k++)
		x[k] = k < 6 ? -1 : 1;
	assert_same(signtest(x, 8).p_two, 2 * 37. / 256);
}

static void the_interval_of_a_rate_is_exact(void **state)
{
	struct interval i;
	double p;

	assert_int_equal(binomial_interval(0, 400, 0.05, &i), 0);
	assert_same(i.lo, 0);
	assert_same(i.hi, 1 - pow(0.025, 1. / 400));
	assert_int_equal(binomial_interval(400, 400, 0.05, &i), 0);
	assert_same(i.hi, 1);
	assert_int_equal(binomial_interval(20, 400, 0.05, &i), 0);
	assert_near(gsl_cdf_binomial_P(20, i.hi, 400), 0.025, 1e-10);
	assert_near(gsl_cdf_binomial_Q(19, i.lo, 400), 0.025, 1e-10);
	assert_int_equal(binomial_interval(0, 0, 0.05, &i), -ENODATA);
	assert_int_equal(binomial_interval(5, 4, 0.05, &i), -EINVAL);
	assert_int_equal(binomial_interval(5, 9, 0, &i), -EINVAL);
	assert_int_equal(binomial_test(20, 400, 0.05, &p), 0);
	assert_true(p > 0.9);
	assert_int_equal(binomial_test(60, 400, 0.05, &p), 0);
	assert_true(p < 1e-10);
	assert_int_equal(binomial_test(1, 4, 1.5, &p), -EINVAL);
	assert_int_equal(binomial_test(0, 0, 0.5, &p), -ENODATA);
	assert_int_equal(binomial_test(0, 4, 0, &p), 0);
	assert_same(p, 1);
}

static void a_trend_is_seen_and_a_constant_refused(void **state)
{
	double x[60];
	struct kendall k;
	double r;
	size_t i;

	for (i = 0; i < 60; i++)
		x[i] = (double)(i / 2);
	assert_int_equal(trend_kendall(x, 60, &k), 0);
	assert_true(k.tau > 0.95 && k.p < 1e-12);
	assert_int_equal(trend_kendall(x, 2, &k), -EDOM);
	assert_int_equal(trend_kendall(x, 1, &k), -ENODATA);
	assert_int_equal(trend_autocorrelation(x, 60, 1, &r), 0);
	assert_true(r > 0.9);
	assert_int_equal(trend_autocorrelation(x, 60, 60, &r), -ENODATA);
	assert_int_equal(trend_autocorrelation(x, 2, 1, &r), -EDOM);
	x[3] = NAN;
	assert_int_equal(trend_kendall(x, 60, &k), -EINVAL);
	assert_int_equal(trend_autocorrelation(x, 60, 1, &r), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_walsh_average_is_found_without_storing_them),
		cmocka_unit_test(every_difference_is_found_without_storing_them),
		cmocka_unit_test(the_signed_rank_distribution_is_that_of_all_signs),
		cmocka_unit_test(the_two_mann_whitney_distributions_agree_without_ties),
		cmocka_unit_test(the_largest_exact_distributions_are_symmetric),
		cmocka_unit_test(turning_the_signs_turns_the_signed_rank_test),
		cmocka_unit_test(exchanging_the_arms_turns_the_mann_whitney_test),
		cmocka_unit_test(exact_and_normal_p_meet_where_one_takes_over),
		cmocka_unit_test(an_interval_excludes_what_its_test_rejects),
		cmocka_unit_test(too_few_values_give_the_widest_interval_and_say_so),
		cmocka_unit_test(empty_sides_have_no_rank_test),
		cmocka_unit_test(large_samples_are_handled_by_the_normal_rule),
		cmocka_unit_test(very_large_samples_are_searched_closely_enough),
		cmocka_unit_test(extreme_values_do_not_break_the_selection),
		cmocka_unit_test(the_median_interval_is_between_order_statistics),
		cmocka_unit_test(the_interval_of_a_rate_is_exact),
		cmocka_unit_test(a_trend_is_seen_and_a_constant_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
