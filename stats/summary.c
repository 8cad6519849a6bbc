/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See summary.h. */
#include "stats/summary.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/moments.h"
#include "stats/quantile.h"
#include "stats/sample.h"
#include "stats/select.h"

/* Adds @k to the ascending list @list[*@n] unless it is there or outside [0, @limit). */
static void add_position(size_t *list, size_t *n, size_t k, size_t limit)
{
	size_t i;

	if (k >= limit)
		return;
	for (i = *n; i && list[i - 1] > k; i--)
		;
	if (i && list[i - 1] == k)
		return;
	memmove(list + i + 1, list + i, (*n - i) * sizeof(*list));
	list[i] = k;
	++*n;
}

/* Puts in place every order statistic that summary_of() reads. */
static void select_needed(double *work, size_t n)
{
	static const double p[] = { 0, 0.10, 0.25, 0.50, 0.75, 0.90, 0.99, 1 };
	const size_t np = sizeof(p) / sizeof(p[0]);
	size_t k[2 * sizeof(p) / sizeof(p[0]) + 2], nk = 0, i;

	for (i = 0; i < np; i++) {
		size_t low = (size_t)(p[i] * (double)(n - 1));

		add_position(k, &nk, low, n);
		add_position(k, &nk, low + 1, n);
	}
	add_position(k, &nk, n / 8, n);
	add_position(k, &nk, n - 1 - n / 8, n);
	select_order(work, n, k, nk);
}

/* Median of |x - @centre|, using @work[@n]. */
static double deviation_median(const double *x, size_t n, double centre, double *work)
{
	size_t k[2] = { (n - 1) / 2, n / 2 }, i;

	for (i = 0; i < n; i++)
		work[i] = fabs(x[i] - centre);
	select_order(work, n, k, k[1] > k[0] ? 2 : 1);
	return (work[k[0]] + work[k[1]]) / 2;
}

int summary_of(const double *x, size_t n, struct summary *ret_summary)
{
	struct summary s = { .n = n };
	struct moments m;
	double *work;

	if (!n)
		return -ENODATA;
	if (sample_first_not_positive(x, n) < n)
		return -EINVAL;
	work = malloc(n * sizeof(*work));
	if (!work)
		return -ENOMEM;
	memcpy(work, x, n * sizeof(*work));
	select_needed(work, n);
	m = moments_of(x, n);
	s.mean = m.mean;
	s.sd = m.sd;
	s.min = work[0];
	s.max = work[n - 1];
	s.p10 = quantile_sorted(work, n, 0.10);
	s.p25 = quantile_sorted(work, n, 0.25);
	s.median = quantile_sorted(work, n, 0.50);
	s.p75 = quantile_sorted(work, n, 0.75);
	s.p90 = quantile_supported(n, 0.90) ? quantile_sorted(work, n, 0.90) : NAN;
	s.p99 = quantile_supported(n, 0.99) ? quantile_sorted(work, n, 0.99) : NAN;
	s.octile_mean = moments_of(work + n / 8, n - 2 * (n / 8)).mean;
	s.mad = deviation_median(x, n, s.median, work);
	free(work);
	*ret_summary = s;
	return 0;
}
