/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Mean and spread: of values, or of a result of which only a summary survived, where
 * what kind of spread it is decides everything (STATISTICS.md, section 4).
 */
#ifndef STATS_MOMENTS_H
#define STATS_MOMENTS_H

#include <stddef.h>

struct moments {
	size_t n;
	double mean;
	double sd; /* of single values, divisor n - 1; NaN where n < 2 */
};

enum spread_kind {
	SPREAD_SD,     /* standard deviation of single values, divisor n - 1 */
	SPREAD_RMSE,   /* the same with divisor n */
	SPREAD_SE,     /* standard error of the mean */
	SPREAD_SE_PCT, /* the same in per cent of the mean: "+- 0.31%" of perf stat -r */
};

/*
 * Of the finite values @x[@n]; n = 0 gives NaN. Two passes with the remainder of the
 * first corrected in the second (Chan, Golub, LeVeque 1983), so that values around 1e9
 * keep their digits; gsl_stats_mean() and _variance() are as exact and ten times slower.
 */
struct moments moments_of(const double *x, size_t n);

/*
 * From a summary: @n values with mean @mean and spread @spread of kind @kind.
 * -EINVAL: not finite, negative spread, or SPREAD_SE_PCT with a mean that is not
 * positive; -ENODATA: n < 2, where a spread says nothing.
 */
int moments_from_spread(double mean, double spread, enum spread_kind kind, size_t n,
			struct moments *ret_moments);

#endif
