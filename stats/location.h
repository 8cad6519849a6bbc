/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where one arm lies: trimmed means with their t interval, and the headline of
 * `ktoll run`. Also the reductions that use a trimmed mean on the way to a unit
 * (STATISTICS-PIPELINE.md, 5.2).
 * Sources: Tukey and McLaughlin, Sankhya A 25 (1963); Yuen, "The two-sample trimmed t
 * for unequal population variances", Biometrika 61 (1974).
 */
#ifndef STATS_LOCATION_H
#define STATS_LOCATION_H

#include <stddef.h>

#include "stats/interval.h"
#include "stats/ttest.h"

#define LOCATION_TRIM 0.20

/* Mean of ascending @sorted[@n] without @cut values at each end, 2 cut < n. */
double location_trimmed_mean(const double *sorted, size_t n, size_t cut);

/* sd of ascending @sorted[@n] after the @cut outermost at each end took their neighbour's
 * value; divisor n - 1. */
double location_winsorised_sd(const double *sorted, size_t n, size_t cut);

struct trimmed {
	double winsorised_sd;
	struct ttest test; /* estimate = trimmed mean, df = n - 2 cut - 1 */
};

/*
 * Mean of ascending @sorted[@n] without floor(@trim n) at each end and its interval of
 * level 1 - @alpha; se = winsorised sd / ((1 - 2 trim) sqrt(n)). -EINVAL: trim outside
 * [0, 0.5), alpha outside (0, 1); -ENODATA: fewer than two values are left; -ERANGE:
 * their squares overflow.
 */
int location_trimmed_t(const double *sorted, size_t n, double trim, double alpha,
		       struct trimmed *ret_trimmed);

/* Yuen's test of ascending @b against @a; estimate = trimmed b - trimmed a. As above. */
int location_yuen(const double *a, size_t na, const double *b, size_t nb, double trim,
		  double alpha, struct ttest *ret_test);

/* In the unit of the values: the number that `ktoll run` shows. */
struct location {
	size_t n;
	double value;
	struct interval ci; /* none where n = 1 or nothing varies */
};

/*
 * exp of the 20 % trimmed mean of ln @x[@n], where x are process summaries (25th
 * percentiles), with its interval of level 1 - @alpha. The standard error is Yuen's,
 * which counts the values kept: that of location_trimmed_t() takes 0.2 n as cut even
 * where less was, and is too wide by a quarter at n = 9 (98 % coverage for 95).
 * Where the logarithms are skewed it covers 88 to 93 % for 95, and 63 % where five
 * come from two modes; the interval therefore also holds signtest_interpolated().
 * -ENODATA: n = 0; -EINVAL: a value has no logarithm, alpha outside (0, 1); -ENOMEM.
 */
int location_of(const double *x, size_t n, double alpha, struct location *ret_location);

/*
 * d of a process pair of the duet from the ln-differences @e[@n] of its slice pairs:
 * mean without floor(n / 4) at each end. -ENODATA: n = 0; -EINVAL; -ENOMEM.
 */
int location_of_slices(const double *e, size_t n, double *ret_d);

/*
 * u of a boot from the ln-summaries @s[@n] of its processes: 20 % trimmed mean. Errors as
 * above.
 */
int location_of_boot(const double *s, size_t n, double *ret_u);

#endif
