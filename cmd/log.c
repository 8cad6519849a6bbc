/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ktoll log: what is stored. */
#include "cmd/command.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "cmd/terminal.h"
#include "report/log.h"

#include <errno.h>
#include <string.h>

extern const struct command cmd_log;

static const struct option longs[] = {
	{ "format", required_argument, NULL, OPT_FORMAT },
	{ "db", required_argument, NULL, OPT_DB },
	{ "help", no_argument, NULL, 'h' },
	{ NULL },
};

static void rows_of(const struct store_experiment *x, size_t n, struct log_row *rows)
{
	for (size_t i = 0; i < n; i++) {
		bool dead = !strcmp(x[i].state, "running") && !owner_alive(x[i].owner);

		rows[i] = (struct log_row){
			.id = x[i].id,
			.processes = x[i].processes,
			.failed = x[i].failed,
			.began_ns = x[i].began_ns,
			.ended_ns = x[i].ended_ns,
			.command = x[i].command,
			.arms = x[i].arms,
			/* Its writer was killed: nobody was left to say so. */
			.state = dead ? "interrupted" : x[i].state,
			.reason = x[i].reason,
			.arguments = x[i].arguments,
			.seed = x[i].seed,
		};
	}
}

struct options {
	enum format format;
	const char *db;
};

static int take(void *options, int opt, struct err *e)
{
	struct options *o = options;

	if (opt == OPT_FORMAT)
		return parse_format(optarg, FORMATS_TABLE, &o->format, e);
	o->db = optarg;
	return 0;
}

static int show(const char *db, enum format format)
{
	_cleanup_free_ char *path = database_path(db);
	_cleanup_free_ struct log_row *rows = NULL;
	const struct look look = look_of(format);
	struct store_experiment *list = NULL;
	struct str text = STR_INIT;
	struct store *s = NULL;
	struct err e;
	size_t n = 0;
	int r = store_open(path, STORE_READ, &s, &e);

	if (!r)
		r = store_experiments(s, &list, &n, &e);
	if (r < 0) {
		store_close(s);
		return complain(EXIT_CANNOT, &e);
	}
	rows = xcalloc(n, sizeof(*rows));
	rows_of(list, n, rows);
	if (format == FORMAT_JSON)
		log_report_json(rows, n, &text);
	else if (format == FORMAT_CSV)
		log_report_csv(rows, n, &text);
	else
		log_report_text(rows, n, &look, &text);
	r = print(&text);
	str_release(&text);
	store_experiments_free(list, n);
	store_close(s);
	return r;
}

static int run(int argc, char **argv)
{
	struct options o = { FORMAT_TEXT };
	int status = read_options(&cmd_log, argc, argv, ":h", longs, take, &o);

	if (status >= 0)
		return status;
	if (optind < argc)
		return bad_usage(&cmd_log, "takes no argument, got '%s'", argv[optind]);
	return show(o.db, o.format);
}

const struct command cmd_log = {
	.name = "log",
	.does = "list the experiments that are stored",
	.synopsis = "log [--format text|json|csv] [--db FILE]",
	.run = run,
};
