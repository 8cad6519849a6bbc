/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See permute.h. */
#include "stats/permute.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_combination.h>

#include "stats/moments.h"
#include "stats/sample.h"

/* Sums in another order differ in the last digits; equal statistics must count as such.
 */
static bool as_far(double value, double observed)
{
	return value >= observed * (1 - 1e-10);
}

static double mean_difference(double sum_b, double all, double na, double nb)
{
	return sum_b / nb - (all - sum_b) / na;
}

/* All ways to choose which @nb of the pooled values @x are b's. */
static int enumerate(const double *x, size_t na, size_t nb, double all, double far,
		     struct permute *p)
{
	gsl_combination *c = gsl_combination_calloc(na + nb, nb);
	size_t i;

	if (!c)
		return -ENOMEM;
	do {
		double sum = 0;

		for (i = 0; i < nb; i++)
			sum += x[gsl_combination_get(c, i)];
		p->total++;
		p->as_far += as_far(
			fabs(mean_difference(sum, all, (double)na, (double)nb)), far);
	} while (!gsl_combination_next(c));
	gsl_combination_free(c);
	return 0;
}

static void shuffle(double *x, size_t na, size_t nb, double all, double far,
		    size_t resamples, struct random_state *rng, struct permute *p)
{
	size_t n = na + nb, i, k;

	p->total = p->as_far = 1;
	for (k = 0; k < resamples; k++) {
		double sum = 0;

		for (i = 0; i < nb; i++) {
			size_t j = i + random_below(rng, (uint32_t)(n - i));
			double v = x[j];

			x[j] = x[i];
			x[i] = v;
			sum += v;
		}
		p->total++;
		p->as_far += as_far(
			fabs(mean_difference(sum, all, (double)na, (double)nb)), far);
	}
}

/* C(n, k), or @limit + 1 when it is larger than @limit. */
static size_t choose(size_t n, size_t k, size_t limit)
{
	double c = 1;
	size_t i;

	for (i = 1; i <= k && c <= (double)limit; i++)
		c = c * (double)(n - k + i) / (double)i;
	return c > (double)limit + 0.5 ? limit + 1 : (size_t)(c + 0.5);
}

int permute_two_sample(const double *a, size_t na, const double *b, size_t nb,
		       size_t resamples, struct random_state *rng,
		       struct permute *ret_permute)
{
	struct permute p = { 0 };
	struct moments centre;
	double *x, all = 0;
	size_t n = na + nb, i;
	int e = 0;

	if (!na || !nb)
		return -ENODATA;
	if (sample_first_not_finite(a, na) < na || sample_first_not_finite(b, nb) < nb ||
	    n > UINT32_MAX)
		return -EINVAL;
	x = calloc(n, sizeof(*x));
	if (!x)
		return -ENOMEM;
	memcpy(x, b, nb * sizeof(*x));
	memcpy(x + nb, a, na * sizeof(*x));
	p.observed = moments_of(b, nb).mean - moments_of(a, na).mean;
	centre = moments_of(x, n);
	for (i = 0; i < n; i++) {
		x[i] -= centre.mean;
		all += x[i];
	}
	if (choose(n, nb < na ? nb : na, resamples) <= resamples)
		e = enumerate(x, na, nb, all, fabs(p.observed), &p);
	else
		shuffle(x, na, nb, all, fabs(p.observed), resamples, rng, &p);
	free(x);
	if (e)
		return e;
	p.p = (double)p.as_far / (double)p.total;
	*ret_permute = p;
	return 0;
}

/* One sign per round, +1 or -1: all patterns in turn, or random ones. */
struct flips {
	size_t rounds, total;
	bool every;
	struct random_state *rng;
};

static struct flips flips_of(size_t rounds, size_t resamples, struct random_state *rng)
{
	struct flips f = { .rounds = rounds, .rng = rng, .total = resamples + 1 };

	if (rounds < 32 && ((size_t)1 << rounds) <= resamples) {
		f.every = true;
		f.total = (size_t)1 << rounds;
	}
	return f;
}

/* Pattern 0 is the data's own. */
static void flips_get(const struct flips *f, size_t k, double *sign)
{
	uint64_t bits = f->every ? k : 0;
	size_t r;

	for (r = 0; r < f->rounds; r++) {
		if (k && !f->every && r % 64 == 0)
			bits = random_bits(f->rng);
		sign[r] = 1 - 2 * (double)(bits & 1);
		bits >>= 1;
	}
}

/* Four sums side by side: one alone waits for every addition. */
static double signed_sum(const double *sign, const double *d, size_t n)
{
	double s[4] = { 0 };
	size_t i;

	for (i = 0; i + 3 < n; i += 4) {
		s[0] += sign[i] * d[i];
		s[1] += sign[i + 1] * d[i + 1];
		s[2] += sign[i + 2] * d[i + 2];
		s[3] += sign[i + 3] * d[i + 3];
	}
	for (; i < n; i++)
		s[0] += sign[i] * d[i];
	return s[0] + s[1] + (s[2] + s[3]);
}

int permute_sign_flip(const double *d, size_t n, size_t resamples,
		      struct random_state *rng, struct permute *ret_permute)
{
	struct flips f = flips_of(n, resamples, rng);
	struct permute p = { .total = f.total };
	double *sign, far = 0;
	size_t k;

	if (!n)
		return -ENODATA;
	if (sample_first_not_finite(d, n) < n)
		return -EINVAL;
	sign = calloc(n, sizeof(*sign));
	if (!sign)
		return -ENOMEM;
	for (k = 0; k < f.total; k++) {
		double sum;

		flips_get(&f, k, sign);
		sum = signed_sum(sign, d, n);
		if (!k) {
			p.observed = sum / (double)n;
			far = fabs(sum);
		}
		p.as_far += as_far(fabs(sum), far);
	}
	free(sign);
	p.p = (double)p.as_far / (double)p.total;
	*ret_permute = p;
	return 0;
}

/*
 * Flipping keeps a workload's sum of squares Q, so that t grows with |sum| / sqrt(n Q)
 * alone: scaled by that, sums can be compared across workloads without a division.
 */
static int scale(const double *d, size_t rounds, size_t workloads, double *scaled,
		 double *ret_t_abs)
{
	double n = (double)rounds;
	size_t w, r;

	for (w = 0; w < workloads; w++) {
		double sum = 0, squares = 0, u2;

		for (r = 0; r < rounds; r++) {
			double v = d[r * workloads + w];

			if (!isfinite(v))
				return -EINVAL;
			sum += v;
			squares += v * v;
		}
		u2 = squares > 0 ? sum * sum / (n * squares) : 1;
		ret_t_abs[w] = u2 < 1 - 1e-13 ? sqrt((n - 1) * u2 / (1 - u2)) : NAN;
		for (r = 0; r < rounds; r++)
			scaled[r * workloads + w] =
				u2 < 1 - 1e-13 ? d[r * workloads + w] / sqrt(n * squares)
					       : 0;
	}
	return 0;
}

static double largest_sum(const double *scaled, const double *sign, size_t rounds,
			  size_t workloads, double *sum)
{
	double largest = 0;
	size_t r, w;

	memset(sum, 0, workloads * sizeof(*sum));
	for (r = 0; r < rounds; r++)
		for (w = 0; w < workloads; w++)
			sum[w] += sign[r] * scaled[r * workloads + w];
	for (w = 0; w < workloads; w++)
		largest = fmax(largest, fabs(sum[w]));
	return largest;
}

int permute_max_t(const double *d, size_t rounds, size_t workloads, size_t resamples,
		  struct random_state *rng, double *ret_t_abs, double *ret_p)
{
	struct flips f = flips_of(rounds, resamples, rng);
	size_t cells = rounds * workloads, k, w;
	double *work, *sign, *sum, *own;
	int e;

	if (rounds < 2 || !workloads)
		return -ENODATA;
	work = calloc(cells + rounds + 2 * workloads, sizeof(*work));
	if (!work)
		return -ENOMEM;
	sign = work + cells;
	sum = sign + rounds;
	own = sum + workloads;
	e = scale(d, rounds, workloads, work, ret_t_abs);
	for (w = 0; w < workloads && !e; w++)
		ret_p[w] = 0;
	for (k = 0; k < f.total && !e; k++) {
		double largest;

		flips_get(&f, k, sign);
		largest = largest_sum(work, sign, rounds, workloads, sum);
		if (!k)
			memcpy(own, sum, workloads * sizeof(*own));
		for (w = 0; w < workloads; w++)
			ret_p[w] += as_far(largest, fabs(own[w]));
	}
	for (w = 0; w < workloads && !e; w++)
		ret_p[w] = isnan(ret_t_abs[w]) ? NAN : ret_p[w] / (double)f.total;
	free(work);
	return e;
}
