/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See quantile.h. */
#include "stats/quantile.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_statistics_double.h>

#include "stats/sample.h"
#include "stats/select.h"

double quantile_sorted(const double *sorted, size_t n, double p)
{
	return n ? gsl_stats_quantile_from_sorted_data(sorted, 1, n, p) : NAN;
}

bool quantile_supported(size_t n, double p)
{
	return (double)n * (1 - p) >= 10 - 1e-9;
}

int quantile(const double *x, size_t n, double p, double *ret_quantile)
{
	double *work;
	size_t k[2];

	if (!n)
		return -ENODATA;
	if (!(p >= 0 && p <= 1) || sample_first_not_finite(x, n) < n)
		return -EINVAL;
	work = malloc(n * sizeof(*work));
	if (!work)
		return -ENOMEM;
	memcpy(work, x, n * sizeof(*work));
	k[0] = (size_t)(p * (double)(n - 1));
	k[1] = k[0] + 1;
	select_order(work, n, k, k[1] < n ? 2 : 1);
	*ret_quantile = quantile_sorted(work, n, p);
	free(work);
	return 0;
}
