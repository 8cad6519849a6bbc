/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See family.h. */
#include "stats/family.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>

#include "stats/adjust.h"

static bool tested(const struct comparison *c)
{
	return c->status == COMPARE_OK && c->method != COMPARE_BY_COUNT;
}

/* Half-widths shrink so much relative to what a family of @n demands. */
static double family_price(double alpha, size_t n)
{
	return gsl_cdf_ugaussian_Qinv(alpha / 2 / (double)n) /
	       gsl_cdf_ugaussian_Qinv(alpha / 2);
}

static void decide_again(struct comparison *c, size_t n)
{
	enum verdict before = c->verdict;

	if (n > 1)
		c->advice_shrink *= family_price(c->alpha, n);
	compare_decide(c, n < 2 || c->p_eq_adjusted <= c->alpha,
		       n < 2 || c->p_diff_adjusted <= c->alpha);
	if (c->verdict != before)
		c->notes |= COMPARE_NOTE_ADJUSTED;
}

int family_adjust(struct comparison *c, size_t n, struct family *ret_family)
{
	struct family f = { .all_same = n > 0 };
	double *p = calloc(3 * n + 1, sizeof(*p)), *eq = p + n, *fdr = eq + n;
	size_t i;
	int e;

	if (!p)
		return -ENOMEM;
	for (i = 0; i < n; i++) {
		bool use = tested(&c[i]);

		p[i] = use ? c[i].p_diff_looked : NAN;
		eq[i] = use ? c[i].p_eq_looked : NAN;
		f.n += use;
		f.all_same &= c[i].verdict == VERDICT_SAME;
	}
	e = adjust_p(ADJUST_BH, p, n, fdr);
	if (!e)
		e = adjust_p(ADJUST_HOLM, p, n, p);
	if (!e)
		e = adjust_p(ADJUST_HOLM, eq, n, eq);
	for (i = 0; i < n && !e; i++) {
		c[i].p_diff_adjusted = p[i];
		c[i].p_eq_adjusted = eq[i];
		f.worth_a_look += fdr[i] <= c[i].alpha;
		if (tested(&c[i]))
			decide_again(&c[i], f.n);
	}
	free(p);
	if (!e)
		*ret_family = f;
	return e;
}
