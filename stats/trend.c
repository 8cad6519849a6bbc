/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See trend.h. */
#include "stats/trend.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>

#include "stats/moments.h"
#include "stats/sample.h"

enum { EXACT_MAX = 50 };

int trend_autocorrelation(const double *x, size_t n, size_t lag, double *ret_r)
{
	double mean, all = 0, lagged = 0;
	size_t i;

	if (lag >= n)
		return -ENODATA;
	if (sample_first_not_finite(x, n) < n)
		return -EINVAL;
	mean = moments_of(x, n).mean;
	for (i = 0; i < n; i++) {
		all += (x[i] - mean) * (x[i] - mean);
		if (i + lag < n)
			lagged += (x[i] - mean) * (x[i + lag] - mean);
	}
	if (!(all > 0))
		return -EDOM;
	*ret_r = lagged / all;
	return 0;
}

/*
 * P(at most @k inversions) in a random order of @n. An element inserted as the i-th adds
 * 0 .. i - 1 inversions with equal probability.
 */
static int inversions_cdf(size_t n, size_t k, double *ret_p)
{
	size_t max = n * (n - 1) / 2, i, s;
	double *p = calloc(max + 1, sizeof(*p)), *next = calloc(max + 1, sizeof(*next));
	double sum = 0;

	if (!p || !next) {
		free(p);
		free(next);
		return -ENOMEM;
	}
	p[0] = 1;
	for (i = 2; i <= n; i++) {
		double window = 0, *swap = p;

		for (s = 0; s <= i * (i - 1) / 2; s++) {
			window += p[s];
			if (s >= i)
				window -= p[s - i];
			next[s] = window / (double)i;
		}
		p = next;
		next = swap;
	}
	for (s = 0; s <= k && s <= max; s++)
		sum += p[s];
	free(p);
	free(next);
	*ret_p = fmin(sum, 1);
	return 0;
}

struct pairs {
	double n, up, down, tied;
};

static struct pairs count_pairs(const double *x, size_t n)
{
	struct pairs c = { .n = (double)n };
	size_t i, j;

	for (i = 0; i < n; i++)
		for (j = i + 1; j < n; j++) {
			c.up += x[j] > x[i];
			c.down += x[j] < x[i];
		}
	c.tied = c.n * (c.n - 1) / 2 - c.up - c.down;
	return c;
}

/* Sum over the groups of g equal values of g (g - 1) (2 g + 5). */
static int tie_term(const double *x, size_t n, double *ret_term)
{
	double *sorted, term = 0;
	size_t i, j;
	int e = sample_sorted(x, n, &sorted);

	if (e)
		return e;
	for (i = 0; i < n; i = j) {
		double g;

		for (j = i; j < n && sorted[j] == sorted[i]; j++)
			;
		g = (double)(j - i);
		term += g * (g - 1) * (2 * g + 5);
	}
	free(sorted);
	*ret_term = term;
	return 0;
}

int trend_kendall(const double *x, size_t n, struct kendall *ret_kendall)
{
	struct kendall k;
	struct pairs c;
	double all, fewer, ties = 0;
	int e;

	if (n < 2)
		return -ENODATA;
	if (sample_first_not_finite(x, n) < n)
		return -EINVAL;
	c = count_pairs(x, n);
	all = c.n * (c.n - 1) / 2;
	if (c.tied >= all)
		return -EDOM;
	k.tau = (c.up - c.down) / sqrt(all * (all - c.tied));
	if (n <= EXACT_MAX && c.tied == 0) {
		e = inversions_cdf(n, (size_t)fmin(c.up, c.down), &fewer);
		k.p = fmin(1, 2 * fewer);
	} else {
		e = tie_term(x, n, &ties);
		k.p = 2 * gsl_cdf_ugaussian_Q(
				  fabs(c.up - c.down) /
				  sqrt((c.n * (c.n - 1) * (2 * c.n + 5) - ties) / 18));
	}
	if (!e)
		*ret_kendall = k;
	return e;
}
