/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See gathered.h. Points and pairs are in gathered_points.c, verdicts in
 * gathered_verdicts.c. */
#include "cmd/gathered.h"

#include "base/xalloc.h"
#include "lab/catalogue.h"

#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void label_of(const char *workload, const char *abi, char buf[CATALOGUE_LABEL_MAX])
{
	if (*abi)
		catalogue_label(workload, abi, buf);
	else
		snprintf(buf, CATALOGUE_LABEL_MAX, "%s", *workload ? workload : "value");
}

bool gathered_wanted(const struct match_options *o, const char *workload, const char *abi)
{
	char label[CATALOGUE_LABEL_MAX];

	label_of(workload, abi, label);
	for (size_t i = 0; i < o->n_globs; i++)
		if (!fnmatch(o->globs[i], label, 0) || !fnmatch(o->globs[i], workload, 0))
			return true;
	return !o->n_globs;
}

static const char *summary_of(const char *workload, const char *abi)
{
	for (size_t i = 0; i < catalogue_size; i++)
		if (!strcmp(catalogue[i].name, workload) &&
		    !strcmp(catalogue[i].abi, abi))
			return catalogue[i].summary;
	return NULL;
}

static void empty_cell(struct html_cell *c)
{
	c->value = c->lo = c->hi = c->preempted_pct = NAN;
	for (size_t k = 0; k < HTML_GRID; k++)
		c->grid[k] = NAN;
}

/* Numbers of another tool's benchmark may share its name, and differ by their unit. */
static bool same_numbers(const struct html_workload *w, const char *workload,
			 const char *abi, const char *unit, const char *per)
{
	return !strcmp(w->workload, workload) && !strcmp(w->abi, abi) &&
	       (*abi || *per || *w->per || !strcmp(w->unit, unit));
}

struct html_workload *gathered_workload(struct gathered *g, const char *workload,
					const char *abi, const char *unit,
					const char *per)
{
	char label[CATALOGUE_LABEL_MAX];
	struct html_workload *w;

	/* they come workload by workload: it is nearly always the last one */
	for (size_t i = g->n; i > 0; i--)
		if (same_numbers(&g->workloads[i - 1], workload, abi, unit, per))
			return &g->workloads[i - 1];
	label_of(workload, abi, label);
	g->workloads = xgrow(g->workloads, g->n, &g->cap, sizeof(*w));
	w = &g->workloads[g->n++];
	*w = (struct html_workload){
		.label = xstrdup(label),
		.workload = xstrdup(workload),
		.abi = xstrdup(abi),
		.unit = xstrdup(unit),
		.per = xstrdup(per),
		.summary = summary_of(workload, abi),
		.cells = xcalloc(g->n_arms, sizeof(*w->cells)),
		.comparisons = xcalloc(g->n_arms, sizeof(*w->comparisons)),
	};
	for (size_t i = 0; i < g->n_arms; i++)
		empty_cell(&w->cells[i]);
	return w;
}

/* The machine's own ABI first; other tools' metrics stay in their order. */
static int by_abi_and_name(const void *a, const void *b)
{
	const struct html_workload *x = a, *y = b;
	const int native = !strcmp(y->abi, CATALOGUE_NATIVE_ABI) -
			   !strcmp(x->abi, CATALOGUE_NATIVE_ABI);

	return native ? native : strcmp(x->abi, y->abi) ?: strcmp(x->workload, y->workload);
}

static int names_of_experiment(struct store *s, int64_t id, char **names, size_t *ret_n,
			       bool *ret_looked, struct err *e)
{
	struct store_experiment x = { 0 };
	struct store_boot *boots = NULL;
	size_t n_boots = 0, n = 0;
	int r = store_experiment_get(s, id, &x, e);

	*ret_looked = !r && !strcmp(x.command, "ab");
	store_experiment_clear(&x);
	if (!r)
		r = store_boots(s, id, &boots, &n_boots, e);
	for (size_t i = 0; i < n_boots; i++) {
		bool known = false;

		for (size_t k = 0; k < n; k++)
			known |= !strcmp(names[k], boots[i].arm);
		if (!known && n < GATHERED_ARMS)
			names[n++] = xstrdup(boots[i].arm);
	}
	store_boots_free(boots, n_boots);
	*ret_n = n;
	if (!r && !n) {
		err_set(e, EINVAL, "experiment %lld has no arm: nothing was measured",
			(long long)id);
		r = -EINVAL;
	}
	return r;
}

/*
 * source_load() takes a name with a slash for a file. Of an experiment it is an arm all
 * the same: its facts and its pairs are enough for a page.
 */
static int arm_with_slash(struct store *s, int64_t experiment, const char *name,
			  struct source *ret, struct err *e)
{
	struct store_boot *boots = NULL;
	size_t n = 0;
	int r = store_boots(s, experiment, &boots, &n, e);

	*ret = (struct source){ .name = xstrdup(name), .kind = SOURCE_ARM };
	for (size_t i = 0; i < n && !r; i++) {
		if (strcmp(boots[i].arm, name))
			continue;
		if (!ret->facts)
			r = store_facts(s, boots[i].id, &ret->facts, &ret->n_facts, e);
		ret->n_boots++;
	}
	store_boots_free(boots, n);
	return r;
}

static int load_sources(struct store *s, struct gathered *g, char *const *names, size_t n,
			struct err *e)
{
	int r = 0;

	g->sources = xcalloc(n, sizeof(*g->sources));
	g->matched = xcalloc(n, sizeof(*g->matched));
	for (size_t i = 0; i < n && !r; i++) {
		r = g->experiment && strchr(names[i], '/')
			    ? arm_with_slash(s, g->experiment, names[i], &g->sources[i],
					     e)
			    : source_load(s, names[i], STORE_P25, &g->sources[i], e);
		g->n_arms = i + !r;
	}
	return r;
}

static bool any_number(const struct gathered *g)
{
	for (size_t i = 0; i < g->n; i++)
		for (size_t k = 0; k < g->n_arms; k++)
			if (isfinite(g->workloads[i].cells[k].value))
				return true;
	return false;
}

int gathered_load(struct store *s, int64_t experiment, char *const *names, size_t n,
		  const struct match_options *o, struct gathered *ret, struct err *e)
{
	struct gathered g = { .experiment = experiment, .confidence = o->confidence };
	char *own[GATHERED_ARMS] = { NULL };
	int r = n ? 0 : names_of_experiment(s, experiment, own, &n, &g.looked, e);

	if (!r)
		r = load_sources(s, &g, own[0] ? own : names, n, e);
	if (!r)
		r = gathered_points(s, &g, o, e);
	if (!r && g.n && !g.sources[0].imported)
		qsort(g.workloads, g.n, sizeof(*g.workloads), by_abi_and_name);
	/* of an experiment that failed there may be nothing to compare */
	if (!r && g.n_arms > 1 && (any_number(&g) || !experiment))
		r = gathered_compare(s, &g, o, e);
	if (!r && s)
		r = gathered_counts(s, &g, o, e);
	for (size_t i = 0; i < GATHERED_ARMS; i++)
		free(own[i]);
	if (r < 0)
		gathered_release(&g);
	else
		*ret = g;
	return r;
}

static void workload_release(struct html_workload *w, size_t n_arms)
{
	for (size_t i = 0; i < n_arms; i++) {
		free(w->cells[i].points);
		free(w->cells[i].boots);
		free((char *)w->cells[i].reason);
		free(w->cells[i].flame);
		free(w->comparisons[i].by_margin);
	}
	free(w->cells);
	free(w->comparisons);
	free(w->label);
	free(w->workload);
	free(w->abi);
	free(w->unit);
	free(w->per);
}

void gathered_release(struct gathered *g)
{
	for (size_t i = 0; i < g->n; i++)
		workload_release(&g->workloads[i], g->n_arms);
	for (size_t i = 0; i < g->n_pairs; i++) {
		free(g->pairs[i].d);
		free(g->pairs[i].d_pct);
		free(g->pairs[i].a);
		free(g->pairs[i].b);
		free(g->pairs[i].session);
	}
	for (size_t i = 0; i < g->n_arms; i++) {
		source_release(&g->sources[i]);
		matched_release(&g->matched[i]);
		free(g->modifiers[i]);
		free(g->not_counted[i]);
		store_facts_free(g->refused[i].facts, g->refused[i].n);
	}
	for (size_t i = 0; i < g->n_counts; i++)
		free(g->counts[i].rows);
	free(g->counts);
	counts_release(&g->counted);
	free(g->workloads);
	free(g->pairs);
	free(g->sources);
	free(g->matched);
	free(g->probe);
	free(g->not_set);
	free(g->margins_pct);
	memset(g, 0, sizeof(*g));
}
