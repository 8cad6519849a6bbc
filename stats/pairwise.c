/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See pairwise.h. */
#include "stats/pairwise.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "stats/sort.h"

enum { THINNED = 32768 };

/* One sample (b = NULL: Walsh averages), or two (differences b - a). */
struct pairs {
	const double *a, *b;
	size_t na, nb;
};

/* Rounding is monotonic, so rows and columns of the rounded averages are sorted too. */
static size_t walsh_upto(const double *x, size_t n, double t)
{
	size_t count = 0, i, j = n;

	for (i = 0; i < n; i++) {
		while (j > i && 0.5 * (x[i] + x[j - 1]) > t)
			j--;
		if (j <= i)
			break;
		count += j - i;
	}
	return count;
}

static size_t difference_upto(const struct pairs *p, double t)
{
	const double *a = p->a, *b = p->b;
	size_t na = p->na, nb = p->nb, count = 0, i, j = 0;

	for (i = 0; i < na; i++) {
		while (j < nb && b[j] - a[i] <= t)
			j++;
		count += j;
	}
	return count;
}

/* How many pairs have a value of at most @t. */
static size_t upto(const struct pairs *p, double t)
{
	return p->b ? difference_upto(p, t) : walsh_upto(p->a, p->na, t);
}

static double pairs_total(const struct pairs *p)
{
	double na = (double)p->na, nb = (double)p->nb;

	return p->b ? na * nb : na * (na + 1) / 2;
}

static double exact(const struct pairs *p, size_t k)
{
	double least = p->b ? p->b[0] - p->a[p->na - 1] : p->a[0];
	double largest = p->b ? p->b[p->nb - 1] - p->a[0] : p->a[p->na - 1];
	uint64_t lo = sort_key(least), hi = sort_key(largest);

	while (lo < hi) {
		uint64_t mid = lo + (hi - lo) / 2;

		if (upto(p, sort_from_key(mid)) >= k)
			hi = mid;
		else
			lo = mid + 1;
	}
	return sort_from_key(lo) + 0.0;
}

/* The middle values of THINNED equal stretches of ascending @x[@n]; a copy when short. */
static double *thin(const double *x, size_t n, size_t *ret_n)
{
	size_t m = n < THINNED ? n : THINNED, i;
	double *t = malloc(m * sizeof(*t)), step = (double)n / (double)m;

	for (i = 0; t && i < m; i++)
		t[i] = x[(size_t)(((double)i + 0.5) * step)];
	*ret_n = m;
	return t;
}

/*
 * @few stands for @all: a guess from the few, moved by what a count of all says it is
 * off, over the density of pairs around it. Where values are tied the guess is mostly
 * right as it is, and moving it would leave the values that occur.
 */
static double corrected(const struct pairs *all, const struct pairs *few, size_t k)
{
	double total = pairs_total(few), scale = pairs_total(all) / total;
	double at = fmin(fmax(ceil((double)k / scale), 1), total), guess, from, to;
	double before = fmax(at - ceil(total / 1000), 1);
	double after = fmin(at + ceil(total / 1000), total);
	size_t reached;

	guess = exact(few, (size_t)at);
	reached = upto(all, guess);
	if (reached >= k && upto(all, nextafter(guess, -INFINITY)) < k)
		return guess;
	from = exact(few, (size_t)before);
	to = exact(few, (size_t)after);
	if (!(to > from))
		return guess;
	return guess +
	       ((double)k - (double)reached) / ((after - before) * scale) * (to - from);
}

static double kth(const struct pairs *p, size_t k)
{
	struct pairs few = { 0 };
	double *a, *b = NULL, result;

	if (p->na + p->nb <= PAIRWISE_EXACT)
		return exact(p, k);
	a = thin(p->a, p->na, &few.na);
	if (p->b)
		b = thin(p->b, p->nb, &few.nb);
	few.a = a;
	few.b = b;
	if (a && (b || !p->b))
		result = corrected(p, &few, k);
	else
		result = exact(p, k); /* slow, and right */
	free(a);
	free(b);
	return result;
}

static double median(const struct pairs *p, size_t total)
{
	size_t k = (total + 1) / 2;
	double low = kth(p, k);

	if (total % 2 || p->na + p->nb > PAIRWISE_EXACT)
		return low;
	return (low + kth(p, k + 1)) / 2;
}

double pairwise_walsh(const double *x, size_t n, size_t k)
{
	return kth(&(struct pairs){ .a = x, .na = n }, k);
}

double pairwise_difference(const double *a, size_t na, const double *b, size_t nb,
			   size_t k)
{
	return kth(&(struct pairs){ a, b, na, nb }, k);
}

double pairwise_walsh_median(const double *x, size_t n)
{
	return n ? median(&(struct pairs){ .a = x, .na = n }, n * (n + 1) / 2) : NAN;
}

double pairwise_difference_median(const double *a, size_t na, const double *b, size_t nb)
{
	return na && nb ? median(&(struct pairs){ a, b, na, nb }, na * nb) : NAN;
}
