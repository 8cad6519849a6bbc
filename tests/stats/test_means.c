/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moments.h, ttest.h, location.h, varcomp.h, sessions.h, power.h, dist.h. */
#include "tests/stats/check.h"

#include "stats/dist.h"
#include "stats/location.h"
#include "stats/moments.h"
#include "stats/power.h"
#include "stats/sessions.h"
#include "stats/ttest.h"
#include "stats/varcomp.h"

static void moments_keep_their_digits_far_from_zero(void **state)
{
	const double x[] = { 1e9 + 1, 1e9 + 2, 1e9 + 3 };
	struct moments m = moments_of(x, 3);

	assert_same(m.mean, 1e9 + 2);
	assert_same(m.sd, 1);
	assert_true(isnan(moments_of(x, 0).mean));
	assert_true(isnan(moments_of(x, 1).sd));
}

static void the_kind_of_spread_decides_the_standard_deviation(void **state)
{
	struct moments m;

	assert_int_equal(moments_from_spread(10, 2, SPREAD_SD, 16, &m), 0);
	assert_same(m.sd, 2);
	assert_int_equal(moments_from_spread(10, 2, SPREAD_RMSE, 16, &m), 0);
	assert_same(m.sd, 2 * sqrt(16. / 15));
	assert_int_equal(moments_from_spread(10, 2, SPREAD_SE, 16, &m), 0);
	assert_same(m.sd, 8);
	assert_int_equal(moments_from_spread(10, 2, SPREAD_SE_PCT, 16, &m), 0);
	assert_same(m.sd, 0.8);
}

static void the_mean_of_amounts_is_not_below_zero(void **state)
{
	const double rare[] = { 0, 0, 0, 1 }, many[] = { 9, 10, 11, 10 };
	struct ttest t, cut;

	assert_int_equal(ttest_one(rare, 4, 0.05, &t), 0);
	assert_int_equal(ttest_amount(rare, 4, 0.05, &cut), 0);
	assert_true(t.ci.lo < 0);
	assert_same(cut.ci.lo, 0);
	assert_same(cut.ci.hi, t.ci.hi);
	assert_same(cut.estimate, 0.25);
	assert_int_equal(ttest_one(many, 4, 0.05, &t), 0);
	assert_int_equal(ttest_amount(many, 4, 0.05, &cut), 0);
	assert_same(cut.ci.lo, t.ci.lo);
	assert_int_equal(ttest_amount(many, 1, 0.05, &cut), -ENODATA);
}

static void a_summary_that_cannot_be_is_refused(void **state)
{
	struct moments m;

	assert_int_equal(moments_from_spread(10, 2, SPREAD_SD, 1, &m), -ENODATA);
	assert_int_equal(moments_from_spread(10, -2, SPREAD_SD, 9, &m), -EINVAL);
	assert_int_equal(moments_from_spread(NAN, 2, SPREAD_SD, 9, &m), -EINVAL);
	assert_int_equal(moments_from_spread(10, INFINITY, SPREAD_SE, 9, &m), -EINVAL);
	assert_int_equal(moments_from_spread(-10, 1, SPREAD_SE_PCT, 9, &m), -EINVAL);
}

static void a_test_from_moments_is_the_test_from_values(void **state)
{
	const double a[] = { 3, 4, 5, 4.5 }, b[] = { 4, 5, 7, 6, 5 };
	struct moments ma = moments_of(a, 4), mb = moments_of(b, 5);
	struct ttest values, moments, ratio;

	assert_int_equal(ttest_welch(a, 4, b, 5, 0.05, &values), 0);
	assert_int_equal(ttest_welch_moments(&ma, &mb, 0.05, &moments), 0);
	assert_same(values.p, moments.p);
	assert_same(values.ci.lo, moments.ci.lo);
	assert_int_equal(ttest_ratio_moments(&ma, &mb, 0.05, &ratio), 0);
	assert_same(ratio.estimate, log(mb.mean / ma.mean));
	assert_same(ratio.se, hypot(ma.sd / ma.mean / 2, mb.sd / mb.mean / sqrt(5)));
	ma.mean = -1;
	assert_int_equal(ttest_ratio_moments(&ma, &mb, 0.05, &ratio), -EINVAL);
}

static void nothing_is_tested_without_spread_or_values(void **state)
{
	const double same[] = { 2, 2, 2 }, bad[] = { 1, INFINITY };
	struct ttest t;

	assert_int_equal(ttest_one(same, 3, 0.05, &t), 0);
	assert_true(t.se == 0);
	assert_true(isnan(t.p));
	assert_false(interval_exists(t.ci));
	assert_true(isnan(ttest_tost(&t, -1, 1).p));
	assert_int_equal(ttest_one(same, 1, 0.05, &t), -ENODATA);
	assert_int_equal(ttest_one(bad, 2, 0.05, &t), -EINVAL);
	assert_int_equal(ttest_one(same, 3, 0, &t), -EINVAL);
	assert_int_equal(ttest_one(same, 3, NAN, &t), -EINVAL);
	assert_int_equal(ttest_welch(same, 0, same, 3, 0.05, &t), -ENODATA);
}

static void rounding_noise_is_not_a_spread(void **state)
{
	const double d[] = { 0.1 + 0.2, 0.3, 0.3 };
	struct ttest t;

	assert_int_equal(ttest_one(d, 3, 0.05, &t), 0);
	assert_true(t.se == 0);
}

static void quantiles_are_inverses_to_the_last_digits(void **state)
{
	const double df[] = { 1, 1.3, 2, 4.7, 30, 1e6 };
	const double q[] = { 0.4999, 0.1, 0.025, 1e-4, 1e-9, 0.7 };
	size_t i, j;

	for (i = 0; i < COUNT_OF(df); i++) {
		for (j = 0; j < COUNT_OF(q); j++)
			assert_near(gsl_cdf_tdist_Q(dist_t_upper(q[j], df[i]), df[i]) /
					    q[j],
				    1, 1e-9);
	}
	assert_true(isnan(dist_t_upper(0, 5)));
	assert_true(isnan(dist_t_upper(0.5, 0.5)));
	assert_near(gsl_cdf_beta_P(dist_beta_quantile(0.025, 3, 1e4), 3, 1e4), 0.025,
		    1e-12);
	assert_true(isnan(dist_beta_quantile(2, 1, 1)));
}

static void the_trimmed_mean_ignores_the_wildest_fifth(void **state)
{
	const double x[] = { 1, 2, 3, 4, 1e9 };
	struct trimmed t;

	assert_int_equal(location_trimmed_t(x, 5, 0.2, 0.05, &t), 0);
	assert_same(t.test.estimate, 3);
	assert_same(t.test.df, 2);
	assert_same(t.winsorised_sd, 1); /* of 2 2 3 4 4 */
	assert_int_equal(location_trimmed_t(x, 1, 0.2, 0.05, &t), -ENODATA);
	assert_int_equal(location_trimmed_t(x, 5, 0.5, 0.05, &t), -EINVAL);
	assert_int_equal(location_trimmed_t(x, 4, 0.49, 0.05, &t), 0);
}

static void the_headline_is_in_the_unit_of_the_values(void **state)
{
	const double x[] = { 100, 110, 90, 105, 95, 900 }, bad[] = { 1, 0 };
	struct location l;

	assert_int_equal(location_of(x, 6, 0.05, &l), 0);
	assert_int_equal(l.n, 6);
	assert_same(l.value, pow(95. * 100 * 105 * 110, 0.25));
	assert_true(l.ci.lo < l.value && l.value < l.ci.hi);
	assert_int_equal(location_of(x, 1, 0.05, &l), 0);
	assert_same(l.value, 100);
	assert_false(interval_exists(l.ci));
	assert_int_equal(location_of(x, 0, 0.05, &l), -ENODATA);
	assert_int_equal(location_of(bad, 2, 0.05, &l), -EINVAL);
	assert_int_equal(location_of(x, 6, 1, &l), -EINVAL);
}

static void equal_values_have_a_headline_and_no_interval(void **state)
{
	const double x[] = { 5, 5, 5, 5 };
	struct location l;

	assert_int_equal(location_of(x, 4, 0.05, &l), 0);
	assert_same(l.value, 5);
	assert_false(interval_exists(l.ci));
}

static void units_are_reduced_by_trimmed_means(void **state)
{
	const double e[] = { 100, 1, 2, 3, 4, -100, 2.5, 2.5 }, s[] = { 1, 2, 3, 4, 90 };
	double r;

	assert_int_equal(location_of_slices(e, 8, &r), 0);
	assert_same(r, (2 + 2.5 + 2.5 + 3) / 4);
	assert_int_equal(location_of_boot(s, 5, &r), 0);
	assert_same(r, 3);
	assert_int_equal(location_of_boot(s, 0, &r), -ENODATA);
}

static void more_repeats_pay_where_the_inside_scatters_more(void **state)
{
	assert_same(varcomp_best_repeats(5, 1.6, 1.3 * 1.3, 0.9 * 0.9, 100),
		    sqrt(5 / 1.6) * 1.3 / 0.9);
	assert_same(varcomp_best_repeats(1, 1, 1, 0, 64), 64);
	assert_same(varcomp_best_repeats(1, 100, 1, 100, 64), 1);
}

static void variance_components_need_two_groups_and_a_repeat(void **state)
{
	const double x[] = { 1, 2, 3, NAN };
	const size_t one[] = { 3 }, single[] = { 1, 1, 1 }, empty[] = { 3, 0 },
		     bad[] = { 2, 2 };
	struct varcomp v;

	assert_int_equal(varcomp_of(x, one, 1, &v), -ENODATA);
	assert_int_equal(varcomp_of(x, single, 3, &v), -ENODATA);
	assert_int_equal(varcomp_of(x, empty, 2, &v), -ENODATA);
	assert_int_equal(varcomp_of(x, bad, 2, &v), -EINVAL);
}

static void sessions_that_disagree_are_noticed(void **state)
{
	double d[40];
	unsigned int session[40];
	struct sessions s;
	size_t i;

	for (i = 0; i < 40; i++) {
		session[i] = 10 + (unsigned int)i / 10;
		d[i] = 0.001 * (i % 2 ? 1 : -1) + 0.01 * (double)(i / 10);
	}
	assert_int_equal(sessions_of(d, session, 40, 0.05, &s), 0);
	assert_int_equal(s.n, 4);
	assert_true(s.differ);
	assert_near(s.size, 0.015, 1e-6);
	assert_true(s.size_ci.lo < 0.01 && s.size_ci.hi > 0.02);
	for (i = 0; i < 40; i++)
		d[i] = 0.001 * (i % 2 ? 1 : -1);
	assert_int_equal(sessions_of(d, session, 40, 0.05, &s), 0);
	assert_false(s.differ);
	for (i = 0; i < 40; i++)
		session[i] = (unsigned int)i / 5;
	assert_int_equal(sessions_of(d, session, 40, 0.05, &s), 0);
	assert_int_equal(s.n, 8); /* many: t on their means */
	assert_near(s.size, 0, 1e-4);
	for (i = 0; i < 40; i++)
		session[i] = (unsigned int)i / 10;
	assert_int_equal(sessions_of(d, session, 40, 0, &s), -EINVAL);
	assert_int_equal(sessions_of(d, session, 10, 0.05, &s), -ENODATA);
	assert_int_equal(sessions_of(d, session, 11, 0.05, &s), -ENODATA);
}

static void effects_without_a_standard_error_are_refused(void **state)
{
	const double effect[] = { 1, 2 }, se[] = { 1, 0 };
	struct heterogeneity h;

	assert_int_equal(heterogeneity_of(effect, se, 2, &h), -EINVAL);
	assert_int_equal(heterogeneity_of(effect, se, 1, &h), -ENODATA);
}

static void the_detectable_change_has_the_power_asked_for(void **state)
{
	size_t whole;
	double n;

	assert_near(power_detectable(1, 0.05, 0.8), 1.43, 0.001);
	assert_int_equal(power_n_difference(0, 1, 0.05, 0.8, &n), -EINVAL);
	assert_int_equal(power_n_difference(1e-12, 1, 0.05, 0.8, &n), -ERANGE);
	assert_true(isnan(power_equivalence(1, 0, 1, 1, 0.05)));
	assert_int_equal(power_n_equivalence(1, 1, 1, 0.05, 0.8, &whole), -EINVAL);
	assert_int_equal(power_n_equivalence(0, 1e-7, 1, 0.05, 0.8, &whole), -ERANGE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(moments_keep_their_digits_far_from_zero),
		cmocka_unit_test(the_kind_of_spread_decides_the_standard_deviation),
		cmocka_unit_test(the_mean_of_amounts_is_not_below_zero),
		cmocka_unit_test(a_summary_that_cannot_be_is_refused),
		cmocka_unit_test(a_test_from_moments_is_the_test_from_values),
		cmocka_unit_test(nothing_is_tested_without_spread_or_values),
		cmocka_unit_test(rounding_noise_is_not_a_spread),
		cmocka_unit_test(quantiles_are_inverses_to_the_last_digits),
		cmocka_unit_test(the_trimmed_mean_ignores_the_wildest_fifth),
		cmocka_unit_test(the_headline_is_in_the_unit_of_the_values),
		cmocka_unit_test(equal_values_have_a_headline_and_no_interval),
		cmocka_unit_test(units_are_reduced_by_trimmed_means),
		cmocka_unit_test(more_repeats_pay_where_the_inside_scatters_more),
		cmocka_unit_test(variance_components_need_two_groups_and_a_repeat),
		cmocka_unit_test(sessions_that_disagree_are_noticed),
		cmocka_unit_test(effects_without_a_standard_error_are_refused),
		cmocka_unit_test(the_detectable_change_has_the_power_asked_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
