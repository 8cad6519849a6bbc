/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See compare.h. Positive values as they were measured or imported. */
#include "stats/compare.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "stats/compare_core.h"
#include "stats/quantile.h"
#include "stats/sample.h"
#include "stats/sort.h"

/* The first value, or partner, that cannot enter. */
static bool find_bad(const double *a, size_t na, const double *b, size_t nb, bool paired,
		     struct comparison *c)
{
	size_t bad_a = sample_first_not_positive(a, na);
	size_t bad_b = sample_first_not_positive(b, nb);

	if (bad_a < na) {
		c->bad_arm = 0;
		c->bad_index = bad_a;
	} else if (bad_b < nb) {
		c->bad_arm = 1;
		c->bad_index = bad_b;
	} else if (paired && na != nb) {
		c->bad_arm = na > nb;
		c->bad_index = na < nb ? na : nb;
	} else {
		return false;
	}
	c->status = COMPARE_BAD_INPUT;
	return true;
}

static bool constant(const double *sorted, size_t n)
{
	return n > 0 && compare_constant(sorted[0], sorted[n - 1]);
}

/* What only the values can tell about pairs; sorts both sides. */
static void look_at_values(struct comparison *c, double *logs_a, double *logs_b, size_t n)
{
	struct compare_sides s = { logs_a, logs_b, n, n };

	sort_doubles(logs_a, n);
	sort_doubles(logs_b, n);
	c->value_a = exp(quantile_sorted(logs_a, n, 0.5));
	c->value_b = exp(quantile_sorted(logs_b, n, 0.5));
	if (n > 1 && constant(logs_a, n) != constant(logs_b, n))
		c->notes |= COMPARE_NOTE_CONSTANT_ARM;
	if (c->status == COMPARE_OK) {
		c->step_log = compare_step(&s);
		compare_decide(c, true, true);
	}
}

/* In pairs: the differences in their order. */
static int compare_partners(double *logs_a, double *logs_b, size_t n,
			    const struct compare_params *params, struct comparison *c)
{
	double *d = calloc(n + 1, sizeof(*d));
	size_t i;
	int e;

	if (!d)
		return -ENOMEM;
	for (i = 0; i < n; i++)
		d[i] = logs_b[i] - logs_a[i];
	e = compare_pairs(d, n, params, c);
	free(d);
	if (!e)
		look_at_values(c, logs_a, logs_b, n);
	return e;
}

static int compare_apart(double *logs_a, size_t na, double *logs_b, size_t nb,
			 const struct compare_params *params, struct comparison *c)
{
	struct compare_sides s = { logs_a, logs_b, na, nb };

	sort_doubles(logs_a, na);
	sort_doubles(logs_b, nb);
	return compare_sorted(c, &s, params);
}

int compare_values(const double *a, size_t na, const double *b, size_t nb, bool paired,
		   const struct compare_params *params, struct comparison *ret_comparison)
{
	struct comparison c;
	double *logs_a = NULL, *logs_b = NULL;
	int e = compare_check(params);

	if (e)
		return e;
	c = compare_start(params, na, nb, paired);
	if (find_bad(a, na, b, nb, paired, &c)) {
		*ret_comparison = c;
		return 0;
	}
	e = sample_logs(a, na, &logs_a);
	if (!e)
		e = sample_logs(b, nb, &logs_b);
	if (!e && paired)
		e = compare_partners(logs_a, logs_b, na, params, &c);
	else if (!e)
		e = compare_apart(logs_a, na, logs_b, nb, params, &c);
	free(logs_a);
	free(logs_b);
	if (!e)
		*ret_comparison = c;
	return e;
}
