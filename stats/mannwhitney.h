/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two-sample analysis by ranks: the Mann-Whitney test, the Hodges-Lehmann shift (median
 * of all b_j - a_i) and Moses' interval, which inverts the test.
 * Sources: Mann and Whitney 1947; Hodges and Lehmann 1963; Hollander and Wolfe,
 * "Nonparametric Statistical Methods", chapter 4.
 */
#ifndef STATS_MANNWHITNEY_H
#define STATS_MANNWHITNEY_H

#include <stddef.h>

#include "stats/ranktest.h"

/*
 * Does @b[@nb] - @shift lie where @a[@na] lies? Both ascending and finite. stat is U of
 * @a: the pairs with a > b, ties half. p_greater is for b - shift higher than a. Exact
 * where no values are tied to 50 a side, with ties to 60 in all; else normal with tie
 * correction. -ENODATA: a side is empty; -ENOMEM.
 */
int mannwhitney_test(const double *a, size_t na, const double *b, size_t nb, double shift,
		     struct ranktest *ret_test);

/* Hodges-Lehmann shift of @b against @a, both ascending; NaN where a side is empty. */
double mannwhitney_estimate(const double *a, size_t na, const double *b, size_t nb);

/*
 * Its interval of level 1 - @alpha. -ENODATA: a side is empty; -EINVAL: alpha outside
 * (0, 1); -ENOMEM.
 */
int mannwhitney_interval(const double *a, size_t na, const double *b, size_t nb,
			 double alpha, struct rankinterval *ret_interval);

/*
 * The test and its interval take the two sides to be spread alike. Where they are not,
 * they are too hopeful: U scatters more than they reckon with, and what is known about
 * that comes from the few values of one side. This is by how much its two-sided critical
 * value at @alpha is too small, at least 1: the standard error of U from the placements
 * of the sides aligned by their @shift over the one of equal spreads, times the t
 * quantile of the placements' degrees of freedom over that of na + nb - 2. Both
 * ascending, two or more. Source: Brunner and Munzel, "The nonparametric Behrens-Fisher
 * problem", Biometrical Journal 42 (2000); Fligner and Policello, JASA 76 (1981).
 */
double mannwhitney_unequal(const double *a, size_t na, const double *b, size_t nb,
			   double shift, double alpha);

/* The smallest two-sided p that these sizes can reach: 2 / C(na + nb, na), at most 1. */
double mannwhitney_smallest_p(size_t na, size_t nb);

#endif
