/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every test of stats/ includes: cmocka, and comparisons of doubles. */
#ifndef TESTS_STATS_CHECK_H
#define TESTS_STATS_CHECK_H

#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <gsl/gsl_cdf.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static inline void check_near(double got, double want, double tolerance, const char *file,
			      int line)
{
	if (fabs(got - want) <= tolerance || (isnan(got) && isnan(want)))
		return;
	print_error("%.15g is not %.15g (+- %g)\n", got, want, tolerance);
	_fail(file, line);
}

/* Equal but for the order of a few additions. */
static inline void check_same(double got, double want, const char *file, int line)
{
	check_near(got, want, 1e-12 * (1 + fabs(want)), file, line);
}

#define assert_near(got, want, tolerance) \
	check_near((got), (want), (tolerance), __FILE__, __LINE__)
#define assert_same(got, want) check_same((got), (want), __FILE__, __LINE__)

/*
 * @hits of @n came from a rate of at least @low and at most @high? Fails only where a
 * rate at the edge would give so few or so many once in 10,000.
 */
static inline void check_rate(size_t hits, size_t n, double low, double high,
			      const char *what, const char *file, int line)
{
	unsigned int k = (unsigned int)hits, size = (unsigned int)n;
	bool few = low > 0 && gsl_cdf_binomial_P(k, low, size) < 1e-4;
	bool many = high < 1 && k && gsl_cdf_binomial_Q(k - 1, high, size) < 1e-4;

	if (!few && !many)
		return;
	print_error("%s: %zu of %zu = %.4f is not within %g .. %g\n", what, hits, n,
		    (double)hits / (double)n, low, high);
	_fail(file, line);
}

#define assert_rate(hits, n, low, high, what) \
	check_rate((hits), (n), (low), (high), (what), __FILE__, __LINE__)

#endif
