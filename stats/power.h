/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How many pairs for a wanted power, before anything is measured; and the smallest
 * change that a given precision detects, which `calibrate` quotes.
 * Sources: one-sample t test: noncentral t; equivalence: Phillips, J. Pharmacokin.
 * Biopharm. 18 (1990), integrated over the sample standard deviation.
 */
#ifndef STATS_POWER_H
#define STATS_POWER_H

#include <stddef.h>

/*
 * Pairs, as a real number to be rounded up, that detect a true difference @delta with
 * probability @power by a two-sided t test of level @alpha, where single pairs scatter by
 * @sd. -EINVAL: not positive or not a probability; -ERANGE: more than 1e9.
 */
int power_n_difference(double delta, double sd, double alpha, double power,
		       double *ret_n);

/*
 * Probability that two one-sided t tests of level @alpha put @n pairs inside +-@margin
 * when the truth is @theta. NaN where n < 2.
 */
double power_equivalence(size_t n, double theta, double margin, double sd, double alpha);

/* Smallest n for which it is at least @power. Errors as above; -EINVAL: |theta| >=
 * margin. */
int power_n_equivalence(double theta, double margin, double sd, double alpha,
			double power, size_t *ret_n);

/* The same by the usual normal formula, unrounded. */
double power_n_equivalence_normal(double theta, double margin, double sd, double alpha,
				  double power);

/*
 * The true change found with probability @power by an interval of level 1 - @alpha whose
 * half-width is @half: half (1 + z_power / z_{1 - alpha/2}).
 */
double power_detectable(double half, double alpha, double power);

#endif
