/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See moments.h. */
#include "stats/moments.h"

#include <errno.h>
#include <math.h>

struct moments moments_of(const double *x, size_t n)
{
	struct moments m = { .n = n, .mean = NAN, .sd = NAN };
	double sum = 0, rest = 0, squares = 0;
	size_t i;

	if (!n)
		return m;
	for (i = 0; i < n; i++)
		sum += x[i];
	m.mean = sum / (double)n;
	for (i = 0; i < n; i++) {
		double e = x[i] - m.mean;

		rest += e;
		squares += e * e;
	}
	m.mean += rest / (double)n;
	squares -= rest * rest / (double)n;
	if (n > 1)
		m.sd = sqrt(fmax(squares, 0) / (double)(n - 1));
	return m;
}

int moments_from_spread(double mean, double spread, enum spread_kind kind, size_t n,
			struct moments *ret_moments)
{
	double nn = (double)n, sd = NAN;

	if (!isfinite(mean) || !isfinite(spread) || spread < 0)
		return -EINVAL;
	if (n < 2)
		return -ENODATA;
	switch (kind) {
	case SPREAD_SD: sd = spread; break;
	case SPREAD_RMSE: sd = spread * sqrt(nn / (nn - 1)); break;
	case SPREAD_SE: sd = spread * sqrt(nn); break;
	case SPREAD_SE_PCT:
		if (mean <= 0)
			return -EINVAL;
		sd = spread / 100 * mean * sqrt(nn);
		break;
	}
	if (!isfinite(sd))
		return -EINVAL;
	*ret_moments = (struct moments){ .n = n, .mean = mean, .sd = sd };
	return 0;
}
