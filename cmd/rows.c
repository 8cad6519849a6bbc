/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See rows.h. */
#include "cmd/rows.h"

#include "base/str.h"
#include "base/xalloc.h"
#include "lab/catalogue.h"
#include "lab/summarise.h"
#include "stats/location.h"
#include "stats/quantile.h"
#include "stats/sample.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PREEMPTED_PCT 5.0
#define DRIFT         0.001
#define TAIL          1.5
#define FEW           3

/* The processes of one workload, gathered until the next one begins. */
struct gather {
	struct rows *rows;
	double alpha;
	struct run_row row;
	char *workload, *abi, *unit, *reason;
	const char *status;
	double *heads, *costs; /* p25 of each process; all samples */
	size_t n_heads, cap_heads, n_costs, cap_costs;
	double best, agree;
	int64_t measured, preempted, migrated;
	bool drift, begun;
	struct str not_set;
};

static void add_costs(struct gather *g, const struct store_row *row)
{
	size_t n;
	double *costs = sample_costs(&row->process, row->per, &n);

	while (g->n_costs + n > g->cap_costs) {
		g->cap_costs = g->cap_costs ? g->cap_costs * 2 : 4096;
		g->costs = xreallocarray(g->costs, g->cap_costs, sizeof(*g->costs));
	}
	if (n)
		memcpy(g->costs + g->n_costs, costs, n * sizeof(*costs));
	g->n_costs += n;
	free(costs);
}

/* "nice (EACCES)" for each condition that was refused, once. */
static void add_refusals(struct gather *g, const char *conditions)
{
	json_t *object = json_loads(conditions, 0, NULL), *value;
	const char *what;

	json_object_foreach (object, what, value) {
		const char *state = json_string_value(value);
		struct str entry = STR_INIT;

		if (!state || strncmp(state, "refused ", 8))
			continue;
		str_addf(&entry, "%s %s", what, state + 8);
		if (!strstr(str_get(&g->not_set), str_get(&entry)))
			str_addf(&g->not_set, "%s%s", g->not_set.len ? ", " : "",
				 str_get(&entry));
		str_release(&entry);
	}
	json_decref(object);
}

static double average(const double *x, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += x[i];
	return n ? sum / (double)n : NAN;
}

static void pooled(struct gather *g, struct run_row *row)
{
	double *sorted;

	row->p10 = row->median = row->mean = row->p90 = row->p99 = NAN;
	if (sample_sorted(g->costs, g->n_costs, &sorted) < 0)
		return;
	row->p10 = quantile_sorted(sorted, g->n_costs, 0.10);
	row->median = quantile_sorted(sorted, g->n_costs, 0.50);
	row->mean = average(sorted, g->n_costs);
	if (quantile_supported(g->n_costs, 0.90))
		row->p90 = quantile_sorted(sorted, g->n_costs, 0.90);
	if (quantile_supported(g->n_costs, 0.99))
		row->p99 = quantile_sorted(sorted, g->n_costs, 0.99);
	free(sorted);
}

static double spread_pct(const double *heads, size_t n, double value)
{
	double lo, hi;

	if (n < 4 || quantile(heads, n, 0.25, &lo) < 0 ||
	    quantile(heads, n, 0.75, &hi) < 0)
		return NAN;
	return 100 * (hi - lo) / value;
}

/* Counted: every boot should say the same. */
static void exact_headline(const struct gather *g, struct run_row *row)
{
	row->value = row->lo = row->hi = g->n_heads ? g->heads[0] : NAN;
	for (size_t i = 1; i < g->n_heads; i++) {
		row->lo = fmin(row->lo, g->heads[i]);
		row->hi = fmax(row->hi, g->heads[i]);
	}
	row->agree_pct = 100 * g->agree;
	row->marks = (row->lo != row->hi && g->n_heads ? RUN_VARIES : 0) |
		     (g->agree < 0.5 ? RUN_MINORITY : 0) |
		     (row->failed ? RUN_FAILURES : 0);
}

static unsigned int marks(const struct gather *g, const struct run_row *row)
{
	return (row->preempted_pct > PREEMPTED_PCT ? RUN_PREEMPTED : 0) |
	       (g->migrated ? RUN_MIGRATED : 0) | (g->drift ? RUN_CLOCK : 0) |
	       (row->failed ? RUN_FAILURES : 0) | (g->n_heads < FEW ? RUN_FEW : 0) |
	       (row->mean > TAIL * row->value ? RUN_MEAN : 0);
}

static void headline(struct gather *g, struct run_row *row)
{
	struct location at;

	if (location_of(g->heads, g->n_heads, g->alpha, &at) < 0)
		return;
	row->value = at.value;
	row->lo = g->n_heads < FEW ? NAN : at.ci.lo;
	row->hi = g->n_heads < FEW ? NAN : at.ci.hi;
}

static void flush(struct gather *g)
{
	struct run_row *row = &g->row;
	char label[CATALOGUE_LABEL_MAX];

	if (!g->begun)
		return;
	row->value = row->lo = row->hi = NAN;
	headline(g, row);
	row->label = xstrdup(catalogue_label(g->workload, g->abi, label));
	row->workload = g->workload;
	row->abi = g->abi;
	row->unit = g->unit;
	row->status = g->n_heads ? "done" : g->status;
	row->reason = g->n_heads ? NULL : g->reason;
	if (g->n_heads)
		free(g->reason);
	row->processes = g->n_heads;
	row->samples = g->n_costs;
	row->best = g->n_heads ? g->best : NAN;
	row->preempted_pct =
		g->measured ? 100.0 * (double)g->preempted / (double)g->measured : NAN;
	row->spread_pct = spread_pct(g->heads, g->n_heads, row->value);
	pooled(g, row);
	row->marks = marks(g, row);
	if (g->rows->exact)
		exact_headline(g, row);
	g->rows->rows = xgrow(g->rows->rows, g->rows->n, &g->rows->cap, sizeof(*row));
	g->rows->rows[g->rows->n++] = *row;
	g->begun = false;
}

static void begin(struct gather *g, const struct store_row *row)
{
	memset(&g->row, 0, sizeof(g->row));
	g->workload = xstrdup(row->workload);
	g->abi = xstrdup(row->abi);
	g->unit = xstrdup(row->unit);
	g->reason = NULL;
	g->status = "done";
	g->n_heads = g->n_costs = 0;
	g->best = INFINITY;
	g->agree = 1;
	g->measured = g->preempted = g->migrated = 0;
	g->drift = false;
	g->begun = true;
}

/* The schema's own words, as constants. */
static const char *status_word(const char *s)
{
	static const char *const all[] = { "done", "skip", "fail", "timeout", "crash" };

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (!strcmp(s, all[i]))
			return all[i];
	return "fail";
}

static void add_done(struct gather *g, const struct store_row *row)
{
	const struct store_process *p = &row->process;

	g->heads = xgrow(g->heads, g->n_heads, &g->cap_heads, sizeof(*g->heads));
	g->heads[g->n_heads++] =
		row->metric == STORE_INSTRUCTIONS ? p->exact : p->summary.p25;
	g->agree = fmin(g->agree, p->agree);
	g->best = fmin(g->best, p->summary.min);
	g->measured += row->samples - row->warmup;
	g->preempted += row->preempted;
	g->migrated += row->migrated;
	g->drift |= fabs(p->clock_drift) > DRIFT;
	add_costs(g, row);
}

static int gather(void *ctx, const struct store_row *row)
{
	struct gather *g = ctx;
	const struct store_process *p = &row->process;

	if (g->begun && (strcmp(g->workload, row->workload) || strcmp(g->abi, row->abi)))
		flush(g);
	if (!g->begun)
		begin(g, row);
	if (!g->rows->mode) {
		g->rows->mode = xstrdup(p->mode);
		g->rows->exact = row->metric == STORE_INSTRUCTIONS;
		g->rows->modifiers = xstrdup(p->modifiers);
	}
	add_refusals(g, p->conditions);
	if (!strcmp(p->status, "done") && isfinite(p->summary.p25)) {
		add_done(g, row);
		return 0;
	}
	g->row.failed += strcmp(p->status, "skip") != 0;
	if (!g->reason && p->reason)
		g->reason = xstrdup(p->reason);
	g->status = strcmp(p->status, "done") ? status_word(p->status) : "fail";
	return 0;
}

/* The machine's own ABI first; within it by name. */
static int by_abi_and_name(const void *a, const void *b)
{
	const struct run_row *x = a, *y = b;
	int native = !strcmp(y->abi, CATALOGUE_NATIVE_ABI) -
		     !strcmp(x->abi, CATALOGUE_NATIVE_ABI);

	return native ? native : strcmp(x->abi, y->abi) ?: strcmp(x->workload, y->workload);
}

int rows_load(struct store *s, int64_t experiment, double confidence_pct,
	      struct rows *ret, struct err *e)
{
	struct rows rows = { 0 };
	struct gather g = { .rows = &rows, .alpha = 1 - confidence_pct / 100 };
	int r = store_each_process(s, experiment, NULL, true, gather, &g, e);

	flush(&g);
	if (rows.n)
		qsort(rows.rows, rows.n, sizeof(*rows.rows), by_abi_and_name);
	rows.not_set = str_detach(&g.not_set);
	free(g.heads);
	free(g.costs);
	if (r < 0) {
		rows_release(&rows);
		return r;
	}
	if (!rows.mode) {
		rows.mode = xstrdup("batch");
		rows.modifiers = xstrdup("");
	}
	*ret = rows;
	return 0;
}

void rows_release(struct rows *r)
{
	for (size_t i = 0; i < r->n; i++) {
		free((char *)r->rows[i].label);
		free((char *)r->rows[i].workload);
		free((char *)r->rows[i].abi);
		free((char *)r->rows[i].unit);
		free((char *)r->rows[i].reason);
	}
	free(r->rows);
	free(r->not_set);
	free(r->mode);
	free(r->modifiers);
	memset(r, 0, sizeof(*r));
}
