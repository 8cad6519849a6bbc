/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See series.h. */
#include "lab/series.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "lab/schedule.h"
#include "lab/series_parts.h"
#include "lab/timed_jobs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MODIFIERS_MAX 16

struct work {
	struct series *s;
	struct store_series_arm *arms;
	size_t n;
	struct store_series_boot *boots;
	size_t n_boots;
	struct boot_job *calibrated; /* of timed series */
};

/* ---- the plan ---- */

static int plan(struct work *w, struct err *e)
{
	struct series *s = w->s;
	_cleanup_free_ size_t *order = xcalloc(w->n, sizeof(*order));
	_cleanup_free_ struct store_series_boot *boots =
		xcalloc(w->n * s->rounds, sizeof(*boots));
	struct draw draw = { s->seed };
	size_t runnable = 0, k = 0;

	for (size_t i = 0; i < w->n; i++)
		if (w->arms[i].state == STORE_ARM_READY)
			order[runnable++] = i;
	for (unsigned int round = 0; round < s->rounds; round++) {
		/* Counts do not depend on when they are taken. */
		if (!s->config.exact)
			schedule_round(&draw, order, runnable);
		for (size_t i = 0; i < runnable; i++)
			boots[k++] =
				(struct store_series_boot){ .round = round,
							    .arm = (int64_t)order[i] };
	}
	return k ? store_series_plan(s->store, s->experiment, boots, k, e) : 0;
}

static int load_boots(struct work *w, struct err *e)
{
	struct series *s = w->s;
	int r = store_series_boots(s->store, s->experiment, &w->boots, &w->n_boots, e);

	if (r < 0 || w->n_boots)
		return r;
	free(w->boots);
	w->boots = NULL;
	r = plan(w, e);
	return r ? r
		 : store_series_boots(s->store, s->experiment, &w->boots, &w->n_boots, e);
}

/* ---- one boot ---- */

struct telling {
	struct series *s;
	struct series_event ev;
};

static void tell_workload(void *ctx, size_t done, size_t total, const char *label)
{
	struct telling *t = ctx;

	t->ev.stage = SERIES_WORKLOAD;
	t->ev.text = label;
	t->s->progress(t->s->ctx, &t->ev);
}

static void modifiers_of(char *text, const char *list[MODIFIERS_MAX])
{
	char *save = NULL;
	size_t n = 0;

	for (char *m = strtok_r(text, " ", &save); m && n + 1 < MODIFIERS_MAX;
	     m = strtok_r(NULL, " ", &save))
		list[n++] = m;
	list[n] = NULL;
}

/* *@ret is filled and to be released in any case. */
static int run_one(struct work *w, size_t arm, struct boot_job *jobs, size_t n,
		   struct telling *t, struct boot_outcome *ret, struct err *e)
{
	struct series *s = w->s;
	struct store_series_arm *a = &w->arms[arm];
	_cleanup_free_ char *text = xstrdup(a->modifiers);
	const char *modifiers[MODIFIERS_MAX];
	struct boot_arm image;
	struct boot b = {
		.store = s->store,
		.experiment = s->experiment,
		.arm = &image,
		.host_facts = s->host_facts,
		.n_host_facts = s->n_host_facts,
		.stop = s->stop,
		.progress = s->progress ? tell_workload : NULL,
		.ctx = t,
	};
	struct err ignored;
	int r = series_open_arm(s, a, &image, e);

	memset(ret, 0, sizeof(*ret));
	modifiers_of(text, modifiers);
	image.modifiers = modifiers[0] ? modifiers : NULL;
	if (!r)
		r = boot_run(&b, jobs, n, ret, e);
	/* Our own trouble: as if it had never begun. */
	if (r < 0 && ret->id)
		store_boot_drop(s->store, ret->id, &ignored);
	boot_arm_release(&image);
	return r;
}

/* In one boot of @arm, which leaves nothing but op counts in @jobs. */
static int calibrate_with(struct work *w, size_t arm, struct boot_job *jobs,
			  bool *ret_done, struct err *e)
{
	struct series *s = w->s;
	struct telling t = {
		s, { SERIES_CALIBRATE, 0, w->n_boots, w->arms[arm].name, NULL }
	};
	struct boot_outcome out = { 0 };
	int r = run_one(w, arm, jobs, s->n_entries, &t, &out, e);

	*ret_done = !r && out.end == VM_COMPLETE;
	if (!r)
		r = store_boot_drop(s->store, out.id, e);
	/* Said if no arm does better. */
	if (!r && !*ret_done) {
		err_set(e, EIO, "no boot that could calibrate came through, the last: %s",
			out.why);
		err_where(e, "%s", w->arms[arm].name);
		err_expect(e,
			   "a kernel that boots under KVM here; --exact counts without");
	}
	boot_outcome_release(&out);
	return r;
}

/* With the first arm that comes through: one that does not boot is a row, no more. */
static int calibrate(struct work *w, struct err *e)
{
	struct series *s = w->s;
	_cleanup_free_ bool *tried = xcalloc(w->n, sizeof(*tried));
	_cleanup_free_ char *text = NULL;
	struct boot_job *jobs = NULL;
	bool done = false;
	int r = 0;

	for (size_t i = 0; i < w->n_boots && !r && !done; i++) {
		const size_t arm = (size_t)w->boots[i].arm;

		if (tried[arm])
			continue;
		tried[arm] = true;
		free(jobs);
		jobs = timed_calibration_jobs(s->entries, s->n_entries);
		r = calibrate_with(w, arm, jobs, &done, e);
	}
	if (!r && !done)
		r = -EIO;
	if (!r) {
		text = series_ops_text(jobs, s->n_entries);
		r = store_series_set_ops(s->store, s->experiment, text, e);
	}
	if (r < 0)
		free(jobs);
	else
		w->calibrated = jobs;
	return r;
}

/* Timed only: what a batch is, the same before and after a kill. */
static int load_ops(struct work *w, struct err *e)
{
	struct series *s = w->s;
	struct store_series row;
	int r = store_series_get(s->store, s->experiment, &row, e);

	if (r < 0)
		return r;
	if (!row.ops)
		r = calibrate(w, e);
	else if (series_ops_read(row.ops, s->entries, s->n_entries, &w->calibrated) < 0)
		r = err_set(e, EBADMSG, "the calibration in the database is damaged");
	store_series_clear(&row);
	return r;
}

static bool ever_booted(const struct work *w, int64_t arm)
{
	for (size_t i = 0; i < w->n_boots; i++)
		if (w->boots[i].arm == arm && w->boots[i].state == STORE_BOOT_DONE)
			return true;
	return false;
}

/* Notes how the boot went; an arm that never booted gets no further ones. */
static int settle(struct work *w, struct store_series_boot *b, int64_t id, bool through,
		  const char *why, const char *console, struct err *e)
{
	struct series *s = w->s;
	struct store_series_arm *a = &w->arms[b->arm];
	int r;

	b->boot_id = id;
	b->attempts++;
	if (through)
		b->state = STORE_BOOT_DONE;
	else if (b->attempts > s->retries)
		b->state = STORE_BOOT_FAILED;
	r = store_series_boot_set(s->store, s->experiment, b, e);
	if (r < 0 || through)
		return r;
	if (b->state == STORE_BOOT_FAILED && !ever_booted(w, b->arm))
		return series_note_broken(s, a, why, console, e);
	if (s->trouble)
		s->trouble(s->ctx, a->name, why,
			   b->state == STORE_BOOT_FAILED ? console : NULL);
	return 0;
}

static int one_boot(struct work *w, size_t i, struct err *e)
{
	struct series *s = w->s;
	struct store_series_boot *b = &w->boots[i];
	struct telling t = { s,
			     { SERIES_BOOT, i, w->n_boots, w->arms[b->arm].name, NULL } };
	struct boot_outcome out = { 0 };
	size_t n = s->n_entries;
	/* Of each boot its own: a resumed series draws what it would have drawn. */
	struct draw draw = { s->seed + (uint64_t)b->number };
	struct boot_job *jobs = s->config.exact ? boot_exact_jobs(s->entries, n)
						: timed_jobs(w->calibrated, n, &draw, &n);
	int r;

	if (s->progress)
		s->progress(s->ctx, &t.ev);
	r = run_one(w, (size_t)b->arm, jobs, n, &t, &out, e);
	if (!r)
		r = settle(w, b, out.id, out.end == VM_COMPLETE, out.why, out.console, e);
	boot_outcome_release(&out);
	free(jobs);
	return r;
}

/* ---- what a kill left ---- */

static const char *fact_of(const struct store_fact *f, size_t n, const char *key)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(f[i].key, key))
			return f[i].value ? f[i].value : "";
	return "";
}

static struct store_series_boot *next_boot(struct work *w)
{
	for (size_t i = 0; i < w->n_boots; i++)
		if (w->boots[i].state == STORE_BOOT_PLANNED &&
		    w->arms[w->boots[i].arm].state == STORE_ARM_READY)
			return &w->boots[i];
	return NULL;
}

/* A boot that had ended when ktoll was killed before it could note that. */
static int adopt(struct work *w, int64_t id, struct err *e)
{
	struct series *s = w->s;
	struct store_series_boot *b = next_boot(w);
	struct store_fact *facts = NULL;
	size_t n = 0;
	int r;

	if (!b || (!s->config.exact && !w->calibrated))
		return store_boot_drop(s->store, id, e);
	r = store_facts(s->store, id, &facts, &n, e);
	if (!r)
		r = settle(w, b, id, !strcmp(fact_of(facts, n, "id.vm.end"), "complete"),
			   fact_of(facts, n, "id.vm.end.why"),
			   fact_of(facts, n, "id.vm.end.console"), e);
	store_facts_free(facts, n);
	return r;
}

/* ---- all of it ---- */

static int boots(struct work *w, int64_t loose, struct err *e)
{
	int r = 0;

	if (!w->s->config.exact && w->n_boots) {
		struct store_series row = { 0 };

		r = store_series_get(w->s->store, w->s->experiment, &row, e);
		/* Before the calibration was noted, what had ended was that. */
		if (!r && !row.ops && loose) {
			r = store_boot_drop(w->s->store, loose, e);
			loose = 0;
		}
		store_series_clear(&row);
		if (!r)
			r = load_ops(w, e);
	}
	if (!r && loose)
		r = adopt(w, loose, e);
	for (size_t i = 0; i < w->n_boots && !r; i++)
		while (!r && w->boots[i].state == STORE_BOOT_PLANNED &&
		       w->arms[w->boots[i].arm].state == STORE_ARM_READY) {
			if (w->s->stop && *w->s->stop)
				return -EINTR;
			r = one_boot(w, i, e);
		}
	return r;
}

int series_run(struct series *s, struct err *e)
{
	struct work w = { .s = s };
	int64_t loose = 0;
	int r = store_series_arms(s->store, s->experiment, &w.arms, &w.n, e);

	if (!r)
		r = store_series_tidy(s->store, s->experiment, &loose, e);
	if (!r)
		r = series_prepare(s, w.arms, w.n, e);
	if (!r)
		r = load_boots(&w, e);
	if (!r)
		r = boots(&w, loose, e);
	store_series_arms_free(w.arms, w.n);
	free(w.boots);
	free(w.calibrated);
	return r;
}
