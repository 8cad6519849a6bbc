/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See mannwhitney.h. */
#include "stats/mannwhitney.h"

#include <errno.h>
#include <math.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sf_gamma.h>

#include "stats/dist.h"
#include "stats/pairwise.h"
#include "stats/ranknull.h"

/* Both sides as one ascending sequence. */
struct merge {
	const double *a, *b;
	size_t na, nb, i, j;
	double shift;
};

/* The next group of equal values: how many from each side. false: no more. */
static bool merge_next(struct merge *m, size_t *ret_a, size_t *ret_b)
{
	const double *a = m->a, *b = m->b;
	size_t i = m->i, j = m->j;
	double v;

	if (i == m->na && j == m->nb)
		return false;
	if (j == m->nb || (i < m->na && a[i] <= b[j] - m->shift))
		v = a[i];
	else
		v = b[j] - m->shift;
	while (i < m->na && a[i] <= v)
		i++;
	while (j < m->nb && b[j] - m->shift <= v)
		j++;
	*ret_a = i - m->i;
	*ret_b = j - m->j;
	m->i = i;
	m->j = j;
	return true;
}

/* Exact p from U of @a, where no two values are equal. */
static int exact_untied(size_t na, size_t nb, struct ranktest *t)
{
	struct ranknull null;
	size_t u = (size_t)lrint(t->stat);
	int e = ranknull_sides(na, nb, &null);

	if (e)
		return e;
	ranktest_exact(null.lower[u], null.upper[u], t);
	ranknull_release(&null);
	return 0;
}

/* Exact p given the doubled midranks @w of all values, by the sum of the smaller side. */
static int exact_tied(const unsigned int *w, size_t na, size_t nb, struct ranktest *t)
{
	size_t m = na < nb ? na : nb, sum;
	double n = (double)(na + nb),
	       rank_a = t->stat + (double)na * ((double)na + 1) / 2;
	struct ranknull null;
	int e = ranknull_subset(w, na + nb, m, &null);

	if (e)
		return e;
	if (na <= nb) {
		sum = (size_t)lrint(2 * rank_a);
		ranktest_exact(null.lower[sum], null.upper[sum], t);
	} else {
		sum = (size_t)lrint(n * (n + 1) - 2 * rank_a);
		ranktest_exact(null.upper[sum], null.lower[sum], t);
	}
	ranknull_release(&null);
	return 0;
}

int mannwhitney_test(const double *a, size_t na, const double *b, size_t nb, double shift,
		     struct ranktest *ret_test)
{
	struct merge m = { .a = a, .b = b, .na = na, .nb = nb, .shift = shift };
	double ma = (double)na, mb = (double)nb, n = ma + mb, rank_a = 0, tie_sum = 0;
	unsigned int w[RANKNULL_TIED_TOTAL_MAX];
	struct ranktest t = { 0 };
	size_t from_a, from_b, done = 0, i;
	int e = 0;

	if (!na || !nb)
		return -ENODATA;
	while (merge_next(&m, &from_a, &from_b)) {
		double g = (double)(from_a + from_b), twice = 2 * (double)done + g + 1;

		rank_a += (double)from_a * twice / 2;
		t.ties |= g > 1;
		tie_sum += g * g * g - g;
		for (i = 0; i < from_a + from_b && na + nb <= RANKNULL_TIED_TOTAL_MAX;
		     i++)
			w[done + i] = (unsigned int)twice;
		done += from_a + from_b;
	}
	t.stat = rank_a - ma * (ma + 1) / 2;
	ranktest_normal(ma * mb / 2 - t.stat,
			sqrt(ma * mb / 12 * (n + 1 - tie_sum / (n * (n - 1)))), &t);
	if (!t.ties && na <= RANKNULL_SIDE_MAX && nb <= RANKNULL_SIDE_MAX)
		e = exact_untied(na, nb, &t);
	else if (t.ties && na + nb <= RANKNULL_TIED_TOTAL_MAX)
		e = exact_tied(w, na, nb, &t);
	if (!e)
		*ret_test = t;
	return e;
}

double mannwhitney_estimate(const double *a, size_t na, const double *b, size_t nb)
{
	return pairwise_difference_median(a, na, b, nb);
}

static int largest_k(size_t na, size_t nb, double alpha, size_t *ret_k,
		     double *ret_achieved)
{
	double ma = (double)na, mb = (double)nb, k;
	struct ranknull null;
	int e;

	if (na > RANKNULL_SIDE_MAX || nb > RANKNULL_SIDE_MAX) {
		k = floor(ma * mb / 2 - gsl_cdf_ugaussian_Qinv(alpha / 2) *
						sqrt(ma * mb * (ma + mb + 1) / 12));
		*ret_k = k > 0 ? (size_t)k : 0;
		*ret_achieved = *ret_k ? 1 - alpha : 1 - mannwhitney_smallest_p(na, nb);
		return 0;
	}
	e = ranknull_sides(na, nb, &null);
	if (e)
		return e;
	*ret_k = ranknull_k(&null, alpha);
	*ret_achieved = 1 - 2 * null.lower[*ret_k ? *ret_k - 1 : 0];
	ranknull_release(&null);
	return 0;
}

int mannwhitney_interval(const double *a, size_t na, const double *b, size_t nb,
			 double alpha, struct rankinterval *ret_interval)
{
	struct rankinterval r;
	int e;

	if (!na || !nb)
		return -ENODATA;
	if (!(alpha > 0 && alpha < 1))
		return -EINVAL;
	e = largest_k(na, nb, alpha, &r.k, &r.achieved);
	if (e)
		return e;
	r.reached = r.k > 0;
	if (!r.k)
		r.k = 1;
	r.ci.lo = pairwise_difference(a, na, b, nb, r.k);
	r.ci.hi = pairwise_difference(a, na, b, nb, na * nb + 1 - r.k);
	*ret_interval = r;
	return 0;
}

/* How many of the other side are below each value of a side: about half, once aligned. */
struct placements {
	double mean, squares;
};

static void place(struct placements *p, size_t n, double placement)
{
	p->squares += (double)n * (placement - p->mean) * (placement - p->mean);
}

double mannwhitney_unequal(const double *a, size_t na, const double *b, size_t nb,
			   double shift, double alpha)
{
	struct merge m = { .a = a, .b = b, .na = na, .nb = nb, .shift = shift };
	double ma = (double)na, mb = (double)nb, equal = ma * mb * (ma + mb + 1) / 12;
	struct placements of_a = { .mean = mb / 2 }, of_b = { .mean = ma / 2 };
	double done_a = 0, done_b = 0, va, vb, df;
	size_t from_a, from_b;

	while (merge_next(&m, &from_a, &from_b)) {
		place(&of_a, from_a, done_b + (double)from_b / 2);
		place(&of_b, from_b, done_a + (double)from_a / 2);
		done_a += (double)from_a;
		done_b += (double)from_b;
	}
	va = of_a.squares * ma / (ma - 1);
	vb = of_b.squares * mb / (mb - 1);
	if (!(va + vb > 0))
		return 1;
	df = (va + vb) * (va + vb) / (va * va / (ma - 1) + vb * vb / (mb - 1));
	return fmax(1, sqrt((va + vb) / equal) * dist_t_upper(alpha / 2, df) /
			       dist_t_upper(alpha / 2, ma + mb - 2));
}

double mannwhitney_smallest_p(size_t na, size_t nb)
{
	return fmin(1,
		    2 * exp(-gsl_sf_lnchoose((unsigned int)(na + nb), (unsigned int)na)));
}
