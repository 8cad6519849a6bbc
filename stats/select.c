/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See select.h. */
#include "stats/select.h"

#include <stdbool.h>

#include "stats/sort.h"

enum { SELECT_SMALL = 24 };

static double median3(double a, double b, double c)
{
	double lo = a < b ? a : b, hi = a < b ? b : a;

	return c < lo ? lo : c > hi ? hi : c;
}

/* Median of three medians of three, spread evenly: good for sorted and folded data too.
 */
static double pivot_of(const double *x, size_t n)
{
	size_t s = n / 10;

	return median3(median3(x[s], x[4 * s], x[7 * s]),
		       median3(x[2 * s], x[5 * s], x[8 * s]),
		       median3(x[3 * s], x[6 * s], x[9 * s]));
}

/*
 * Brings all values below @pivot (or, with @equal, not above it) to the front and
 * returns their number. No branch depends on a comparison.
 */
static size_t partition(double *x, size_t n, double pivot, bool equal)
{
	size_t i, s = 0;

	if (equal) {
		for (i = 0; i < n; i++) {
			double v = x[i];

			x[i] = x[s];
			x[s] = v;
			s += v <= pivot;
		}
		return s;
	}
	for (i = 0; i < n; i++) {
		double v = x[i];

		x[i] = x[s];
		x[s] = v;
		s += v < pivot;
	}
	return s;
}

/* The positions @k are counted from @base, which is where @x lies in the whole. */
static void select_in(double *x, size_t base, size_t n, const size_t *k, size_t nk,
		      unsigned int depth)
{
	while (nk) {
		size_t below, upto, left = 0;
		double pivot;

		if (n <= SELECT_SMALL) {
			sort_few(x, n);
			return;
		}
		if (!depth--) {
			sort_doubles(x, n);
			return;
		}
		pivot = pivot_of(x, n);
		upto = below = partition(x, n, pivot, false);
		/* Few below: perhaps many are equal. This also makes sure of progress. */
		if (below < n / 8)
			upto += partition(x + below, n - below, pivot, true);
		while (left < nk && k[left] < base + below)
			left++;
		select_in(x, base, below, k, left, depth);
		while (left < nk && k[left] < base + upto)
			left++;
		k += left;
		nk -= left;
		x += upto;
		base += upto;
		n -= upto;
	}
}

void select_order(double *x, size_t n, const size_t *k, size_t nk)
{
	unsigned int depth = 8;
	size_t m;

	for (m = n; m; m >>= 1)
		depth += 2;
	select_in(x, 0, n, k, nk, depth);
}
