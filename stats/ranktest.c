/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See ranktest.h. */
#include "stats/ranktest.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

static double two_sided(double z)
{
	return fmin(1, 2 * gsl_cdf_ugaussian_Q(fabs(z)));
}

void ranktest_normal(double z_raw, double sigma, struct ranktest *t)
{
	double half = z_raw > 0 ? 0.5 : z_raw < 0 ? -0.5 : 0;

	t->exact = false;
	t->p_two = t->p_greater = t->p_less = t->p_normal = t->p_normal_plain = 1;
	if (!(sigma > 0))
		return;
	t->p_normal_plain = two_sided(z_raw / sigma);
	t->p_normal = two_sided((z_raw - half) / sigma);
	t->p_greater = gsl_cdf_ugaussian_Q((z_raw - 0.5) / sigma);
	t->p_less = gsl_cdf_ugaussian_P((z_raw + 0.5) / sigma);
	t->p_two = t->p_normal;
}

void ranktest_exact(double upper, double lower, struct ranktest *t)
{
	t->exact = true;
	t->p_greater = fmin(1, upper);
	t->p_less = fmin(1, lower);
	t->p_two = fmin(1, 2 * fmin(upper, lower));
}
