/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Paired analysis by ranks: Wilcoxon's signed-rank test, the Hodges-Lehmann estimate
 * (median of the Walsh averages) and the interval that inverts the test. The differences
 * are of natural logarithms in all uses here, but any unit will do.
 * Sources: Wilcoxon 1945; Hodges and Lehmann 1963; Hollander and Wolfe, "Nonparametric
 * Statistical Methods", chapter 3. Zeros are dropped from the test and kept in the
 * estimate, ties get midranks, as R's wilcox.test() and wilcox.exact() do.
 */
#ifndef STATS_SIGNEDRANK_H
#define STATS_SIGNEDRANK_H

#include <stddef.h>

#include "stats/ranktest.h"

/*
 * Are the differences @d[@n], ascending and finite, centred at @mu? Exact to 60 values
 * that differ from @mu, ties or not, else normal. n = 0, or all equal to @mu: p = 1.
 * -ENOMEM.
 */
int signedrank_test(const double *d, size_t n, double mu, struct ranktest *ret_test);

/* Hodges-Lehmann estimate of ascending @d[@n]; NaN where n = 0. */
double signedrank_estimate(const double *d, size_t n);

/*
 * Its interval of level 1 - @alpha. -ENODATA: n = 0; -EINVAL: alpha outside (0, 1);
 * -ENOMEM.
 */
int signedrank_interval(const double *d, size_t n, double alpha,
			struct rankinterval *ret_interval);

/* The smallest two-sided p that @n pairs can reach: 2 / 2^n, at most 1. */
double signedrank_smallest_p(size_t n);

#endif
