/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparisons made in a line, for the tests of compare.h and family.h. */
#ifndef TESTS_STATS_COMPARE_HELP_H
#define TESTS_STATS_COMPARE_HELP_H

#include "stats/compare.h"
#include "tests/stats/check.h"

static const struct compare_params defaults = COMPARE_PARAMS_DEFAULT;

static inline struct comparison values(const double *a, size_t na, const double *b,
				       size_t nb, const struct compare_params *params)
{
	struct comparison c;

	assert_int_equal(compare_values(a, na, b, nb, false, params, &c), 0);
	return c;
}

static inline struct comparison pairs(const double *d, size_t n,
				      const struct compare_params *params)
{
	struct comparison c;

	assert_int_equal(compare_pairs(d, n, params, &c), 0);
	return c;
}

/* @n differences around @centre, spread evenly over +-@half. */
static inline void spread(double *d, size_t n, double centre, double half)
{
	size_t i;

	for (i = 0; i < n; i++)
		d[i] = centre + half * (2 * (double)i / (double)(n - 1) - 1);
}

#endif
