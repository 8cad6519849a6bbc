/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See varcomp.h. */
#include "stats/varcomp.h"

#include <errno.h>
#include <math.h>

#include "stats/moments.h"
#include "stats/sample.h"

int varcomp_of(const double *x, const size_t *size, size_t groups,
	       struct varcomp *ret_varcomp)
{
	struct varcomp v = { 0 };
	double total, size2 = 0, between = 0, within = 0, usual;
	size_t n = 0, from = 0, i;

	for (i = 0; i < groups; i++) {
		if (!size[i])
			return -ENODATA;
		n += size[i];
		size2 += (double)size[i] * (double)size[i];
	}
	if (groups < 2 || n <= groups)
		return -ENODATA;
	if (sample_first_not_finite(x, n) < n)
		return -EINVAL;
	total = (double)n;
	v.grand_mean = moments_of(x, n).mean;
	for (i = 0; i < groups; from += size[i++]) {
		struct moments m = moments_of(x + from, size[i]);
		double k = (double)size[i], e = m.mean - v.grand_mean;

		between += k * e * e;
		if (size[i] > 1)
			within += (k - 1) * m.sd * m.sd;
	}
	usual = (total - size2 / total) / ((double)groups - 1);
	v.ms_between = between / ((double)groups - 1);
	v.ms_within = within / (double)(n - groups);
	v.var_within = v.ms_within;
	v.var_between_raw = (v.ms_between - v.ms_within) / usual;
	v.var_between = fmax(0, v.var_between_raw);
	v.icc = v.var_between / (v.var_between + v.var_within);
	v.se_grand_mean = sqrt(v.ms_between / total);
	*ret_varcomp = v;
	return 0;
}

double varcomp_best_repeats(double cost_outer, double cost_inner, double var_within,
			    double var_between, double limit)
{
	double best = sqrt(cost_outer / cost_inner * (var_within / var_between));

	if (!(best < limit))
		return limit;
	return fmax(1, best);
}
