/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See sample.h. */
#include "stats/sample.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/sort.h"

size_t sample_first_not_finite(const double *x, size_t n)
{
	size_t i;

	for (i = 0; i < n && isfinite(x[i]); i++)
		;
	return i;
}

size_t sample_first_not_positive(const double *x, size_t n)
{
	size_t i;

	for (i = 0; i < n && isfinite(x[i]) && x[i] > 0; i++)
		;
	return i;
}

static double *array_new(size_t n)
{
	return calloc(n ? n : 1, sizeof(double));
}

int sample_sorted(const double *x, size_t n, double **ret_sorted)
{
	double *s;

	if (sample_first_not_finite(x, n) < n)
		return -EINVAL;
	s = array_new(n);
	if (!s)
		return -ENOMEM;
	if (n) {
		memcpy(s, x, n * sizeof(*s));
		sort_doubles(s, n);
	}
	*ret_sorted = s;
	return 0;
}

int sample_logs(const double *x, size_t n, double **ret_logs)
{
	double *l;
	size_t i;

	if (sample_first_not_positive(x, n) < n)
		return -EINVAL;
	l = array_new(n);
	if (!l)
		return -ENOMEM;
	for (i = 0; i < n; i++)
		l[i] = log(x[i]);
	*ret_logs = l;
	return 0;
}

int sample_log_ratios(const double *a, const double *b, size_t n, double **ret_d)
{
	double *d;
	size_t i;

	if (sample_first_not_positive(a, n) < n || sample_first_not_positive(b, n) < n)
		return -EINVAL;
	d = array_new(n);
	if (!d)
		return -ENOMEM;
	for (i = 0; i < n; i++)
		d[i] = log(b[i]) - log(a[i]);
	*ret_d = d;
	return 0;
}
