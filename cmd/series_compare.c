/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See series_values.h: each arm against the one before it and against the base. */
#include "cmd/series_values.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "lab/series.h"
#include "stats/family.h"
#include "stats/scan.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MINORITY 0.5

static void value_of(const struct series_data *d, const struct series_values *v,
		     size_t arm, struct series_cell *c)
{
	const double *u = series_values_of(d, v, arm);
	double sum = 0;

	*c = (struct series_cell){ .value = NAN, .lo = NAN, .hi = NAN };
	for (size_t i = 0; i < d->plan.rounds; i++) {
		if (isnan(u[i]))
			continue;
		if (!c->n++)
			c->value = c->lo = c->hi = u[i];
		c->lo = fmin(c->lo, u[i]);
		c->hi = fmax(c->hi, u[i]);
		sum += u[i];
	}
	/* Geometric mean of the boots; what is tested are their pairs. */
	if (!d->plan.exact && c->n) {
		c->value = exp(sum / (double)c->n);
		c->lo = c->hi = NAN;
	}
}

static bool minority(const struct series_data *d, const struct series_values *v,
		     size_t arm)
{
	const size_t at = series_stands_for(d->arms, d->n_arms, arm) * d->plan.rounds;

	for (size_t i = 0; i < d->plan.rounds; i++)
		if (!isnan(v->u[at + i]) && v->agree[at + i] < MINORITY)
			return true;
	return false;
}

static void parameters(const struct series_data *d, struct compare_params *p)
{
	*p = (struct compare_params)COMPARE_PARAMS_DEFAULT;
	p->margin = d->plan.margin;
	p->confidence = d->plan.confidence;
	p->unit = COMPARE_BOOT;
	p->in_order = true;
}

static int compare_counted(const struct series_data *d, const struct series_values *v,
			   const struct series_cell *a, const struct series_cell *b,
			   size_t from, size_t arm, struct series_step *s)
{
	struct compare_params p;

	parameters(d, &p);
	/* Boots of one kernel that differ say how much is chance. */
	s->varies =
		a->value != b->value &&
		((a->lo <= b->hi && b->lo <= a->hi) ||
		 (d->plan.rounds < 2 && (minority(d, v, from) || minority(d, v, arm))));
	return compare_counts(a->value, b->value, &p, &s->c);
}

static int compare_timed(const struct series_data *d, const struct series_values *v,
			 size_t from, size_t arm, struct series_step *s)
{
	const double *a = series_values_of(d, v, from), *b = series_values_of(d, v, arm);
	_cleanup_free_ double *diff = xcalloc(d->plan.rounds, sizeof(*diff));
	struct compare_params p;
	size_t n = 0;

	parameters(d, &p);
	for (size_t i = 0; i < d->plan.rounds; i++)
		if (!isnan(a[i]) && !isnan(b[i]))
			diff[n++] = b[i] - a[i];
	p.one_boot = n == 1;
	return compare_pairs(diff, n, &p, &s->c);
}

static int step(const struct series_data *d, size_t block, size_t from, size_t arm,
		struct series_step *s)
{
	const struct series_values *v = &d->values[block];
	const struct series_cell *a = &d->blocks[block].cell[from];
	const struct series_cell *b = &d->blocks[block].cell[arm];
	int r;

	s->from = from;
	if (!a->n || !b->n)
		return 0;
	s->no_change = series_stands_for(d->arms, d->n_arms, from) ==
		       series_stands_for(d->arms, d->n_arms, arm);
	if (s->no_change)
		return 0;
	r = d->plan.exact ? compare_counted(d, v, a, b, from, arm, s)
			  : compare_timed(d, v, from, arm, s);
	s->compared = !r && s->c.status != COMPARE_BAD_INPUT;
	return r;
}

static int compare_block(struct series_data *d, size_t block)
{
	struct series_cell *cell = d->blocks[block].cell;
	size_t prev = SIZE_MAX;
	int r = 0;

	for (size_t i = 0; i < d->n_arms && !r; i++) {
		value_of(d, &d->values[block], i, &cell[i]);
		if (!cell[i].n) {
			cell[i].why = series_values_why(d, &d->values[block], i);
			continue;
		}
		/* What does not build is no step: the next is against what does. */
		if (prev != SIZE_MAX)
			r = step(d, block, prev, i, &cell[i].prev);
		if (i && !r)
			r = step(d, block, 0, i, &cell[i].base);
		prev = i;
	}
	return r;
}

/* Holm over all steps of all workloads; against the base is a family of its own. */
static int adjust(struct series_data *d, bool base, size_t *ret_n)
{
	struct comparison *all = xcalloc(d->n_blocks * d->n_arms, sizeof(*all));
	struct series_step **from = xcalloc(d->n_blocks * d->n_arms, sizeof(*from));
	struct family about = { 0 };
	size_t n = 0;
	int r;

	for (size_t i = 0; i < d->n_blocks; i++)
		for (size_t k = 0; k < d->n_arms; k++) {
			struct series_cell *c = &d->blocks[i].cell[k];
			struct series_step *s = base ? &c->base : &c->prev;

			if (!s->compared)
				continue;
			from[n] = s;
			all[n++] = s->c;
		}
	r = family_adjust(all, n, &about);
	for (size_t i = 0; i < n && !r; i++)
		from[i]->c = all[i];
	free(all);
	free(from);
	*ret_n = about.n;
	return r;
}

/* The arms that have a value in every round. */
static size_t complete_arms(const struct series_data *d, size_t block, size_t *arms)
{
	size_t n = 0;

	for (size_t i = 0; i < d->n_arms; i++)
		if (d->blocks[block].cell[i].n == d->plan.rounds)
			arms[n++] = i;
	return n;
}

/* Arms without a value between two that have one may be where it happened, too. */
static void found(struct series_block *b, const struct scan *s, const size_t *arms)
{
	b->found = xcalloc(s->n_steps, sizeof(*b->found));
	for (size_t i = 0; i < s->n_steps; i++)
		b->found[b->n_found++] = (struct series_found){
			.at = arms[s->step[i].at],
			.from = s->step[i].from ? arms[s->step[i].from - 1] + 1 : arms[0],
			.to = arms[s->step[i].to],
			.change_pct = 100 * expm1(s->step[i].size_log),
			.lo_pct = 100 * expm1(s->step[i].ci.lo),
			.hi_pct = 100 * expm1(s->step[i].ci.hi),
			.p = s->step[i].p,
		};
}

/* Timed only. Bonferroni over the workloads. */
static int scan_block(struct series_data *d, size_t block)
{
	const size_t rounds = d->plan.rounds;
	const double alpha = (1 - d->plan.confidence) / (double)d->n_blocks;
	_cleanup_free_ size_t *arms = xcalloc(d->n_arms, sizeof(*arms));
	_cleanup_free_ double *y = xcalloc(d->n_arms * rounds, sizeof(*y));
	struct random_state rng = random_seeded(d->plan.seed);
	size_t n = complete_arms(d, block, arms), resamples = SCAN_RESAMPLES;
	struct scan scan;
	int r;

	while ((double)(resamples + 1) * alpha < 2)
		resamples *= 2;
	for (size_t i = 0; i < n; i++) {
		const double *u = series_values_of(d, &d->values[block], arms[i]);

		for (size_t k = 0; k < rounds; k++)
			y[k * n + i] = u[k];
	}
	r = scan_series(y, rounds, n, alpha, resamples, &rng, &scan);
	if (r == -ENODATA)
		return 0;
	if (r < 0)
		return r;
	found(&d->blocks[block], &scan, arms);
	scan_release(&scan);
	return 0;
}

static void look(struct series_data *d)
{
	for (size_t i = 0; i < d->n_blocks; i++) {
		struct series_block *b = &d->blocks[i];

		b->moved = b->n_found > 0;
		for (size_t k = 0; k < d->n_arms; k++)
			b->lost |= !b->why && !b->cell[k].n &&
				   (d->rows[k].state == SERIES_MEASURED ||
				    d->rows[k].state == SERIES_SAME);
		for (size_t k = 1; k < d->n_arms; k++) {
			const struct series_step *s = &b->cell[k].prev;
			bool changed = series_step_changed(&d->report, s);

			b->moved |= changed;
			b->varies |= s->compared && s->varies;
			b->unknown |= s->compared && !s->varies &&
				      s->c.verdict == VERDICT_UNKNOWN;
			d->different |= changed;
			d->slower |= changed && s->c.verdict == VERDICT_SLOWER;
		}
	}
}

int series_compare(struct series_data *d, struct err *e)
{
	size_t base_family = 0;
	int r = 0;

	for (size_t i = 0; i < d->n_blocks && !r; i++)
		r = compare_block(d, i);
	if (!r)
		r = adjust(d, false, &d->report.family);
	if (!r)
		r = adjust(d, true, &base_family);
	for (size_t i = 0; i < d->n_blocks && !r && !d->plan.exact; i++)
		r = scan_block(d, i);
	if (r < 0)
		return err_errno(e, -r, "cannot compare the arms");
	look(d);
	return 0;
}
