/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See compare.h. What is common to all designs: the start, the decision, the end. */
#include "stats/compare.h"

#include <errno.h>
#include <math.h>

#include <gsl/gsl_cdf.h>

#include "stats/compare_core.h"
#include "stats/dist.h"
#include "stats/ttest.h"

double compare_alpha_diff(const struct compare_params *p)
{
	return p->plan ? p->plan->alpha_diff : 1 - p->confidence;
}

double compare_alpha_same(const struct compare_params *p)
{
	return p->plan ? p->plan->alpha_same : 2 * (1 - p->confidence);
}

int compare_check(const struct compare_params *p)
{
	if (!(p->margin >= 0) || !isfinite(p->margin) || !(p->drift_log >= 0))
		return -EINVAL;
	return p->confidence > 0.5 && p->confidence < 1 ? 0 : -EINVAL;
}

size_t compare_first_not_log(const double *x, size_t n)
{
	size_t i;

	for (i = 0; i < n && fabs(x[i]) <= 1500; i++)
		;
	return i;
}

struct comparison compare_start(const struct compare_params *p, size_t na, size_t nb,
				bool paired)
{
	double a = (double)na, b = (double)nb;
	struct comparison c = {
		.n_a = na,
		.n_b = nb,
		.paired = paired,
		.value_a = NAN,
		.value_b = NAN,
		.estimate_log = NAN,
		.estimate_pct = NAN,
		.slowdown_bound_pct = NAN,
		.p_diff = NAN,
		.p_eq = NAN,
		.p_diff_looked = NAN,
		.p_eq_looked = NAN,
		.p_diff_adjusted = NAN,
		.p_eq_adjusted = NAN,
		.p_smallest = NAN,
		.blocks_f = NAN,
		.blocks_p = NAN,
		.margin_log = log1p(p->margin),
		.drift_log = paired ? 0 : p->drift_log,
		.alpha = 1 - p->confidence,
		.advice_n = paired ? a : 2 * a * b / (a + b),
		.advice_cap = p->n_cap,
		.advice_shrink = 1,
		.direction = p->direction,
	};

	c.diff_log = c.diff_pct = c.same_log = c.same_pct = c.sign_pct = interval_none();
	c.advice = verdict_advice(0, NAN, interval_none(), 0, 0);
	if (!paired)
		c.notes |= COMPARE_NOTE_SEPARATE;
	if (p->unit == COMPARE_VALUE)
		c.notes |= COMPARE_NOTE_TAKEN_INDEPENDENT;
	if (p->one_boot)
		c.notes |= COMPARE_NOTE_ONE_BOOT;
	return c;
}

static struct interval widened(struct interval i, double by)
{
	return (struct interval){ i.lo - by, i.hi + by };
}

/* The interval that the same units would give for the advice: see advice_shrink. */
static struct interval scaled(struct interval i, double centre, double by)
{
	return (struct interval){ centre + (i.lo - centre) * by,
				  centre + (i.hi - centre) * by };
}

/* Up to the next planned look; beyond the last there is none. */
static void round_advice(struct comparison *c)
{
	size_t at;

	if (c->plan.looks < 2 || !c->advice.more)
		return;
	at = looks_round_up(&c->plan, (size_t)c->advice.n_total);
	c->advice.beyond = !at;
	c->advice.more = (double)at > c->advice_n ? at - (size_t)c->advice_n : 0;
}

/* What is left of the margin for sameness, when rounding alone can hide a step. */
static double margin_left(const struct comparison *c)
{
	return fmax(0, c->margin_log - c->step_log * (1 + 1e-9));
}

/* Whether an interval of no width at the estimate would still be unknown. */
static bool drift_hides(const struct comparison *c)
{
	const double e = fabs(c->estimate_log);

	return c->drift_log > 0 && c->drift_log >= e && c->drift_log >= c->margin_log - e;
}

void compare_decide(struct comparison *c, bool may_same, bool may_differ)
{
	const struct interval unbounded = interval_none();
	struct interval same = may_same ? c->same_log : unbounded;
	struct interval diff = may_differ ? c->diff_log : unbounded;
	enum verdict apart = verdict_of(diff, same, c->margin_log, c->direction), v;
	bool hopeless = c->notes & COMPARE_NOTE_ONE_BOOT;

	c->notes &= ~(unsigned int)(COMPARE_NOTE_BELOW_DRIFT | COMPARE_NOTE_COARSE |
				    COMPARE_NOTE_SAME_BUT_DIFFERS);
	diff = widened(diff, c->drift_log);
	same = widened(same, c->drift_log);
	v = verdict_of(diff, same, c->margin_log, c->direction);
	if (v == VERDICT_UNKNOWN && (apart != VERDICT_UNKNOWN || drift_hides(c))) {
		c->notes |= COMPARE_NOTE_BELOW_DRIFT;
		hopeless = true;
	}
	if (v == VERDICT_SAME) {
		v = verdict_of(diff, same, margin_left(c), c->direction);
		if (v != VERDICT_SAME)
			c->notes |= COMPARE_NOTE_COARSE;
		else if (!interval_contains(c->diff_log, 0))
			c->notes |= COMPARE_NOTE_SAME_BUT_DIFFERS;
		hopeless |= v == VERDICT_UNKNOWN && !(margin_left(c) > 0);
	}
	c->verdict = hopeless ? VERDICT_UNKNOWN : v;
	c->advice = verdict_advice(c->advice_n, c->estimate_log,
				   scaled(c->diff_log, c->estimate_log, c->advice_shrink),
				   margin_left(c), c->advice_cap);
	if (c->verdict != VERDICT_UNKNOWN || hopeless) {
		c->advice.more = 0;
		c->advice.beyond = hopeless;
	}
	round_advice(c);
}

void compare_conclude(struct comparison *c, const struct compare_params *p,
		      const struct compare_view *view)
{
	unsigned int looks = p->plan ? p->plan->looks : 1;
	double ratio = p->plan ? p->plan->ratio : 2;
	struct interval sure;

	c->method = view->method;
	c->estimate_log = view->estimate;
	c->estimate_pct = log_to_pct(view->estimate);
	c->diff_log = view->diff;
	c->diff_pct = interval_pct(view->diff);
	c->same_log = view->same;
	c->same_pct = interval_pct(view->same);
	c->p_diff = view->p_diff;
	c->p_eq = view->p_eq;
	c->p_diff_looked =
		looks_p_two_sided(fmin(view->p_diff, p->earlier_p_diff), looks, ratio);
	c->p_eq_looked =
		looks_p_one_sided(fmin(view->p_eq, p->earlier_p_eq), looks, ratio);
	c->advice_shrink = view->shrink;
	sure = interval_pct(widened(view->same, c->drift_log));
	c->slowdown_bound_pct = p->direction == DIRECTION_COST ? sure.hi : -sure.lo;
	if (p->plan)
		c->plan = *p->plan;
	compare_decide(c, true, true);
}

struct compare_view compare_view_ranks(const struct compare_ranks *r,
				       enum compare_method method, double estimate)
{
	return (struct compare_view){
		.method = method,
		.estimate = estimate,
		.diff = r->diff.ci,
		.same = r->same.ci,
		.p_diff = r->zero.p_two,
		.p_eq = fmax(r->above.p_greater, r->below.p_less),
		.shrink = 1,
		.reached = r->diff.reached && r->same.reached,
	};
}

struct compare_view compare_view_t(const struct ttest *t, enum compare_method method,
				   double alpha_diff, double alpha_same,
				   double margin_log)
{
	return (struct compare_view){
		.method = method,
		.estimate = t->estimate,
		.diff = ttest_interval(t, alpha_diff),
		.same = ttest_interval(t, alpha_same),
		.p_diff = t->p,
		.p_eq = ttest_tost(t, -margin_log, margin_log).p,
		.shrink = gsl_cdf_ugaussian_Qinv(alpha_diff / 2) /
			  dist_t_upper(alpha_diff / 2, t->df),
		.reached = true,
	};
}
