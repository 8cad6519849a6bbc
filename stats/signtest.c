/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See signtest.h. */
#include "stats/signtest.h"

#include <errno.h>
#include <limits.h>
#include <math.h>

#include <gsl/gsl_cdf.h>

struct signtest signtest(const double *d, size_t n)
{
	struct signtest t = { .p_two = 1 };
	size_t i, fewer;

	for (i = 0; i < n; i++) {
		t.n_nonzero += d[i] != 0;
		t.n_positive += d[i] > 0;
	}
	fewer = t.n_nonzero - t.n_positive;
	if (t.n_positive < fewer)
		fewer = t.n_positive;
	if (t.n_nonzero)
		t.p_two = fmin(1, 2 * gsl_cdf_binomial_P((unsigned int)fewer, 0.5,
							 (unsigned int)t.n_nonzero));
	return t;
}

/* The largest k with P(B <= k - 1) <= level; the median of B exceeds any level < 1/2. */
static size_t largest_k(size_t n, double level)
{
	size_t lo = 0, hi = n / 2 + 1; /* P(B <= lo - 1) <= level < P(B <= hi - 1) */

	while (hi - lo > 1) {
		size_t mid = lo + (hi - lo) / 2;
		double p =
			gsl_cdf_binomial_P((unsigned int)mid - 1, 0.5, (unsigned int)n);

		if (p <= level * (1 + 1e-12))
			lo = mid;
		else
			hi = mid;
	}
	return lo;
}

int signtest_interval(const double *x, size_t n, double alpha,
		      struct rankinterval *ret_interval)
{
	struct rankinterval r = { .ci = interval_none() };

	if (!n)
		return -ENODATA;
	if (!(alpha > 0 && alpha < 1) || n > UINT_MAX / 2)
		return -EINVAL;
	r.k = largest_k(n, alpha / 2);
	r.reached = r.k > 0;
	if (r.reached) {
		r.ci.lo = x[r.k - 1];
		r.ci.hi = x[n - r.k];
		r.achieved = 1 - 2 * gsl_cdf_binomial_P((unsigned int)r.k - 1, 0.5,
							(unsigned int)n);
	}
	*ret_interval = r;
	return 0;
}

int signtest_interpolated(const double *x, size_t n, double alpha,
			  struct interval *ret_interval)
{
	struct rankinterval at;
	double inner, share, k, rest;
	size_t i;
	int e = signtest_interval(x, n, alpha, &at);

	if (e)
		return e;
	if (!at.reached) {
		*ret_interval = (struct interval){ x[0], x[n - 1] };
		return 0;
	}
	i = at.k;
	k = (double)at.k;
	rest = (double)(n - at.k);
	inner = 1 - 2 * gsl_cdf_binomial_P((unsigned int)i, 0.5, (unsigned int)n);
	share = (at.achieved - (1 - alpha)) / (at.achieved - inner);
	share = rest * share / (k + (rest - k) * share);
	*ret_interval = (struct interval){ x[i - 1] + share * (x[i] - x[i - 1]),
					   x[n - i] - share * (x[n - i] - x[n - i - 1]) };
	return 0;
}
