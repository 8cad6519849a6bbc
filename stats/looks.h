/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Looking at growing data several times at an overall level: the same critical value at
 * each of K planned looks, at n, n ratio, n ratio^2 .. units
 * (STATISTICS-PIPELINE.md, 5.4). Sources: Pocock, Biometrika 64 (1977) for the constant
 * boundary; the recursion over looks: Armitage, McPherson and Rowe, J. R. Stat. Soc. A
 * 132 (1969).
 */
#ifndef STATS_LOOKS_H
#define STATS_LOOKS_H

#include <stddef.h>

enum { LOOKS_MAX = 16 };

/*
 * P(max over k <= @looks of |Z_k| >= @z) of a Brownian motion seen at times growing by
 * @ratio: what a largest |z| of @z is worth. @looks 1 .. LOOKS_MAX, @ratio >= 1.2; NaN
 * outside. Relative error below 1e-6 down to 1e-12.
 */
double looks_tail(double z, unsigned int looks, double ratio);

/* The z that is crossed with overall probability @alpha. -EINVAL: as above, or alpha. */
int looks_critical(double alpha, unsigned int looks, double ratio, double *ret_z);

/*
 * p-values adjusted for @looks planned looks: the smallest overall level at which the
 * looks so far would have stopped. @p_min is the smallest p so far, two-sided, or
 * one-sided (the larger of two one-sided tests).
 */
double looks_p_two_sided(double p_min, unsigned int looks, double ratio);
double looks_p_one_sided(double p_min, unsigned int looks, double ratio);

/*
 * The same by Bonferroni: min(1, looks * smallest so far), for @p[@n] in order of looks;
 * n may be below @looks. @ret_adjusted may be @p.
 */
void looks_p_bonferroni(const double *p, size_t n, unsigned int looks,
			double *ret_adjusted);

/* All that a comparison needs to know about its looks; made once per experiment. */
struct looks_plan {
	unsigned int looks;
	size_t first; /* units at the first look */
	double ratio;
	double alpha_diff; /* per-look level of the interval for differences */
	double alpha_same; /* per-look level of the interval for sameness */
};

/*
 * For an overall confidence of 1 - @alpha (and 1 - 2 alpha for sameness: two one-sided
 * tests). @looks = 1 is the plan without early stopping. -EINVAL.
 */
int looks_plan(double alpha, unsigned int looks, size_t first, double ratio,
	       struct looks_plan *ret_plan);

/* The smallest planned number of units that is at least @n; 0 when beyond the last. */
size_t looks_round_up(const struct looks_plan *plan, size_t n);

#endif
