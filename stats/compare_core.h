/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between compare.c and the files that know one design each; for nobody else. */
#ifndef STATS_COMPARE_CORE_H
#define STATS_COMPARE_CORE_H

#include "stats/compare.h"
#include "stats/ranktest.h"

/* Logarithms that differ by less than this, relative to their size, differ by rounding.
 */
#define COMPARE_NO_SPREAD 1e-12

/* Does nothing vary between the least and the largest of a sample? */
static inline bool compare_constant(double least, double largest)
{
	return largest - least <=
	       COMPARE_NO_SPREAD * (1 + fmax(fabs(least), fabs(largest)));
}

/*
 * Index of the first of @x[@n] that is no difference of logarithms of two doubles: not
 * finite, or beyond 1500.
 */
size_t compare_first_not_log(const double *x, size_t n);

/* One way to look at the same data. */
struct compare_view {
	enum compare_method method;
	double estimate;
	struct interval diff, same;
	double p_diff, p_eq;
	double shrink; /* how much narrower the interval would be with a normal quantile
			*/
	bool reached;  /* the level asked can be reached with so few units */
};

/* Level of the interval for differences, and of the one for sameness. */
double compare_alpha_diff(const struct compare_params *p);
double compare_alpha_same(const struct compare_params *p);

/* A comparison of @na and @nb units of which nothing is known yet. */
struct comparison compare_start(const struct compare_params *p, size_t na, size_t nb,
				bool paired);

/* Parameters in range? 0 or -EINVAL. */
int compare_check(const struct compare_params *p);

/* Takes @view as what is reported, and decides. */
void compare_conclude(struct comparison *c, const struct compare_params *p,
		      const struct compare_view *view);

/* Two sides of logarithms, ascending. */
struct compare_sides {
	const double *a, *b;
	size_t na, nb;
};

/* Everything about two samples, into a comparison that compare_start() made. */
int compare_sorted(struct comparison *c, const struct compare_sides *s,
		   const struct compare_params *p);

/*
 * The step that values come in, in logarithms: the smallest distance between two
 * different ones where some are equal, so that they are rounded; else 0. Two rounded
 * sides may differ by a step more than they seem to: "10 10 11 10" says nothing about 1
 * %.
 */
double compare_step(const struct compare_sides *s);

/* Intervals by ranks and the tests they invert: of no shift, and of one by the margin. */
struct compare_ranks {
	struct rankinterval diff, same;
	struct ranktest zero, above, below; /* shift 0, -margin, margin */
};

struct compare_view compare_view_ranks(const struct compare_ranks *r,
				       enum compare_method method, double estimate);

/* A t test as a view; @t has a spread. */
struct ttest;
struct compare_view compare_view_t(const struct ttest *t, enum compare_method method,
				   double alpha_diff, double alpha_same,
				   double margin_log);

#endif
