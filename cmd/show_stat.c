/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See show_stat.h. */
#include "cmd/show_stat.h"

#include "base/xalloc.h"
#include "cmd/machine.h"
#include "cmd/show_run.h"
#include "cmd/stored.h"
#include "cmd/terminal.h"
#include "report/stat.h"
#include "stats/moments.h"
#include "stats/quantile.h"
#include "stats/sample.h"
#include "stats/ttest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CONFIDENCE_PCT 95.0
/* Of how many runs the first may be told to stand out, and by how much. */
#define FIRST_AMONG  5
#define FIRST_FACTOR 1.5

/* A metric as it is gathered. */
struct gathered {
	char *name, *pmu, *scope, *unit, *reason;
	unsigned int group;
	double *values, running;
	size_t n, cap, n_running;
	bool scaled;
};

struct loaded {
	struct stored stored;
	char *workload, *why;
	size_t runs, failed, nonzero;
	struct gathered *list;
	size_t n, cap;
};

/* The last one, if it is the same metric: they come one by one. */
static struct gathered *metric_of(struct loaded *l, const struct store_counter *c)
{
	struct gathered *g = l->n ? &l->list[l->n - 1] : NULL;

	if (g && !strcmp(g->name, c->event) && !strcmp(g->pmu, c->pmu) &&
	    !strcmp(g->scope, c->scope))
		return g;
	l->list = xgrow(l->list, l->n, &l->cap, sizeof(*l->list));
	g = &l->list[l->n++];
	*g = (struct gathered){
		.name = xstrdup(c->event),
		.pmu = xstrdup(c->pmu),
		.scope = xstrdup(c->scope),
		.unit = xstrdup(c->unit),
		.group = c->group,
	};
	return g;
}

static void add_value(struct gathered *g, double v)
{
	g->values = xgrow(g->values, g->n, &g->cap, sizeof(*g->values));
	g->values[g->n++] = v;
}

static int take_process(void *ctx, const struct store_row *row)
{
	static const struct store_counter wall = {
		.event = "wall-time", .pmu = "", .scope = "task", .unit = "ns"
	};
	struct loaded *l = ctx;
	const struct store_process *p = &row->process;
	const bool done = !strcmp(p->status, "done");

	if (!l->workload)
		l->workload = xstrdup(row->workload);
	l->runs += done;
	l->failed += !done;
	l->nonzero += done && p->reason;
	if (!done && !l->why)
		l->why = xstrdup(p->reason ? p->reason : p->status);
	if (done)
		add_value(metric_of(l, &wall), p->summary.p25);
	return 0;
}

static int take_counter(void *ctx, const struct store_counter_row *row)
{
	const struct store_counter *c = &row->counter;
	struct gathered *g = metric_of(ctx, c);

	if (isfinite(c->value))
		add_value(g, c->value);
	else if (!g->reason)
		g->reason = xstrdup(c->reason ? c->reason : c->status);
	if (isfinite(c->running)) {
		g->running += c->running;
		g->n_running++;
	}
	g->scaled |= !strcmp(c->status, "scaled");
	return 0;
}

/* The time first, then what was asked for, group by group. */
static int by_place(const void *a, const void *b)
{
	static const char *const first[] = { "wall-time", "user-time", "system-time" };
	const struct gathered *x = a, *y = b;
	int px = 3, py = 3;

	for (int i = 0; i < 3; i++) {
		px = strcmp(x->name, first[i]) ? px : i;
		py = strcmp(y->name, first[i]) ? py : i;
	}
	return px != py               ? px - py
	       : x->group != y->group ? (x->group > y->group) - (x->group < y->group)
				      : strcmp(x->name, y->name);
}

static int load(struct store *s, int64_t id, struct loaded *l, struct err *e)
{
	int r = stored_load(s, id, &l->stored, e);

	if (!r)
		r = store_each_process(s, id, NULL, false, take_process, l, e);
	if (!r)
		r = store_each_counter(s, id, NULL, take_counter, l, e);
	if (l->n)
		qsort(l->list, l->n, sizeof(*l->list), by_place);
	return r;
}

static void release(struct loaded *l)
{
	for (size_t i = 0; i < l->n; i++) {
		free(l->list[i].name);
		free(l->list[i].pmu);
		free(l->list[i].scope);
		free(l->list[i].unit);
		free(l->list[i].reason);
		free(l->list[i].values);
	}
	free(l->list);
	free(l->workload);
	free(l->why);
	stored_release(&l->stored);
}

static void fill(const struct gathered *g, struct stat_metric *m)
{
	struct moments at = moments_of(g->values, g->n);
	struct ttest t;
	double *sorted;

	*m = (struct stat_metric){
		.name = g->name,
		.pmu = g->pmu,
		.unit = g->unit,
		.everywhere = !strcmp(g->scope, "system"),
		.scaled = g->scaled,
		.running_pct =
			g->n_running ? 100 * g->running / (double)g->n_running : NAN,
		.reason = g->n ? NULL : g->reason,
		.mean = at.mean,
		.sd = at.sd,
		.lo = NAN,
		.hi = NAN,
		.best = NAN,
		.median = NAN,
		.worst = NAN,
		.values = g->values,
		.n = g->n,
	};
	if (!ttest_amount(g->values, g->n, 1 - CONFIDENCE_PCT / 100, &t)) {
		m->lo = t.ci.lo;
		m->hi = t.ci.hi;
	}
	if (g->n && !sample_sorted(g->values, g->n, &sorted)) {
		m->best = sorted[0];
		m->median = quantile_sorted(sorted, g->n, 0.5);
		m->worst = sorted[g->n - 1];
		free(sorted);
	}
}

static const struct stat_metric *find(const struct stat_metric *m, size_t n,
				      const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(m[i].name, name) && m[i].n)
			return &m[i];
	return NULL;
}

/* Of one group, and of the same part of the time: else they say nothing together. */
static double instructions_per_cycle(const struct loaded *l, const struct stat_metric *m)
{
	const struct stat_metric *cycles = find(m, l->n, "cycles");
	const struct stat_metric *instructions = find(m, l->n, "instructions");

	if (!cycles || !instructions || *cycles->pmu || *instructions->pmu ||
	    l->list[cycles - m].group != l->list[instructions - m].group)
		return NAN;
	return instructions->mean / cycles->mean;
}

static double cpus_used(const struct loaded *l, const struct stat_metric *m)
{
	const struct stat_metric *clock = find(m, l->n, "task-clock");
	const struct stat_metric *wall = find(m, l->n, "wall-time");

	return clock && wall && !clock->everywhere ? clock->mean / wall->mean : NAN;
}

/* The first run, where it stands out. */
static double first_run(const struct loaded *l, const struct stat_metric *m)
{
	const struct stat_metric *wall = find(m, l->n, "wall-time");
	double median;

	if (!wall || wall->n < FIRST_AMONG || wall->values[0] < wall->worst ||
	    quantile(wall->values + 1, wall->n - 1, 0.5, &median) < 0 ||
	    wall->values[0] < FIRST_FACTOR * median)
		return NAN;
	return wall->values[0] / median;
}

static void render(const struct loaded *l, enum format format, struct str *out)
{
	struct stat_metric *metrics = xcalloc(l->n, sizeof(*metrics));
	const struct stored *x = &l->stored;
	struct run_fact *facts = stored_facts(x);
	const struct look look = look_of(format);
	struct str machine = STR_INIT;
	struct stat_report r = {
		.arm = stored_arm(x),
		.workload = l->workload,
		.command = stored_fact(x, "command"),
		.state = x->x.state,
		.reason = x->x.reason,
		.why = l->why,
		.experiment = x->x.id,
		.confidence_pct = CONFIDENCE_PCT,
		.runs = l->runs,
		.failed = l->failed,
		.nonzero = l->nonzero,
		.metrics = metrics,
		.n = l->n,
		.facts = facts,
		.n_facts = x->n_facts,
	};

	for (size_t i = 0; i < l->n; i++)
		fill(&l->list[i], &metrics[i]);
	machine_text(stored_fact, x, &machine);
	r.machine = str_get(&machine);
	r.cpus = cpus_used(l, metrics);
	r.first = first_run(l, metrics);
	r.ipc = instructions_per_cycle(l, metrics);
	if (format == FORMAT_JSON)
		stat_report_json(&r, out);
	else if (format == FORMAT_CSV)
		stat_report_csv(&r, out);
	else
		stat_report_text(&r, &look, out);
	str_release(&machine);
	free(facts);
	free(metrics);
}

int show_stat(struct store *s, int64_t id, enum format format)
{
	struct loaded l = { 0 };
	struct str text = STR_INIT;
	struct err e;
	int status;

	if (format != FORMAT_TEXT && format != FORMAT_JSON && format != FORMAT_CSV)
		return show_run(s, id, format);
	if (load(s, id, &l, &e) < 0) {
		status = complain(EXIT_CANNOT, &e);
	} else {
		render(&l, format, &text);
		status = print(&text);
		if (!status && !l.runs)
			status = EXIT_CANNOT;
	}
	str_release(&text);
	release(&l);
	return status;
}
