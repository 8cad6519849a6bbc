/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Quantiles of type 7: linear between order statistics at (n - 1) p, what R, numpy and
 * gsl_stats_quantile_from_sorted_data() give by default.
 * Source: Hyndman and Fan, "Sample quantiles in statistical packages", Am. Stat. 50
 * (1996).
 */
#ifndef STATS_QUANTILE_H
#define STATS_QUANTILE_H

#include <stdbool.h>
#include <stddef.h>

/* Of ascending @sorted[@n], 0 <= @p <= 1. NaN where n = 0. */
double quantile_sorted(const double *sorted, size_t n, double p);

/*
 * Is the upper percentile @p of @n values worth showing? Only with ten values beyond
 * it: n >= 10 / (1 - p), which is 100 for p90 and 1000 for p99.
 */
bool quantile_supported(size_t n, double p);

/* Of @x[@n] in any order. -ENODATA: n = 0; -EINVAL: a value not finite, bad @p; -ENOMEM.
 */
int quantile(const double *x, size_t n, double p, double *ret_quantile);

#endif
