/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See dist.h. */
#include "stats/dist.h"

#include <math.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_sf_gamma.h>

/*
 * The upper tail is convex right of 0, so Newton's steps from a point left of the root
 * never pass it; the normal quantile is such a point, since t has the heavier tail.
 */
double dist_t_upper(double q, double df)
{
	double x, step;
	int i;

	if (!(q > 0 && q < 1) || !(df >= 1))
		return NAN;
	if (q > 0.5)
		return -dist_t_upper(1 - q, df);
	x = gsl_cdf_ugaussian_Qinv(q);
	for (i = 0; i < 400; i++) {
		double slope = gsl_ran_tdist_pdf(x, df);

		if (!(slope > 0))
			break;
		step = (gsl_cdf_tdist_Q(x, df) - q) / slope;
		x += step;
		if (!(fabs(step) > 1e-14 * (1 + fabs(x))))
			break;
	}
	return x;
}

double dist_beta_quantile(double p, double a, double b)
{
	double lo = 0, hi = 1;
	int i;

	if (!(p >= 0 && p <= 1) || !(a > 0) || !(b > 0))
		return NAN;
	for (i = 0; i < 1100 && lo < hi; i++) {
		double mid = lo + (hi - lo) / 2;

		if (mid <= lo || mid >= hi)
			break;
		if (gsl_cdf_beta_P(mid, a, b) < p)
			lo = mid;
		else
			hi = mid;
	}
	return hi;
}

/*
 * Simpson's rule over s, on the stretch that holds all but about 1e-16 of the
 * probability: the density falls off like a normal one around 1 with standard
 * deviation 1 / sqrt(2 df), more slowly than that only above it for small df.
 */
double dist_over_sd(double (*f)(double s, const void *arg), const void *arg, double df)
{
	enum { PANELS = 4000 };
	double width = 9 / sqrt(df), lo = fmax(0, 1 - width), hi = 1 + width;
	double h = (hi - lo) / PANELS, sum = 0, log_norm;
	int i;

	log_norm = log(2) + df / 2 * log(df / 2) - gsl_sf_lngamma(df / 2);
	for (i = 0; i <= PANELS; i++) {
		double s = lo + h * i, weight = i == 0 || i == PANELS ? 1 : i % 2 ? 4 : 2;
		double density;

		if (s == 0)
			density = df == 1 ? exp(log_norm) : 0;
		else
			density = exp(log_norm + (df - 1) * log(s) - df * s * s / 2);
		if (density > 0)
			sum += weight * density * f(s, arg);
	}
	return sum * h / 3;
}

struct nct {
	double t, ncp;
};

static double nct_given_sd(double s, const void *arg)
{
	const struct nct *c = arg;

	return gsl_cdf_ugaussian_Q(c->t * s - c->ncp);
}

double dist_nct_upper(double t, double df, double ncp)
{
	struct nct c = { t, ncp };

	return dist_over_sd(nct_given_sd, &c, df);
}
