/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sign test and the interval of the median that inverts it: the only paired analysis
 * that assumes no symmetry. Printed beside the signed-rank interval.
 * Source: Conover, "Practical Nonparametric Statistics", sections 3.2 and 3.4.
 */
#ifndef STATS_SIGNTEST_H
#define STATS_SIGNTEST_H

#include <stddef.h>

#include "stats/ranktest.h"

struct signtest {
	size_t n_nonzero, n_positive;
	double p_two;
};

/* Is the median of the finite @d[@n] zero? Zeros are dropped; none left: p = 1. */
struct signtest signtest(const double *d, size_t n);

/*
 * Interval of level 1 - @alpha for the median of ascending @x[@n]: [x_(k), x_(n+1-k)]
 * with the largest k such that P(B <= k - 1) <= alpha / 2, B binomial(n, 1/2). Where k
 * would be 0 the interval does not exist, and reached is false. -ENODATA: n = 0;
 * -EINVAL: alpha outside (0, 1).
 */
int signtest_interval(const double *x, size_t n, double alpha,
		      struct rankinterval *ret_interval);

/*
 * The same between order statistics: as far from x_(k) towards x_(k+1) as 1 - @alpha
 * lies between their levels. Where k would be 0: the whole range, which then covers less.
 * Errors as above. Source: Hettmansperger and Sheather, "Confidence intervals based on
 * interpolated order statistics", Statistics & Probability Letters 4 (1986).
 */
int signtest_interpolated(const double *x, size_t n, double alpha,
			  struct interval *ret_interval);

#endif
