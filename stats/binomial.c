/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See binomial.h. */
#include "stats/binomial.h"

#include <errno.h>
#include <limits.h>
#include <math.h>

#include <gsl/gsl_cdf.h>

#include "stats/dist.h"

int binomial_interval(size_t hits, size_t n, double alpha, struct interval *ret_interval)
{
	double k, rest;

	if (!n)
		return -ENODATA;
	if (hits > n || !(alpha > 0 && alpha < 1))
		return -EINVAL;
	k = (double)hits;
	rest = (double)(n - hits);
	ret_interval->lo = hits ? dist_beta_quantile(alpha / 2, k, rest + 1) : 0;
	ret_interval->hi = hits < n ? dist_beta_quantile(1 - alpha / 2, k + 1, rest) : 1;
	return 0;
}

int binomial_test(size_t hits, size_t n, double rate, double *ret_p)
{
	unsigned int k = (unsigned int)hits, size = (unsigned int)n;
	double lower, upper;

	if (!n)
		return -ENODATA;
	if (hits > n || n > UINT_MAX || !(rate >= 0 && rate <= 1))
		return -EINVAL;
	lower = gsl_cdf_binomial_P(k, rate, size);
	upper = k ? gsl_cdf_binomial_Q(k - 1, rate, size) : 1;
	*ret_p = fmin(1, 2 * fmin(lower, upper));
	return 0;
}
