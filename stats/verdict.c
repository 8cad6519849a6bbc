/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See verdict.h. */
#include "stats/verdict.h"

/* (z_{0.975} + z_{0.8}) / z_{0.975}: the effect found four times in five, in half-widths.
 */
#define POWER_FACTOR 1.43

/* Beyond any cap: what still is a whole number in a double, with room. */
#define MOST 1e15

enum verdict verdict_of(struct interval ci_diff, struct interval ci_same,
			double margin_log, enum direction direction)
{
	bool cost = direction == DIRECTION_COST;

	if (interval_exists(ci_same) && ci_same.lo > -margin_log &&
	    ci_same.hi < margin_log)
		return VERDICT_SAME;
	if (!interval_exists(ci_diff))
		return VERDICT_UNKNOWN;
	if (ci_diff.lo > 0)
		return cost ? VERDICT_SLOWER : VERDICT_FASTER;
	if (ci_diff.hi < 0)
		return cost ? VERDICT_FASTER : VERDICT_SLOWER;
	return VERDICT_UNKNOWN;
}

struct advice verdict_advice(double n, double estimate_log, struct interval ci_diff,
			     double margin_log, double n_cap)
{
	struct advice a = {
		.half = NAN, .half_needed = NAN, .n_total = NAN, .n_certain = NAN
	};
	double e = fabs(estimate_log), factor;

	if (!interval_exists(ci_diff) || !(ci_diff.hi > ci_diff.lo) || !isfinite(e))
		return a;
	a.half = (ci_diff.hi - ci_diff.lo) / 2;
	a.half_needed = fmax(margin_log / 2, fmax(e, margin_log - e) / POWER_FACTOR);
	factor = a.half / a.half_needed;
	a.n_total = ceil(n * factor * factor);
	factor = 2 * a.half / margin_log;
	a.n_certain = ceil(n * factor * factor);
	a.beyond = !(a.n_total <= fmin(n_cap, MOST));
	if (!a.beyond)
		a.more = a.n_total > n + 1 ? (size_t)ceil(a.n_total - n) : 1;
	return a;
}
