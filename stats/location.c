/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See location.h. */
#include "stats/location.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_sort.h>

#include "stats/sample.h"
#include "stats/signtest.h"

double location_trimmed_mean(const double *sorted, size_t n, size_t cut)
{
	return moments_of(sorted + cut, n - 2 * cut).mean;
}

double location_winsorised_sd(const double *sorted, size_t n, size_t cut)
{
	double low = sorted[cut], high = sorted[n - 1 - cut], ends = (double)cut;
	double sum = ends * (low + high), squares, mean;
	size_t i;

	for (i = cut; i < n - cut; i++)
		sum += sorted[i];
	mean = sum / (double)n;
	squares = ends * ((low - mean) * (low - mean) + (high - mean) * (high - mean));
	for (i = cut; i < n - cut; i++)
		squares += (sorted[i] - mean) * (sorted[i] - mean);
	return sqrt(squares / (double)(n - 1));
}

static size_t cut_of(size_t n, double trim)
{
	return (size_t)floor(trim * (double)n + 1e-9);
}

static int check(size_t n, double trim, double alpha)
{
	if (!(trim >= 0 && trim < 0.5) || !(alpha > 0 && alpha < 1))
		return -EINVAL;
	return n >= 2 && n - 2 * cut_of(n, trim) >= 2 ? 0 : -ENODATA;
}

int location_trimmed_t(const double *sorted, size_t n, double trim, double alpha,
		       struct trimmed *ret_trimmed)
{
	size_t cut;
	double mean, sd;
	int e = check(n, trim, alpha);

	if (e)
		return e;
	cut = cut_of(n, trim);
	mean = location_trimmed_mean(sorted, n, cut);
	sd = location_winsorised_sd(sorted, n, cut);
	if (!isfinite(mean) || !isfinite(sd))
		return -ERANGE;
	ret_trimmed->winsorised_sd = sd;
	ret_trimmed->test = ttest_from(mean, sd / ((1 - 2 * trim) * sqrt((double)n)),
				       (double)(n - 2 * cut - 1), fabs(mean), alpha);
	return 0;
}

/* Squared standard error of a trimmed mean of @kept values, in Yuen's form. */
static double yuen_variance(const double *sorted, size_t n, size_t cut, double *ret_kept)
{
	double kept = (double)(n - 2 * cut), sd = location_winsorised_sd(sorted, n, cut);

	*ret_kept = kept;
	return ((double)n - 1) * sd * sd / (kept * (kept - 1));
}

int location_yuen(const double *a, size_t na, const double *b, size_t nb, double trim,
		  double alpha, struct ttest *ret_test)
{
	size_t cut_a, cut_b;
	double ha, hb, va, vb, v, mean_a, mean_b;
	int e = check(na, trim, alpha);

	if (!e)
		e = check(nb, trim, alpha);
	if (e)
		return e;
	cut_a = cut_of(na, trim);
	cut_b = cut_of(nb, trim);
	va = yuen_variance(a, na, cut_a, &ha);
	vb = yuen_variance(b, nb, cut_b, &hb);
	v = va + vb;
	mean_a = location_trimmed_mean(a, na, cut_a);
	mean_b = location_trimmed_mean(b, nb, cut_b);
	if (!isfinite(v * v) || !isfinite(mean_b - mean_a))
		return -ERANGE;
	*ret_test = ttest_from(mean_b - mean_a, sqrt(v),
			       v * v / (va * va / (ha - 1) + vb * vb / (hb - 1)),
			       fmax(fabs(mean_a), fabs(mean_b)), alpha);
	return 0;
}

/* Yuen's, and what order statistics add where the values are skewed or in two modes. */
static int headline_interval(const double *logs, size_t n, size_t cut, double alpha,
			     struct interval *ret_interval)
{
	double mean = location_trimmed_mean(logs, n, cut), kept;
	double se = sqrt(yuen_variance(logs, n, cut, &kept));
	struct interval yuen = ttest_from(mean, se, kept - 1, fabs(mean), alpha).ci, sign;
	int e = signtest_interpolated(logs, n, alpha, &sign);

	if (e)
		return e;
	if (interval_exists(yuen))
		yuen = (struct interval){ fmin(yuen.lo, sign.lo),
					  fmax(yuen.hi, sign.hi) };
	*ret_interval = (struct interval){ exp(yuen.lo), exp(yuen.hi) };
	return 0;
}

int location_of(const double *x, size_t n, double alpha, struct location *ret_location)
{
	struct location l = { .n = n, .ci = interval_none() };
	size_t cut = cut_of(n, LOCATION_TRIM);
	double *logs, mean;
	int e;

	if (!n)
		return -ENODATA;
	if (!(alpha > 0 && alpha < 1))
		return -EINVAL;
	e = sample_logs(x, n, &logs);
	if (e)
		return e;
	gsl_sort(logs, 1, n);
	mean = location_trimmed_mean(logs, n, cut);
	l.value = exp(mean);
	if (n > 1)
		e = headline_interval(logs, n, cut, alpha, &l.ci);
	free(logs);
	if (!e)
		*ret_location = l;
	return e;
}

static int mean_without(const double *x, size_t n, size_t cut, double *ret_mean)
{
	double *sorted;
	int e;

	if (!n)
		return -ENODATA;
	e = sample_sorted(x, n, &sorted);
	if (e)
		return e;
	*ret_mean = location_trimmed_mean(sorted, n, cut);
	free(sorted);
	return 0;
}

int location_of_slices(const double *e, size_t n, double *ret_d)
{
	return mean_without(e, n, n / 4, ret_d);
}

int location_of_boot(const double *s, size_t n, double *ret_u)
{
	return mean_without(s, n, cut_of(n, LOCATION_TRIM), ret_u);
}
