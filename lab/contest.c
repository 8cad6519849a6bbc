/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See contest.h. */
#include "lab/contest.h"

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/shell.h"
#include "base/xalloc.h"
#include "lab/summarise.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A workload whose first pairs all fail will not get better. */
#define FAILURES_MAX 5

struct work {
	struct contest *c;
	struct contest_row *rows;
	size_t n;
	struct draw draw;
	char *modifiers[2];
	int64_t number;
	double began;
	size_t pairs;
};

static bool whole_processes(const struct contest *c)
{
	return c->arm[0].setup || c->arm[1].setup || c->arm[0].command;
}

/* ---- analysis ---- */

/*
 * The pairs of @row as of now, at the level of the planned looks, or of a single one.
 * @family comparisons share the error: a workload stops only where its verdict will stand
 * among them whatever the others do (Bonferroni); what is shown at the end is Holm's.
 */
static int analyse(const struct contest_options *o, struct contest_row *row,
		   size_t family, struct comparison *ret, struct err *e)
{
	struct compare_params p = COMPARE_PARAMS_DEFAULT;
	struct looks_plan plan;
	int r;

	p.margin = o->margin;
	p.confidence = 1 - (1 - o->confidence) / (double)family;
	p.unit = COMPARE_PROCESS;
	p.in_order = true;
	p.earlier_p_diff = row->earlier_p_diff;
	p.earlier_p_eq = row->earlier_p_eq;
	if (!o->fixed) {
		r = looks_plan(1 - p.confidence, o->looks, o->first, CONTEST_RATIO,
			       &plan);
		if (r < 0)
			return err_set(e, -r, "no plan of %u looks at this confidence",
				       o->looks);
		p.plan = &plan;
	}
	r = compare_pairs(row->d, row->n, &p, ret);
	return r < 0 ? err_errno(e, -r, "cannot compare") : 0;
}

static bool is_look(const struct contest_options *o, size_t n)
{
	size_t at = o->first;

	for (unsigned int i = 0; i < o->looks; i++, at *= CONTEST_RATIO)
		if (n == at)
			return true;
	return false;
}

static size_t last_look(const struct contest_options *o)
{
	return o->first << (o->looks - 1);
}

/* The pairs that a workload may get at most. */
static size_t limit(const struct contest_options *o)
{
	if (!o->fixed)
		return last_look(o);
	return o->pairs_max ? o->pairs_max : SIZE_MAX;
}

static int look(struct work *w, struct contest_row *row, struct err *e)
{
	const struct contest_options *o = &w->c->options;
	struct comparison strict;
	int r;

	if (o->fixed || !is_look(o, row->n))
		return 0;
	r = analyse(o, row, w->n, &strict, e);
	if (r < 0)
		return r;
	row->stopped = strict.verdict != VERDICT_UNKNOWN || row->n >= last_look(o);
	if (!row->stopped) {
		row->earlier_p_diff = fmin(row->earlier_p_diff, strict.p_diff);
		row->earlier_p_eq = fmin(row->earlier_p_eq, strict.p_eq);
	}
	return 0;
}

/* ---- measuring ---- */

static void progress(struct work *w, const struct contest_row *row)
{
	const double budget = w->c->options.budget_s;
	char label[CATALOGUE_LABEL_MAX];
	struct session_progress p = {
		.done = w->pairs,
		.total = w->n * (limit(&w->c->options) == SIZE_MAX
					 ? w->pairs + 1
					 : limit(&w->c->options)),
		.label = catalogue_label(row->entry->name, row->entry->abi, label),
		.seconds = clock_seconds() - w->began,
		.seconds_left = -1,
		.meanwhile = w->c->arm[0].command ? "warming up" : NULL,
	};

	if (!w->c->progress)
		return;
	if (budget > 0 && w->pairs) {
		p.seconds_left = fmax(0, budget - p.seconds);
		p.done = (size_t)(1000 * fmin(1, p.seconds / budget));
		p.total = 1000;
	}
	w->c->progress(w->c->ctx, &p);
}

static void note_trouble(struct contest_row *row, const struct store_process *p)
{
	row->status = trouble_word(p->status);
	snprintf(row->why, sizeof(row->why), "%s",
		 p->reason ? p->reason : "no reason given");
}

static void remember(struct contest_row *row, const struct store_process *a,
		     const struct store_process *b, double d)
{
	size_t cap = row->cap;

	if (isnan(d)) {
		row->failed++;
		/* The one that skipped, or failed by itself, not the one it left alone.
		 */
		if (!row->n)
			note_trouble(row, strcmp(a->status, "done") &&
							  strcmp(b->status, "skip")
						  ? a
						  : b);
		if (!row->n &&
		    (row->failed >= FAILURES_MAX || !strcmp(row->status, "skip")))
			row->ops = 0;
		return;
	}
	row->d = xgrow(row->d, row->n, &cap, sizeof(*row->d));
	cap = row->cap;
	row->a = xgrow(row->a, row->n, &cap, sizeof(*row->a));
	row->b = xgrow(row->b, row->n, &row->cap, sizeof(*row->b));
	row->d[row->n] = d;
	row->a[row->n] = a->summary.p25;
	row->b[row->n++] = b->summary.p25;
	row->status = "done";
}

static int keep(struct work *w, struct contest_row *row, struct store_process result[2],
		double d, const char *design, struct err *e)
{
	const struct store_pair pair = {
		.workload_id = row->workload,
		.number = (int64_t)(row->n + row->failed),
		.design = design,
		.d = d,
	};

	for (int i = 0; i < 2; i++) {
		result[i].boot_id = w->c->arm[i].boot;
		result[i].workload_id = row->workload;
		result[i].number = w->number++;
		result[i].modifiers = w->modifiers[i];
	}
	return store_pair_add(w->c->store, &pair, &result[0], &result[1], e);
}

static void plans(struct work *w, const struct contest_row *row, struct lab_plan plan[2])
{
	for (int i = 0; i < 2; i++) {
		w->c->executor.modifiers = w->c->arm[i].modifiers;
		executor_plan(&w->c->executor, row->entry, &plan[i]);
		plan[i].ops = row->ops;
	}
}

static int duet(struct work *w, struct contest_row *row, struct err *e)
{
	struct contest *c = w->c;
	const char *path[2];
	struct lab_plan plan[2];
	struct duet u;
	int r = executor_probe(&c->executor, row->entry, &path[0], e);

	if (r < 0)
		return r;
	path[1] = path[0];
	plans(w, row, plan);
	r = duet_run(&u, path, plan, &c->options.shape, &w->draw, c->executor.timeout_ms,
		     c->executor.stop, e);
	if (!r)
		r = keep(w, row, u.result, u.d, "duet", e);
	if (!r)
		remember(row, &u.result[0], &u.result[1], u.d);
	duet_release(&u);
	return r;
}

/* One arm's whole process: of the probe, or of its command. */
struct neighbour {
	struct lab_plan plan;
	struct probe probe;
	struct command_run run;
	struct store_process result;
};

/* A command that failed, and is not to: kept by itself, there will be no pair. */
static int command_failed(struct work *w, struct contest_row *row, int i,
			  struct neighbour *nb, struct err *e)
{
	const struct contest_arm *arm = &w->c->arm[i];
	_cleanup_free_ char *line = command_line(arm->command->argv);
	int r;

	nb->result.boot_id = arm->boot;
	nb->result.workload_id = row->workload;
	nb->result.number = w->number++;
	r = store_process_add(w->c->store, &nb->result, NULL, e);
	if (r < 0)
		return r;
	err_set(e, ECANCELED, "%s", nb->result.reason);
	err_where(e, "%s", line);
	err_expect(e, "exit status 0, or --ignore-failure");
	return -ECANCELED;
}

static int execute(struct work *w, struct contest_row *row, int i, struct neighbour *nb,
		   struct err *e)
{
	const struct command_how *command = w->c->arm[i].command;
	const struct duet_shape *shape = &w->c->options.shape;
	int r;

	if (!command) {
		nb->plan.mode = "batch";
		nb->plan.batches = (shape->batches - shape->warmup) * 2 + shape->warmup;
		nb->plan.warmup = shape->warmup;
		return executor_run(&w->c->executor, row->entry, &nb->plan, &nb->probe,
				    &nb->result, e);
	}
	r = command_run(command, &nb->run, e);
	if (r < 0)
		return r;
	command_result(command, &nb->run, &nb->result);
	if (!strcmp(nb->result.status, "done") || command->ignore_failure)
		return 0;
	return command_failed(w, row, i, nb, e);
}

/* Between its set-up and its tear-down. */
static int one_of_neighbours(struct work *w, struct contest_row *row, int i,
			     struct neighbour *nb, struct err *e)
{
	const struct contest_arm *arm = &w->c->arm[i];
	struct err undo;
	int r = arm->setup ? shell_run(arm->setup, e) : 0;

	if (r < 0)
		return r;
	r = execute(w, row, i, nb, e);
	if (arm->teardown && shell_run(arm->teardown, &undo) < 0 && !r) {
		*e = undo;
		r = -ECANCELED;
	}
	return r;
}

static int neighbours(struct work *w, struct contest_row *row, struct err *e)
{
	struct neighbour nb[2] = { { .probe = { .child = CHILD_NONE } },
				   { .probe = { .child = CHILD_NONE } } };
	struct lab_plan plan[2];
	struct store_process result[2];
	int first = (int)draw_below(&w->draw, 2), r;
	double d = NAN;

	plans(w, row, plan);
	nb[0].plan = plan[0];
	nb[1].plan = plan[1];
	r = one_of_neighbours(w, row, first, &nb[first], e);
	if (!r)
		r = one_of_neighbours(w, row, !first, &nb[!first], e);
	if (!r) {
		result[0] = nb[0].result;
		result[1] = nb[1].result;
		d = log(result[1].summary.p25) - log(result[0].summary.p25);
		r = keep(w, row, result, d, "neighbours", e);
	}
	if (!r)
		remember(row, &result[0], &result[1], d);
	probe_release(&nb[0].probe);
	probe_release(&nb[1].probe);
	return r;
}

static int one_pair(struct work *w, struct contest_row *row, struct err *e)
{
	double begin = clock_seconds();
	int r;

	progress(w, row);
	r = whole_processes(w->c) ? neighbours(w, row, e) : duet(w, row, e);
	row->seconds += clock_seconds() - begin;
	w->pairs++;
	return r ? r : look(w, row, e);
}

/* Each command once: what it reads is in the caches then, and it is known to work. */
static int warm_up(struct work *w, struct contest_row *row, struct err *e)
{
	int r = 0;

	row->ops = 1;
	for (int i = 0; i < 2 && !r; i++) {
		struct neighbour nb = { .probe = { .child = CHILD_NONE } };

		progress(w, row);
		r = one_of_neighbours(w, row, i, &nb, e);
	}
	return r;
}

/* Of both arms by the first one's: the op count must be the same. */
static int prepare(struct work *w, struct contest_row *row, struct err *e)
{
	struct contest *c = w->c;
	struct probe p = { .child = CHILD_NONE };
	struct store_process result;
	int r = store_workload(c->store, row->entry->name, row->entry->abi,
			       row->entry->rev, row->entry->unit, row->entry->per,
			       &row->workload, e);

	row->earlier_p_diff = row->earlier_p_eq = 1;
	row->status = "done";
	if (r < 0)
		return r;
	if (c->arm[0].command)
		return warm_up(w, row, e);
	c->executor.modifiers = c->arm[0].modifiers;
	r = executor_calibrate(&c->executor, row->entry, c->options.target_ns, &row->ops,
			       &p, &result, e);
	if (!r && !row->ops)
		note_trouble(row, &result);
	probe_release(&p);
	return r;
}

static bool time_is_over(const struct work *w)
{
	const double budget = w->c->options.budget_s;

	return budget > 0 && clock_seconds() - w->began > budget;
}

/* Rounds of one pair of each workload that is not decided, shuffled anew each time. */
static int rounds(struct work *w, struct err *e)
{
	_cleanup_free_ size_t *order = xcalloc(w->n, sizeof(*order));
	int r = 0;

	w->began = clock_seconds();
	while (!r && !time_is_over(w)) {
		size_t left = 0;

		for (size_t i = 0; i < w->n; i++)
			if (w->rows[i].ops && !w->rows[i].stopped &&
			    w->rows[i].n + w->rows[i].failed < limit(&w->c->options))
				order[left++] = i;
		if (!left)
			break;
		schedule_round(&w->draw, order, left);
		for (size_t i = 0; i < left && !r && !time_is_over(w); i++)
			r = one_pair(w, &w->rows[order[i]], e);
	}
	return r;
}

int contest_run(struct contest *c, const struct catalogue_entry *const *entries, size_t n,
		struct contest_row **ret_rows, struct err *e)
{
	struct work w = {
		.c = c,
		.n = n,
		.rows = xcalloc(n, sizeof(*w.rows)),
		.draw = { c->options.seed },
		.began = clock_seconds(),
	};
	struct err ignored;
	int r = 0;

	for (int i = 0; i < 2; i++)
		w.modifiers[i] = modifiers_text(c->arm[i].modifiers);
	for (size_t i = 0; i < n; i++)
		w.rows[i].entry = entries[i];
	for (size_t i = 0; i < n && !r; i++)
		r = prepare(&w, &w.rows[i], e);
	if (!r)
		r = rounds(&w, e);
	for (size_t i = 0; i < n; i++) {
		int q = analyse(&c->options, &w.rows[i], 1, &w.rows[i].comparison,
				r ? &ignored : e);

		r = r ? r : q;
	}
	free(w.modifiers[0]);
	free(w.modifiers[1]);
	*ret_rows = w.rows;
	return r;
}

void contest_free(struct contest_row *rows, size_t n)
{
	for (size_t i = 0; rows && i < n; i++) {
		free(rows[i].d);
		free(rows[i].a);
		free(rows[i].b);
	}
	free(rows);
}
