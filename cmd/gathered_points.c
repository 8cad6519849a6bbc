/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See gathered.h: each process as a point, the samples' distribution, the pairs. */
#include "cmd/gathered.h"

#include "base/xalloc.h"
#include "cmd/pool.h"
#include "lab/summarise.h"
#include "stats/location.h"
#include "stats/moments.h"
#include "stats/quantile.h"
#include "stats/sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is kept of an arm while its processes of one workload come by. */
struct arm_pool {
	struct pool all;
	unsigned int *boot; /* of each point: its place among the cell's boots */
	size_t cap_boot;
	int64_t boot_id;
	size_t boots;
};

struct begin {
	int64_t boot_id, ns;
};

struct points {
	struct gathered *g;
	const struct match_options *o;
	size_t arm; /* SIZE_MAX: as the row says */
	struct arm_pool *pools;
	size_t workload; /* g->n: none yet */
	char *mode_kept;
	struct begin *begins;
	size_t n_begins, cap_begins;
	struct str not_set;
};

/* Boots of several processes as one number each. */
static void boots_of(struct html_cell *c, const struct arm_pool *p)
{
	double *part = xcalloc(c->n + 1, sizeof(*part));

	c->boots = xcalloc(p->boots + 1, sizeof(*c->boots));
	for (size_t b = 0; b < p->boots; b++) {
		double u;
		size_t n = 0;

		for (size_t i = 0; i < c->n; i++)
			if (p->boot[i] == b && c->points[i].value > 0)
				part[n++] = log(c->points[i].value);
		if (n && !location_of_boot(part, n, &u))
			c->boots[c->n_boots++] = exp(u);
	}
	free(part);
}

static void distribution(struct html_cell *c, const double *x, size_t n)
{
	double *sorted = NULL;

	if (n < 10 || sample_sorted(x, n, &sorted) < 0)
		return;
	for (size_t k = 0; k < HTML_GRID; k++)
		c->grid[k] =
			quantile_sorted(sorted, n, (double)k / (double)(HTML_GRID - 1));
	free(sorted);
}

/* As `ktoll run` shows an arm, or `ktoll stat`, unless others are compared with it. */
static void sum_up(const struct points *p, struct html_cell *c, const struct pool *all)
{
	const bool exact = p->g->exact;
	const bool runs = p->g->n_arms == 1 && !*p->g->workloads[p->workload].abi;
	const double alpha = 1 - p->o->confidence;
	double *v = xcalloc(c->n + 1, sizeof(*v));
	struct headline h;

	for (size_t i = 0; i < c->n; i++)
		v[i] = c->points[i].value;
	h = runs ? headline_of_runs(v, c->n, alpha) : headline_of(v, c->n, exact, alpha);
	c->value = h.value;
	c->lo = h.lo;
	c->hi = h.hi;
	c->samples = all->n;
	distribution(c, all->costs, all->n);
	c->preempted_pct = pool_preempted_pct(all);
	c->marks = pool_marks(all, &h, c->n, c->failed, exact);
	free(v);
}

static void finish_cell(struct points *p, struct html_cell *c, struct arm_pool *pool)
{
	if (c->n) {
		c->status = "done";
		free((char *)c->reason);
		c->reason = NULL;
		sum_up(p, c, &pool->all);
		if (pool->boots > 1)
			boots_of(c, pool);
	}
	pool_reset(&pool->all);
	pool->boots = 0;
	pool->boot_id = 0;
}

static void finish_workload(struct points *p)
{
	if (p->workload >= p->g->n)
		return;
	for (size_t i = 0; i < p->g->n_arms; i++)
		if (p->arm == SIZE_MAX || p->arm == i)
			finish_cell(p, &p->g->workloads[p->workload].cells[i],
				    &p->pools[i]);
	p->workload = SIZE_MAX;
}

/* Seconds since the first process of its boot. */
static double since(struct points *p, const struct store_process *proc)
{
	for (size_t i = 0; i < p->n_begins; i++)
		if (p->begins[i].boot_id == proc->boot_id)
			return (double)(proc->began_ns - p->begins[i].ns) / 1e9;
	return NAN;
}

static int first_begins(void *ctx, const struct store_row *row)
{
	struct points *p = ctx;
	const struct store_process *proc = &row->process;

	for (size_t i = 0; i < p->n_begins; i++)
		if (p->begins[i].boot_id == proc->boot_id) {
			if (proc->began_ns < p->begins[i].ns)
				p->begins[i].ns = proc->began_ns;
			return 0;
		}
	p->begins = xgrow(p->begins, p->n_begins, &p->cap_begins, sizeof(*p->begins));
	p->begins[p->n_begins++] = (struct begin){ proc->boot_id, proc->began_ns };
	return 0;
}

static void add_point(struct points *p, struct html_cell *c, struct arm_pool *pool,
		      const struct store_row *row)
{
	const struct store_process *proc = &row->process;
	const int64_t measured = row->samples - row->warmup;

	if (!pool->boots || pool->boot_id != proc->boot_id)
		pool->boots++;
	pool->boot_id = proc->boot_id;
	pool->boot = xgrow(pool->boot, c->n, &pool->cap_boot, sizeof(*pool->boot));
	pool->boot[c->n] = (unsigned int)pool->boots - 1;
	c->points = xgrow(c->points, c->n, &c->cap, sizeof(*c->points));
	c->points[c->n++] = (struct html_point){
		.value = row->metric == STORE_INSTRUCTIONS ? proc->exact
							   : proc->summary.p25,
		.at_s = row->metric == STORE_INSTRUCTIONS ? NAN : since(p, proc),
		.flagged = (double)row->preempted >
			   POOL_PREEMPTED_PCT / 100 * (double)measured,
	};
	pool_add(&pool->all, row);
}

static size_t arm_of(const struct points *p, const struct store_row *row)
{
	if (p->arm != SIZE_MAX)
		return p->arm;
	for (size_t i = 0; i < p->g->n_arms; i++)
		if (!strcmp(p->g->sources[i].name, row->arm))
			return i;
	return SIZE_MAX;
}

static void begin_workload(struct points *p, const struct store_row *row)
{
	const bool exact = row->metric == STORE_INSTRUCTIONS;
	const struct html_workload *w = gathered_workload(
		p->g, row->workload, row->abi, exact ? "instructions" : "ns", row->unit);

	finish_workload(p);
	p->workload = (size_t)(w - p->g->workloads);
	p->g->exact |= exact;
	free(p->mode_kept);
	p->mode_kept = xstrdup(row->process.mode);
}

static bool same_workload(const struct points *p, const struct store_row *row)
{
	const struct html_workload *w;

	if (p->workload >= p->g->n)
		return false;
	w = &p->g->workloads[p->workload];
	return !strcmp(w->workload, row->workload) && !strcmp(w->abi, row->abi);
}

static int take(void *ctx, const struct store_row *row)
{
	struct points *p = ctx;
	const struct store_process *proc = &row->process;
	const size_t arm = arm_of(p, row);
	struct html_cell *c;

	if (arm == SIZE_MAX || !gathered_wanted(p->o, row->workload, row->abi))
		return 0;
	if (!p->g->experiment && p->g->sources[arm].timed &&
	    row->metric == STORE_INSTRUCTIONS)
		return 0;
	if (!same_workload(p, row))
		begin_workload(p, row);
	/* what was measured in two ways is not one distribution: the first counts */
	if (strcmp(p->mode_kept, proc->mode))
		return 0;
	c = &p->g->workloads[p->workload].cells[arm];
	refusals_add(&p->not_set, proc->conditions);
	if (!p->g->probe && proc->probe)
		p->g->probe = xstrdup(proc->probe);
	if (!p->g->modifiers[arm] && proc->modifiers && *proc->modifiers)
		p->g->modifiers[arm] = xasprintf("with %s", proc->modifiers);
	if (!strcmp(proc->status, "done") && isfinite(proc->summary.p25)) {
		add_point(p, c, &p->pools[arm], row);
		return 0;
	}
	c->failed += strcmp(proc->status, "skip") != 0;
	c->status = trouble_word(proc->status);
	if (!c->reason && proc->reason)
		c->reason = xstrdup(proc->reason);
	return 0;
}

/* Values of another tool: points without time. */
static void take_imported(struct gathered *g, size_t arm, const struct match_options *o)
{
	const struct source *src = &g->sources[arm];
	const bool single = arm && src->n == 1 && g->sources[0].n == 1;

	for (size_t i = 0; i < src->n; i++) {
		const struct series *s = &src->series[i];
		const char *name = single ? g->sources[0].series[0].name : s->name;
		struct html_cell *c;

		if (!gathered_wanted(o, name, s->abi))
			continue;
		c = &gathered_workload(g, name, s->abi, s->unit, s->per)->cells[arm];
		if (c->n || s->refused) {
			c->status = c->n ? "done" : "skip";
			if (!c->reason && s->refused)
				c->reason = xstrdup(s->refused);
			continue;
		}
		c->status = "done";
		c->points = xcalloc(s->n + 1, sizeof(*c->points));
		for (size_t k = 0; k < s->n; k++)
			c->points[k] = (struct html_point){ s->x[k], NAN, false };
		c->n = c->samples = s->n;
		c->value = s->is_summary ? s->moments.mean : moments_of(s->x, s->n).mean;
		distribution(c, s->x, s->n);
	}
}

static int read_processes(struct store *s, struct points *p, int64_t experiment,
			  const char *arm, struct err *e)
{
	int r = store_each_process(s, experiment, arm, false, first_begins, p, e);

	p->workload = SIZE_MAX;
	if (!r)
		r = store_each_process(s, experiment, arm, true, take, p, e);
	finish_workload(p);
	return r;
}

/* ---- pairs ---- */

struct pairing {
	struct gathered *g;
	const struct match_options *o;
	size_t arm;
};

static struct gathered_pairs *pairs_of(struct gathered *g, size_t workload, size_t arm)
{
	struct gathered_pairs *p = g->n_pairs ? &g->pairs[g->n_pairs - 1] : NULL;

	if (p && p->workload == workload && p->arm == arm)
		return p;
	g->pairs = xgrow(g->pairs, g->n_pairs, &g->cap_pairs, sizeof(*g->pairs));
	p = &g->pairs[g->n_pairs++];
	*p = (struct gathered_pairs){ .workload = workload, .arm = arm };
	return p;
}

static void *grown(void *array, const struct gathered_pairs *p, size_t size)
{
	size_t cap = p->cap;

	return xgrow(array, p->n, &cap, size);
}

static int take_pair(void *ctx, const struct store_pair_row *row)
{
	struct pairing *x = ctx;
	struct gathered_pairs *p;
	struct html_workload *w;

	if ((x->g->experiment && row->experiment != x->g->experiment) || isnan(row->d) ||
	    !gathered_wanted(x->o, row->workload, row->abi))
		return 0;
	w = gathered_workload(x->g, row->workload, row->abi, "ns", row->unit);
	p = pairs_of(x->g, (size_t)(w - x->g->workloads), x->arm);
	p->d = grown(p->d, p, sizeof(*p->d));
	p->a = grown(p->a, p, sizeof(*p->a));
	p->b = grown(p->b, p, sizeof(*p->b));
	p->d_pct = grown(p->d_pct, p, sizeof(*p->d_pct));
	p->session = xgrow(p->session, p->n, &p->cap, sizeof(*p->session));
	p->d[p->n] = row->d;
	p->d_pct[p->n] = log_to_pct(row->d);
	p->a[p->n] = row->a_p25;
	p->b[p->n] = row->b_p25;
	p->session[p->n++] = (unsigned int)row->experiment;
	p->duet |= !strcmp(row->design, "duet");
	return 0;
}

int gathered_points(struct store *s, struct gathered *g, const struct match_options *o,
		    struct err *e)
{
	struct points p = { .g = g, .o = o, .arm = SIZE_MAX, .workload = SIZE_MAX };
	int r = 0;

	p.pools = xcalloc(g->n_arms, sizeof(*p.pools));
	if (g->experiment && !g->sources[0].imported)
		r = read_processes(s, &p, g->experiment, NULL, e);
	for (size_t i = 0; i < g->n_arms && !r; i++) {
		p.arm = i;
		if (g->sources[i].imported)
			take_imported(g, i, o);
		else if (!g->experiment)
			r = read_processes(s, &p, 0, g->sources[i].name, e);
	}
	for (size_t i = 0; i < g->n_arms; i++) {
		pool_release(&p.pools[i].all);
		free(p.pools[i].boot);
	}
	free(p.pools);
	free(p.begins);
	free(p.mode_kept);
	g->not_set = p.not_set.len ? xasprintf("not set, refused by the system: %s",
					       str_get(&p.not_set))
				   : xstrdup("");
	str_release(&p.not_set);
	return r;
}

int gathered_pairs_load(struct store *s, struct gathered *g,
			const struct match_options *o, struct err *e)
{
	int r = 0;

	for (size_t i = 1; i < g->n_arms && !r; i++) {
		struct pairing x = { g, o, i };

		if (!g->sources[0].imported && !g->sources[i].imported)
			r = store_each_pair(s, g->sources[0].name, g->sources[i].name,
					    take_pair, &x, e);
	}
	return r;
}
