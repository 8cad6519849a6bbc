/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Ascending order for many doubles: gsl_sort() is a heap sort, which takes 4 s for ten
 * million; an arm imported as plain values can have as many. Short arrays still go to
 * GSL. Source: radix sort from the least significant digit; the order of doubles as
 * integers as in Herf, "Radix tricks" (2001).
 */
#ifndef STATS_SORT_H
#define STATS_SORT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Sorts the finite @x[@n] in place. Never fails: without memory it is only slower. */
void sort_doubles(double *x, size_t n);

/* The same by insertion: some dozens, sorted often. */
static inline void sort_few(double *x, size_t n)
{
	size_t i, j;

	for (i = 1; i < n; i++) {
		double v = x[i];

		for (j = i; j && x[j - 1] > v; j--)
			x[j] = x[j - 1];
		x[j] = v;
	}
}

/* Doubles as numbers in the same order; -0 and 0 become neighbours. */
static inline uint64_t sort_key(double x)
{
	uint64_t u;

	memcpy(&u, &x, sizeof(u));
	return u >> 63 ? ~u : u | (UINT64_C(1) << 63);
}

static inline double sort_from_key(uint64_t u)
{
	double x;

	u = u >> 63 ? u & ~(UINT64_C(1) << 63) : ~u;
	memcpy(&x, &u, sizeof(x));
	return x;
}

#endif
