/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ktoll stat: any command, run again and again, timed and counted. */
#include "cmd/command.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "cmd/count_option.h"
#include "cmd/experiment.h"
#include "cmd/options.h"
#include "cmd/progress.h"
#include "cmd/show_stat.h"
#include "lab/repeat.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

extern const struct command cmd_stat;

struct options {
	struct measure_options m;
	const char *name;
	uint64_t runs, warmup, timeout_s;
	bool show_output, ignore_failure, switches;
	struct count_options count;
	const char *const *command; /* NULL-terminated */
};

enum {
	OPT_REPEAT = OPT_MEASURE_OWN,
	OPT_WARMUP,
	OPT_NAME,
	OPT_TIMEOUT,
	OPT_SHOW_OUTPUT,
	OPT_IGNORE_FAILURE,
};

static const struct option longs[] = {
	COUNT_LONGS,
	{ "repeat", required_argument, NULL, OPT_REPEAT },
	{ "warmup", required_argument, NULL, OPT_WARMUP },
	{ "as", required_argument, NULL, OPT_AS },
	{ "name", required_argument, NULL, OPT_NAME },
	{ "timeout", required_argument, NULL, OPT_TIMEOUT },
	{ "show-output", no_argument, NULL, OPT_SHOW_OUTPUT },
	{ "ignore-failure", no_argument, NULL, OPT_IGNORE_FAILURE },
	{ "cpu", required_argument, NULL, OPT_CPU },
	{ "format", required_argument, NULL, OPT_FORMAT },
	{ "db", required_argument, NULL, OPT_DB },
	{ "quiet", no_argument, NULL, 'q' },
	{ "help", no_argument, NULL, 'h' },
	{ NULL },
};

static int take(void *options, int opt, struct err *e)
{
	struct options *o = options;
	int r;

	switch (opt) {
	case OPT_NAME: o->name = optarg; return parse_command_name(optarg, e);
	case OPT_REPEAT:
	case 'r': return parse_number("--repeat", optarg, 1, 1000000, &o->runs, e);
	case OPT_WARMUP: return parse_number("--warmup", optarg, 0, 1000, &o->warmup, e);
	case OPT_TIMEOUT:
		return parse_number("--timeout", optarg, 1, 1000000, &o->timeout_s, e);
	case OPT_SHOW_OUTPUT: o->show_output = true; return 0;
	case OPT_IGNORE_FAILURE: o->ignore_failure = true; return 0;
	default:
		r = count_option(&o->count, opt, e);
		return r > 0 ? measure_option(&o->m, opt, FORMATS_RUN, e) : r;
	}
}

/* -1: go on; else an exit status. */
static int parse(int argc, char **argv, struct options *o)
{
	/* What stands behind the command is the command's. */
	int status = read_options(&cmd_stat, argc, argv, "+:r:qh" COUNT_SHORTS, longs,
				  take, o);

	if (status >= 0)
		return status;
	if (optind == argc)
		return bad_usage(&cmd_stat, "takes a command");
	o->command = (const char *const *)argv + optind;
	return -1;
}

static bool not_permitted(const struct events *ev)
{
	for (size_t i = 0; i < ev->n; i++)
		if (ev->list[i].error == -EACCES || ev->list[i].error == -EPERM)
			return true;
	return false;
}

/*
 * What perf stat counts. For who may not count in the kernel: what of it happens in user
 * space, and wait4(2) knows the switches.
 */
static int usual_events(struct options *o, struct err *e)
{
	static const char all[] =
		"task-clock,context-switches,cpu-migrations,page-faults,"
		"{cycles,instructions}";
	static const char user[] = "task-clock,page-faults:u,{cycles,instructions}:u";
	int r = count_default(&o->count, all, e);

	if (r < 0 || o->count.required || o->count.events.everywhere)
		return r;
	count_try(&o->count, true);
	if (!not_permitted(&o->count.events))
		return 0;
	events_release(&o->count.events);
	o->switches = true;
	return count_default(&o->count, user, e);
}

/* -1: go on; else an exit status. */
static int try_events(struct options *o)
{
	struct err e;

	if (!o->count.events.n && usual_events(o, &e) < 0)
		return complain(EXIT_USAGE, &e);
	/* The report says what cannot be counted. */
	return count_try(&o->count, true);
}

static int measure(struct experiment *x, const struct options *o, const char *path,
		   const char *name, struct err *e)
{
	_cleanup_free_ char *line = command_line(o->command);
	_cleanup_free_ int *cpus = NULL;
	struct executor conditions;
	struct repeat r = {
		.how = {
			.path = path,
			.argv = o->command,
			.cpu = o->m.cpu,
			.show_output = o->show_output,
			.ignore_failure = o->ignore_failure,
			.switches = o->switches,
			.timeout_ms = (unsigned int)o->timeout_s * 1000,
			.events = &o->count.events,
			.stop = &interrupted,
		},
		.name = name,
		.runs = (unsigned int)o->runs,
		.warmup = (unsigned int)o->warmup,
		.store = x->store,
		.progress = !o->m.quiet && !o->show_output && progress_wanted()
				    ? progress_draw
				    : NULL,
	};
	int q;

	count_facts(&o->count, &x->machine);
	machine_set_fact(&x->machine, "command", line);
	if (o->m.cpu < 0)
		machine_set_fact(&x->machine, "self.measure_cpu", MACHINE_ANY_CPU);
	q = experiment_boot(x, o->m.arm, &r.boot, e);
	if (q < 0)
		return q;
	r.how.n_cpus = count_cpus(&x->machine, &cpus);
	r.how.cpus = cpus;
	if (o->m.cpu >= 0)
		experiment_executor(x, &conditions);
	catch_interrupts();
	q = repeat_run(&r, e);
	if (r.progress)
		progress_clear();
	return q;
}

static int stat_command(const struct options *o, int argc, char **argv)
{
	_cleanup_free_ char *path = NULL;
	char name[COMMAND_NAME_MAX + 1];
	int status, shown = EXIT_OK, r;
	struct experiment x;
	struct err e;

	if (command_find(o->command[0], &path, &e) < 0)
		return complain(EXIT_CANNOT, &e);
	r = experiment_begin(&x, "stat", argc, argv, o->m.db, o->m.cpu, 0, &e);
	if (!r)
		r = measure(&x, o, path,
			    o->name ? o->name : command_name(o->command, name), &e);
	experiment_end(&x, r, &e);
	if (!r || r == -EINTR)
		shown = show_stat(x.store, x.id, o->m.format);
	status = experiment_status(&x, r, &e);
	if (!status)
		status = count_missing(&o->count, x.store, x.id);
	experiment_release(&x);
	return status ? status : shown;
}

static int run(int argc, char **argv)
{
	struct options o = { .m = MEASURE_OPTIONS_DEFAULT, .runs = 10 };
	int r = parse(argc, argv, &o);

	if (r < 0)
		r = try_events(&o);
	if (r < 0)
		r = stat_command(&o, argc, argv);
	count_release(&o.count);
	return r;
}

const struct command cmd_stat = {
	.name = "stat",
	.does = "run any command again and again, and print what it costs",
	.synopsis =
		"stat [-e EVENTS]... [-a] [--repeat N] [--warmup N] [--as NAME]\n"
		"           [--name NAME] [--cpu N] [--timeout SECONDS] [--show-output]\n"
		"           [--ignore-failure] [--require-events] [--format NAME]\n"
		"           [--db FILE] [-q] [--] COMMAND [ARG...]",
	.run = run,
};
