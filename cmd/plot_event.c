/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See plot_event.h. */
#include "cmd/plot_event.h"

#include "base/str.h"
#include "base/xalloc.h"
#include "cmd/count_refused.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct load {
	const struct gathered *g;
	const char *event;
	struct plot_event *p;
	size_t arm;
};

static struct html_workload *workload_of(const struct plot_event *p, const char *name,
					 const char *abi)
{
	for (size_t i = 0; i < p->n; i++)
		if (!strcmp(p->workloads[i].workload, name) &&
		    !strcmp(p->workloads[i].abi, abi))
			return &p->workloads[i];
	return NULL;
}

static char *unit_of(const char *event, bool ns)
{
	return xasprintf("%s%s", event, ns ? ", ns" : "");
}

static void add_workload(struct plot_event *p, const struct html_workload *from,
			 const struct html_count *c, bool ns)
{
	struct html_workload *w = &p->workloads[p->n++];

	*w = *from;
	w->unit = unit_of(c->event, ns);
	w->per = (char *)c->per;
	w->cells = xcalloc(p->n_arms, sizeof(*w->cells));
	w->comparisons = xcalloc(p->n_arms, sizeof(*w->comparisons));
	for (size_t k = 0; k < p->n_arms; k++) {
		struct html_cell *cell = &w->cells[k];

		w->comparisons[k].row = c->rows[k];
		cell->value = cell->lo = cell->hi = cell->preempted_pct = NAN;
		for (size_t i = 0; i < HTML_GRID; i++)
			cell->grid[i] = NAN;
	}
}

static bool is_time(const struct html_count *c, size_t n_arms)
{
	bool ns = c->only && !strcmp(c->only->unit, "ns");

	for (size_t k = 1; k < n_arms; k++)
		ns |= c->rows[k] && c->rows[k]->event_ns;
	return ns;
}

/* Of a single arm it may be there with nothing but the reason why it has no number. */
static bool has_numbers(const struct html_count *c)
{
	return !c->only || !c->only->reason;
}

static void workloads(struct load *l)
{
	const struct gathered *g = l->g;

	l->p->n_arms = g->n_arms;
	l->p->workloads = xcalloc(g->n_counts + 1, sizeof(*l->p->workloads));
	for (size_t i = 0; i < g->n_counts; i++)
		if (!strcmp(g->counts[i].event, l->event) && has_numbers(&g->counts[i]))
			add_workload(l->p, &g->workloads[g->counts[i].workload],
				     &g->counts[i], is_time(&g->counts[i], g->n_arms));
}

/* One process. */
static int take(void *ctx, const struct store_counter_row *row)
{
	struct load *l = ctx;
	char *event;
	struct html_workload *w = workload_of(l->p, row->workload, row->abi);
	struct html_cell *c;

	if (!w || !isfinite(row->counter.value))
		return 0;
	event = count_unit(row->counter.event, row->counter.pmu, row->counter.scope);
	if (!strcmp(event, l->event)) {
		c = &w->cells[l->arm];
		c->points = xgrow(c->points, c->n, &c->cap, sizeof(*c->points));
		c->points[c->n++] =
			(struct html_point){ .value = row->counter.value, .at_s = NAN };
	}
	free(event);
	return 0;
}

static int load_arm(struct store *s, struct load *l, struct err *e)
{
	const struct gathered *g = l->g;
	const char *name = g->sources[l->arm].name;
	struct counts counts = { 0 };
	int r = store_each_counter(s, g->experiment, name, take, l, e);

	if (!r)
		r = counts_load(s, g->experiment, name, 100 * g->confidence, &counts, e);
	for (size_t i = 0; i < counts.n && !r; i++) {
		const struct run_count *c = &counts.rows[i];
		struct html_workload *w = workload_of(l->p, c->workload, c->abi);

		if (!w || strcmp(c->event, l->event))
			continue;
		w->cells[l->arm].value = c->value;
		w->cells[l->arm].lo = c->lo;
		w->cells[l->arm].hi = c->hi;
	}
	counts_release(&counts);
	return r;
}

/* ---- what is there instead ---- */

static bool named_before(const struct gathered *g, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (!strcmp(g->counts[k].event, g->counts[i].event))
			return true;
	return false;
}

static const char *refusal(const struct gathered *g, const char *event)
{
	for (size_t i = 0; i < g->n_counts; i++)
		if (!strcmp(g->counts[i].event, event) && g->counts[i].only &&
		    g->counts[i].only->reason)
			return g->counts[i].only->reason;
	for (size_t k = 0; k < g->n_arms; k++)
		for (size_t i = 0; i < g->sources[k].n_facts; i++) {
			const struct store_fact *f = &g->sources[k].facts[i];
			const char *refused = count_refused(f);

			if (refused && !strcmp(refused, event))
				return f->reason;
		}
	return NULL;
}

static int not_there(const struct gathered *g, const char *event, struct err *e)
{
	const char *why = refusal(g, event);
	struct str names = STR_INIT;

	for (size_t i = 0; i < g->n_counts; i++)
		if (has_numbers(&g->counts[i]) && !named_before(g, i))
			str_addf(&names, "%s'%s'", names.len ? ", " : "",
				 g->counts[i].event);
	err_set(e, ENOENT, "event '%s' was not counted%s%s", event, why ? ": " : "",
		why ? why : "");
	if (names.len)
		err_expect(e, "one of %s", str_get(&names));
	else
		err_expect(e, "arms that were measured with -e");
	str_release(&names);
	return -ENOENT;
}

/* A figure in which an arm is missing would not say so. */
static int check_arms(const struct load *l, struct err *e)
{
	for (size_t k = 0; k < l->p->n_arms; k++) {
		size_t n = 0;

		for (size_t i = 0; i < l->p->n; i++)
			n += l->p->workloads[i].cells[k].n;
		if (n)
			continue;
		err_set(e, ENOENT, "event '%s' was not counted in %s", l->event,
			l->g->sources[k].name);
		err_expect(e, "arms that were all measured with -e %s", l->event);
		return -ENOENT;
	}
	return 0;
}

int plot_event_load(struct store *s, const struct gathered *g, const char *event,
		    struct plot_event *ret, struct err *e)
{
	struct plot_event p = { 0 };
	struct load l = { .g = g, .event = event, .p = &p };
	int r = 0;

	workloads(&l);
	if (!p.n)
		r = not_there(g, event, e);
	for (l.arm = 0; l.arm < g->n_arms && !r; l.arm++)
		if (g->sources[l.arm].kind == SOURCE_ARM)
			r = load_arm(s, &l, e);
	if (!r)
		r = check_arms(&l, e);
	if (r < 0)
		plot_event_release(&p);
	else
		*ret = p;
	return r;
}

void plot_event_release(struct plot_event *p)
{
	for (size_t i = 0; i < p->n; i++) {
		for (size_t k = 0; k < p->n_arms; k++)
			free(p->workloads[i].cells[k].points);
		free(p->workloads[i].cells);
		free(p->workloads[i].comparisons);
		free(p->workloads[i].unit);
	}
	free(p->workloads);
	memset(p, 0, sizeof(*p));
}
