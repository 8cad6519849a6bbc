/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An interval, in whatever unit its owner says. Both ends NaN: there is none (too few
 * values for the level asked, no spread), which a reader takes as unbounded.
 */
#ifndef STATS_INTERVAL_H
#define STATS_INTERVAL_H

#include <math.h>
#include <stdbool.h>

struct interval {
	double lo, hi;
};

static inline struct interval interval_none(void)
{
	return (struct interval){ NAN, NAN };
}

static inline bool interval_exists(struct interval i)
{
	return !isnan(i.lo) && !isnan(i.hi);
}

/* Is @x inside, ends included? An interval that does not exist contains everything. */
static inline bool interval_contains(struct interval i, double x)
{
	return !interval_exists(i) || (i.lo <= x && x <= i.hi);
}

/* A difference of natural logarithms as a change in per cent. */
static inline double log_to_pct(double d)
{
	return 100.0 * expm1(d);
}

static inline struct interval interval_pct(struct interval i)
{
	return (struct interval){ log_to_pct(i.lo), log_to_pct(i.hi) };
}

#endif
