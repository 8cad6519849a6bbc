/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * See gathered.h: comparisons. Verdicts at every margin are computed here, by the same
 * functions as `ktoll compare` and with the same adjustment for the family, so that the
 * page's script has nothing to decide.
 */
#include "cmd/gathered.h"

#include "base/xalloc.h"
#include "stats/location.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double choices[] = { 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8,
				  0.9, 1,    1.2, 1.5, 2,   2.5, 3,   3.5, 4,
				  5,   6,    7,   8,   10,  12,  15,  20,  25 };

#define N_CHOICES (sizeof(choices) / sizeof(choices[0]))

/* The usual margins, and the one that was asked for. */
static void margins(struct gathered *g, double asked_pct)
{
	bool placed = false;

	g->margins_pct = xcalloc(N_CHOICES + 1, sizeof(*g->margins_pct));
	for (size_t i = 0; i <= N_CHOICES; i++) {
		const bool end = i == N_CHOICES;

		if (!placed && (end || asked_pct <= choices[i] * (1 + 1e-9))) {
			placed = true;
			g->margin = g->n_margins;
			g->margins_pct[g->n_margins++] = asked_pct;
			if (!end && asked_pct >= choices[i] * (1 - 1e-9))
				continue;
		}
		if (!end)
			g->margins_pct[g->n_margins++] = choices[i];
	}
}

static double value_of(const double *x, size_t n)
{
	struct location at;

	return location_of(x, n, 0.05, &at) ? NAN : at.value;
}

/* The row of the experiment's pairs instead of the one that is there. */
static void place_pairs(struct gathered *g, const struct gathered_pairs *p,
			const struct match_options *o, const struct looks_plan *plan)
{
	const struct html_workload *w = &g->workloads[p->workload];
	const bool runs = !*w->abi && !strcmp(w->per, "run");
	struct matched *m = &g->matched[p->arm];
	struct compare_row *row = NULL;

	for (size_t i = 0; i < m->n; i++)
		if (!strcmp(m->rows[i].workload, w->workload) &&
		    !strcmp(m->rows[i].abi, w->abi))
			row = &m->rows[i];
	if (!row)
		return;
	row->n_a = row->n_b = p->n;
	row->value_a = value_of(p->a, p->n);
	row->value_b = value_of(p->b, p->n);
	row->compared = !match_pairs_compare(p->d, p->session, p->n, o, plan, &row->c);
	m->design = match_pairs_design(p->duet, runs);
	m->more_of = runs ? "pairs" : "process pairs";
	m->paired = true;
}

static struct html_comparison *comparison_of(struct gathered *g, size_t arm,
					     const struct compare_row *row)
{
	struct html_workload *w =
		gathered_workload(g, row->workload, row->abi, row->unit, row->per);

	return &w->comparisons[arm];
}

/* Whether @row's workload has anything of this experiment. */
static bool present(const struct gathered *g, const struct compare_row *row)
{
	for (size_t i = 0; i < g->n; i++) {
		const struct html_workload *w = &g->workloads[i];

		if (strcmp(w->workload, row->workload) || strcmp(w->abi, row->abi))
			continue;
		for (size_t k = 0; k < g->n_arms; k++)
			if (w->cells[k].status)
				return true;
	}
	return false;
}

/* Without the rows of other experiments. */
static void only_present(const struct gathered *g, struct matched *m)
{
	struct matched other = { .rows = xcalloc(m->n ? m->n : 1, sizeof(*m->rows)) };
	size_t n = 0;

	for (size_t i = 0; i < m->n; i++)
		if (present(g, &m->rows[i]))
			m->rows[n++] = m->rows[i];
		else
			other.rows[other.n++] = m->rows[i];
	m->n = n;
	matched_release(&other);
}

/* As the experiment's own report had it: pairs of its own, and what they counted. */
static int own_pairs(struct store *s, struct gathered *g, const struct match_options *o,
		     struct err *e)
{
	const struct looks_plan *plan = g->looked ? &g->plan : NULL;
	int r = 0;

	for (size_t k = 1; k < g->n_arms; k++)
		only_present(g, &g->matched[k]);
	for (size_t i = 0; i < g->n_pairs; i++)
		place_pairs(g, &g->pairs[i], o, plan);
	for (size_t k = 1; k < g->n_arms && !r && !o->costs_only; k++)
		r = match_counter_pairs(s, g->experiment, g->sources[0].name,
					g->sources[k].name, o, plan, &g->matched[k], e);
	return r;
}

static int compare_all(struct store *s, struct gathered *g, const struct match_options *o,
		       struct err *e)
{
	struct match_options arms = *o;
	int r = 0;

	/* what pairs of an experiment counted is taken from its own pairs */
	arms.costs_only |= g->experiment && g->n_pairs;
	for (size_t k = 1; k < g->n_arms && !r; k++)
		r = match(s, &g->sources[0], &g->sources[k], &arms, &g->matched[k], e);
	if (!r && g->experiment)
		r = own_pairs(s, g, o, e);
	/* All comparisons of all arms are one family. */
	return r ? r : match_adjust(&g->matched[1], g->n_arms - 1, &g->family, e);
}

static void matched_drop(struct gathered *g)
{
	for (size_t k = 1; k < g->n_arms; k++)
		matched_release(&g->matched[k]);
}

static void note_letters(struct gathered *g, size_t at)
{
	for (size_t k = 1; k < g->n_arms; k++)
		for (size_t i = 0; i < g->matched[k].n; i++) {
			const struct compare_row *row = &g->matched[k].rows[i];
			struct html_comparison *c = comparison_of(g, k, row);

			if (!c->by_margin) {
				c->by_margin = xcalloc(g->n_margins + 1, 1);
				memset(c->by_margin, 'u', g->n_margins);
			}
			if (row->compared)
				c->by_margin[at] = html_verdict_letter(row->c.verdict);
		}
}

/* Where the pages find their rows; they move no more. */
static void link_rows(struct gathered *g)
{
	for (size_t k = 1; k < g->n_arms; k++)
		for (size_t i = 0; i < g->matched[k].n; i++)
			if (!g->matched[k].rows[i].event)
				comparison_of(g, k, &g->matched[k].rows[i])->row =
					&g->matched[k].rows[i];
	for (size_t i = 0; i < g->n_pairs; i++) {
		const struct gathered_pairs *p = &g->pairs[i];
		struct html_comparison *c =
			&g->workloads[p->workload].comparisons[p->arm];

		c->d_pct = p->d_pct;
		c->n_pairs = p->n;
	}
}

int gathered_compare(struct store *s, struct gathered *g, const struct match_options *o,
		     struct err *e)
{
	struct match_options at = *o;
	int r = gathered_pairs_load(s, g, o, e);

	if (!r && g->looked)
		r = match_looks(o->confidence, &g->plan, e);
	at.costs_only = true;
	if (!o->one_margin)
		margins(g, 100 * o->margin);
	for (size_t i = 0; i < g->n_margins && !r; i++) {
		at.margin = g->margins_pct[i] / 100;
		r = compare_all(s, g, &at, e);
		if (!r)
			note_letters(g, i);
		matched_drop(g);
	}
	if (!r)
		r = compare_all(s, g, o, e);
	if (!r)
		link_rows(g);
	return r;
}
