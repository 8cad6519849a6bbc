/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Estimates that should agree: sessions minutes apart, or any set of (effect, standard
 * error). Cochran's Q says whether they do; DerSimonian and Laird's random-effects mean
 * is the size to quote when they do not (STATISTICS-PIPELINE.md, 5.7).
 * Sources: Cochran, Biometrics 10 (1954); DerSimonian and Laird, Controlled Clin. Trials
 * 7 (1986).
 */
#ifndef STATS_SESSIONS_H
#define STATS_SESSIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "stats/interval.h"

struct heterogeneity {
	double q, df, p;   /* Cochran */
	double fixed_mean; /* weights 1 / se^2 */
	double tau2;       /* variance between, moment estimate, not below 0 */
	double random_mean, random_se;
};

/*
 * Of @n effects with standard errors. -ENODATA: n < 2; -EINVAL: not finite, or an se
 * that is not positive.
 */
int heterogeneity_of(const double *effect, const double *se, size_t n,
		     struct heterogeneity *ret_heterogeneity);

enum { SESSIONS_FEW = 6 };

#define SESSIONS_ALPHA 0.01

struct sessions {
	size_t n;
	struct heterogeneity h;
	bool differ; /* h.p < SESSIONS_ALPHA: the effect depends on the machine's state */
	/*
	 * The size to quote where they differ or there are at least SESSIONS_FEW: below
	 * that many the random-effects mean +- z se, else t on the session means.
	 */
	double size;
	struct interval size_ci;
};

/*
 * Of paired ln-differences @d[@n], each with the number of its session; equal numbers
 * must be adjacent. Level 1 - @alpha. -ENODATA: fewer than two sessions, or one with
 * fewer than two pairs; -EINVAL: not finite, or no spread inside a session.
 */
int sessions_of(const double *d, const unsigned int *session, size_t n, double alpha,
		struct sessions *ret_sessions);

#endif
