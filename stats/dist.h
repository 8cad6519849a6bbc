/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The inverses that GSL has but reports through its error handler, which aborts the
 * program by default, when the iteration does not converge; and noncentral t, which GSL
 * has not. Everything else is called straight from gsl_cdf.h.
 */
#ifndef STATS_DIST_H
#define STATS_DIST_H

/*
 * t such that P(T > t) = @q, 0 < @q < 1, of Student's t with @df >= 1 degrees of
 * freedom, which need not be whole. NaN outside these.
 */
double dist_t_upper(double q, double df);

/* x such that P(X <= x) = @p of the beta distribution, @a and @b > 0. NaN outside. */
double dist_beta_quantile(double p, double a, double b);

/*
 * P(T > @t), @t > 0, for noncentral t with whole @df >= 1 and noncentrality @ncp: the
 * power of a t test. By integration over the sample standard deviation; error < 1e-10.
 */
double dist_nct_upper(double t, double df, double ncp);

/*
 * E[f(S)], where S is the standard deviation of a sample with @df >= 1 degrees of
 * freedom from a population of standard deviation 1 (df S^2 is chi-squared).
 */
double dist_over_sd(double (*f)(double s, const void *arg), const void *arg, double df);

#endif
