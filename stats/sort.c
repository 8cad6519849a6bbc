/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See sort.h. */
#include "stats/sort.h"

#include <stdbool.h>
#include <stdlib.h>

#include <gsl/gsl_sort.h>

enum { SHORT = 1024, BITS = 11, DIGITS = 6, BUCKETS = 1 << BITS };

static size_t digit(uint64_t key, int d)
{
	return key >> (BITS * d) & (BUCKETS - 1);
}

/* How many keys have which digit, for all digits at once. */
static void count_digits(const double *x, size_t n, size_t (*count)[BUCKETS])
{
	size_t i;
	int d;

	for (i = 0; i < n; i++) {
		uint64_t key = sort_key(x[i]);

		for (d = 0; d < DIGITS; d++)
			count[d][digit(key, d)]++;
	}
}

/* One stable pass from @from to @to; false, and nothing done, when all agree here. */
static bool distribute(const double *from, double *to, size_t n, int d, size_t *count)
{
	size_t i, sum = 0;

	if (count[digit(sort_key(from[0]), d)] == n)
		return false;
	for (i = 0; i < BUCKETS; i++) {
		size_t here = count[i];

		count[i] = sum;
		sum += here;
	}
	for (i = 0; i < n; i++)
		to[count[digit(sort_key(from[i]), d)]++] = from[i];
	return true;
}

void sort_doubles(double *x, size_t n)
{
	size_t(*count)[BUCKETS] = NULL;
	double *from = x, *to = NULL, *other = NULL;
	int d;

	if (n > SHORT) {
		count = calloc(DIGITS, sizeof(*count));
		other = to = malloc(n * sizeof(*to));
	}
	if (!count || !to) {
		gsl_sort(x, 1, n);
		goto out;
	}
	count_digits(x, n, count);
	for (d = 0; d < DIGITS; d++) {
		if (distribute(from, to, n, d, count[d])) {
			double *swap = from;

			from = to;
			to = swap;
		}
	}
	if (from != x)
		memcpy(x, from, n * sizeof(*x));
out:
	free(other);
	free(count);
}
