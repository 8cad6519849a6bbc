/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See session.h. */
#include "lab/session.h"

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "lab/schedule.h"
#include "lab/summarise.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MIN_ROUNDS 5 /* fewer say nothing about the spread between processes */

struct item {
	const struct catalogue_entry *entry;
	int64_t workload;
	uint32_t ops; /* 0: not to be run */
};

struct work {
	struct session *s;
	struct item *items;
	size_t n;
	int64_t number;
	char *modifiers;
	double began, calibrated;
	size_t done, total;
};

static void report_progress(struct work *w, const struct catalogue_entry *c)
{
	const unsigned int budget = w->s->options.budget_s;
	char label[CATALOGUE_LABEL_MAX];
	struct session_progress p = {
		.done = w->done,
		.total = w->total,
		.label = catalogue_label(c->name, c->abi, label),
		.seconds = clock_seconds() - w->began,
		.seconds_left = -1,
	};

	if (!w->s->progress)
		return;
	if (w->calibrated > 0 && w->done >= w->n) {
		p.seconds_left = (clock_seconds() - w->calibrated) / (double)w->done *
				 (double)(w->total - w->done);
		if (budget && p.seconds + p.seconds_left > budget)
			p.seconds_left = fmax(0, budget - p.seconds);
	}
	w->s->progress(w->s->ctx, &p);
}

static int keep(struct work *w, const struct item *it, struct store_process *result,
		struct err *e)
{
	result->boot_id = w->s->boot;
	result->workload_id = it->workload;
	result->number = w->number++;
	result->modifiers = w->modifiers;
	return store_process_add(w->s->store, result, NULL, e);
}

static int calibrate(struct work *w, struct item *it, struct err *e)
{
	struct store_process result;
	struct probe p = { .child = CHILD_NONE };
	int r;

	report_progress(w, it->entry);
	r = store_workload(w->s->store, it->entry->name, it->entry->abi, it->entry->rev,
			   it->entry->unit, it->entry->per, &it->workload, e);
	if (!r)
		r = executor_calibrate(&w->s->executor, it->entry,
				       w->s->options.target_ns, &it->ops, &p, &result, e);
	if (!r && !it->ops) {
		/* Kept as what it is; there is nothing to measure. */
		result.n = 0;
		r = keep(w, it, &result, e);
	}
	probe_release(&p);
	return r;
}

static int one(struct work *w, struct item *it, struct err *e)
{
	const struct session_options *o = &w->s->options;
	struct store_process result;
	struct lab_plan plan;
	struct probe p;
	int r;

	report_progress(w, it->entry);
	executor_plan(&w->s->executor, it->entry, &plan);
	plan.mode = o->each ? "each" : "batch";
	plan.ops = o->each ? o->batches : it->ops;
	plan.batches = o->each ? 0 : o->batches;
	plan.warmup = o->warmup;
	r = executor_run(&w->s->executor, it->entry, &plan, &p, &result, e);
	if (!r)
		r = keep(w, it, &result, e);
	probe_release(&p);
	w->done++;
	return r;
}

/* Whether another round as long as those so far would still end in time. */
static bool time_for_another(const struct work *w, unsigned int rounds_done)
{
	const struct session_options *o = &w->s->options;
	double spent = clock_seconds() - w->began, a_round;

	if (!o->budget_s || rounds_done < MIN_ROUNDS)
		return true;
	a_round = (clock_seconds() - w->calibrated) / rounds_done;
	return spent + a_round <= o->budget_s;
}

static int rounds(struct work *w, struct err *e)
{
	const struct session_options *o = &w->s->options;
	_cleanup_free_ size_t *order = xcalloc(w->n, sizeof(*order));
	struct draw draw = { o->seed };
	size_t n = 0;
	int r = 0;

	for (size_t i = 0; i < w->n; i++)
		if (w->items[i].ops)
			order[n++] = i;
	w->total = n * o->processes;
	w->calibrated = clock_seconds();
	for (unsigned int round = 0; round < o->processes && !r; round++) {
		if (!time_for_another(w, round))
			break;
		schedule_round(&draw, order, n);
		for (size_t i = 0; i < n && !r; i++)
			r = one(w, &w->items[order[i]], e);
	}
	return r;
}

int session_run(struct session *s, const struct catalogue_entry *const *entries, size_t n,
		struct err *e)
{
	struct work w = { .s = s, .n = n, .items = xcalloc(n, sizeof(*w.items)) };
	int r = 0;

	w.began = clock_seconds();
	w.total = n * s->options.processes;
	w.modifiers = modifiers_text(s->executor.modifiers);
	for (size_t i = 0; i < n && !r; i++) {
		w.items[i].entry = entries[i];
		r = calibrate(&w, &w.items[i], e);
	}
	if (!r)
		r = rounds(&w, e);
	free(w.items);
	free(w.modifiers);
	return r;
}

int session_try(struct executor *x, const struct catalogue_entry *entry,
		const char **ret_status, char why[INGEST_WHY_MAX], struct err *e)
{
	struct store_process result;
	struct lab_plan plan;
	struct probe p;
	int r;

	executor_plan(x, entry, &plan);
	plan.mode = "try";
	r = executor_run(x, entry, &plan, &p, &result, e);
	if (!r) {
		*ret_status = strcmp(result.status, "done") ? trouble_word(result.status)
							    : "done";
		snprintf(why, INGEST_WHY_MAX, "%s", result.reason ?: "");
	}
	probe_release(&p);
	return r;
}
