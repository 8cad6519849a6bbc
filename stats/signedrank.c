/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See signedrank.h. */
#include "stats/signedrank.h"

#include <errno.h>
#include <math.h>

#include <gsl/gsl_cdf.h>

#include "stats/pairwise.h"
#include "stats/ranknull.h"

/* The ranking of |d - mu|, walked outwards from mu on both sides at once. */
struct ranking {
	const double *d;
	double mu;
	size_t n, below, above; /* next: d[below - 1] and d[above] */
};

static void ranking_start(struct ranking *r, const double *d, size_t n, double mu)
{
	*r = (struct ranking){ .d = d, .mu = mu, .n = n };
	while (r->below < n && d[r->below] - mu < 0)
		r->below++;
	r->above = r->below;
	while (r->above < n && d[r->above] - mu == 0)
		r->above++;
}

/* The next group of equal |d - mu|: how many lie on either side. false: no more. */
static bool ranking_next(struct ranking *r, size_t *ret_negative, size_t *ret_positive)
{
	size_t below = r->below, above = r->above;
	double least;

	if (!below && above == r->n)
		return false;
	if (!below || (above < r->n && r->d[above] - r->mu <= r->mu - r->d[below - 1]))
		least = r->d[above] - r->mu;
	else
		least = r->mu - r->d[below - 1];
	while (below && r->mu - r->d[below - 1] <= least)
		below--;
	while (above < r->n && r->d[above] - r->mu <= least)
		above++;
	*ret_negative = r->below - below;
	*ret_positive = above - r->above;
	r->below = below;
	r->above = above;
	return true;
}

int signedrank_test(const double *d, size_t n, double mu, struct ranktest *ret_test)
{
	unsigned int w[RANKNULL_SIGNED_MAX];
	struct ranktest t = { 0 };
	struct ranknull null;
	struct ranking r;
	double nn, tie_sum = 0, variance;
	size_t used, done = 0, neg, pos, i;

	ranking_start(&r, d, n, mu);
	used = n - (r.above - r.below);
	t.ties = used < n;
	while (ranking_next(&r, &neg, &pos)) {
		double g = (double)(neg + pos), twice = 2 * (double)done + g + 1;

		t.stat += (double)pos * twice / 2;
		t.ties |= g > 1;
		tie_sum += g * g * g - g;
		for (i = 0; i < neg + pos && used <= RANKNULL_SIGNED_MAX; i++)
			w[done + i] = (unsigned int)twice;
		done += neg + pos;
	}
	nn = (double)used;
	variance = nn * (nn + 1) * (2 * nn + 1) / 24 - tie_sum / 48;
	ranktest_normal(t.stat - nn * (nn + 1) / 4, sqrt(variance), &t);
	if (used && used <= RANKNULL_SIGNED_MAX) {
		size_t twice_v = (size_t)lrint(2 * t.stat);
		int e = ranknull_signed(w, used, &null);

		if (e)
			return e;
		ranktest_exact(null.upper[twice_v], null.lower[twice_v], &t);
		ranknull_release(&null);
	}
	*ret_test = t;
	return 0;
}

double signedrank_estimate(const double *d, size_t n)
{
	return pairwise_walsh_median(d, n);
}

/* The largest k, and the level it achieves; 0 when @n pairs cannot reach 1 - @alpha. */
static int largest_k(size_t n, double alpha, size_t *ret_k, double *ret_achieved)
{
	double nn = (double)n, k;
	struct ranknull null;
	int e;

	if (n > RANKNULL_SIGNED_MAX) {
		k = floor(nn * (nn + 1) / 4 -
			  gsl_cdf_ugaussian_Qinv(alpha / 2) *
				  sqrt(nn * (nn + 1) * (2 * nn + 1) / 24));
		*ret_k = k > 0 ? (size_t)k : 0;
		*ret_achieved = *ret_k ? 1 - alpha : 1 - signedrank_smallest_p(n);
		return 0;
	}
	e = ranknull_signed_untied(n, &null);
	if (e)
		return e;
	*ret_k = ranknull_k(&null, alpha);
	*ret_achieved = 1 - 2 * null.lower[*ret_k ? *ret_k - 1 : 0];
	ranknull_release(&null);
	return 0;
}

int signedrank_interval(const double *d, size_t n, double alpha,
			struct rankinterval *ret_interval)
{
	struct rankinterval r;
	int e;

	if (!n)
		return -ENODATA;
	if (!(alpha > 0 && alpha < 1))
		return -EINVAL;
	e = largest_k(n, alpha, &r.k, &r.achieved);
	if (e)
		return e;
	r.reached = r.k > 0;
	if (!r.k)
		r.k = 1;
	r.ci.lo = pairwise_walsh(d, n, r.k);
	r.ci.hi = pairwise_walsh(d, n, n * (n + 1) / 2 + 1 - r.k);
	*ret_interval = r;
	return 0;
}

double signedrank_smallest_p(size_t n)
{
	return fmin(1, ldexp(2, -(int)(n < 2000 ? n : 2000)));
}
