/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ktoll run: measures this kernel and prints what its crossings cost. */
#include "cmd/command.h"

#include "cmd/count_option.h"
#include "cmd/experiment.h"
#include "cmd/kernel.h"
#include "cmd/options.h"
#include "cmd/progress.h"
#include "cmd/show_run.h"
#include "lab/session.h"

#include <errno.h>
#include <stdlib.h>

extern const struct command cmd_run;

/* How much is measured. Ten to twenty batches a process are best (docs/measuring.md). */
struct profile {
	unsigned int processes, batches, warmup, each_ops, each_warmup, budget_s;
};

static const struct profile full = { 150, 22, 2, 2000, 100, 0 };
static const struct profile quick = { 50, 22, 2, 1000, 100, 75 };

struct options {
	struct measure_options m;
	bool quick, each;
	uint64_t processes; /* 0: the profile's */
	const char *kernel; /* an image to boot instead of this kernel */
	struct kernel_options k;
	struct count_options count;
	const char *const *globs;
	size_t n_globs;
};

enum { OPT_QUICK = OPT_MEASURE_OWN, OPT_PROCESSES, OPT_EACH };

static const struct option longs[] = {
	{ "quick", no_argument, NULL, OPT_QUICK },
	{ "processes", required_argument, NULL, OPT_PROCESSES },
	{ "each", no_argument, NULL, OPT_EACH },
	{ "kernel", required_argument, NULL, OPT_KERNEL },
	{ "append", required_argument, NULL, OPT_APPEND },
	{ "path", no_argument, NULL, OPT_PATH },
	{ "module", required_argument, NULL, OPT_MODULE },
	KERNEL_LONGS,
	COUNT_LONGS,
	ARM_LONGS,
	MEASURE_LONGS,
};

static int take(void *options, int opt, struct err *e)
{
	struct options *o = options;
	int r;

	switch (opt) {
	case OPT_QUICK: o->quick = true; return 0;
	case OPT_EACH: o->each = true; return 0;
	case OPT_PROCESSES:
		return parse_number("--processes", optarg, 1, 100000, &o->processes, e);
	case OPT_KERNEL: o->kernel = optarg; return 0;
	default:
		r = kernel_option(&o->k, opt, e);
		if (r > 0)
			r = count_option(&o->count, opt, e);
		return r > 0 ? measure_option(&o->m, opt, FORMATS_RUN, e) : r;
	}
}

/* -1: go on; else an exit status. */
static int parse(int argc, char **argv, struct options *o)
{
	int status =
		read_options(&cmd_run, argc, argv, ":qh" COUNT_SHORTS, longs, take, o);

	if (status >= 0)
		return status;
	o->globs = (const char *const *)argv + optind;
	o->n_globs = (size_t)(argc - optind);
	return -1;
}

static int measure(struct experiment *x, const struct options *o,
		   const struct catalogue_entry *const *entries, size_t n, struct err *e)
{
	const struct profile *p = o->quick ? &quick : &full;
	struct session s = {
		.store = x->store,
		.progress = !o->m.quiet && progress_wanted() ? progress_draw : NULL,
		.options = {
			.processes = o->processes ? (unsigned int)o->processes : p->processes,
			.batches = o->each ? p->each_ops : p->batches,
			.warmup = o->each ? p->each_warmup : p->warmup,
			.target_ns = 100000,
			.each = o->each,
			.seed = o->m.seed,
			.budget_s = o->processes ? 0 : p->budget_s,
		},
	};
	int r;

	count_facts(&o->count, &x->machine);
	r = experiment_boot(x, o->m.arm, &s.boot, e);
	if (r < 0)
		return r;
	experiment_executor(x, &s.executor);
	count_with(&o->count, &x->machine, &s.executor);
	s.executor.modifiers = modifiers_list(&o->m.modifiers);
	r = session_run(&s, entries, n, e);
	executor_release(&s.executor);
	if (s.progress)
		progress_clear();
	return r;
}

/* Another kernel, in QEMU. */
static int measure_kernel(struct experiment *x, const struct options *o,
			  struct boot_arm *arm, const struct catalogue_entry **entries,
			  size_t n, struct err *e)
{
	arm->name = o->m.arm ? o->m.arm : arm->image.release;
	if (!o->n_globs && arm->config.exact)
		n = kernel_default_entries(entries, n);
	return kernel_boots(x, &o->k, arm, 1, entries, n, o->m.seed, o->m.quiet, e);
}

/* What makes no sense together: -1: go on; else a usage error. */
static int check_options(const struct options *o)
{
	const bool guest = o->k.append || o->k.exact || o->k.boots || o->k.mem_mb ||
			   o->k.cpu_model || o->k.accel >= 0 || o->k.unpinned ||
			   o->k.path || o->k.n_modules;

	if (!o->kernel && guest)
		return bad_usage(&cmd_run, "options about a guest need --kernel IMAGE");
	if (o->kernel && (o->each || o->quick || o->processes))
		return bad_usage(
			&cmd_run,
			"--each, --quick and --processes are for this kernel, not for --kernel");
	if (o->each && o->count.events.n)
		return bad_usage(&cmd_run, "-e counts batches: not together with --each");
	if (o->k.path && o->count.events.n)
		return bad_usage(&cmd_run,
				 "--path counts everything: not together with -e");
	if (count_alone(&o->count))
		return bad_usage(&cmd_run, "-a and --require-events need -e EVENTS");
	return kernel_check_path(&cmd_run, &o->k, &o->m.modifiers) ?: -1;
}

static int measure_and_show(struct options *o, int argc, char **argv)
{
	const struct catalogue_entry **entries;
	struct boot_arm arm = { .image = { .fd = -1 } };
	struct experiment x = { 0 };
	int r = 0, status, shown = EXIT_OK;
	struct err e;
	size_t n;

	measure_seed(&o->m);
	if (catalogue_select(o->globs, o->n_globs, &entries, &n, &e) < 0)
		return complain(EXIT_USAGE, &e);
	if (o->kernel)
		r = kernel_arm(&o->k, o->kernel, o->k.append,
			       modifiers_list(&o->m.modifiers), &arm, &e);
	if (!r)
		r = experiment_begin(&x, "run", argc, argv, o->m.db, o->m.cpu, o->m.seed,
				     &e);
	if (!r)
		r = o->kernel ? measure_kernel(&x, o, &arm, entries, n, &e)
			      : measure(&x, o, entries, n, &e);
	experiment_end(&x, r, &e);
	if (x.id && (!r || r == -EINTR))
		shown = show_run(x.store, x.id, o->m.format);
	status = experiment_status(&x, r, &e);
	if (!status)
		status = count_missing(&o->count, x.store, x.id);
	experiment_release(&x);
	boot_arm_release(&arm);
	free(entries);
	return status ? status : shown;
}

static int run(int argc, char **argv)
{
	struct options o = { .m = MEASURE_OPTIONS_DEFAULT, .k = { .accel = -1 } };
	int r = parse(argc, argv, &o);

	if (r < 0)
		r = check_options(&o);
	/* What a guest counts is seen when it tries. */
	o.k.events = &o.count.events;
	if (r < 0 && !o.kernel)
		r = count_try(&o.count, o.m.quiet);
	if (r < 0)
		r = measure_and_show(&o, argc, argv);
	count_release(&o.count);
	return r;
}

const struct command cmd_run = {
	.name = "run",
	.does = "measure this kernel and print what its crossings cost",
	.synopsis =
		"run [--quick] [--as NAME] [--cpu N] [--processes N] [--seed N] [--each]\n"
		"          [--with MODIFIER]... [-e EVENTS]... [-a] [--require-events]\n"
		"          [--format NAME] [--db FILE] [-q]\n"
		"          [--kernel IMAGE [--append STRING] [--exact [--path]]\n"
		"          [--accel kvm|tcg] [--boots N] [--cpu-model MODEL] [--mem MB]\n"
		"          [--module FILE]... [--unpinned]] [GLOB...]",
	.run = run,
};
