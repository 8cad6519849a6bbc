/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See adjust.h. */
#include "stats/adjust.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include <gsl/gsl_sort.h>

/* What p of @rank (1 = smallest) of @m is multiplied by before it is made monotonic. */
static double factor(enum adjust_method method, size_t rank, size_t m)
{
	double r = (double)rank, all = (double)m, harmonic = 0;
	size_t i;

	switch (method) {
	case ADJUST_BONFERRONI: return all;
	case ADJUST_HOLM:
	case ADJUST_HOCHBERG: return all - r + 1;
	case ADJUST_BH: return all / r;
	case ADJUST_BY:
		for (i = 1; i <= m; i++)
			harmonic += 1 / (double)i;
		return harmonic * all / r;
	}
	return NAN;
}

static void adjust_sorted(enum adjust_method method, double *p, size_t m)
{
	bool down = method == ADJUST_HOLM;
	double sofar = down ? 0 : 1;
	size_t i;

	for (i = 0; i < m; i++) {
		size_t at = down ? i : m - 1 - i;
		double q = fmin(1, p[at] * factor(method, at + 1, m));

		if (method == ADJUST_BONFERRONI)
			sofar = q;
		else
			sofar = down ? fmax(sofar, q) : fmin(sofar, q);
		p[at] = sofar;
	}
}

int adjust_p(enum adjust_method method, const double *p, size_t n, double *ret_adjusted)
{
	double *work = calloc(n + 1, sizeof(*work));
	size_t *from = calloc(2 * n + 1, sizeof(*from)), *order = from + n, m = 0, i;
	int e = work && from ? 0 : -ENOMEM;

	for (i = 0; i < n && !e; i++) {
		if (isnan(p[i]))
			continue;
		if (!(p[i] >= 0 && p[i] <= 1))
			e = -EINVAL;
		work[m] = p[i];
		from[m++] = i;
	}
	if (!e && m) {
		gsl_sort_index(order, work, 1, m);
		gsl_sort(work, 1, m);
		adjust_sorted(method, work, m);
		for (i = 0; i < n; i++)
			ret_adjusted[i] = NAN;
		for (i = 0; i < m; i++)
			ret_adjusted[from[order[i]]] = work[i];
	} else if (!e) {
		for (i = 0; i < n; i++)
			ret_adjusted[i] = NAN;
	}
	free(work);
	free(from);
	return e;
}
