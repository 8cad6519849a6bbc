/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The bootstrap of one sample: percentile and BCa intervals. Verdicts do not use it; it
 * gives intervals to statistics that have no formula, such as the mean of skewed values.
 * Source: Efron, "Better bootstrap confidence intervals", J. Am. Stat. Assoc. 82 (1987).
 */
#ifndef STATS_BOOTSTRAP_H
#define STATS_BOOTSTRAP_H

#include <stdbool.h>
#include <stddef.h>

#include "stats/interval.h"
#include "stats/random.h"

enum bootstrap_stat { BOOTSTRAP_MEAN, BOOTSTRAP_MEDIAN };

struct bootstrap {
	double estimate; /* the statistic of the sample itself */
	double mean, se; /* of the replicates; divisor: their number */
	struct interval percentile;
	/*
	 * Bias-corrected and accelerated. Undefined (NaN, interval none) where the
	 * replicates or the jackknife do not vary; use the percentile interval then.
	 */
	bool bca_defined;
	double z0, a, level_lo, level_hi;
	struct interval bca;
};

/*
 * From replicates already made, @rep[@nrep], which are sorted in place, the estimate and
 * the jackknife values @jack[@njack]. Level 1 - @alpha. -ENODATA: none; -EINVAL: not
 * finite, alpha outside (0, 1).
 */
int bootstrap_from(double *rep, size_t nrep, double estimate, const double *jack,
		   size_t njack, double alpha, struct bootstrap *ret_bootstrap);

/* Of @x[@n] with @resamples resamples. -ENODATA: n or resamples 0; -EINVAL; -ENOMEM. */
int bootstrap_of(const double *x, size_t n, enum bootstrap_stat stat, double alpha,
		 size_t resamples, struct random_state *rng,
		 struct bootstrap *ret_bootstrap);

#endif
