/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See rows.h. */
#include "cmd/rows.h"

#include "base/str.h"
#include "base/xalloc.h"
#include "cmd/pool.h"
#include "lab/catalogue.h"
#include "lab/summarise.h"
#include "stats/quantile.h"
#include "stats/sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The processes of one workload, gathered until the next one begins. */
struct gather {
	struct rows *rows;
	double alpha;
	struct run_row row;
	char *workload, *abi, *unit, *reason;
	const char *status;
	double *heads; /* p25 of each process */
	size_t n_heads, cap_heads;
	struct pool pool;
	double best, agree;
	bool begun;
	struct str not_set;
};

static void pooled(struct gather *g, struct run_row *row)
{
	const struct pool *p = &g->pool;
	double *sorted;

	row->p10 = row->median = row->mean = row->p90 = row->p99 = NAN;
	if (sample_sorted(p->costs, p->n, &sorted) < 0)
		return;
	row->p10 = quantile_sorted(sorted, p->n, 0.10);
	row->median = quantile_sorted(sorted, p->n, 0.50);
	row->mean = pool_mean(p);
	if (quantile_supported(p->n, 0.90))
		row->p90 = quantile_sorted(sorted, p->n, 0.90);
	if (quantile_supported(p->n, 0.99))
		row->p99 = quantile_sorted(sorted, p->n, 0.99);
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

static void flush(struct gather *g)
{
	const bool exact = g->rows->exact;
	struct run_row *row = &g->row;
	char label[CATALOGUE_LABEL_MAX];
	struct headline h;

	if (!g->begun)
		return;
	h = *g->abi ? headline_of(g->heads, g->n_heads, exact, g->alpha)
		    : headline_of_runs(g->heads, g->n_heads, g->alpha);
	row->value = h.value;
	row->lo = h.lo;
	row->hi = h.hi;
	row->label = xstrdup(catalogue_label(g->workload, g->abi, label));
	row->workload = g->workload;
	row->abi = g->abi;
	row->unit = g->unit;
	row->status = g->n_heads ? "done" : g->status;
	row->reason = g->n_heads ? NULL : g->reason;
	if (g->n_heads)
		free(g->reason);
	row->processes = g->n_heads;
	row->samples = g->pool.n;
	row->best = g->n_heads ? g->best : NAN;
	row->preempted_pct = pool_preempted_pct(&g->pool);
	row->spread_pct = spread_pct(g->heads, g->n_heads, row->value);
	pooled(g, row);
	row->marks = pool_marks(&g->pool, &h, g->n_heads, row->failed, exact);
	if (exact) {
		row->agree_pct = 100 * g->agree;
		row->marks |= g->agree < 0.5 ? RUN_MINORITY : 0;
	}
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
	g->n_heads = 0;
	pool_reset(&g->pool);
	g->best = INFINITY;
	g->agree = 1;
	g->begun = true;
}

static void add_done(struct gather *g, const struct store_row *row)
{
	const struct store_process *p = &row->process;

	g->heads = xgrow(g->heads, g->n_heads, &g->cap_heads, sizeof(*g->heads));
	g->heads[g->n_heads++] =
		row->metric == STORE_INSTRUCTIONS ? p->exact : p->summary.p25;
	g->agree = fmin(g->agree, p->agree);
	g->best = fmin(g->best, p->summary.min);
	pool_add(&g->pool, row);
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
	refusals_add(&g->not_set, p->conditions);
	if (!strcmp(p->status, "done") && isfinite(p->summary.p25)) {
		add_done(g, row);
		return 0;
	}
	g->row.failed += strcmp(p->status, "skip") != 0;
	if (!g->reason && p->reason)
		g->reason = xstrdup(p->reason);
	g->status = trouble_word(p->status);
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
	pool_release(&g.pool);
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
