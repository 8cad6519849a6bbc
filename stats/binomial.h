/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Exact interval of a rate: how often `calibrate` called the same thing different.
 * Source: Clopper and Pearson, "The use of confidence or fiducial limits illustrated in
 * the case of the binomial", Biometrika 26 (1934).
 */
#ifndef STATS_BINOMIAL_H
#define STATS_BINOMIAL_H

#include <stddef.h>

#include "stats/interval.h"

/*
 * Interval of level 1 - @alpha for the rate behind @hits of @n. -ENODATA: n = 0;
 * -EINVAL: hits > n, alpha outside (0, 1).
 */
int binomial_interval(size_t hits, size_t n, double alpha, struct interval *ret_interval);

/*
 * Two-sided exact p that the rate is @rate, twice the smaller tail. -ENODATA, -EINVAL as
 * above, and for a rate outside [0, 1].
 */
int binomial_test(size_t hits, size_t n, double rate, double *ret_p);

#endif
