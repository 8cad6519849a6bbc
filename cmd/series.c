/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ktoll series: many arms, kernels in order or the commits of a range. */
#include "cmd/command.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "cmd/series_run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define KERNELS_MAX 256

extern const struct command cmd_series;

struct options {
	struct measure_options m;
	struct kernel_options k;
	struct series_plan plan;
	const char *kernels[KERNELS_MAX]; /* NAME=IMAGE */
	size_t n_kernels;
	struct build_options build;
	const char *range;
	uint64_t resume; /* 0: a new one */
	struct series_format format;
	char **rest;
	size_t n_rest;
};

enum {
	OPT_RANGE = OPT_MEASURE_OWN,
	OPT_RESUME,
	OPT_RETRIES,
};

static const struct option longs[] = {
	{ "kernel", required_argument, NULL, OPT_KERNEL },
	{ "range", required_argument, NULL, OPT_RANGE },
	{ "resume", required_argument, NULL, OPT_RESUME },
	{ "retries", required_argument, NULL, OPT_RETRIES },
	{ "append", required_argument, NULL, OPT_APPEND },
	{ "with", required_argument, NULL, OPT_WITH },
	BUILD_LONGS,
	VERDICT_LONGS,
	KERNEL_LONGS,
	MEASURE_LONGS,
};

static int take(void *options, int opt, struct err *e)
{
	struct options *o = options;
	uint64_t retries;
	int r;

	switch (opt) {
	case OPT_KERNEL:
		if (o->n_kernels == KERNELS_MAX)
			return err_set(e, E2BIG, "more than %d --kernel", KERNELS_MAX);
		o->kernels[o->n_kernels++] = optarg;
		return 0;
	case OPT_RANGE: o->range = optarg; return 0;
	case OPT_RESUME:
		return parse_number("--resume", optarg, 1, INT64_MAX, &o->resume, e);
	case OPT_RETRIES:
		r = parse_number("--retries", optarg, 0, 100, &retries, e);
		if (!r)
			o->plan.retries = (int64_t)retries;
		return r;
	case OPT_FORMAT: return series_format(optarg, &o->format, e);
	default: break;
	}
	r = verdict_option(opt, &o->plan.margin, &o->plan.confidence, e);
	if (r > 0)
		r = build_option(&o->build, opt, e);
	if (r > 0)
		r = kernel_option(&o->k, opt, e);
	return r > 0 ? measure_option(&o->m, opt, 0, e) : r;
}

/* -1: go on; else an exit status. */
static int parse(int argc, char **argv, struct options *o)
{
	int status = read_options(&cmd_series, argc, argv, ":qh", longs, take, o);

	if (status >= 0)
		return status;
	o->rest = argv + optind;
	o->n_rest = (size_t)(argc - optind);
	return -1;
}

/* What makes no sense together; EXIT_OK or a usage error. */
static int check(const struct options *o)
{
	const bool own = o->n_kernels || o->build.git || o->range || o->build.config;

	if (o->resume && (own || o->n_rest))
		return bad_usage(&cmd_series,
				 "--resume takes everything else from the database");
	if (o->resume)
		return EXIT_OK;
	if (!own && o->n_rest != 1)
		return bad_usage(
			&cmd_series,
			"takes --kernel NAME=IMAGE twice or more, --git, a FILE, "
			"or --resume");
	if (o->n_kernels && (o->build.git || o->range || o->build.config))
		return bad_usage(&cmd_series, "either --kernel or --git, not both");
	if (!o->n_kernels && own && (!o->build.git || !o->range || !o->build.config))
		return bad_usage(&cmd_series,
				 "--git, --range and --config belong together");
	if (own && !o->build.git && o->n_kernels < 2)
		return bad_usage(&cmd_series, "a series has two kernels or more");
	return EXIT_OK;
}

static int kernels(struct options *o, const char *with, struct series_arms *a,
		   struct err *e)
{
	int r = 0;

	for (size_t i = 0; i < o->n_kernels && !r; i++) {
		const char *eq = strchr(o->kernels[i], '=');
		_cleanup_free_ char *name = NULL, *path = NULL;

		if (!eq || eq == o->kernels[i] || !eq[1]) {
			err_set(e, EINVAL, "--kernel: '%s' is no good", o->kernels[i]);
			err_expect(e, "NAME=IMAGE");
			return -EINVAL;
		}
		name = xstrndup(o->kernels[i], (size_t)(eq - o->kernels[i]));
		r = series_real_path(eq + 1, &path, e);
		if (!r)
			r = series_arms_add(a, name, path, false, NULL, o->k.append, with,
					    e);
	}
	return r;
}

static int commits(struct options *o, const char *with, struct series_arms *a,
		   struct err *e)
{
	int r = series_real_path(o->build.git, &o->plan.repo, e);

	if (!r)
		r = series_real_path(o->build.config, &o->plan.config, e);
	return r ? r : series_arms_range(&o->plan, a, o->range, o->k.append, with, e);
}

/* From the command line, or the file it names, to a plan and its arms. */
static int make_plan(struct options *o, struct series_arms *a, struct err *e)
{
	const bool file = !o->n_kernels && !o->build.git;
	_cleanup_free_ char *with = modifiers_text(modifiers_list(&o->m.modifiers));
	int r;

	measure_seed(&o->m);
	o->plan.seed = o->m.seed;
	o->plan.cpu = o->m.cpu;
	o->plan.unpinned = o->k.unpinned;
	o->plan.jobs = o->build.jobs;
	if (o->k.cpu_model)
		o->plan.cpu_model = xstrdup(o->k.cpu_model);
	if (file) {
		r = series_plan_file(&o->plan, a, o->rest[0], &o->m, &o->k, e);
	} else {
		r = catalogue_select((const char *const *)o->rest, o->n_rest,
				     &o->plan.entries, &o->plan.n_entries, e);
		if (!r)
			r = o->build.git ? commits(o, with, a, e)
					 : kernels(o, with, a, e);
	}
	series_plan_defaults(&o->plan);
	o->plan.mem_mb = o->k.mem_mb;
	return r ? r : series_accelerator(&o->k, &o->plan, e);
}

static int begin_and_run(struct options *o, struct series_session *x, int argc,
			 char **argv, struct err *e)
{
	struct series_arms arms = { 0 };
	int r;

	if (o->resume)
		return series_resume(x, o->m.db, (int64_t)o->resume, o->m.quiet, e);
	r = make_plan(o, &arms, e);
	if (!r)
		r = series_begin(x, argc, argv, o->m.db, &o->plan, &arms, e);
	series_arms_release(&arms);
	return r ? r : series_go(x, o->m.quiet, e);
}

static int run(int argc, char **argv)
{
	struct options o = { .m = MEASURE_OPTIONS_DEFAULT,
			     .k = { .accel = -1 },
			     .plan = SERIES_PLAN_UNSET };
	struct series_session x = { 0 };
	int status = parse(argc, argv, &o), r, shown = EXIT_OK;
	struct err e;

	if (status < 0)
		status = check(&o);
	else
		return status;
	if (status)
		return status;
	r = begin_and_run(&o, &x, argc, argv, &e);
	if (x.experiment.id && (!r || r == -EINTR))
		shown = series_show(x.experiment.store, x.experiment.id, &o.format,
				    false);
	status = series_status(&x, r, &e);
	series_session_release(&x);
	series_plan_release(&o.plan);
	return status ? status : shown;
}

const struct command cmd_series = {
	.name = "series",
	.does = "measure many arms in a row: kernels, or the commits of a git range",
	.synopsis =
		"series --kernel NAME=IMAGE --kernel NAME=IMAGE... [OPTION...] [GLOB...]\n"
		"       ktoll series --git REPO --range A..B --config FILE [--build-jobs N]\n"
		"          [OPTION...] [GLOB...]\n"
		"       ktoll series [OPTION...] FILE\n"
		"       ktoll series --resume ID [-q] [--format FORMAT] [--db FILE]\n"
		"       OPTION: [--append STRING] [--exact] [--accel kvm|tcg] [--boots N]\n"
		"          [--retries N] [--cpu-model MODEL] [--mem MB] [--unpinned]\n"
		"          [--with MODIFIER]... [--margin PCT] [--confidence PCT] [--cpu N]\n"
		"          [--seed N] [--format text|mail|json|csv|commit] [--db FILE] [-q]",
	.run = run,
};
