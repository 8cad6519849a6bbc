/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See power.h. */
#include "stats/power.h"

#include <errno.h>
#include <math.h>

#include <gsl/gsl_cdf.h>

#include "stats/dist.h"

static int check(double scale, double sd, double alpha, double power)
{
	if (!(scale > 0) || !(sd > 0) || !isfinite(scale) || !isfinite(sd))
		return -EINVAL;
	return alpha > 0 && alpha < 1 && power > 0 && power < 1 ? 0 : -EINVAL;
}

/* Power of the t test on the side of the difference; the other side is not counted. */
static double power_difference(double n, double delta, double sd, double alpha)
{
	double df = n - 1;

	return dist_nct_upper(dist_t_upper(alpha / 2, df), df, sqrt(n) * delta / sd);
}

int power_n_difference(double delta, double sd, double alpha, double power, double *ret_n)
{
	double lo = 2, hi = 4;
	int i, e = check(delta, sd, alpha, power);

	if (e)
		return e;
	while (power_difference(hi, delta, sd, alpha) < power) {
		lo = hi;
		hi *= 2;
		if (hi > 1e9)
			return -ERANGE;
	}
	for (i = 0; i < 60 && hi - lo > 1e-9 * hi; i++) {
		double mid = (lo + hi) / 2;

		if (power_difference(mid, delta, sd, alpha) < power)
			lo = mid;
		else
			hi = mid;
	}
	*ret_n = hi;
	return 0;
}

struct equivalence {
	double upper, lower,
		t; /* (margin -+ theta) and the critical value, in se of sd 1 */
};

static double established_given_sd(double s, const void *arg)
{
	const struct equivalence *q = arg;
	double from = -q->lower + q->t * s, to = q->upper - q->t * s;

	if (to <= from)
		return 0;
	return gsl_cdf_ugaussian_P(to) - gsl_cdf_ugaussian_P(from);
}

double power_equivalence(size_t n, double theta, double margin, double sd, double alpha)
{
	struct equivalence q;
	double se;

	if (n < 2)
		return NAN;
	se = sd / sqrt((double)n);
	q.upper = (margin - theta) / se;
	q.lower = (margin + theta) / se;
	q.t = dist_t_upper(alpha, (double)n - 1);
	return dist_over_sd(established_given_sd, &q, (double)n - 1);
}

int power_n_equivalence(double theta, double margin, double sd, double alpha,
			double power, size_t *ret_n)
{
	size_t lo = 1, hi = 2;
	int e = check(margin, sd, alpha, power);

	if (e || !(fabs(theta) < margin))
		return -EINVAL;
	while (power_equivalence(hi, theta, margin, sd, alpha) < power) {
		lo = hi;
		hi *= 2;
		if (hi > 1000000000)
			return -ERANGE;
	}
	while (hi - lo > 1) {
		size_t mid = lo + (hi - lo) / 2;

		if (power_equivalence(mid, theta, margin, sd, alpha) < power)
			lo = mid;
		else
			hi = mid;
	}
	*ret_n = hi;
	return 0;
}

double power_n_equivalence_normal(double theta, double margin, double sd, double alpha,
				  double power)
{
	double miss = theta == 0 ? (1 - power) / 2 : 1 - power;
	double z = gsl_cdf_ugaussian_Qinv(alpha) + gsl_cdf_ugaussian_Qinv(miss);
	double root = z * sd / (margin - fabs(theta));

	return root * root;
}

double power_detectable(double half, double alpha, double power)
{
	return half *
	       (1 + gsl_cdf_ugaussian_Pinv(power) / gsl_cdf_ugaussian_Qinv(alpha / 2));
}
