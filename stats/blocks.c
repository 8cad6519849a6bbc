/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See blocks.h. */
#include "stats/blocks.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>

#include "stats/quantile.h"
#include "stats/sample.h"

/* Where block @i of @b begins among @n pairs. */
static size_t start_of(const struct blocks *b, size_t n, size_t i)
{
	return i == b->n ? n : i * b->length;
}

/* Midranks of @d[@n]; the caller frees. */
static double *ranks_of(const double *d, size_t n)
{
	double *rank = calloc(n, sizeof(*rank));
	size_t *order = calloc(n, sizeof(*order)), i, j;

	if (!rank || !order) {
		free(rank);
		free(order);
		return NULL;
	}
	gsl_sort_index(order, d, 1, n);
	for (i = 0; i < n; i = j) {
		size_t k;

		for (j = i; j < n && d[order[j]] == d[order[i]]; j++)
			;
		for (k = i; k < j; k++)
			rank[order[k]] = ((double)i + (double)j + 1) / 2;
	}
	free(order);
	return rank;
}

static void f_test(const double *rank, size_t n, struct blocks *b)
{
	double mean = ((double)n + 1) / 2, between = 0, within = 0;
	double df1 = (double)b->n - 1, df2 = (double)(n - b->n);
	size_t i, k;

	for (i = 0; i < b->n; i++) {
		size_t from = start_of(b, n, i), to = start_of(b, n, i + 1);
		double own = 0;

		for (k = from; k < to; k++)
			own += rank[k];
		own /= (double)(to - from);
		between += (double)(to - from) * (own - mean) * (own - mean);
		for (k = from; k < to; k++)
			within += (rank[k] - own) * (rank[k] - own);
	}
	b->f = 0;
	b->p = 1;
	if (between > 0 && within > 0) {
		b->f = between / df1 / (within / df2);
		b->p = gsl_cdf_fdist_Q(b->f, df1, df2);
	} else if (between > 0) {
		b->f = INFINITY;
		b->p = 0;
	}
	b->drifts = b->p < BLOCKS_ALPHA;
}

int blocks_of(const double *d, size_t n, struct blocks *ret_blocks)
{
	struct blocks b = { 0 };
	double *rank = NULL;
	size_t i;
	int e = 0;

	if (sample_first_not_finite(d, n) < n)
		return -EINVAL;
	if (n < BLOCKS_PAIRS_MIN)
		return -ENODATA;
	b.length = n / BLOCKS_MIN;
	b.n = n / b.length;
	b.median = calloc(b.n, sizeof(*b.median));
	rank = ranks_of(d, n);
	if (!b.median || !rank)
		e = -ENOMEM;
	for (i = 0; i < b.n && !e; i++)
		e = quantile(d + start_of(&b, n, i),
			     start_of(&b, n, i + 1) - start_of(&b, n, i), 0.5,
			     &b.median[i]);
	if (!e)
		f_test(rank, n, &b);
	free(rank);
	if (e)
		blocks_release(&b);
	else
		*ret_blocks = b;
	return e;
}

void blocks_release(struct blocks *b)
{
	free(b->median);
	b->median = NULL;
}
