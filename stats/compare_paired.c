/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See compare.h. Differences of pairs. */
#include "stats/compare.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "stats/blocks.h"
#include "stats/compare_core.h"
#include "stats/quantile.h"
#include "stats/sample.h"
#include "stats/signedrank.h"
#include "stats/signtest.h"
#include "stats/ttest.h"

/* Below this many pairs a sign-test interval with the zero in it is worth a remark. */
enum { SIGN_TEST_REMARK = 30 };

/* Hodges-Lehmann, its intervals, and the tests they invert; @d ascending. */
static int by_ranks(const double *d, size_t n, const struct compare_params *p,
		    double margin_log, struct compare_view *ret_view)
{
	struct compare_ranks r;
	int e = signedrank_interval(d, n, compare_alpha_diff(p), &r.diff);

	if (!e)
		e = signedrank_interval(d, n, compare_alpha_same(p), &r.same);
	if (!e)
		e = signedrank_test(d, n, 0, &r.zero);
	if (!e)
		e = signedrank_test(d, n, -margin_log, &r.above);
	if (!e)
		e = signedrank_test(d, n, margin_log, &r.below);
	if (e)
		return e;
	*ret_view =
		compare_view_ranks(&r, COMPARE_BY_SIGNED_RANK, signedrank_estimate(d, n));
	return 0;
}

/* Ranks, or t where ranks cannot reach the level or are too hopeful for a few boots. */
static int choose_view(struct comparison *c, const double *d, size_t n,
		       const struct compare_params *p, struct compare_view *ret_view)
{
	struct compare_view ranks, by_t;
	struct ttest t;
	int e = by_ranks(d, n, p, c->margin_log, &ranks);

	if (!e)
		e = ttest_one(d, n, compare_alpha_diff(p), &t);
	if (e)
		return e;
	*ret_view = ranks;
	if (!(t.se > 0)) /* only with many: see compare_constant() */
		return 0;
	by_t = compare_view_t(&t, COMPARE_BY_PAIRED_T, compare_alpha_diff(p),
			      compare_alpha_same(p), c->margin_log);
	if (!ranks.reached) {
		c->notes |= COMPARE_NOTE_FEW;
		*ret_view = by_t;
	} else if (p->unit == COMPARE_BOOT && n < COMPARE_BOOTS_FOR_RANKS &&
		   by_t.diff.hi - by_t.diff.lo > ranks.diff.hi - ranks.diff.lo) {
		c->notes |= COMPARE_NOTE_T_WIDER;
		*ret_view = by_t;
	}
	return 0;
}

/* Blocks of consecutive pairs take over where the difference drifts. @d in order. */
static int look_at_blocks(struct comparison *c, const double *d, size_t n,
			  const struct compare_params *p, struct compare_view *view)
{
	struct compare_view blocks_view;
	struct blocks b;
	int e;

	if (!p->in_order || n < BLOCKS_PAIRS_MIN)
		return 0;
	e = blocks_of(d, n, &b);
	if (e)
		return e;
	c->blocks = b.n;
	c->blocks_f = b.f;
	c->blocks_p = b.p;
	if (b.drifts) {
		double *sorted;

		e = sample_sorted(b.median, b.n, &sorted);
		if (!e) {
			e = by_ranks(sorted, b.n, p, c->margin_log, &blocks_view);
			free(sorted);
		}
		if (!e && blocks_view.reached) {
			*view = blocks_view;
			view->method = COMPARE_BY_BLOCKS;
			c->notes |= COMPARE_NOTE_DRIFTS;
		}
	}
	blocks_release(&b);
	return e;
}

static int look_at_signs(struct comparison *c, const double *sorted, size_t n,
			 const struct compare_params *p, struct interval diff)
{
	struct rankinterval sign;
	int e = signtest_interval(sorted, n, compare_alpha_diff(p), &sign);

	if (e)
		return e;
	c->sign_pct = interval_pct(sign.ci);
	if (n < SIGN_TEST_REMARK && interval_contains(sign.ci, 0) &&
	    !interval_contains(diff, 0))
		c->notes |= COMPARE_NOTE_SIGN_TEST;
	return 0;
}

static int look_at_sessions(struct comparison *c, const double *d, size_t n,
			    const struct compare_params *p)
{
	int e;

	if (!p->session)
		return 0;
	e = sessions_of(d, p->session, n, 1 - p->confidence, &c->sessions);
	if (e == -ENODATA || e == -EINVAL)
		return 0; /* one session, or one without spread: nothing to say */
	if (!e && c->sessions.differ)
		c->notes |= COMPARE_NOTE_SESSIONS;
	return e;
}

/* @d in order of time, @sorted ascending, at least three that vary. */
static int analyse(struct comparison *c, const double *d, const double *sorted, size_t n,
		   const struct compare_params *p)
{
	struct compare_view view;
	int e = choose_view(c, sorted, n, p, &view);

	if (!e)
		e = look_at_blocks(c, d, n, p, &view);
	if (!e)
		e = look_at_signs(c, sorted, n, p, view.diff);
	if (!e)
		e = look_at_sessions(c, d, n, p);
	if (!e)
		compare_conclude(c, p, &view);
	return e;
}

int compare_pairs(const double *d, size_t n, const struct compare_params *params,
		  struct comparison *ret_comparison)
{
	struct comparison c;
	double *sorted;
	int e = compare_check(params);

	if (e)
		return e;
	c = compare_start(params, n, n, true);
	c.p_smallest = signedrank_smallest_p(n);
	c.bad_index = compare_first_not_log(d, n);
	if (c.bad_index < n) {
		c.status = COMPARE_BAD_INPUT;
		*ret_comparison = c;
		return 0;
	}
	c.bad_index = 0;
	e = sample_sorted(d, n, &sorted);
	if (e)
		return e;
	c.estimate_log = quantile_sorted(sorted, n, 0.5);
	c.estimate_pct = log_to_pct(c.estimate_log);
	if (n < COMPARE_FEWEST) {
		c.status = COMPARE_TOO_FEW;
		c.advice.more = COMPARE_PAIRS_FOR_RANKS - n;
	} else if (compare_constant(sorted[0], sorted[n - 1])) {
		c.status = COMPARE_ZERO_VARIANCE;
	} else {
		e = analyse(&c, d, sorted, n, params);
	}
	free(sorted);
	if (!e)
		*ret_comparison = c;
	return e;
}
