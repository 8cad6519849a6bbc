/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See ranknull.h. All functions that make one return 0 or -ENOMEM. */
#include "stats/ranknull.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

/* Room for both tails; the lower half first holds the counts. */
static double *counts_new(size_t max)
{
	return calloc(2 * (max + 1), sizeof(double));
}

/* Counts in any scale, made by counts_new(@max), become the two tails. */
static void accumulate(double *count, size_t max, struct ranknull *ret_null)
{
	double *upper = count + max + 1, total = 0, sum = 0;
	size_t s;

	for (s = max + 1; s-- > 0;) {
		total += count[s];
		upper[s] = total;
	}
	for (s = 0; s <= max; s++) {
		sum += count[s];
		count[s] = sum < total ? sum / total : 1;
		upper[s] = upper[s] / total;
	}
	*ret_null = (struct ranknull){ .max = max, .lower = count, .upper = upper };
}

int ranknull_signed(const unsigned int *w, size_t n, struct ranknull *ret_null)
{
	size_t max = 0, sofar = 0, i, s;
	double *p;

	for (i = 0; i < n; i++)
		max += w[i];
	p = counts_new(max);
	if (!p)
		return -ENOMEM;
	p[0] = 1;
	for (i = 0; i < n; i++) {
		sofar += w[i];
		for (s = sofar; s >= w[i]; s--)
			p[s] = (p[s] + p[s - w[i]]) / 2;
		for (s = 0; s < w[i]; s++)
			p[s] /= 2;
	}
	accumulate(p, max, ret_null);
	return 0;
}

int ranknull_signed_untied(size_t n, struct ranknull *ret_null)
{
	unsigned int *w = calloc(n + 1, sizeof(*w));
	size_t i;
	int r;

	if (!w)
		return -ENOMEM;
	for (i = 0; i < n; i++)
		w[i] = (unsigned int)i + 1;
	r = ranknull_signed(w, n, ret_null);
	free(w);
	return r;
}

/*
 * Coefficients of prod_{i=1..m} (1 - q^(n+i)) / (1 - q^i). Only the lower half is
 * computed, the upper is its mirror image. Each partial product has coefficients that
 * do not exceed the final ones there, so the subtractions cost no digits that matter.
 */
int ranknull_sides(size_t m, size_t n, struct ranknull *ret_null)
{
	size_t max = m * n, half = max / 2, i, s;
	double *f = counts_new(max);

	if (!f)
		return -ENOMEM;
	f[0] = 1;
	for (i = 1; i <= m; i++) {
		for (s = half; s >= n + i; s--)
			f[s] -= f[s - n - i];
		for (s = i; s <= half; s++)
			f[s] += f[s - i];
	}
	for (s = 0; s <= half; s++)
		f[max - s] = f[s];
	accumulate(f, max, ret_null);
	return 0;
}

/*
 * c[j * (max + 1) + s]: the ways to reach s with j of the first i weights. Sums of j of
 * them lie between that of the first j and that of the last j.
 */
static void count_subsets(double *c, size_t max, const unsigned int *w, size_t n,
			  size_t m)
{
	size_t width = max + 1, i, j, s;

	c[0] = 1;
	for (i = 0; i < n; i++) {
		size_t least = 0, most = 0, limit = i + 1 < m ? i + 1 : m;

		for (j = 1; j < limit; j++) {
			least += w[j - 1];
			most += w[i - j];
		}
		for (j = limit; j > 0; j--) {
			const double *from = c + (j - 1) * width;
			double *to = c + j * width + w[i];

			for (s = least; s <= most; s++)
				to[s] += from[s];
			if (j > 1) {
				least -= w[j - 2];
				most -= w[i - (j - 1)];
			}
		}
	}
}

int ranknull_subset(const unsigned int *w, size_t n, size_t m, struct ranknull *ret_null)
{
	double *c, *count;
	size_t max = 0, i;

	for (i = n - m; i < n; i++)
		max += w[i];
	count = counts_new(max);
	c = calloc((m + 1) * (max + 1), sizeof(*c));
	if (!count || !c) {
		free(count);
		free(c);
		return -ENOMEM;
	}
	count_subsets(c, max, w, n, m);
	for (i = 0; i <= max; i++)
		count[i] = c[m * (max + 1) + i];
	free(c);
	accumulate(count, max, ret_null);
	return 0;
}

size_t ranknull_k(const struct ranknull *null, double alpha)
{
	double level = alpha / 2 * (1 + 1e-12);
	size_t k = 0;

	while (k <= null->max && null->lower[k] <= level)
		k++;
	return k;
}

void ranknull_release(struct ranknull *null)
{
	free(null->lower);
	*null = (struct ranknull){ 0 };
}
