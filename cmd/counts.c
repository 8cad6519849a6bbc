/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See counts.h. */
#include "cmd/counts.h"

#include "base/str.h"
#include "base/xalloc.h"
#include "lab/catalogue.h"
#include "stats/location.h"
#include "stats/ttest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FEW 3

/* The processes of one event of one workload, gathered until the next one begins. */
struct gather {
	struct counts *counts;
	double alpha;
	struct run_count row;
	bool begun, positive;
	double *x, running;
	size_t n, cap, processes;
};

char *count_unit(const char *event, const char *pmu, const char *scope)
{
	return xasprintf("%s%s%s%s", event, *pmu ? " on " : "", pmu,
			 !strcmp(scope, "system") ? ", all CPUs" : "");
}

/*
 * As a cost, if it is one in every process; else what an average can say. Of a command
 * always the average, as in the report of `stat`.
 */
static void headline(struct gather *g)
{
	struct run_count *row = &g->row;
	struct location at;
	struct ttest t;

	row->value = row->lo = row->hi = NAN;
	row->constant = g->n > 1;
	for (size_t i = 1; i < g->n; i++)
		row->constant &= g->x[i] == g->x[0];
	if (g->n == 1)
		row->value = g->x[0];
	if (g->n < 2)
		return;
	if (g->positive && *row->abi && !location_of(g->x, g->n, g->alpha, &at)) {
		row->value = at.value;
		row->lo = at.ci.lo;
		row->hi = at.ci.hi;
	} else if (!ttest_amount(g->x, g->n, g->alpha, &t)) {
		row->value = t.estimate;
		row->lo = t.ci.lo;
		row->hi = t.ci.hi;
	}
	if (g->n < FEW)
		row->lo = row->hi = NAN;
}

static void flush(struct gather *g)
{
	struct counts *c = g->counts;

	if (!g->begun)
		return;
	headline(g);
	g->row.n = g->n;
	g->row.running_pct = g->processes ? 100 * g->running / (double)g->processes : NAN;
	if (g->n) {
		free((char *)g->row.reason);
		g->row.reason = NULL;
	}
	c->rows = xgrow(c->rows, c->n, &c->cap, sizeof(*c->rows));
	c->rows[c->n++] = g->row;
	g->begun = false;
}

static void begin(struct gather *g, const struct store_counter_row *row)
{
	char label[CATALOGUE_LABEL_MAX];

	g->row = (struct run_count){
		.label = xstrdup(catalogue_label(row->workload, row->abi, label)),
		.workload = xstrdup(row->workload),
		.abi = xstrdup(row->abi),
		.per = xstrdup(row->per),
		.event = count_unit(row->counter.event, row->counter.pmu,
				    row->counter.scope),
		.unit = xstrdup(row->counter.unit),
	};
	g->begun = g->positive = true;
	g->n = g->processes = 0;
	g->running = 0;
}

static bool same(const struct gather *g, const struct store_counter_row *row,
		 const char *event)
{
	return g->begun && !strcmp(g->row.workload, row->workload) &&
	       !strcmp(g->row.abi, row->abi) && !strcmp(g->row.event, event);
}

static int take(void *ctx, const struct store_counter_row *row)
{
	const struct store_counter *c = &row->counter;
	struct gather *g = ctx;
	char *event = count_unit(c->event, c->pmu, c->scope);

	if (!same(g, row, event))
		flush(g);
	if (!g->begun)
		begin(g, row);
	free(event);
	g->row.scaled |= !strcmp(c->status, "scaled");
	if (isfinite(c->running)) {
		g->running += c->running;
		g->processes++;
	}
	if (!isfinite(c->value)) {
		if (!g->row.reason && c->reason)
			g->row.reason = xstrdup(c->reason);
		return 0;
	}
	g->positive &= c->value > 0;
	g->x = xgrow(g->x, g->n, &g->cap, sizeof(*g->x));
	g->x[g->n++] = c->value;
	return 0;
}

/* As the rows of time: the machine's own ABI first, within it by name. */
static int by_abi_and_name(const void *a, const void *b)
{
	const struct run_count *x = a, *y = b;
	int native = !strcmp(y->abi, CATALOGUE_NATIVE_ABI) -
		     !strcmp(x->abi, CATALOGUE_NATIVE_ABI);

	return native ?: strcmp(x->abi, y->abi) ?: strcmp(x->workload, y->workload)
		?: strcmp(x->event, y->event);
}

int counts_load(struct store *s, int64_t experiment, const char *arm,
		double confidence_pct, struct counts *ret, struct err *e)
{
	struct counts counts = { 0 };
	struct gather g = { .counts = &counts, .alpha = 1 - confidence_pct / 100 };
	int r = store_each_counter(s, experiment, arm, take, &g, e);

	flush(&g);
	free(g.x);
	if (r < 0) {
		counts_release(&counts);
		return r;
	}
	if (counts.n)
		qsort(counts.rows, counts.n, sizeof(*counts.rows), by_abi_and_name);
	*ret = counts;
	return 0;
}

void counts_release(struct counts *c)
{
	for (size_t i = 0; i < c->n; i++) {
		free((char *)c->rows[i].label);
		free((char *)c->rows[i].workload);
		free((char *)c->rows[i].abi);
		free((char *)c->rows[i].per);
		free((char *)c->rows[i].event);
		free((char *)c->rows[i].unit);
		free((char *)c->rows[i].reason);
	}
	free(c->rows);
	memset(c, 0, sizeof(*c));
}
