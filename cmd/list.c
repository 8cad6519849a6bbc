/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ktoll list: the workloads or the events, what they are, and which of them work here. */
#include "cmd/command.h"

#include "base/xalloc.h"
#include "cmd/list_events.h"
#include "cmd/machine.h"
#include "cmd/progress.h"
#include "cmd/terminal.h"
#include "lab/session.h"
#include "report/list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

extern const struct command cmd_list;

enum { OPT_EVENTS = OPT_FIRST_OWN };

static const struct option longs[] = {
	{ "events", no_argument, NULL, OPT_EVENTS },
	{ "format", required_argument, NULL, OPT_FORMAT },
	{ "help", no_argument, NULL, 'h' },
	{ NULL },
};

struct options {
	bool events;
	enum format format;
	const char *const *globs;
	size_t n_globs;
};

static int take(void *options, int opt, struct err *e)
{
	struct options *o = options;

	if (opt == OPT_FORMAT)
		return parse_format(optarg, FORMATS_TABLE, &o->format, e);
	o->events = true;
	return 0;
}

static int try_all(const struct catalogue_entry *const *entries, size_t n,
		   struct list_row *rows, struct err *e)
{
	struct executor x = { .timeout_ms = 10000, .stop = &interrupted };
	struct machine m;
	int r = machine_look(-1, &m, e);

	if (r < 0)
		return r;
	x.cpu = m.cpus.measure;
	x.peer_cpu = m.cpus.other;
	for (size_t i = 0; i < n && !r; i++) {
		char label[CATALOGUE_LABEL_MAX], why[INGEST_WHY_MAX];
		const struct catalogue_entry *c = entries[i];

		rows[i] = (struct list_row){ .name = c->name,
					     .abi = c->abi,
					     .unit = c->unit,
					     .per = c->per,
					     .rev = c->rev,
					     .summary = c->summary };
		r = session_try(&x, c, &rows[i].status, why, e);
		rows[i].label = xstrdup(catalogue_label(c->name, c->abi, label));
		rows[i].why = r ? NULL : xstrdup(why);
	}
	executor_release(&x);
	machine_release(&m);
	return r;
}

static int show(const struct list_row *rows, size_t n, enum format format)
{
	const struct look look = look_of(format);
	struct str text = STR_INIT;
	int r;

	if (format == FORMAT_JSON)
		list_report_json(rows, n, &text);
	else if (format == FORMAT_CSV)
		list_report_csv(rows, n, &text);
	else
		list_report_text(rows, n, &look, &text);
	r = print(&text);
	str_release(&text);
	return r;
}

static int run(int argc, char **argv)
{
	const struct catalogue_entry **entries;
	struct options o = { 0 };
	struct list_row *rows;
	struct err e;
	size_t n;
	int r = read_options(&cmd_list, argc, argv, ":h", longs, take, &o);

	if (r >= 0)
		return r;
	o.globs = (const char *const *)argv + optind;
	o.n_globs = (size_t)(argc - optind);
	if (o.events)
		return list_events(o.globs, o.n_globs, o.format);
	if (catalogue_select(o.globs, o.n_globs, &entries, &n, &e) < 0)
		return complain(EXIT_USAGE, &e);
	rows = xcalloc(n, sizeof(*rows));
	if (try_all(entries, n, rows, &e) < 0)
		r = complain(EXIT_CANNOT, &e);
	else
		r = show(rows, n, o.format);
	for (size_t i = 0; i < n; i++) {
		free((char *)rows[i].label);
		free((char *)rows[i].why);
	}
	free(rows);
	free(entries);
	return r;
}

const struct command cmd_list = {
	.name = "list",
	.does = "show the workloads, what one op is, and which of them run here",
	.synopsis = "list [--events] [--format text|json|csv] [GLOB...]",
	.run = run,
};
