/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See series_run.h. */
#include "cmd/series_run.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "cmd/progress.h"
#include "cmd/series_data.h"
#include "cmd/terminal.h"
#include "lab/series.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TIMED_ROUNDS 12

int series_accelerator(const struct kernel_options *k, struct series_plan *plan,
		       struct err *e)
{
	enum vm_accel accel;
	int r = kernel_accelerator(k, &accel, e);

	if (r < 0)
		return r;
	plan->exact = accel == VM_TCG;
	plan->rounds = k->boots ? k->boots : plan->exact ? 1 : TIMED_ROUNDS;
	return 0;
}

/* ---- progress ---- */

static void draw(void *ctx, const struct series_event *ev)
{
	static const char *const stages[] = { "image", "calibrating", "boot", "boot" };

	fprintf(stderr, "\r\033[K%s %zu/%zu %.24s %.60s", stages[ev->stage], ev->done + 1,
		ev->total, ev->arm, ev->text ? ev->text : "");
	fflush(stderr);
}

static void draw_build(void *ctx, const char *line)
{
	fprintf(stderr, "\r\033[K%.76s", line);
	fflush(stderr);
}

static void trouble(void *ctx, const char *arm, const char *why, const char *lines)
{
	if (progress_wanted())
		progress_clear();
	complainf(0, "%s: %s", arm, why);
}

/* ---- beginning ---- */

static bool has_commits(const struct store_series_arm *arms, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (arms[i].is_commit)
			return true;
	return false;
}

static int open_builder(struct series_session *x, const struct series_plan *plan,
			const struct store_series_arm *arms, size_t n, struct err *e)
{
	const struct builder_spec spec = {
		.repo = plan->repo,
		.config = plan->config,
		.jobs = (unsigned int)plan->jobs,
		.stop = &interrupted,
		.progress = progress_wanted() ? draw_build : NULL,
	};
	int r;

	if (!has_commits(arms, n))
		return 0;
	r = builder_open(&spec, &x->builder, e);
	if (!r && plan->config_key &&
	    strcmp(plan->config_key, builder_key(x->builder)) != 0) {
		err_set(e, EINVAL,
			"the configuration or the compiler is not the one that the "
			"series began with");
		err_where(e, "%s", plan->config);
		r = -EINVAL;
	}
	return r;
}

/* Every image that is there already, before anything is stored. */
static int try_images(const struct series_arms *arms, struct err *e)
{
	int r = 0;

	for (size_t i = 0; i < arms->n && !r; i++) {
		if (!arms->v[i].is_commit)
			r = kernel_look(arms->v[i].source, e);
	}
	return r;
}

static int look_first(struct series_session *x, const struct series_plan *plan,
		      const struct series_arms *arms, struct err *e)
{
	_cleanup_fd_ int root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	_cleanup_free_ char *qemu = NULL;
	int r = try_images(arms, e);

	catch_interrupts();
	if (!r)
		r = open_builder(x, plan, arms->v, arms->n, e);
	for (size_t i = 0; i < arms->n && !r; i++)
		if (arms->v[i].is_commit) {
			r = builder_check(x->builder, arms->v[i].source, e);
			break;
		}
	if (x->builder && progress_wanted())
		progress_clear();
	if (!r)
		r = vm_qemu_find(64, &qemu, e);
	return r ? r
		 : vm_memory_fits(root,
				  plan->mem_mb ? (unsigned int)plan->mem_mb : VM_MEM_MB,
				  e);
}

static int read_plan(struct series_session *x, int64_t id, char **ret_machine,
		     struct err *e)
{
	struct store_series row;
	int r = store_series_get(x->experiment.store, id, &row, e);

	if (r < 0)
		return r;
	r = series_plan_read(row.plan, &x->plan, e);
	if (ret_machine)
		*ret_machine = xstrdup(row.machine);
	store_series_clear(&row);
	return r;
}

static const char *machine_id(const struct experiment *x)
{
	const char *id = machine_fact(&x->machine, "id.machine");

	return id ? id : "";
}

int series_begin(struct series_session *x, int argc, char **argv, const char *db,
		 const struct series_plan *plan, const struct series_arms *arms,
		 struct err *e)
{
	struct series_plan with_key = *plan;
	_cleanup_free_ char *json = NULL;
	int r = look_first(x, plan, arms, e);

	if (!r)
		r = experiment_begin(&x->experiment, "series", argc, argv, db, plan->cpu,
				     plan->seed, e);
	if (r < 0)
		return r;
	if (x->builder)
		with_key.config_key = (char *)builder_key(x->builder);
	json = series_plan_json(&with_key);
	r = store_series_add(x->experiment.store, x->experiment.id,
			     machine_id(&x->experiment), json, arms->v, arms->n, e);
	if (!r)
		r = read_plan(x, x->experiment.id, NULL, e);
	x->begun = true;
	return r;
}

/* ---- running ---- */

int series_go(struct series_session *x, bool quiet, struct err *e)
{
	const struct series_plan *p = &x->plan;
	const bool drawing = !quiet && progress_wanted();
	const enum vm_accel accel = p->exact ? VM_TCG : VM_KVM;
	struct series s = {
		.store = x->experiment.store,
		.experiment = x->experiment.id,
		.config = { .accel = accel,
			    .exact = p->exact,
			    .cpus = 1,
			    .mem_mb = p->mem_mb ? (unsigned int)p->mem_mb : VM_MEM_MB,
			    .cpu_model =
				    p->cpu_model ? p->cpu_model : vm_qemu_cpu(accel) },
		.pin = x->experiment.machine.cpus.measure,
		.pin_may_fail = p->unpinned,
		.wall_ms = (unsigned int)p->wall_s * 1000,
		.silence_ms = (unsigned int)p->silence_s * 1000,
		.rounds = (unsigned int)p->rounds,
		.retries = (unsigned int)p->retries,
		.seed = p->seed,
		.entries = p->entries,
		.n_entries = p->n_entries,
		.builder = x->builder,
		.host_facts = x->experiment.machine.facts,
		.n_host_facts = x->experiment.machine.n,
		.stop = &interrupted,
		.progress = drawing ? draw : NULL,
		.trouble = trouble,
	};
	int r;

	catch_interrupts();
	r = series_run(&s, e);
	if (drawing)
		progress_clear();
	if (!r && x->builder && *builder_wanting(x->builder) && !quiet)
		complainf(0, "%s: not set, some of it will be missing: %s", p->config,
			  builder_wanting(x->builder));
	experiment_end(&x->experiment, r, e);
	return r;
}

/* ---- resuming ---- */

static int take_over(struct series_session *x, const struct store_experiment *row,
		     const char *machine, struct err *e)
{
	_cleanup_free_ char *owner = owner_self();
	const char *here = machine_id(&x->experiment);

	if (!strcmp(row->state, "running") && owner_alive(row->owner))
		return err_set(e, EBUSY, "experiment %lld is running (process %s)",
			       (long long)row->id, strchr(row->owner, ' ') + 1);
	if (*machine && *here && strcmp(machine, here)) {
		err_set(e, EINVAL, "experiment %lld was begun on another machine (%s)",
			(long long)row->id, machine);
		err_where(e, "%s", store_path(x->experiment.store));
		err_expect(e, "to be resumed there");
		return -EINVAL;
	}
	return store_series_take(x->experiment.store, row->id, row->owner, owner, e);
}

static int open_again(struct series_session *x, int64_t id, char **ret_machine,
		      struct err *e)
{
	int r = read_plan(x, id, ret_machine, e);

	if (!r)
		r = machine_look(x->plan.cpu, &x->experiment.machine, e);
	return r;
}

static int go_on(struct series_session *x, const struct store_experiment *row,
		 const char *machine, bool quiet, struct err *e)
{
	struct store_series_arm *arms = NULL;
	size_t n = 0;
	int r = store_series_arms(x->experiment.store, row->id, &arms, &n, e);

	if (!r)
		r = open_builder(x, &x->plan, arms, n, e);
	store_series_arms_free(arms, n);
	if (!r && !x->plan.exact)
		r = kernel_kvm(e);
	if (!r)
		r = take_over(x, row, machine, e);
	if (r < 0)
		return r;
	x->experiment.id = row->id;
	x->begun = true;
	return series_go(x, quiet, e);
}

/* A finished one is only read, as a database may be that cannot be written any more. */
static int open_row(struct series_session *x, const char *path, int64_t id,
		    struct store_experiment *ret, struct err *e)
{
	int r = store_open(path, STORE_READ, &x->experiment.store, e);

	if (!r)
		r = store_experiment_get(x->experiment.store, id, ret, e);
	if (r < 0 || !strcmp(ret->state, "done"))
		return r;
	store_experiment_clear(ret);
	store_close(x->experiment.store);
	x->experiment.store = NULL;
	r = store_open(path, STORE_WRITE, &x->experiment.store, e);
	return r ? r : store_experiment_get(x->experiment.store, id, ret, e);
}

int series_resume(struct series_session *x, const char *db, int64_t id, bool quiet,
		  struct err *e)
{
	_cleanup_free_ char *path = database_path(db), *machine = NULL;
	struct store_experiment row = { 0 };
	int r = open_row(x, path, id, &row, e);

	if (!r)
		r = open_again(x, id, &machine, e);
	if (!r && !strcmp(row.state, "done"))
		x->experiment.id = id;
	else if (!r)
		r = go_on(x, &row, machine, quiet, e);
	store_experiment_clear(&row);
	return r;
}

/* ---- showing ---- */

int series_format(const char *s, struct series_format *ret, struct err *e)
{
	const unsigned int formats = FORMATS_PLAIN | 1 << FORMAT_CSV | 1 << FORMAT_MAIL;

	ret->commit = !strcmp(s, "commit");
	if (ret->commit || !parse_format(s, formats, &ret->format, e))
		return 0;
	err_expect(e, "text, mail, json, csv or commit");
	return -EINVAL;
}

int series_show(struct store *s, int64_t id, const struct series_format *f, bool boots)
{
	struct series_data d;
	struct str text = STR_INIT;
	struct err e;
	const struct look look = look_of(f->format);
	int status, r = series_data_load(s, id, &d, &e);

	if (r < 0) {
		status = complain(EXIT_CANNOT, &e);
	} else {
		if (f->commit)
			series_report_commit(&d.report, &text);
		else if (f->format == FORMAT_JSON)
			series_report_json(&d.report, &text);
		else if (f->format == FORMAT_CSV)
			series_report_csv(&d.report, &text);
		else
			series_report_text(&d.report, &look, &text);
		if (boots && !f->commit && f->format == FORMAT_TEXT)
			series_report_boots(&d.report, &look, &text);
		status = print(&text);
		if (!status && d.slower)
			status = EXIT_SLOWER;
	}
	str_release(&text);
	series_data_release(&d);
	return status;
}

int series_status(const struct series_session *x, int r, const struct err *e)
{
	if (!r)
		return EXIT_OK;
	if (r == -EINTR && x->begun)
		return complainf(EXIT_SIGINT,
				 "interrupted: `ktoll series --resume %lld` goes on",
				 (long long)x->experiment.id);
	if (r == -EINTR)
		return complainf(EXIT_SIGINT, "interrupted: nothing was measured yet");
	if (x->begun) {
		struct err with = *e;

		snprintf(with.what, sizeof(with.what),
			 "%.*s; `ktoll series --resume %lld` goes on",
			 (int)sizeof(with.what) - 64, e->what,
			 (long long)x->experiment.id);
		return complain(EXIT_CANNOT, &with);
	}
	return complain(r == -EINVAL || r == -ENOENT || r == -E2BIG || r == -EBUSY
				? EXIT_USAGE
				: EXIT_CANNOT,
			e);
}

void series_session_release(struct series_session *x)
{
	builder_close(x->builder);
	series_plan_release(&x->plan);
	experiment_release(&x->experiment);
}
