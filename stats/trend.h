/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Dependence on time: autocorrelation, and Kendall's test of a trend. Warnings, not
 * verdicts.
 * Sources: Box and Jenkins, "Time Series Analysis", section 2.1 (divisor n); Kendall,
 * Biometrika 30 (1938), with the exact distribution of the number of inversions.
 */
#ifndef STATS_TREND_H
#define STATS_TREND_H

#include <stddef.h>

/*
 * Autocorrelation of @x[@n] at @lag. -ENODATA: lag >= n; -EINVAL: not finite; -EDOM:
 * nothing varies.
 */
int trend_autocorrelation(const double *x, size_t n, size_t lag, double *ret_r);

struct kendall {
	double tau; /* tau-b: corrected for ties */
	double p;   /* two-sided; exact to n = 50 without ties, else normal */
};

/*
 * Do the values @x[@n] rise or fall with their position? -ENODATA: n < 2; -EINVAL: not
 * finite; -EDOM: nothing varies; -ENOMEM. Quadratic: meant for some thousand values.
 */
int trend_kendall(const double *x, size_t n, struct kendall *ret_kendall);

#endif
