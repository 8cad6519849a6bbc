/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See series_values.h. */
#include "cmd/series_values.h"

#include "base/xalloc.h"
#include "lab/series.h"
#include "stats/location.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The processes of one workload in one boot, until the next begins. */
struct gather {
	struct series_data *d;
	struct series_values *v;
	int64_t boot;
	double *x;
	size_t n, cap;
};

static const struct store_series_boot *boot_of(const struct series_data *d, int64_t id)
{
	for (size_t i = 0; i < d->n_boots; i++)
		if (d->boots[i].boot_id == id && d->boots[i].state == STORE_BOOT_DONE)
			return &d->boots[i];
	return NULL;
}

static void flush(struct gather *g)
{
	const struct store_series_boot *b = g->n ? boot_of(g->d, g->boot) : NULL;
	double u;

	if (b && !g->d->plan.exact && !location_of_boot(g->x, g->n, &u))
		g->v->u[(size_t)b->arm * g->d->plan.rounds + (size_t)b->round] = u;
	g->n = 0;
}

static struct series_values *values_of(struct series_data *d, const struct store_row *row)
{
	const size_t cells = d->n_arms * d->plan.rounds;
	struct series_values *v;

	/* They come workload by workload. */
	v = d->n_blocks ? &d->values[d->n_blocks - 1] : NULL;
	if (v && !strcmp(v->workload, row->workload) && !strcmp(v->abi, row->abi))
		return v;
	d->values = xgrow(d->values, d->n_blocks, &d->cap_values, sizeof(*d->values));
	v = &d->values[d->n_blocks++];
	*v = (struct series_values){
		.workload = xstrdup(row->workload),
		.abi = xstrdup(row->abi),
		.per = xstrdup(row->unit),
		.u = xcalloc(cells, sizeof(double)),
		.agree = xcalloc(cells, sizeof(double)),
		.why = xcalloc(d->n_arms, sizeof(char *)),
	};
	for (size_t i = 0; i < cells; i++)
		v->u[i] = NAN;
	return v;
}

static void take_count(struct gather *g, const struct store_row *row)
{
	const struct store_series_boot *b = boot_of(g->d, row->process.boot_id);
	const size_t at = (size_t)b->arm * g->d->plan.rounds + (size_t)b->round;

	g->v->u[at] = row->process.exact;
	g->v->agree[at] = row->process.agree;
}

static int take(void *ctx, const struct store_row *row)
{
	struct gather *g = ctx;
	const struct store_process *p = &row->process;
	struct series_values *v;

	if (!boot_of(g->d, p->boot_id))
		return 0;
	v = g->v;
	if (!v || strcmp(v->workload, row->workload) || strcmp(v->abi, row->abi) ||
	    g->boot != p->boot_id)
		flush(g);
	/* values_of() may move them all. */
	g->v = values_of(g->d, row);
	g->boot = p->boot_id;
	if (strcmp(p->status, "done")) {
		char **why = &g->v->why[boot_of(g->d, p->boot_id)->arm];

		if (!*why)
			*why = xstrdup(p->reason && *p->reason ? p->reason : p->status);
	} else if (g->d->plan.exact) {
		take_count(g, row);
	} else if (p->summary.p25 > 0) {
		g->x = xgrow(g->x, g->n, &g->cap, sizeof(*g->x));
		g->x[g->n++] = log(p->summary.p25);
	}
	return 0;
}

/* x86_64 before i386, then by name: as everywhere. */
static int by_name(const void *a, const void *b)
{
	const struct series_values *x = a, *y = b;

	return -strcmp(x->abi, y->abi) ?: strcmp(x->workload, y->workload);
}

static void make_blocks(struct series_data *d)
{
	char label[CATALOGUE_LABEL_MAX];

	d->blocks = xcalloc(d->n_blocks, sizeof(*d->blocks));
	for (size_t i = 0; i < d->n_blocks; i++) {
		const struct series_values *v = &d->values[i];
		const char *why = NULL;
		bool any = false;

		for (size_t k = 0; k < d->n_arms * d->plan.rounds; k++)
			any |= !isnan(v->u[k]);
		for (size_t k = 0; k < d->n_arms && !why; k++)
			why = v->why[k];
		d->blocks[i] = (struct series_block){
			.label = xstrdup(catalogue_label(v->workload, v->abi, label)),
			.workload = v->workload,
			.abi = v->abi,
			.unit = d->plan.exact ? "instructions" : "ns",
			.per = v->per,
			.cell = xcalloc(d->n_arms, sizeof(struct series_cell)),
			.why = any   ? NULL
			       : why ? why
				     : "no number",
		};
	}
}

int series_values_load(struct store *s, int64_t experiment, struct series_data *d,
		       struct err *e)
{
	struct gather g = { .d = d };
	int r = store_each_process(s, experiment, NULL, false, take, &g, e);

	flush(&g);
	free(g.x);
	if (r < 0)
		return r;
	if (d->n_blocks)
		qsort(d->values, d->n_blocks, sizeof(*d->values), by_name);
	make_blocks(d);
	return 0;
}

const double *series_values_of(const struct series_data *d, const struct series_values *v,
			       size_t arm)
{
	return v->u + series_stands_for(d->arms, d->n_arms, arm) * d->plan.rounds;
}

const char *series_values_why(const struct series_data *d, const struct series_values *v,
			      size_t arm)
{
	return v->why[series_stands_for(d->arms, d->n_arms, arm)];
}
