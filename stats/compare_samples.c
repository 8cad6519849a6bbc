/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See compare.h. Two samples of units that were measured apart. */
#include "stats/compare.h"

#include <math.h>
#include <stdlib.h>

#include "stats/compare_core.h"
#include "stats/mannwhitney.h"
#include "stats/quantile.h"
#include "stats/sample.h"
#include "stats/ttest.h"

static int by_ranks(const struct compare_sides *s, const struct compare_params *p,
		    double margin_log, struct compare_view *ret_view)
{
	struct compare_view v = { .method = COMPARE_BY_MANN_WHITNEY, .shrink = 1 };
	struct rankinterval diff, same;
	struct ranktest zero, above, below;
	int e = mannwhitney_interval(s->a, s->na, s->b, s->nb, compare_alpha_diff(p),
				     &diff);

	if (!e)
		e = mannwhitney_interval(s->a, s->na, s->b, s->nb, compare_alpha_same(p),
					 &same);
	if (!e)
		e = mannwhitney_test(s->a, s->na, s->b, s->nb, 0, &zero);
	if (!e)
		e = mannwhitney_test(s->a, s->na, s->b, s->nb, -margin_log, &above);
	if (!e)
		e = mannwhitney_test(s->a, s->na, s->b, s->nb, margin_log, &below);
	if (e)
		return e;
	v.estimate = mannwhitney_estimate(s->a, s->na, s->b, s->nb);
	v.diff = diff.ci;
	v.same = same.ci;
	v.reached = diff.reached && same.reached;
	v.p_diff = zero.p_two;
	v.p_eq = fmax(above.p_greater, below.p_less);
	*ret_view = v;
	return 0;
}

static int analyse(struct comparison *c, const struct compare_sides *s,
		   const struct compare_params *p)
{
	struct compare_view view;
	struct ttest t;
	int e;

	if (s->na >= COMPARE_SIDE_FOR_RANKS && s->nb >= COMPARE_SIDE_FOR_RANKS) {
		e = by_ranks(s, p, c->margin_log, &view);
		if (e)
			return e;
		if (view.reached) {
			compare_conclude(c, p, &view);
			return 0;
		}
	}
	c->notes |= COMPARE_NOTE_FEW;
	e = ttest_welch(s->a, s->na, s->b, s->nb, compare_alpha_diff(p), &t);
	if (e)
		return e;
	if (!(t.se > 0)) {
		c->status = COMPARE_ZERO_VARIANCE;
		return 0;
	}
	view = compare_view_t(&t, COMPARE_BY_WELCH, compare_alpha_diff(p),
			      compare_alpha_same(p), c->margin_log);
	compare_conclude(c, p, &view);
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

bool compare_coarse(const struct compare_sides *s, double margin_log)
{
	double enough = margin_log * (1 + 1e-9), before, value;
	size_t i = 0, j = 0;
	bool steps = false;

	if (!next_value(s, &i, &j, &before))
		return false;
	for (; next_value(s, &i, &j, &value); before = value) {
		if (compare_constant(before, value))
			continue;
		steps = true;
		if (value - before <= enough)
			return false;
	}
	return steps;
}

int compare_sorted(struct comparison *c, const struct compare_sides *s,
		   const struct compare_params *p)
{
	size_t fewer = s->na < s->nb ? s->na : s->nb;
	int e;

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
	e = analyse(c, s, p);
	if (!e && c->verdict == VERDICT_SAME && compare_coarse(s, c->margin_log)) {
		c->notes |= COMPARE_NOTE_COARSE;
		compare_decide(c, true, true);
	}
	return e;
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
