/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See compare.h. What needs no single units: summaries, and exact counts. */
#include "stats/compare.h"

#include <errno.h>
#include <math.h>

#include "stats/compare_core.h"
#include "stats/ttest.h"

static bool positive(double x)
{
	return x > 0 && isfinite(x);
}

/* Both arms' value, or the status of the arm that has none. */
static bool start_values(struct comparison *c, double a, double b)
{
	if (!positive(a) || !positive(b)) {
		c->status = COMPARE_BAD_INPUT;
		c->bad_arm = positive(a);
		return false;
	}
	c->value_a = a;
	c->value_b = b;
	c->estimate_log = log(b) - log(a);
	c->estimate_pct = log_to_pct(c->estimate_log);
	return true;
}

static bool bad_spread(const struct moments *m)
{
	return !isfinite(m->sd) || m->sd < 0;
}

static int compare_spreads(struct comparison *c, const struct moments *a,
			   const struct moments *b, const struct compare_params *params)
{
	struct compare_view view;
	struct ttest t;
	int e = ttest_ratio_moments(a, b, 1 - params->confidence, &t);

	if (e == -ERANGE) { /* a spread beyond all numbers */
		c->status = COMPARE_BAD_INPUT;
		c->bad_arm = b->sd / b->mean > a->sd / a->mean;
		return 0;
	}
	if (e)
		return e;
	if (!(a->sd > 0) != !(b->sd > 0))
		c->notes |= COMPARE_NOTE_CONSTANT_ARM;
	if (!(t.se > 0)) {
		c->status = COMPARE_ZERO_VARIANCE;
		return 0;
	}
	view = compare_view_t(&t, COMPARE_BY_MOMENTS, compare_alpha_diff(params),
			      compare_alpha_same(params), c->margin_log);
	compare_conclude(c, params, &view);
	return 0;
}

int compare_moments(const struct moments *a, const struct moments *b,
		    const struct compare_params *params,
		    struct comparison *ret_comparison)
{
	struct comparison c;
	int e = compare_check(params);

	if (e)
		return e;
	c = compare_start(params, a->n, b->n, false);
	if (start_values(&c, a->mean, b->mean)) {
		if (a->n < COMPARE_FEWEST || b->n < COMPARE_FEWEST) {
			c.status = COMPARE_TOO_FEW;
		} else if (bad_spread(a) || bad_spread(b)) {
			c.status = COMPARE_BAD_INPUT;
			c.bad_arm = !bad_spread(a);
		} else {
			e = compare_spreads(&c, a, b, params);
		}
	}
	if (!e)
		*ret_comparison = c;
	return e;
}

int compare_counts(double a, double b, const struct compare_params *params,
		   struct comparison *ret_comparison)
{
	struct comparison c;
	struct interval at;
	int e = compare_check(params);

	if (e)
		return e;
	c = compare_start(params, 1, 1, true);
	if (start_values(&c, a, b)) {
		c.method = COMPARE_BY_COUNT;
		at = (struct interval){ c.estimate_log, c.estimate_log };
		c.verdict = a == b ? VERDICT_SAME
				   : verdict_of(at, at, c.margin_log, c.direction);
		if (c.verdict == VERDICT_SAME && a != b)
			c.notes |= COMPARE_NOTE_SAME_BUT_DIFFERS;
	}
	*ret_comparison = c;
	return 0;
}
