/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ktoll calibrate: proves this machine. The kernel against itself, the smallest change
 * that can be seen, and known costs.
 */
#include "cmd/command.h"

#include "base/clock.h"
#include "base/xalloc.h"
#include "cmd/calibration.h"
#include "cmd/experiment.h"
#include "cmd/options.h"
#include "cmd/progress.h"
#include "cmd/terminal.h"
#include "lab/contest.h"
#include "report/calibrate.h"
#include "stats/binomial.h"
#include "stats/location.h"
#include "stats/quantile.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAIRS_EACH    16
#define WINDOWS       8
#define CONFIDENCE    0.95
#define FAILED_BEYOND 0.01 /* probability, under the nominal rate, of so many or more */
#define POWER_80 \
	1.43 /* (1.960 + 0.842) / 1.960: what 80 % power takes beyond the half-width */
#define AA_SHARE        0.6 /* of the time; the ladder gets the rest */
#define LADDER_WORKLOAD "syscall.null"

extern const struct command cmd_calibrate;

static const unsigned int ladder[] = { 25, 50, 100, 200, 400 };

#define N_STEPS (sizeof(ladder) / sizeof(ladder[0]))

static const char *const default_globs[] = { "syscall.null", "ctx.pipe.process.same-cpu",
					     "signal.catch" };

struct options {
	struct measure_options m;
	uint64_t seconds;
	double margin;
	const char *const *globs;
	size_t n_globs;
};

enum { OPT_TIME = OPT_MEASURE_OWN };

static const struct option longs[] = {
	{ "time", required_argument, NULL, OPT_TIME },
	{ "margin", required_argument, NULL, OPT_MARGIN },
	MEASURE_LONGS,
};

static int take(void *options, int opt, struct err *e)
{
	struct options *o = options;
	switch (opt) {
	case OPT_TIME: return parse_number("--time", optarg, 10, 1000000, &o->seconds, e);
	case OPT_MARGIN: return verdict_option(opt, &o->margin, NULL, e);
	default: return measure_option(&o->m, opt, FORMATS_PLAIN, e);
	}
}

/* -1: go on; else an exit status. */
static int parse(int argc, char **argv, struct options *o)
{
	int status = read_options(&cmd_calibrate, argc, argv, ":qh", longs, take, o);

	if (status >= 0)
		return status;
	o->globs = (const char *const *)argv + optind;
	o->n_globs = (size_t)(argc - optind);
	if (!o->n_globs) {
		o->globs = default_globs;
		o->n_globs = sizeof(default_globs) / sizeof(default_globs[0]);
	}
	return -1;
}

/* What was measured and found, until it is reported. */
struct found {
	struct calibrate_aa *aa;
	char (*labels)[CATALOGUE_LABEL_MAX];
	struct calibrate_step steps[N_STEPS];
	struct calibrate_report report;
};

static void contest_defaults(const struct options *o, struct experiment *x,
			     struct contest *c)
{
	*c = (struct contest){
		.store = x->store,
		.progress = !o->m.quiet && progress_wanted() ? progress_draw : NULL,
		.options = {
			.shape = { .slices = 8, .batches = 12, .warmup = 2 },
			.target_ns = 50000,
			.margin = o->margin,
			.confidence = CONFIDENCE,
			.looks = 1,
			.first = PAIRS_EACH,
			.fixed = true,
		},
	};
	experiment_executor(x, &c->executor);
}

/* ---- the kernel against itself ---- */

static int count_verdicts(const struct options *o, const struct contest_row *row,
			  struct calibrate_aa *aa, struct err *e)
{
	struct compare_params p = COMPARE_PARAMS_DEFAULT;

	p.margin = o->margin;
	p.confidence = CONFIDENCE;
	aa->pairs_each = PAIRS_EACH;
	for (size_t i = 0; i + PAIRS_EACH <= row->n; i += PAIRS_EACH) {
		struct comparison c;
		int r = compare_pairs(row->d + i, PAIRS_EACH, &p, &c);

		if (r < 0)
			return err_errno(e, -r, "cannot compare");
		aa->comparisons++;
		/* The claim of a difference, whether it lies within the margin or not. */
		aa->different += !interval_contains(c.diff_log, 0);
		aa->same += c.verdict == VERDICT_SAME;
	}
	return 0;
}

/* The largest difference between the medians of stretches of the session, in %. */
static double drift_pct(const double *x, size_t n)
{
	double lo = INFINITY, hi = 0;
	const size_t each = n / WINDOWS;

	if (each < 5)
		return NAN;
	for (size_t i = 0; i < WINDOWS; i++) {
		double m;

		if (quantile(x + i * each, each, 0.5, &m) < 0)
			return NAN;
		lo = fmin(lo, m);
		hi = fmax(hi, m);
	}
	return 100 * (hi / lo - 1);
}

static int judge_aa(const struct options *o, const struct contest_row *row,
		    struct calibrate_aa *aa, struct err *e)
{
	const struct interval i = row->comparison.diff_pct;

	aa->seconds = row->seconds;
	aa->half_pct = (i.hi - i.lo) / 2;
	aa->smallest_10s_pct = POWER_80 * aa->half_pct * sqrt(row->seconds / 10);
	aa->smallest_60s_pct = POWER_80 * aa->half_pct * sqrt(row->seconds / 60);
	aa->drift_pct = drift_pct(row->a, row->n);
	return count_verdicts(o, row, aa, e);
}

static int against_itself(const struct options *o, struct experiment *x,
			  const struct catalogue_entry *const *entries, size_t n,
			  struct found *f, struct err *e)
{
	struct contest_row *rows = NULL;
	struct contest c;
	int r = 0;

	contest_defaults(o, x, &c);
	c.options.seed = o->m.seed;
	c.options.budget_s = AA_SHARE * (double)o->seconds;
	for (int i = 0; i < 2 && !r; i++)
		r = experiment_boot(x, i ? "calibrate-b" : "calibrate-a", &c.arm[i].boot,
				    e);
	if (!r)
		r = contest_run(&c, entries, n, &rows, e);
	for (size_t i = 0; i < n && !r; i++) {
		struct calibrate_aa *aa = &f->aa[f->report.n_aa];

		if (rows[i].n < PAIRS_EACH)
			continue;
		aa->label = catalogue_label(entries[i]->name, entries[i]->abi,
					    f->labels[f->report.n_aa]);
		r = judge_aa(o, &rows[i], aa, e);
		f->report.n_aa++;
	}
	contest_free(rows, n);
	executor_release(&c.executor);
	return r;
}

/* ---- known costs ---- */

static int one_step(const struct options *o, struct experiment *x, size_t i,
		    struct calibrate_step *step, struct err *e)
{
	static const char *const without[] = { "seccomp:0", NULL };
	const char *const glob = LADDER_WORKLOAD;
	const struct catalogue_entry **entries;
	struct contest_row *rows = NULL;
	char name[32], modifier[32];
	const char *with[] = { modifier, NULL };
	struct location at;
	struct contest c;
	size_t n;
	int r = catalogue_select(&glob, 1, &entries, &n, e);

	if (r < 0)
		return r;
	contest_defaults(o, x, &c);
	c.options.seed = o->m.seed + i + 1;
	c.options.budget_s = (1 - AA_SHARE) * (double)o->seconds / N_STEPS;
	snprintf(modifier, sizeof(modifier), "seccomp:%u", ladder[i]);
	snprintf(name, sizeof(name), "calibrate-%u", ladder[i]);
	c.arm[0].modifiers = without;
	c.arm[1].modifiers = with;
	r = experiment_boot(x, "calibrate-0", &c.arm[0].boot, e);
	if (!r)
		r = experiment_boot(x, name, &c.arm[1].boot, e);
	if (!r)
		r = contest_run(&c, entries, n, &rows, e);
	if (!r) {
		*step = (struct calibrate_step){
			.instructions = ladder[i],
			.a_ns = location_of(rows->a, rows->n, 0.05, &at) ? NAN : at.value,
			.c = rows->comparison,
			.pairs = rows->n,
		};
		step->b_ns = location_of(rows->b, rows->n, 0.05, &at) ? NAN : at.value;
	}
	contest_free(rows, rows ? n : 0);
	executor_release(&c.executor);
	free(entries);
	return r;
}

static int known_costs(const struct options *o, struct experiment *x, struct found *f,
		       struct err *e)
{
	struct calibrate_report *rep = &f->report;
	int r = 0;

	rep->ladder_workload = LADDER_WORKLOAD;
	rep->ordered = true;
	for (size_t i = 0; i < N_STEPS && !r; i++) {
		struct calibrate_step *s = &f->steps[i];

		r = one_step(o, x, i, s, e);
		if (r < 0 || !s->pairs)
			break;
		rep->n_steps++;
		rep->detected += interval_exists(s->c.diff_log) && s->c.diff_log.lo > 0;
		if (i && !(s->c.estimate_log > f->steps[i - 1].c.estimate_log))
			rep->ordered = false;
	}
	return r;
}

/* ---- what it amounts to ---- */

static void conclude(const struct options *o, struct found *f)
{
	struct calibrate_report *r = &f->report;
	struct interval rate;
	double p;

	r->aa = f->aa;
	r->steps = f->steps;
	r->confidence_pct = 100 * CONFIDENCE;
	r->margin_pct = 100 * o->margin;
	r->smallest_seconds = 60;
	r->smallest_pct = r->drift_pct = NAN;
	for (size_t i = 0; i < r->n_aa; i++) {
		r->comparisons += f->aa[i].comparisons;
		r->different += f->aa[i].different;
		r->same += f->aa[i].same;
		/* The worst of the workloads: what is quoted must hold for each. */
		r->smallest_pct = fmax(r->smallest_pct, f->aa[i].smallest_60s_pct);
		r->drift_pct = fmax(r->drift_pct, f->aa[i].drift_pct);
	}
	r->rate_lo_pct = r->rate_hi_pct = NAN;
	if (!binomial_interval(r->different, r->comparisons, 0.05, &rate)) {
		r->rate_lo_pct = 100 * rate.lo;
		r->rate_hi_pct = 100 * rate.hi;
	}
	r->failed = !binomial_test(r->different, r->comparisons, 1 - CONFIDENCE, &p) &&
		    r->different > (1 - CONFIDENCE) * (double)r->comparisons &&
		    p / 2 < FAILED_BEYOND;
}

static const char *fact_of(const void *machine, const char *key)
{
	return machine_fact(machine, key);
}

static int keep_and_show(const struct options *o, struct experiment *x, struct found *f,
			 struct err *e)
{
	char *machine = calibration_machine_of(fact_of, &x->machine), *json;
	const struct look look = look_of(o->m.format);
	struct str text = STR_INIT;
	json_t *result;
	int r = 0;

	f->report.machine = machine;
	conclude(o, f);
	result = calibrate_report_json(&f->report);
	json = json_dumps(result, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
	if (machine)
		r = store_calibration_add(x->store, x->id, machine, clock_realtime_ns(),
					  json, e);
	if (!r) {
		if (o->m.format == FORMAT_JSON)
			str_addf(&text, "%s\n", json);
		else
			calibrate_report_text(&f->report, &look, &text);
		r = print(&text);
	}
	str_release(&text);
	json_decref(result);
	free(json);
	free(machine);
	return r;
}

static int run(int argc, char **argv)
{
	const struct catalogue_entry **entries = NULL;
	struct options o = { .m = MEASURE_OPTIONS_DEFAULT,
			     .margin = 0.01,
			     .seconds = 120 };
	struct found f = { 0 };
	struct experiment x;
	int r = parse(argc, argv, &o), status;
	struct err e;
	size_t n = 0;

	if (r >= 0)
		return r;
	measure_seed(&o.m);
	if (catalogue_select(o.globs, o.n_globs, &entries, &n, &e) < 0)
		return complain(EXIT_USAGE, &e);
	f.aa = xcalloc(n, sizeof(*f.aa));
	f.labels = xcalloc(n, sizeof(*f.labels));
	r = experiment_begin(&x, "calibrate", argc, argv, o.m.db, o.m.cpu, o.m.seed, &e);
	if (!r)
		r = against_itself(&o, &x, entries, n, &f, &e);
	if (!r)
		r = known_costs(&o, &x, &f, &e);
	if (progress_wanted() && !o.m.quiet)
		progress_clear();
	experiment_end(&x, r, &e);
	status = r ? experiment_status(&x, r, &e) : keep_and_show(&o, &x, &f, &e);
	if (status < 0)
		status = complain(EXIT_CANNOT, &e);
	experiment_release(&x);
	free(f.aa);
	free(f.labels);
	free(entries);
	return status;
}

const struct command cmd_calibrate = {
	.name = "calibrate",
	.does = "prove this machine: false alarms, smallest visible change, known costs",
	.synopsis = "calibrate [--time SECONDS] [--margin PCT] [--cpu N] [--seed N]\n"
		    "                [--format text|json] [--db FILE] [-q] [GLOB...]",
	.run = run,
};
