/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See compare.h. Two samples of units that were measured apart. */
#include "stats/compare.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>

#include "stats/compare_core.h"
#include "stats/mannwhitney.h"
#include "stats/quantile.h"
#include "stats/sample.h"
#include "stats/ttest.h"

/* Critical values so much larger than those of equal spreads are worth a remark. */
#define UNEQUAL_REMARK 1.25

/* By ranks, where the sides may be spread unequally: at stricter levels. */
struct strict {
	double diff, same; /* of the intervals */
	double factor_diff,
		factor_same; /* of their critical values; 1: nothing to mend */
};

static double stricter(double alpha, double factor)
{
	return factor > 1 ? 2 * gsl_cdf_ugaussian_Q(factor *
						    gsl_cdf_ugaussian_Qinv(alpha / 2))
			  : alpha;
}

/* The same as a p that is held against the level asked for; one- or two-sided. */
static double p_for(double p, double factor, double sides)
{
	if (!(factor > 1) || !(p > 0 && p < sides / 2))
		return p;
	return sides * gsl_cdf_ugaussian_Q(gsl_cdf_ugaussian_Qinv(p / sides) / factor);
}

static struct strict strict_levels(const struct compare_sides *s, double shift,
				   const struct compare_params *p)
{
	double diff = compare_alpha_diff(p), same = compare_alpha_same(p);
	struct strict l = {
		.factor_diff = mannwhitney_unequal(s->a, s->na, s->b, s->nb, shift, diff),
		.factor_same = mannwhitney_unequal(s->a, s->na, s->b, s->nb, shift, same),
	};

	/* A level of 0 in a double is one that no ranks reach. */
	l.diff = fmax(stricter(diff, l.factor_diff), DBL_MIN);
	l.same = fmax(stricter(same, l.factor_same), DBL_MIN);
	return l;
}

/* @c has the shift. */
static int by_ranks(const struct comparison *c, const struct compare_sides *s,
		    const struct compare_params *p, struct compare_view *ret_view,
		    bool *ret_unequal)
{
	struct strict level = strict_levels(s, c->estimate_log, p);
	const double margin_log = c->margin_log;
	struct compare_ranks r;
	int e = mannwhitney_interval(s->a, s->na, s->b, s->nb, level.diff, &r.diff);

	if (!e)
		e = mannwhitney_interval(s->a, s->na, s->b, s->nb, level.same, &r.same);
	if (!e)
		e = mannwhitney_test(s->a, s->na, s->b, s->nb, 0, &r.zero);
	if (!e)
		e = mannwhitney_test(s->a, s->na, s->b, s->nb, -margin_log, &r.above);
	if (!e)
		e = mannwhitney_test(s->a, s->na, s->b, s->nb, margin_log, &r.below);
	if (e)
		return e;
	r.zero.p_two = p_for(r.zero.p_two, level.factor_diff, 2);
	r.above.p_greater = p_for(r.above.p_greater, level.factor_same, 1);
	r.below.p_less = p_for(r.below.p_less, level.factor_same, 1);
	*ret_unequal = level.factor_diff > UNEQUAL_REMARK;
	*ret_view = compare_view_ranks(&r, COMPARE_BY_MANN_WHITNEY, c->estimate_log);
	return 0;
}

/* Ranks, or t where they cannot reach the level; with three on a side the wider. */
static int analyse(struct comparison *c, const struct compare_sides *s,
		   const struct compare_params *p)
{
	const bool three =
		s->na < COMPARE_SIDE_FOR_RANKS || s->nb < COMPARE_SIDE_FOR_RANKS;
	struct compare_view ranks, by_t;
	struct ttest t;
	bool unequal;
	int e = by_ranks(c, s, p, &ranks, &unequal);

	if (!e)
		e = ttest_welch(s->a, s->na, s->b, s->nb, compare_alpha_diff(p), &t);
	if (e)
		return e;
	by_t = compare_view_t(&t, COMPARE_BY_WELCH, compare_alpha_diff(p),
			      compare_alpha_same(p), c->margin_log);
	if (ranks.reached &&
	    (!three || ranks.diff.hi - ranks.diff.lo > by_t.diff.hi - by_t.diff.lo)) {
		c->notes |= unequal ? COMPARE_NOTE_UNEQUAL : 0;
		compare_conclude(c, p, &ranks);
		return 0;
	}
	c->notes |= COMPARE_NOTE_FEW;
	if (!(t.se > 0))
		c->status = COMPARE_ZERO_VARIANCE;
	else
		compare_conclude(c, p, &by_t);
	return 0;
}

static bool constant(const double *sorted, size_t n)
{
	return compare_constant(sorted[0], sorted[n - 1]);
}

/* The next value of either side in ascending order; false: no more. */
static bool next_value(const struct compare_sides *s, size_t *i, size_t *j,
		       double *ret_value)
{
	if (*i == s->na && *j == s->nb)
		return false;
	if (*j == s->nb || (*i < s->na && s->a[*i] <= s->b[*j]))
		*ret_value = s->a[(*i)++];
	else
		*ret_value = s->b[(*j)++];
	return true;
}

double compare_step(const struct compare_sides *s)
{
	double before, value, step = INFINITY;
	size_t i = 0, j = 0;
	bool ties = false;

	if (!next_value(s, &i, &j, &before))
		return 0;
	for (; next_value(s, &i, &j, &value); before = value) {
		if (compare_constant(before, value))
			ties = true;
		else
			step = fmin(step, value - before);
	}
	return ties && isfinite(step) ? step : 0;
}

int compare_sorted(struct comparison *c, const struct compare_sides *s,
		   const struct compare_params *p)
{
	size_t fewer = s->na < s->nb ? s->na : s->nb;

	if (s->na && s->nb)
		c->p_smallest = mannwhitney_smallest_p(s->na, s->nb);
	c->estimate_log = mannwhitney_estimate(s->a, s->na, s->b, s->nb);
	c->estimate_pct = log_to_pct(c->estimate_log);
	c->value_a = exp(quantile_sorted(s->a, s->na, 0.5));
	c->value_b = exp(quantile_sorted(s->b, s->nb, 0.5));
	if (fewer < COMPARE_FEWEST) {
		c->status = COMPARE_TOO_FEW;
		c->advice.more = COMPARE_SIDE_FOR_RANKS - fewer;
		return 0;
	}
	if (constant(s->a, s->na) && constant(s->b, s->nb)) {
		c->status = COMPARE_ZERO_VARIANCE;
		return 0;
	}
	if (constant(s->a, s->na) || constant(s->b, s->nb))
		c->notes |= COMPARE_NOTE_CONSTANT_ARM;
	c->step_log = compare_step(s);
	return analyse(c, s, p);
}

int compare_samples(const double *a, size_t na, const double *b, size_t nb,
		    const struct compare_params *params,
		    struct comparison *ret_comparison)
{
	struct comparison c;
	struct compare_sides s = { .na = na, .nb = nb };
	double *sorted_a = NULL, *sorted_b = NULL;
	size_t bad_a = compare_first_not_log(a, na), bad_b = compare_first_not_log(b, nb);
	int e = compare_check(params);

	if (e)
		return e;
	c = compare_start(params, na, nb, false);
	if (bad_a < na || bad_b < nb) {
		c.status = COMPARE_BAD_INPUT;
		c.bad_arm = bad_a == na;
		c.bad_index = bad_a < na ? bad_a : bad_b;
		*ret_comparison = c;
		return 0;
	}
	e = sample_sorted(a, na, &sorted_a);
	if (!e)
		e = sample_sorted(b, nb, &sorted_b);
	if (!e) {
		s.a = sorted_a;
		s.b = sorted_b;
		e = compare_sorted(&c, &s, params);
	}
	free(sorted_a);
	free(sorted_b);
	if (!e)
		*ret_comparison = c;
	return e;
}
