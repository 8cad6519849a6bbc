/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See looks.h. */
#include "stats/looks.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_integration.h>
#include <gsl/gsl_randist.h>

enum { NODES = 64 }; /* GSL has this rule as a table */

/* Beyond it, crossing at two looks has no share in the sum, and 1e-32 needs no digits. */
#define Z_BONFERRONI 12.0

/* Nodes and weights on [0, z]: densities are even, so half the range is enough. */
static int grid(double z, double *x, double *w)
{
	gsl_integration_glfixed_table *t = gsl_integration_glfixed_table_alloc(NODES);
	size_t i;

	if (!t)
		return -ENOMEM;
	for (i = 0; i < NODES; i++)
		gsl_integration_glfixed_point(0, z, i, &x[i], &w[i], t);
	gsl_integration_glfixed_table_free(t);
	return 0;
}

/*
 * g(x) is the density of Z_k on the paths not yet stopped. Z_{k+1} = rho Z_k + s N with
 * rho^2 = 1 / ratio, s^2 = 1 - rho^2, the same step at every look. What crosses is added
 * look by look, so that small probabilities are sums of small positive terms.
 */
double looks_tail(double z, unsigned int looks, double ratio)
{
	double x[NODES], w[NODES], g[NODES], next[NODES], cross[NODES],
		step[NODES][NODES];
	double rho = sqrt(1 / ratio), s = sqrt(1 - 1 / ratio), total;
	unsigned int k;
	int i, j;

	if (!(ratio >= 1.2) || !looks || looks > LOOKS_MAX || isnan(z))
		return NAN;
	total = fmin(1, 2 * gsl_cdf_ugaussian_Q(fmax(z, 0)));
	if (looks == 1 || z <= 0 || z > Z_BONFERRONI)
		return fmin(1, looks * total);
	if (grid(z, x, w))
		return NAN;
	for (i = 0; i < NODES; i++) {
		g[i] = gsl_ran_ugaussian_pdf(x[i]);
		cross[i] = 2 * w[i] *
			   (gsl_cdf_ugaussian_Q((z - rho * x[i]) / s) +
			    gsl_cdf_ugaussian_Q((z + rho * x[i]) / s));
		for (j = 0; j < NODES; j++)
			step[j][i] = w[i] * (gsl_ran_gaussian_pdf(x[j] - rho * x[i], s) +
					     gsl_ran_gaussian_pdf(x[j] + rho * x[i], s));
	}
	for (k = 2; k <= looks; k++) {
		for (i = 0; i < NODES; i++)
			total += cross[i] * g[i];
		for (j = 0; j < NODES; j++) {
			next[j] = 0;
			for (i = 0; i < NODES; i++)
				next[j] += step[j][i] * g[i];
		}
		memcpy(g, next, sizeof(g));
	}
	return fmin(total, 1);
}

int looks_critical(double alpha, unsigned int looks, double ratio, double *ret_z)
{
	double lo, hi;
	int i;

	if (!(alpha > 0 && alpha < 1) || isnan(looks_tail(1, looks, ratio)))
		return -EINVAL;
	lo = gsl_cdf_ugaussian_Qinv(alpha / 2);
	hi = gsl_cdf_ugaussian_Qinv(alpha / 2 / looks); /* Bonferroni */
	for (i = 0; i < 60 && hi - lo > 1e-10; i++) {
		double mid = (lo + hi) / 2;

		if (looks_tail(mid, looks, ratio) > alpha)
			lo = mid;
		else
			hi = mid;
	}
	*ret_z = hi;
	return 0;
}

double looks_p_two_sided(double p_min, unsigned int looks, double ratio)
{
	if (looks == 1 || !(p_min > 0 && p_min < 1))
		return p_min;
	return looks_tail(gsl_cdf_ugaussian_Qinv(p_min / 2), looks, ratio);
}

double looks_p_one_sided(double p_min, unsigned int looks, double ratio)
{
	if (looks == 1 || !(p_min > 0 && p_min < 0.5))
		return p_min;
	return looks_tail(gsl_cdf_ugaussian_Qinv(p_min), looks, ratio) / 2;
}

void looks_p_bonferroni(const double *p, size_t n, unsigned int looks,
			double *ret_adjusted)
{
	double least = 1;
	size_t i;

	for (i = 0; i < n; i++) {
		least = fmin(least, p[i]);
		ret_adjusted[i] = fmin(1, looks * least);
	}
}

int looks_plan(double alpha, unsigned int looks, size_t first, double ratio,
	       struct looks_plan *ret_plan)
{
	struct looks_plan p = { .looks = looks, .first = first, .ratio = ratio };
	double z_diff, z_same;
	int e;

	if (!(alpha > 0 && alpha < 0.5) || !first)
		return -EINVAL;
	e = looks_critical(alpha, looks, ratio, &z_diff);
	if (!e)
		e = looks_critical(2 * alpha, looks, ratio, &z_same);
	if (e)
		return e;
	p.alpha_diff = looks == 1 ? alpha : 2 * gsl_cdf_ugaussian_Q(z_diff);
	p.alpha_same = looks == 1 ? 2 * alpha : 2 * gsl_cdf_ugaussian_Q(z_same);
	*ret_plan = p;
	return 0;
}

size_t looks_round_up(const struct looks_plan *plan, size_t n)
{
	double at = (double)plan->first;
	unsigned int k;

	for (k = 0; k < plan->looks; k++, at *= plan->ratio)
		if ((double)n <= ceil(at))
			return (size_t)ceil(at);
	return 0;
}
