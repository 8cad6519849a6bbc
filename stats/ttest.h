/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The t tests: one sample (paired differences), Welch's for two, both also from moments,
 * and the pair of one-sided tests that establishes sameness. Used where ranks cannot
 * reach the level (few values) and where only a summary survived.
 * Sources: Student 1908; Welch, "The generalization of Student's problem", Biometrika
 * 34 (1947); Schuirmann, J. Pharmacokin. Biopharm. 15 (1987) for the two one-sided
 * tests; the ratio of means by the delta method on logarithms.
 */
#ifndef STATS_TTEST_H
#define STATS_TTEST_H

#include <stddef.h>

#include "stats/interval.h"
#include "stats/moments.h"

/*
 * se = 0: there is no spread (to rounding), nothing can be tested, and t, df, p and ci
 * are NaN. Only the estimate is then of use.
 */
struct ttest {
	double estimate; /* second minus first; positive where the second is larger */
	double se, df, t;
	double p; /* two-sided */
	struct interval ci;
};

/*
 * All take a level 1 - @alpha for ci. -EINVAL: a value is not finite, alpha outside
 * (0, 1); -ENODATA: fewer than two values (a side); -ERANGE: their squares overflow.
 */
int ttest_one(const double *d, size_t n, double alpha, struct ttest *ret_test);

/*
 * The same of amounts (counts, times), whose mean cannot be below 0: the interval ends
 * there, which takes nothing from its coverage.
 */
int ttest_amount(const double *x, size_t n, double alpha, struct ttest *ret_test);
int ttest_welch(const double *a, size_t na, const double *b, size_t nb, double alpha,
		struct ttest *ret_test);
int ttest_welch_moments(const struct moments *a, const struct moments *b, double alpha,
			struct ttest *ret_test);

/*
 * The same for ln(mean b / mean a): each relative standard error stands for that of the
 * logarithm. -EINVAL also when a mean is not positive.
 */
int ttest_ratio_moments(const struct moments *a, const struct moments *b, double alpha,
			struct ttest *ret_test);

/*
 * From an estimate and its standard error, for tests that are t tests but for how these
 * come about. @scale is the size of the values they were computed from: a standard error
 * below its rounding is none.
 */
struct ttest ttest_from(double estimate, double se, double df, double scale,
			double alpha);

/* The interval of another level from the same test. */
struct interval ttest_interval(const struct ttest *t, double alpha);

/*
 * Two one-sided tests that the estimate lies above @lower and below @upper. Sameness has
 * p = the larger of the two; NaN where t->se = 0.
 */
struct tost {
	double t_lower, t_upper, p_lower, p_upper, p;
};

struct tost ttest_tost(const struct ttest *t, double lower, double upper);

#endif
