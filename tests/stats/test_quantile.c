/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Order statistics: quantile.h, select.h, summary.h, sample.h. */
#include "tests/stats/check.h"

#include <gsl/gsl_sort.h>

#include "stats/quantile.h"
#include "stats/random.h"
#include "stats/sample.h"
#include "stats/select.h"
#include "stats/sort.h"
#include "stats/summary.h"

static void a_quantile_lies_between_order_statistics(void **state)
{
	const double x[] = { 4, 1, 3, 2 };
	double q;

	assert_int_equal(quantile(x, 4, 0.25, &q), 0);
	assert_same(q, 1.75);
	assert_int_equal(quantile(x, 4, 0, &q), 0);
	assert_same(q, 1);
	assert_int_equal(quantile(x, 4, 1, &q), 0);
	assert_same(q, 4);
	assert_int_equal(quantile(x, 1, 0.9, &q), 0);
	assert_same(q, 4);
}

static void a_quantile_of_nothing_or_of_nan_is_refused(void **state)
{
	const double bad[] = { 1, NAN, 2 };
	double q = 7;

	assert_int_equal(quantile(bad, 0, 0.5, &q), -ENODATA);
	assert_int_equal(quantile(bad, 3, 0.5, &q), -EINVAL);
	assert_int_equal(quantile(bad, 1, 1.5, &q), -EINVAL);
	assert_int_equal(quantile(bad, 1, NAN, &q), -EINVAL);
	assert_same(q, 7);
	assert_true(isnan(quantile_sorted(bad, 0, 0.5)));
}

static void an_upper_percentile_needs_ten_values_beyond_it(void **state)
{
	assert_false(quantile_supported(99, 0.90));
	assert_true(quantile_supported(100, 0.90));
	assert_false(quantile_supported(999, 0.99));
	assert_true(quantile_supported(1000, 0.99));
}

/* Shapes that selection has trouble with; @kind picks one. */
static void fill(double *x, size_t n, int kind, struct random_state *r)
{
	size_t i;

	for (i = 0; i < n; i++) {
		switch (kind) {
		case 0: x[i] = random_uniform(r); break;
		case 1: x[i] = (double)i; break;
		case 2: x[i] = (double)(n - i); break;
		case 3: x[i] = fabs((double)i - (double)n / 2); break;
		case 4: x[i] = 5; break;
		case 5: x[i] = (double)random_below(r, 3); break;
		case 6: x[i] = (double)(i % 2); break;
		default: x[i] = -fabs((double)i - (double)n / 2); break;
		}
	}
}

static void selected_positions_hold_what_sorting_puts_there(void **state)
{
	struct random_state r = random_seeded(3);
	double x[3000], sorted[3000];
	size_t n, i, j;
	int kind;

	for (kind = 0; kind < 8; kind++) {
		for (n = 1; n <= 3000; n = n * 3 + 1) {
			size_t k[4] = { 0, n / 4, n / 2, n - 1 }, nk = 0, list[4];

			for (i = 0; i < 4; i++)
				if (!nk || list[nk - 1] < k[i])
					list[nk++] = k[i];
			fill(x, n, kind, &r);
			memcpy(sorted, x, n * sizeof(*x));
			gsl_sort(sorted, 1, n);
			select_order(x, n, list, nk);
			for (i = 0; i < nk; i++) {
				assert_true(x[list[i]] == sorted[list[i]]);
				for (j = 0; j < list[i]; j++)
					assert_true(x[j] <= x[list[i]]);
				for (j = list[i]; j < n; j++)
					assert_true(x[j] >= x[list[i]]);
			}
			gsl_sort(x, 1, n);
			assert_memory_equal(x, sorted, n * sizeof(*x));
		}
	}
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void sorting_many_is_sorting(void **state)
{
	const size_t sizes[] = { 0, 1, 2, 1024, 1025, 5000, 40000 };
	struct random_state r = random_seeded(5);
	static double x[40000], want[40000];
	size_t s, i;
	int kind;

	for (s = 0; s < COUNT_OF(sizes); s++) {
		for (kind = 0; kind < 8; kind++) {
			fill(x, sizes[s], kind, &r);
			for (i = 0; i < sizes[s]; i++)
				x[i] = i % 3 ? x[i] : -x[i] * 1e-300;
			memcpy(want, x, sizes[s] * sizeof(*x));
			qsort(want, sizes[s], sizeof(*want), ascending);
			sort_doubles(x, sizes[s]);
			for (i = 0; i < sizes[s]; i++)
				assert_true(x[i] == want[i]);
		}
	}
}

static void a_summary_holds_what_sorting_finds(void **state)
{
	struct random_state r = random_seeded(4);
	double x[1200], sorted[1200], sum = 0;
	struct summary s;
	size_t i;

	for (i = 0; i < 1200; i++)
		x[i] = sorted[i] = 1 + random_uniform(&r);
	gsl_sort(sorted, 1, 1200);
	assert_int_equal(summary_of(x, 1200, &s), 0);
	assert_int_equal(s.n, 1200);
	assert_same(s.min, sorted[0]);
	assert_same(s.max, sorted[1199]);
	assert_same(s.p10, quantile_sorted(sorted, 1200, 0.10));
	assert_same(s.p25, quantile_sorted(sorted, 1200, 0.25));
	assert_same(s.median, quantile_sorted(sorted, 1200, 0.50));
	assert_same(s.p75, quantile_sorted(sorted, 1200, 0.75));
	assert_same(s.p90, quantile_sorted(sorted, 1200, 0.90));
	assert_same(s.p99, quantile_sorted(sorted, 1200, 0.99));
	for (i = 150; i < 1050; i++)
		sum += sorted[i];
	assert_same(s.octile_mean, sum / 900);
	for (i = 0; i < 1200; i++)
		sorted[i] = fabs(sorted[i] - s.median);
	gsl_sort(sorted, 1, 1200);
	assert_same(s.mad, quantile_sorted(sorted, 1200, 0.5));
}

static void a_summary_does_not_show_percentiles_it_cannot_know(void **state)
{
	double x[20];
	struct summary s;
	size_t i;

	for (i = 0; i < 20; i++)
		x[i] = 1 + (double)i;
	assert_int_equal(summary_of(x, 20, &s), 0);
	assert_true(isnan(s.p90));
	assert_true(isnan(s.p99));
	assert_same(s.p25, 5.75);
	assert_int_equal(summary_of(x, 1, &s), 0);
	assert_true(isnan(s.sd));
	assert_same(s.mad, 0);
}

static void a_summary_refuses_what_is_no_cost(void **state)
{
	const double bad[][2] = { { 1, NAN }, { INFINITY, 1 }, { 1, 0 }, { 1, -2 } };
	struct summary s;
	size_t i;

	assert_int_equal(summary_of(bad[0], 0, &s), -ENODATA);
	for (i = 0; i < COUNT_OF(bad); i++)
		assert_int_equal(summary_of(bad[i], 2, &s), -EINVAL);
	assert_int_equal(sample_first_not_positive(bad[3], 2), 1);
	assert_int_equal(sample_first_not_finite(bad[3], 2), 2);
	assert_int_equal(sample_first_not_finite(bad[1], 2), 0);
}

static void copies_are_sorted_or_logarithmic_and_checked(void **state)
{
	const double x[] = { 3, 1, 2 }, bad[] = { 1, -1, NAN };
	double *copy;

	assert_int_equal(sample_sorted(x, 3, &copy), 0);
	assert_same(copy[0], 1);
	assert_same(copy[2], 3);
	free(copy);
	assert_int_equal(sample_sorted(NULL, 0, &copy), 0);
	free(copy);
	assert_int_equal(sample_logs(x, 3, &copy), 0);
	assert_same(copy[1], 0);
	free(copy);
	assert_int_equal(sample_logs(bad, 2, &copy), -EINVAL);
	assert_int_equal(sample_sorted(bad, 3, &copy), -EINVAL);
	assert_int_equal(sample_log_ratios(x, bad, 2, &copy), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_quantile_lies_between_order_statistics),
		cmocka_unit_test(a_quantile_of_nothing_or_of_nan_is_refused),
		cmocka_unit_test(an_upper_percentile_needs_ten_values_beyond_it),
		cmocka_unit_test(selected_positions_hold_what_sorting_puts_there),
		cmocka_unit_test(sorting_many_is_sorting),
		cmocka_unit_test(a_summary_holds_what_sorting_finds),
		cmocka_unit_test(a_summary_does_not_show_percentiles_it_cannot_know),
		cmocka_unit_test(a_summary_refuses_what_is_no_cost),
		cmocka_unit_test(copies_are_sorted_or_logarithmic_and_checked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
