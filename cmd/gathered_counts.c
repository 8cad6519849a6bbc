/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See gathered.h: what was counted, and what could not be. */
#include "cmd/gathered.h"

#include "base/str.h"
#include "base/xalloc.h"
#include "cmd/count_refused.h"

#include <stdlib.h>
#include <string.h>

static struct html_count *count_of(struct gathered *g, size_t workload, const char *event,
				   const char *per)
{
	struct html_count *c;

	for (size_t i = g->n_counts; i > 0 && g->counts[i - 1].workload == workload; i--)
		if (!strcmp(g->counts[i - 1].event, event))
			return &g->counts[i - 1];
	g->counts = xgrow(g->counts, g->n_counts, &g->cap_counts, sizeof(*g->counts));
	c = &g->counts[g->n_counts++];
	*c = (struct html_count){ .workload = workload,
				  .event = event,
				  .per = per,
				  .rows = xcalloc(g->n_arms, sizeof(*c->rows)) };
	return c;
}

static void of_one(struct gathered *g, size_t workload)
{
	const struct html_workload *w = &g->workloads[workload];

	for (size_t i = 0; i < g->counted.n; i++) {
		const struct run_count *c = &g->counted.rows[i];

		if (!strcmp(c->workload, w->workload) && !strcmp(c->abi, w->abi))
			count_of(g, workload, c->event,
				 strcmp(c->unit, "ratio") ? c->per : "")
				->only = c;
	}
}

static void of_several(struct gathered *g, size_t workload, size_t arm)
{
	const struct html_workload *w = &g->workloads[workload];

	for (size_t i = 0; i < g->matched[arm].n; i++) {
		const struct compare_row *row = &g->matched[arm].rows[i];

		if (row->event && !strcmp(row->workload, w->workload) &&
		    !strcmp(row->abi, w->abi))
			count_of(g, workload, row->event, row->per)->rows[arm] = row;
	}
}

/* ---- what could not be counted ---- */

static void add_refused(struct gathered_refused *l, const struct store_fact *f)
{
	if (!count_refused(f))
		return;
	for (size_t i = 0; i < l->n; i++)
		if (!strcmp(l->facts[i].key, f->key) &&
		    !strcmp(l->facts[i].reason, f->reason))
			return;
	l->facts = xgrow(l->facts, l->n, &l->cap, sizeof(*l->facts));
	l->facts[l->n++] = (struct store_fact){ .key = xstrdup(f->key),
						.reason = xstrdup(f->reason) };
}

static bool first_of_its_reason(const struct gathered_refused *l, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (!strcmp(l->facts[k].reason, l->facts[i].reason))
			return false;
	return true;
}

/* "cycles, instructions not counted: no PMU"; NULL: everything was. */
static char *refused_text(const struct gathered_refused *l)
{
	struct str text = STR_INIT;

	for (size_t i = 0; i < l->n; i++) {
		if (!first_of_its_reason(l, i))
			continue;
		str_addf(&text, "%s%s", text.len ? "; " : "",
			 count_refused(&l->facts[i]));
		for (size_t k = i + 1; k < l->n; k++)
			if (!strcmp(l->facts[k].reason, l->facts[i].reason))
				str_addf(&text, ", %s", count_refused(&l->facts[k]));
		str_addf(&text, " not counted: %s", l->facts[i].reason);
	}
	if (text.len)
		return str_detach(&text);
	str_release(&text);
	return NULL;
}

static int not_counted(struct store *s, struct gathered *g, size_t arm, struct err *e)
{
	const char *name = g->sources[arm].name;
	struct store_boot *boots = NULL;
	struct gathered_refused *l = &g->refused[arm];
	size_t n = 0;
	int r = g->experiment ? store_boots(s, g->experiment, &boots, &n, e)
			      : store_boots_of_arm(s, name, &boots, &n, e);

	for (size_t i = 0; i < n && !r; i++) {
		struct store_fact *facts = NULL;
		size_t n_facts = 0;

		if (strcmp(boots[i].arm, name))
			continue;
		r = store_facts(s, boots[i].id, &facts, &n_facts, e);
		for (size_t k = 0; k < n_facts && !r; k++)
			add_refused(l, &facts[k]);
		store_facts_free(facts, n_facts);
	}
	store_boots_free(boots, n);
	g->not_counted[arm] = refused_text(l);
	return r;
}

int gathered_counts(struct store *s, struct gathered *g, const struct match_options *o,
		    struct err *e)
{
	const bool one = g->n_arms == 1 && g->sources[0].kind == SOURCE_ARM;
	int r = one ? counts_load(s, g->experiment,
				  g->experiment ? NULL : g->sources[0].name,
				  100 * o->confidence, &g->counted, e)
		    : 0;

	for (size_t i = 0; i < g->n && !r; i++) {
		if (one)
			of_one(g, i);
		for (size_t k = 1; k < g->n_arms; k++)
			of_several(g, i, k);
	}
	for (size_t k = 0; k < g->n_arms && !r; k++)
		if (g->sources[k].kind == SOURCE_ARM)
			r = not_counted(s, g, k, e);
	return r;
}
