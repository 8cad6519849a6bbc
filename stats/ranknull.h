/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Exact null distributions of the two rank statistics, with and without ties; GSL has
 * none. Sums of midranks are halves, so they are counted in doubled ranks.
 * Sources: Wilcoxon 1945; Mann and Whitney 1947; for ties, the distribution given the
 * midranks: Streitberg and Roehmel, "Exact distributions for permutation and rank
 * tests", Stat. Software Newsletter 12 (1986); for Mann-Whitney without ties, the
 * generating function: Harding, "An efficient, minimal-storage procedure for
 * calculating the Mann-Whitney U", Appl. Stat. 33 (1984).
 */
#ifndef STATS_RANKNULL_H
#define STATS_RANKNULL_H

#include <stddef.h>

/*
 * Both tails of a whole-numbered statistic S, each summed from its own end, so that the
 * far tails keep their digits.
 */
struct ranknull {
	size_t max;    /* S is 0 .. max */
	double *lower; /* lower[s] = P(S <= s) */
	double *upper; /* upper[s] = P(S >= s); part of the same allocation */
};

/* Above these the normal approximation is used (STATISTICS-PIPELINE.md, 5.3). */
enum {
	RANKNULL_SIGNED_MAX = 60,    /* pairs */
	RANKNULL_SIDE_MAX = 50,      /* values a side, no ties */
	RANKNULL_TIED_TOTAL_MAX = 60 /* values on both sides together, with ties */
};

/*
 * Of the sum of those of the positive weights @w[@n] that a fair coin picks. With
 * w = 1, 2 .. n it is Wilcoxon's V; with doubled midranks, 2V.
 */
int ranknull_signed(const unsigned int *w, size_t n, struct ranknull *ret_null);

/* Wilcoxon's V of @n pairs without ties: w = 1 .. n. */
int ranknull_signed_untied(size_t n, struct ranknull *ret_null);

/* U of @m and @n values without ties; m, n >= 1. */
int ranknull_sides(size_t m, size_t n, struct ranknull *ret_null);

/*
 * Of the sum of a random @m of the @n ascending weights @w (doubled midranks of both
 * sides together), 1 <= @m <= @n.
 */
int ranknull_subset(const unsigned int *w, size_t n, size_t m, struct ranknull *ret_null);

/*
 * Largest k with P(S <= k - 1) <= @alpha / 2: the interval of level 1 - @alpha leaves
 * out k - 1 order statistics at each end. 0: there is none at this level.
 */
size_t ranknull_k(const struct ranknull *null, double alpha);

void ranknull_release(struct ranknull *null);

#endif
