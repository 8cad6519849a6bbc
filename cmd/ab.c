/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ktoll ab: two arms inside one boot, in turns, until it is decided or the time is over.
 */
#include "cmd/command.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "cmd/ab_command.h"
#include "cmd/ab_kernel.h"
#include "cmd/ab_show.h"
#include "cmd/count_option.h"
#include "cmd/count_refused.h"
#include "cmd/experiment.h"
#include "cmd/options.h"
#include "cmd/progress.h"
#include "cmd/terminal.h"
#include "lab/contest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

extern const struct command cmd_ab;

struct arm_options {
	char *name;
	const char *setup, *teardown;
	struct modifiers modifiers;
};

struct options {
	struct measure_options m;
	uint64_t seconds;
	double margin, confidence;
	struct arm_options arm[2];
	const char *image[2], *append[2]; /* kernels to boot instead of this one */
	struct kernel_options k;
	struct count_options count;
	struct ab_commands commands; /* to measure instead of workloads */
	const char *const *globs;
	size_t n_globs;
};

enum {
	OPT_A = OPT_MEASURE_OWN,
	OPT_B,
	OPT_A_END,
	OPT_B_END,
	OPT_WITH_A,
	OPT_WITH_B,
	OPT_TIME,
	OPT_COMMAND,
	OPT_COMMAND_A,
	OPT_COMMAND_B,
	OPT_NAME,
	OPT_IGNORE_FAILURE,
};

static const struct option longs[] = {
	{ "a", required_argument, NULL, OPT_A },
	{ "b", required_argument, NULL, OPT_B },
	{ "a-end", required_argument, NULL, OPT_A_END },
	{ "b-end", required_argument, NULL, OPT_B_END },
	{ "with-a", required_argument, NULL, OPT_WITH_A },
	{ "with-b", required_argument, NULL, OPT_WITH_B },
	{ "with", required_argument, NULL, OPT_WITH },
	{ "time", required_argument, NULL, OPT_TIME },
	{ "command", required_argument, NULL, OPT_COMMAND },
	{ "command-a", required_argument, NULL, OPT_COMMAND_A },
	{ "command-b", required_argument, NULL, OPT_COMMAND_B },
	{ "name", required_argument, NULL, OPT_NAME },
	{ "ignore-failure", no_argument, NULL, OPT_IGNORE_FAILURE },
	VERDICT_LONGS,
	{ "color", required_argument, NULL, OPT_COLOR },
	{ "kernel-a", required_argument, NULL, OPT_KERNEL_A },
	{ "kernel-b", required_argument, NULL, OPT_KERNEL_B },
	{ "kernel", required_argument, NULL, OPT_KERNEL },
	{ "append-a", required_argument, NULL, OPT_APPEND_A },
	{ "append-b", required_argument, NULL, OPT_APPEND_B },
	{ "path", no_argument, NULL, OPT_PATH },
	{ "module", required_argument, NULL, OPT_MODULE },
	KERNEL_LONGS,
	COUNT_LONGS,
	MEASURE_LONGS,
};

/* NAME[:COMMAND] */
static int take_arm(struct arm_options *a, const char *option, const char *s,
		    struct err *e)
{
	const char *colon = strchr(s, ':');

	free(a->name);
	a->name = colon ? xstrndup(s, (size_t)(colon - s)) : xstrdup(s);
	a->setup = colon && colon[1] ? colon + 1 : NULL;
	return parse_arm(option, a->name, e);
}

static int take(void *options, int opt, struct err *e)
{
	struct options *o = options;
	int r;

	switch (opt) {
	case OPT_A: return take_arm(&o->arm[0], "--a", optarg, e);
	case OPT_B: return take_arm(&o->arm[1], "--b", optarg, e);
	case OPT_A_END: o->arm[0].teardown = optarg; return 0;
	case OPT_B_END: o->arm[1].teardown = optarg; return 0;
	case OPT_WITH_A: return modifiers_add(&o->arm[0].modifiers, optarg, e);
	case OPT_WITH_B: return modifiers_add(&o->arm[1].modifiers, optarg, e);
	case OPT_WITH:
		r = modifiers_add(&o->arm[0].modifiers, optarg, e);
		return r ? r : modifiers_add(&o->arm[1].modifiers, optarg, e);
	case OPT_COLOR: return parse_color(optarg, e);
	case OPT_TIME: return parse_number("--time", optarg, 1, 1000000, &o->seconds, e);
	case OPT_KERNEL: o->image[0] = o->image[1] = optarg; return 0;
	case OPT_KERNEL_A: o->image[0] = optarg; return 0;
	case OPT_KERNEL_B: o->image[1] = optarg; return 0;
	case OPT_COMMAND: o->commands.text[0] = o->commands.text[1] = optarg; return 0;
	case OPT_COMMAND_A: o->commands.text[0] = optarg; return 0;
	case OPT_COMMAND_B: o->commands.text[1] = optarg; return 0;
	case OPT_NAME: o->commands.name = optarg; return parse_command_name(optarg, e);
	case OPT_IGNORE_FAILURE: o->commands.ignore_failure = true; return 0;
	case OPT_APPEND_A: o->append[0] = optarg; return 0;
	case OPT_APPEND_B: o->append[1] = optarg; return 0;
	default:
		r = verdict_option(opt, &o->margin, &o->confidence, e);
		if (r > 0)
			r = kernel_option(&o->k, opt, e);
		if (r > 0)
			r = count_option(&o->count, opt, e);
		return r > 0 ? measure_option(&o->m, opt, FORMATS_COMPARE, e) : r;
	}
}

static bool has_commands(const struct options *o)
{
	return o->commands.text[0] || o->commands.text[1];
}

/* -1: go on; else an exit status. */
static int check_commands(struct options *o)
{
	for (int i = 0; i < 2; i++) {
		if (!o->commands.text[i])
			return bad_usage(&cmd_ab, "--command-%c is missing", 'a' + i);
		if (modifiers_list(&o->arm[i].modifiers))
			return bad_usage(&cmd_ab,
					 "modifiers are of the probe, not of a command");
	}
	if (o->n_globs)
		return bad_usage(&cmd_ab, "a command is measured instead of workloads");
	for (int i = 0; i < 2 && strcmp(o->commands.text[0], o->commands.text[1]); i++)
		if (!o->arm[i].name)
			o->arm[i].name = ab_commands_arm(o->commands.text[i]);
	ab_commands_prepare(&o->commands, o->m.cpu);
	return -1;
}

/* -1: go on; else an exit status. */
static int check_arms(const struct options *o)
{
	if (o->append[0] || o->append[1])
		return bad_usage(&cmd_ab,
				 "--append-a and --append-b need a kernel to boot");
	if (o->k.path)
		return bad_usage(&cmd_ab, "--path needs a kernel to boot");
	for (int i = 0; i < 2; i++)
		if (!o->arm[i].name)
			return bad_usage(&cmd_ab, "needs --%c NAME", 'a' + i);
	if (!strcmp(o->arm[0].name, o->arm[1].name))
		return bad_usage(&cmd_ab, "both arms are called '%s'", o->arm[0].name);
	for (int i = 0; i < 2; i++)
		if (o->arm[i].teardown && !o->arm[i].setup)
			return bad_usage(&cmd_ab, "--%c-end without a set-up command",
					 'a' + i);
	return -1;
}

static int check_kernels(const struct options *o)
{
	if (has_commands(o))
		return bad_usage(&cmd_ab, "a guest runs workloads, not a command");
	if (o->count.events.n)
		return bad_usage(&cmd_ab, "-e counts on this kernel, not for --kernel");
	for (int i = 0; i < 2; i++) {
		if (!o->image[i])
			return bad_usage(&cmd_ab, "--kernel-%c is missing", 'a' + i);
		if (o->arm[i].setup || o->arm[i].teardown)
			return bad_usage(&cmd_ab,
					 "a guest has no shell for set-up commands");
		if (kernel_check_path(&cmd_ab, &o->k, &o->arm[i].modifiers))
			return EXIT_USAGE;
	}
	return -1;
}

/* -1: go on; else an exit status. */
static int parse(int argc, char **argv, struct options *o)
{
	int status =
		read_options(&cmd_ab, argc, argv, ":qh" COUNT_SHORTS, longs, take, o);

	if (status >= 0)
		return status;
	o->globs = (const char *const *)argv + optind;
	o->n_globs = (size_t)(argc - optind);
	if (has_commands(o)) {
		status = check_commands(o);
		if (status >= 0)
			return status;
	} else if (o->commands.name || o->commands.ignore_failure) {
		return bad_usage(&cmd_ab, "--name and --ignore-failure need a --command");
	}
	if (count_alone(&o->count))
		return bad_usage(&cmd_ab, "-a and --require-events need -e EVENTS");
	return o->image[0] || o->image[1] ? check_kernels(o) : check_arms(o);
}

/* "COMMAND" or "with seccomp:100", for the report. The caller frees. */
static char *set_up_text(const struct arm_options *a)
{
	char *with = modifiers_text(modifiers_list(&a->modifiers));
	char *text = xasprintf("%s%s%s%s", a->setup ? a->setup : "",
			       a->setup && *with ? ", " : "", *with ? "with " : "", with);

	free(with);
	return text;
}

static struct contest_options contest_of(const struct options *o)
{
	return (struct contest_options){
		.shape = { .slices = 8, .batches = 12, .warmup = 2 },
		.target_ns = 50000,
		.margin = o->margin,
		.confidence = o->confidence,
		.looks = CONTEST_LOOKS,
		.first = CONTEST_FIRST,
		.budget_s = (double)o->seconds,
		.seed = o->m.seed,
	};
}

static int show(const struct options *o, const struct experiment *x, const char *state,
		const struct contest_row *rows, size_t n)
{
	const struct contest_options contest = contest_of(o);
	char *set_up[2] = { set_up_text(&o->arm[0]), set_up_text(&o->arm[1]) };
	bool whole = o->arm[0].setup || o->arm[1].setup;
	bool two = has_commands(o) && strcmp(o->commands.text[0], o->commands.text[1]);
	const struct compare_fact command = { "command", o->commands.text[0],
					      o->commands.text[1] };
	struct compare_report r = {
		.arm_a = o->arm[0].name,
		.arm_b = o->arm[1].name,
		.design = has_commands(o) ? "pairs of whole runs, order by coin"
			  : whole         ? "pairs of whole processes, order by coin"
					  : "process pairs, in turns on one CPU (duet)",
		.paired = true,
		.more_of = has_commands(o) ? "pairs" : "process pairs",
		.margin_pct = 100 * o->margin,
		.confidence_pct = 100 * o->confidence,
		.experiment = x->id,
		.state = state,
		.set_up = { set_up[0], set_up[1] },
		.differ = &command,
		.n_differ = two,
		.n_same = x->machine.n - two,
	};
	int status;

	count_refused_of_arms(x->machine.facts, x->machine.n, x->machine.facts,
			      x->machine.n, &r);
	status = ab_show(x->store, &contest, &r, rows, n, o->m.format);

	free((void *)r.not_counted);
	free(set_up[0]);
	free(set_up[1]);
	return status;
}

static int measure(struct experiment *x, const struct options *o,
		   const struct catalogue_entry *const *entries, size_t n,
		   struct contest_row **ret_rows, struct err *e)
{
	struct contest c = {
		.store = x->store,
		.progress = !o->m.quiet && progress_wanted() ? progress_draw : NULL,
		.options = contest_of(o),
	};
	_cleanup_free_ int *cpus = NULL;
	struct command_how how[2];
	size_t n_cpus;
	int r = 0;

	n_cpus = count_cpus(&x->machine, &cpus);
	count_facts(&o->count, &x->machine);
	if (has_commands(o) && o->m.cpu < 0)
		machine_set_fact(&x->machine, "self.measure_cpu", MACHINE_ANY_CPU);
	for (int i = 0; i < 2 && !r; i++) {
		c.arm[i].setup = o->arm[i].setup;
		c.arm[i].teardown = o->arm[i].teardown;
		c.arm[i].modifiers = modifiers_list(&o->arm[i].modifiers);
		if (has_commands(o)) {
			how[i] = o->commands.how[i];
			how[i].events = &o->count.events;
			how[i].cpus = cpus;
			how[i].n_cpus = n_cpus;
			c.arm[i].command = &how[i];
			machine_set_fact(&x->machine, "command", o->commands.text[i]);
		}
		r = experiment_boot(x, o->arm[i].name, &c.arm[i].boot, e);
	}
	if (r < 0)
		return r;
	if (has_commands(o) && o->m.cpu < 0)
		catch_interrupts();
	else
		experiment_executor(x, &c.executor);
	count_with(&o->count, &x->machine, &c.executor);
	r = contest_run(&c, entries, n, ret_rows, e);
	executor_release(&c.executor);
	if (c.progress)
		progress_clear();
	return r;
}

/* Two settings of the running kernel. */
static int settings(const struct options *o, int argc, char **argv,
		    const struct catalogue_entry **entries, size_t n)
{
	struct contest_row *rows = NULL;
	int status, shown = EXIT_OK;
	struct experiment x;
	struct err e;
	int r = experiment_begin(&x, "ab", argc, argv, o->m.db, o->m.cpu, o->m.seed, &e);

	if (!r)
		r = measure(&x, o, entries, n, &rows, &e);
	experiment_end(&x, r, &e);
	if (rows && (!r || r == -EINTR))
		shown = show(o, &x, r ? "interrupted" : "done", rows, n);
	status = experiment_status(&x, r, &e);
	if (!status)
		status = count_missing(&o->count, x.store, x.id);
	experiment_release(&x);
	contest_free(rows, n);
	return status ? status : shown;
}

/* Two kernels, or command lines of one, in QEMU. */
static int kernels(const struct options *o, int argc, char **argv,
		   const struct catalogue_entry **entries, size_t n)
{
	const struct ab_kernel k = {
		.image = { o->image[0], o->image[1] },
		.append = { o->append[0], o->append[1] },
		.name = { o->arm[0].name, o->arm[1].name },
		.modifiers = { modifiers_list(&o->arm[0].modifiers),
			       modifiers_list(&o->arm[1].modifiers) },
		.k = o->k,
		.m = o->m,
		.margin = o->margin,
		.confidence = o->confidence,
		.globs = o->globs,
		.n_globs = o->n_globs,
	};

	return ab_kernel(&k, argc, argv, entries, n);
}

static int run(int argc, char **argv)
{
	const struct catalogue_entry **entries = NULL;
	struct options o = { .m = MEASURE_OPTIONS_DEFAULT,
			     .k = { .accel = -1 },
			     .margin = 0.01,
			     .confidence = 0.95,
			     .seconds = 60 };
	const struct catalogue_entry *command = &o.commands.entry;
	int r = parse(argc, argv, &o);
	struct err e;
	size_t n = 0;

	if (r < 0)
		r = count_try(&o.count, o.m.quiet);
	if (r < 0) {
		measure_seed(&o.m);
		if (has_commands(&o))
			r = settings(&o, argc, argv, &command, 1);
		else if (catalogue_select(o.globs, o.n_globs, &entries, &n, &e) < 0)
			r = complain(EXIT_USAGE, &e);
		else if (o.image[0])
			r = kernels(&o, argc, argv, entries, n);
		else
			r = settings(&o, argc, argv, entries, n);
	}
	free(entries);
	free(o.arm[0].name);
	free(o.arm[1].name);
	count_release(&o.count);
	return r;
}

const struct command cmd_ab = {
	.name = "ab",
	.does = "compare two settings inside one boot, in turns, until it is decided",
	.synopsis =
		"ab --a NAME[:COMMAND] --b NAME[:COMMAND] [--a-end COMMAND]\n"
		"         [--b-end COMMAND] [--with-a MODIFIER]... [--with-b MODIFIER]...\n"
		"         [--with MODIFIER]... [--margin PCT] [--confidence PCT]\n"
		"         [--time SECONDS] [--cpu N] [--seed N]\n"
		"         [-e EVENTS]... [-a] [--require-events]\n"
		"         [--format NAME] [--color WHEN] [--db FILE] [-q] [GLOB...]\n"
		"ktoll ab {--command COMMAND | --command-a COMMAND --command-b COMMAND}\n"
		"         [--name NAME] [--ignore-failure] [--a NAME[:COMMAND]]\n"
		"         [--b NAME[:COMMAND]] [--a-end COMMAND] [--b-end COMMAND] [--cpu N]\n"
		"         [--margin PCT] [--confidence PCT] [--time SECONDS] [--seed N]\n"
		"         [-e EVENTS]... [-a] [--require-events]\n"
		"         [--format NAME] [--color WHEN] [--db FILE] [-q]\n"
		"ktoll ab [--a NAME] [--b NAME] {--kernel IMAGE | --kernel-a IMAGE --kernel-b IMAGE}\n"
		"         [--append-a STRING] [--append-b STRING] [--exact [--path]]\n"
		"         [--accel kvm|tcg] [--boots N] [--cpu-model MODEL] [--mem MB]\n"
		"         [--module FILE]... [--unpinned] [GLOB...]",
	.run = run,
};
