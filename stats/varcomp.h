/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How much of the scatter lies between groups (boots, processes) and how much inside:
 * what decides how many of which to run.
 * Source: the moment estimator of the one-way random-effects analysis of variance;
 * Searle, Casella and McCulloch, "Variance Components", section 3.6.
 */
#ifndef STATS_VARCOMP_H
#define STATS_VARCOMP_H

#include <stddef.h>

struct varcomp {
	double grand_mean; /* of all values */
	double ms_between, ms_within;
	double var_within;
	double var_between_raw; /* may be negative */
	double var_between;     /* never negative */
	double icc; /* var_between / (var_between + var_within); NaN for 0/0 */
	double se_grand_mean;
};

/*
 * @x holds @groups groups one after the other, of sizes @size. -ENODATA: fewer than two
 * groups, an empty one, or no group with two values; -EINVAL: not finite.
 */
int varcomp_of(const double *x, const size_t *size, size_t groups,
	       struct varcomp *ret_varcomp);

/*
 * Inner repeats per outer unit that cost least for a given precision:
 * sqrt(cost_outer / cost_inner * var_within / var_between), at least 1, at most @limit.
 * Source: Kalibera and Jones, "Rigorous benchmarking in reasonable time", ISMM 2013.
 */
double varcomp_best_repeats(double cost_outer, double cost_inner, double var_within,
			    double var_between, double limit);

#endif
