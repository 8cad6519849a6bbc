/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Order statistics of the Walsh averages of one sample and of the differences of two,
 * without storing them: the k-th is found by halving the range of representable doubles
 * and counting in linear time. Exact, at most 64 counts, no memory.
 *
 * Above PAIRWISE_EXACT values in all, the search is made among evenly spaced order
 * statistics and corrected by one count of everything: off by about 1e-5 of the
 * half-width that an interval has at such a size.
 *
 * Source of the linear count: Johnson and Mizoguchi, "Selecting the Kth element in
 * X + Y and X1 + X2 + ... + Xm", SIAM J. Comput. 7 (1978).
 */
#ifndef STATS_PAIRWISE_H
#define STATS_PAIRWISE_H

#include <stddef.h>

enum { PAIRWISE_EXACT = 200000 };

/* k-th smallest (1-based, k <= n(n+1)/2) of (x_i + x_j)/2, i <= j; ascending @x[@n]. */
double pairwise_walsh(const double *x, size_t n, size_t k);

/* k-th smallest (1-based, k <= na nb) of b_j - a_i; @a and @b ascending. */
double pairwise_difference(const double *a, size_t na, const double *b, size_t nb,
			   size_t k);

/* Median of either: the mean of the two middle ones where their number is even. */
double pairwise_walsh_median(const double *x, size_t n);
double pairwise_difference_median(const double *a, size_t na, const double *b, size_t nb);

#endif
