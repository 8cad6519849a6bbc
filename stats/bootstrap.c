/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See bootstrap.h. */
#include "stats/bootstrap.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "stats/moments.h"
#include "stats/quantile.h"
#include "stats/sample.h"
#include "stats/select.h"

/* Normal score of the share of replicates below the estimate, ties half. */
static double bias_correction(const double *rep, size_t nrep, double estimate)
{
	double near = 1e-12 * fabs(estimate), below = 0;
	size_t i;

	for (i = 0; i < nrep; i++)
		below += rep[i] < estimate - near    ? 1
			 : rep[i] <= estimate + near ? 0.5
						     : 0;
	return gsl_cdf_ugaussian_Pinv(below / (double)nrep);
}

static double acceleration(const double *jack, size_t n)
{
	double mean = moments_of(jack, n).mean, cubes = 0, squares = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		double e = mean - jack[i];

		squares += e * e;
		cubes += e * e * e;
	}
	return cubes / (6 * pow(squares, 1.5));
}

static double bca_level(double z0, double a, double z)
{
	return gsl_cdf_ugaussian_P(z0 + (z0 + z) / (1 - a * (z0 + z)));
}

/* Brings the quantiles at @p[@np], ascending, into place for quantile_sorted(). */
static void select_quantiles(double *x, size_t n, const double *p, size_t np)
{
	size_t k[8], nk = 0, i, j;

	for (i = 0; i < np; i++) {
		size_t low = (size_t)(p[i] * (double)(n - 1));

		for (j = low; j <= low + 1 && j < n; j++)
			if (!nk || k[nk - 1] < j)
				k[nk++] = j;
	}
	select_order(x, n, k, nk);
}

int bootstrap_from(double *rep, size_t nrep, double estimate, const double *jack,
		   size_t njack, double alpha, struct bootstrap *ret_bootstrap)
{
	struct bootstrap b = { .estimate = estimate, .bca = interval_none() };
	double p[2] = { alpha / 2, 1 - alpha / 2 }, z = gsl_cdf_ugaussian_Qinv(alpha / 2);
	struct moments m;

	if (!nrep || !njack)
		return -ENODATA;
	if (!(alpha > 0 && alpha < 1) || sample_first_not_finite(rep, nrep) < nrep ||
	    sample_first_not_finite(jack, njack) < njack)
		return -EINVAL;
	m = moments_of(rep, nrep);
	b.mean = m.mean;
	b.se = nrep > 1 ? m.sd * sqrt(1 - 1 / (double)nrep) : 0;
	select_quantiles(rep, nrep, p, 2);
	b.percentile.lo = quantile_sorted(rep, nrep, p[0]);
	b.percentile.hi = quantile_sorted(rep, nrep, p[1]);
	b.z0 = bias_correction(rep, nrep, estimate);
	b.a = acceleration(jack, njack);
	b.level_lo = p[0] = bca_level(b.z0, b.a, -z);
	b.level_hi = p[1] = bca_level(b.z0, b.a, z);
	b.bca_defined = isfinite(b.z0) && isfinite(b.a) && p[0] < p[1];
	if (b.bca_defined) {
		select_quantiles(rep, nrep, p, 2);
		b.bca.lo = quantile_sorted(rep, nrep, p[0]);
		b.bca.hi = quantile_sorted(rep, nrep, p[1]);
	}
	*ret_bootstrap = b;
	return 0;
}

/* Of ascending @x[@n], value @skip left out. */
static double median_without(const double *x, size_t n, size_t skip)
{
	size_t left = n - 1, lo = (left - 1) / 2, hi = left / 2;

	return (x[lo + (lo >= skip)] + x[hi + (hi >= skip)]) / 2;
}

static void jackknife(const double *x, size_t n, enum bootstrap_stat stat, double mean,
		      double *jack)
{
	size_t i;

	for (i = 0; i < n; i++) {
		if (n < 2)
			jack[i] = x[i];
		else if (stat == BOOTSTRAP_MEAN)
			jack[i] = mean + (mean - x[i]) / (double)(n - 1);
		else
			jack[i] = median_without(x, n, i);
	}
}

static double resample_mean(const double *x, size_t n, struct random_state *rng)
{
	double even = 0, odd = 0;
	size_t k;
	uint32_t i, j;

	for (k = 0; k + 1 < n; k += 2) {
		random_two_below(rng, (uint32_t)n, &i, &j);
		even += x[i];
		odd += x[j];
	}
	if (k < n)
		even += x[random_below(rng, (uint32_t)n)];
	return (even + odd) / (double)n;
}

/* How often each of the ascending values was drawn is enough to find the median. */
static double resample_median(const double *x, size_t n, uint32_t *times,
			      struct random_state *rng)
{
	size_t lo = (n - 1) / 2, hi = n / 2, k, seen = 0;
	uint32_t i, j;
	double low;

	memset(times, 0, n * sizeof(*times));
	for (k = 0; k + 1 < n; k += 2) {
		random_two_below(rng, (uint32_t)n, &i, &j);
		times[i]++;
		times[j]++;
	}
	if (k < n)
		times[random_below(rng, (uint32_t)n)]++;
	for (k = 0; seen <= lo; k++)
		seen += times[k];
	low = x[k - 1];
	for (; seen <= hi; k++)
		seen += times[k];
	return (low + x[k - 1]) / 2;
}

int bootstrap_of(const double *x, size_t n, enum bootstrap_stat stat, double alpha,
		 size_t resamples, struct random_state *rng,
		 struct bootstrap *ret_bootstrap)
{
	double *sorted = NULL, *rep, *jack, mean, estimate;
	uint32_t *times;
	size_t k;
	int e;

	if (!n || !resamples)
		return -ENODATA;
	if (n > UINT32_MAX)
		return -EINVAL;
	e = sample_sorted(x, n, &sorted);
	if (e)
		return e;
	rep = calloc(resamples, sizeof(*rep));
	jack = calloc(n, sizeof(*jack));
	times = calloc(n, sizeof(*times));
	if (!rep || !jack || !times) {
		e = -ENOMEM;
		goto out;
	}
	mean = moments_of(sorted, n).mean;
	estimate = stat == BOOTSTRAP_MEAN ? mean : quantile_sorted(sorted, n, 0.5);
	jackknife(sorted, n, stat, mean, jack);
	for (k = 0; k < resamples; k++)
		rep[k] = stat == BOOTSTRAP_MEAN ? resample_mean(sorted, n, rng)
						: resample_median(sorted, n, times, rng);
	e = bootstrap_from(rep, resamples, estimate, jack, n, alpha, ret_bootstrap);
out:
	free(times);
	free(jack);
	free(rep);
	free(sorted);
	return e;
}
