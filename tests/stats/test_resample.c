/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random.h, permute.h, bootstrap.h, scan.h. */
#include "tests/stats/check.h"

#include "stats/bootstrap.h"
#include "stats/permute.h"
#include "stats/random.h"
#include "stats/scan.h"

static void a_seed_decides_every_number(void **state)
{
	struct random_state r = random_seeded(1), s = random_seeded(1),
			    t = random_seeded(2);
	int i, same = 0;

	for (i = 0; i < 100; i++) {
		uint64_t x = random_bits(&r);

		assert_true(x == random_bits(&s));
		same += x == random_bits(&t);
	}
	assert_int_equal(same, 0);
}

static void draws_are_even_over_their_range(void **state)
{
	struct random_state r = random_seeded(3);
	double chi = 0, count[7] = { 0 };
	uint32_t i, j, k;

	for (k = 0; k < 70000; k++) {
		count[random_below(&r, 7)]++;
		random_two_below(&r, 7, &i, &j);
		count[i]++;
		count[j]++;
	}
	for (k = 0; k < 7; k++)
		chi += (count[k] - 30000) * (count[k] - 30000) / 30000;
	assert_true(gsl_cdf_chisq_Q(chi, 6) > 1e-4 && gsl_cdf_chisq_P(chi, 6) > 1e-4);
	assert_int_equal(random_below(&r, 1), 0);
}

static void a_sampled_permutation_test_is_near_the_complete_one(void **state)
{
	const double a[] = { 1, 2, 3, 4, 5, 6, 7, 8 },
		     b[] = { 3, 4.5, 5, 6, 7, 8.5, 9, 10 };
	struct random_state r = random_seeded(4);
	struct permute all, some;

	assert_int_equal(permute_two_sample(a, 8, b, 8, 20000, &r, &all), 0);
	assert_int_equal(all.total, 12870);
	assert_int_equal(permute_two_sample(a, 8, b, 8, 10000, &r, &some), 0);
	assert_int_equal(some.total, 10001);
	assert_near(some.p, all.p, 5 * sqrt(all.p / 10000));
	assert_int_equal(permute_sign_flip(b, 8, 256, &r, &all), 0);
	assert_int_equal(all.total, 256);
	assert_same(all.p, 2. / 256);
	assert_int_equal(permute_sign_flip(b, 8, 255, &r, &some), 0);
	assert_true(some.p > 0 && some.p < 0.05);
}

static void a_permutation_test_is_never_sure(void **state)
{
	struct random_state r = random_seeded(5);
	double d[40];
	struct permute p;
	size_t i;

	for (i = 0; i < 40; i++)
		d[i] = 1 + (double)i / 100;
	assert_int_equal(permute_sign_flip(d, 40, 999, &r, &p), 0);
	assert_same(p.p, 1. / 1000);
	assert_int_equal(permute_two_sample(d, 0, d, 3, 9, &r, &p), -ENODATA);
	assert_int_equal(permute_sign_flip(d, 0, 9, &r, &p), -ENODATA);
	d[3] = NAN;
	assert_int_equal(permute_sign_flip(d, 40, 999, &r, &p), -EINVAL);
	assert_int_equal(permute_two_sample(d, 20, d + 20, 20, 9, &r, &p), -EINVAL);
}

static void the_largest_t_finds_the_one_that_moved(void **state)
{
	struct random_state r = random_seeded(6);
	double d[40 * 3], t[3], p[3];
	size_t i;

	for (i = 0; i < 40; i++) {
		d[3 * i] = random_uniform(&r) - 0.5;
		d[3 * i + 1] = random_uniform(&r) - 0.1;
		d[3 * i + 2] = 0; /* varies not at all */
	}
	assert_int_equal(permute_max_t(d, 40, 3, 999, &r, t, p), 0);
	assert_true(p[0] > 0.05);
	assert_same(p[1], 0.001);
	assert_true(isnan(p[2]) && isnan(t[2]));
	assert_int_equal(permute_max_t(d, 1, 3, 999, &r, t, p), -ENODATA);
	d[7] = INFINITY;
	assert_int_equal(permute_max_t(d, 40, 3, 999, &r, t, p), -EINVAL);
}

static void a_bootstrap_repeats_with_its_seed_only(void **state)
{
	const double x[] = { 1, 5, 2, 8, 3, 9, 4 };
	struct random_state r = random_seeded(7), s = random_seeded(7),
			    t = random_seeded(8);
	struct bootstrap a, b, c;

	assert_int_equal(bootstrap_of(x, 7, BOOTSTRAP_MEAN, 0.05, 500, &r, &a), 0);
	assert_int_equal(bootstrap_of(x, 7, BOOTSTRAP_MEAN, 0.05, 500, &s, &b), 0);
	assert_int_equal(bootstrap_of(x, 7, BOOTSTRAP_MEAN, 0.05, 500, &t, &c), 0);
	assert_true(a.se == b.se && a.bca.lo == b.bca.lo);
	assert_true(a.se != c.se);
	assert_near(a.se, sqrt(52. / 7 / 7), 0.1);
}

static void a_bootstrap_of_little_is_refused_or_flat(void **state)
{
	const double x[] = { 3, NAN };
	struct random_state r = random_seeded(9);
	struct bootstrap b;

	assert_int_equal(bootstrap_of(x, 0, BOOTSTRAP_MEAN, 0.05, 99, &r, &b), -ENODATA);
	assert_int_equal(bootstrap_of(x, 1, BOOTSTRAP_MEAN, 0.05, 0, &r, &b), -ENODATA);
	assert_int_equal(bootstrap_of(x, 2, BOOTSTRAP_MEAN, 0.05, 99, &r, &b), -EINVAL);
	assert_int_equal(bootstrap_of(x, 1, BOOTSTRAP_MEAN, 0, 99, &r, &b), -EINVAL);
	assert_int_equal(bootstrap_of(x, 1, BOOTSTRAP_MEDIAN, 0.05, 99, &r, &b), 0);
	assert_same(b.percentile.lo, 3);
	assert_same(b.percentile.hi, 3);
	assert_false(b.bca_defined);
}

/* @rounds of @arms, noise of 1 % with tails, arm @at and later higher by @step. */
static void series(double *y, size_t rounds, size_t arms, size_t at, double step,
		   struct random_state *r)
{
	size_t i, c;

	for (i = 0; i < rounds; i++) {
		double round = 0.05 * random_uniform(r);

		for (c = 0; c < arms; c++) {
			double u = random_uniform(r) - 0.5;

			y[i * arms + c] = round + 0.005 * u / (0.6 - fabs(u)) +
					  (c >= at ? step : 0);
		}
	}
}

static void a_step_is_found_where_it_is(void **state)
{
	struct random_state r = random_seeded(10);
	double y[20 * 10];
	struct scan s;

	series(y, 20, 10, 4, 0.02, &r);
	assert_int_equal(scan_series(y, 20, 10, 0.05, SCAN_RESAMPLES, &r, &s), 0);
	assert_same(s.p, 0.001);
	assert_int_equal(s.likeliest, 4);
	assert_int_equal(s.n_steps, 1);
	assert_int_equal(s.step[0].at, 4);
	assert_true(s.step[0].from <= 4 && s.step[0].to >= 4);
	assert_true(s.step[0].ci.lo < 0.02 && s.step[0].ci.hi > 0.02);
	scan_release(&s);
	scan_release(&s);
}

static void two_steps_are_found_in_order(void **state)
{
	struct random_state r = random_seeded(11);
	double y[30 * 9];
	struct scan s;
	size_t i;

	series(y, 30, 9, 3, 0.03, &r);
	for (i = 0; i < 30; i++) {
		y[i * 9 + 6] -= 0.05;
		y[i * 9 + 7] -= 0.05;
		y[i * 9 + 8] -= 0.05;
	}
	assert_int_equal(scan_series(y, 30, 9, 0.05, SCAN_RESAMPLES, &r, &s), 0);
	assert_int_equal(s.n_steps, 2);
	assert_int_equal(s.step[0].at, 3);
	assert_int_equal(s.step[1].at, 6);
	assert_true(s.step[0].size_log > 0 && s.step[1].size_log < 0);
	scan_release(&s);
}

static void a_scan_rarely_finds_a_step_where_there_is_none(void **state)
{
	struct random_state r = random_seeded(12);
	double y[8 * 6];
	size_t round, found = 0;
	struct scan s;

	for (round = 0; round < 600; round++) {
		series(y, 8, 6, 6, 0, &r);
		assert_int_equal(scan_series(y, 8, 6, 0.05, 199, &r, &s), 0);
		found += s.n_steps > 0;
		scan_release(&s);
	}
	assert_rate(found, 600, 0.04, 0.06, "steps found where there is none");
}

static void the_range_of_a_step_holds_its_true_place(void **state)
{
	struct random_state r = random_seeded(13);
	double y[12 * 8];
	size_t round, found = 0, inside = 0;
	struct scan s;

	for (round = 0; round < 200; round++) {
		series(y, 12, 8, 3, 0.015, &r);
		assert_int_equal(scan_series(y, 12, 8, 0.05, 199, &r, &s), 0);
		if (s.n_steps == 1) {
			found++;
			inside += s.step[0].from <= 3 && s.step[0].to >= 3;
		}
		scan_release(&s);
	}
	assert_true(found > 150);
	assert_rate(inside, found, 0.9, 1, "true place inside the range");
}

static void a_series_without_noise_or_rounds_is_handled(void **state)
{
	struct random_state r = random_seeded(14);
	double y[3 * 4] = { 0 };
	struct scan s;

	assert_int_equal(scan_series(y, 2, 4, 0.05, 99, &r, &s), -ENODATA);
	assert_int_equal(scan_series(y, 3, 1, 0.05, 99, &r, &s), -ENODATA);
	assert_int_equal(scan_series(y, 3, 4, 0.05, 0, &r, &s), -EINVAL);
	assert_int_equal(scan_series(y, 3, 4, 0, 99, &r, &s), -EINVAL);
	assert_int_equal(scan_series(y, 3, 4, 0.05, 99, &r, &s), 0);
	assert_same(s.p, 1);
	assert_int_equal(s.n_steps, 0);
	scan_release(&s);
	y[5] = NAN;
	assert_int_equal(scan_series(y, 3, 4, 0.05, 99, &r, &s), -EINVAL);
}

static void in_single_values_the_jump_and_the_drop_stand_out(void **state)
{
	const double us[] = { 2.368, 2.603, 2.668, 2.701, 3.474, 2.928 };
	const bool want[] = { false, false, false, true, true };
	double y[6];
	bool marks[5];
	size_t i;

	for (i = 0; i < 6; i++)
		y[i] = log(us[i]);
	assert_int_equal(scan_single(y, 6, marks), 2);
	assert_memory_equal(marks, want, sizeof(want));
	assert_int_equal(scan_single(y, 2, marks), 0);
	assert_int_equal(scan_single(y, 0, marks), 0);
	y[0] = y[1] = y[2] = 1;
	assert_int_equal(scan_single(y, 3, marks), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_seed_decides_every_number),
		cmocka_unit_test(draws_are_even_over_their_range),
		cmocka_unit_test(a_sampled_permutation_test_is_near_the_complete_one),
		cmocka_unit_test(a_permutation_test_is_never_sure),
		cmocka_unit_test(the_largest_t_finds_the_one_that_moved),
		cmocka_unit_test(a_bootstrap_repeats_with_its_seed_only),
		cmocka_unit_test(a_bootstrap_of_little_is_refused_or_flat),
		cmocka_unit_test(a_step_is_found_where_it_is),
		cmocka_unit_test(two_steps_are_found_in_order),
		cmocka_unit_test(a_scan_rarely_finds_a_step_where_there_is_none),
		cmocka_unit_test(the_range_of_a_step_holds_its_true_place),
		cmocka_unit_test(a_series_without_noise_or_rounds_is_handled),
		cmocka_unit_test(in_single_values_the_jump_and_the_drop_stand_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
