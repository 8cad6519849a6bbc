/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ktoll import: stores other tools' results under the name of an arm. */
#include "cmd/command.h"

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/xalloc.h"
#include "cmd/imported.h"
#include "cmd/options.h"
#include "cmd/terminal.h"
#include "report/escape.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const struct command cmd_import;

enum {
	OPT_AS_FORMAT = OPT_FIRST_OWN,
	OPT_NAME,
	OPT_UNIT,
	OPT_COLUMN,
	OPT_LOOPS,
	OPT_HIGHER,
	OPT_LOWER,
};

static const struct option longs[] = {
	{ "input", required_argument, NULL, OPT_AS_FORMAT },
	{ "name", required_argument, NULL, OPT_NAME },
	{ "unit", required_argument, NULL, OPT_UNIT },
	{ "column", required_argument, NULL, OPT_COLUMN },
	{ "loops", required_argument, NULL, OPT_LOOPS },
	{ "higher-is-better", no_argument, NULL, OPT_HIGHER },
	{ "lower-is-better", no_argument, NULL, OPT_LOWER },
	{ "db", required_argument, NULL, OPT_DB },
	{ "help", no_argument, NULL, 'h' },
	{ NULL },
};

struct options {
	const char *db;
	struct import_opts import;
	char **files;
	int n_files;
	const char *arm;
};

static int parse_input(const char *s, struct import_opts *o, struct err *e)
{
	for (size_t i = 0; import_format_name(i); i++)
		if (!strcmp(s, import_format_name(i))) {
			o->format = import_format_name(i);
			return 0;
		}
	err_set(e, EINVAL, "unknown input format '%s'", s);
	err_expect(e, "one that `ktoll import -h` lists");
	return -EINVAL;
}

static int take(void *options, int opt, struct err *e)
{
	struct options *o = options;
	uint64_t v = 0;
	int r;

	switch (opt) {
	case OPT_DB: o->db = optarg; return 0;
	case OPT_AS_FORMAT: return parse_input(optarg, &o->import, e);
	case OPT_NAME: o->import.name = optarg; return 0;
	case OPT_UNIT: o->import.unit = optarg; return 0;
	case OPT_HIGHER: o->import.direction = IMPORT_HIGHER_IS_BETTER; return 0;
	case OPT_LOWER: o->import.direction = IMPORT_LOWER_IS_BETTER; return 0;
	case OPT_COLUMN:
		r = parse_number("--column", optarg, 1, 1000, &v, e);
		o->import.column = (unsigned int)v;
		return r;
	default:
		return parse_number("--loops", optarg, 1, INT64_MAX, &o->import.loops, e);
	}
}

static void list_formats(struct str *out)
{
	str_add(out, "\ninput formats, found out if not said:\n");
	for (size_t i = 0; import_format_name(i); i++)
		str_addf(out, "  %-18s %s\n", import_format_name(i),
			 import_format_about(i));
}

/* -1: go on; else an exit status. */
static int parse(int argc, char **argv, struct options *o)
{
	int status = read_options(&cmd_import, argc, argv, ":h", longs, take, o);
	struct err e;

	if (status >= 0)
		return status;
	if (argc - optind < 2)
		return bad_usage(&cmd_import, "takes the name of an arm and files");
	o->arm = argv[optind];
	o->files = argv + optind + 1;
	o->n_files = argc - optind - 1;
	if (parse_arm("NAME", o->arm, &e) < 0)
		return complain(EXIT_USAGE, &e);
	return -1;
}

/* ---- from what was parsed to what is stored ---- */

struct batch {
	struct store_import *list;
	size_t n, cap;
};

static void add_metric(struct batch *b, const char *format, const char *file,
		       const struct import_metric *m)
{
	struct store_import *to;
	const char *why = NULL;
	double mean = NAN, sd = NAN;
	uint64_t n = 0;

	b->list = xgrow(b->list, b->n, &b->cap, sizeof(*b->list));
	to = &b->list[b->n++];
	*to = (struct store_import){
		.format = format,
		.file = file,
		.metric = imported_name(m),
		.unit = m->unit,
		.direction = imported_direction(m->direction),
		.samples = m->n_values ? m->values : NULL,
		.n_samples = m->n_values,
		.refused = m->refused,
		.notes = words_json(m->notes, m->n_notes),
		.line = (int64_t)m->line,
	};
	if (!m->refused && import_metric_moments(m, &mean, &sd, &n, &why) < 0 &&
	    !m->n_values)
		to->refused = why;
	to->mean = mean;
	to->sd = sd;
	to->n = (int64_t)n;
}

static int store_batch(const struct options *o, int argc, char **argv,
		       const struct batch *b, int64_t *ret_id, struct err *e)
{
	_cleanup_free_ char *path = database_path(o->db), *owner = owner_self();
	_cleanup_free_ char *arguments = words_json(argv, (size_t)argc);
	const struct store_new_experiment x = {
		.command = "import",
		.arguments = arguments,
		.version = KTOLL_VERSION,
		.owner = owner,
		.began_ns = clock_realtime_ns(),
	};
	struct store *s = NULL;
	int64_t boot;
	int r;

	r = store_open(path, STORE_CREATE, &s, e);
	if (!r)
		r = store_experiment_begin(s, &x, ret_id, e);
	if (!r)
		r = store_boot_begin(s, *ret_id, o->arm, "import", STORE_TIME,
				     clock_realtime_ns(), NULL, 0, &boot, e);
	if (!r)
		r = store_imports_add(s, boot, b->list, b->n, e);
	if (!r)
		r = store_experiment_end(s, *ret_id, "done", NULL, clock_realtime_ns(),
					 e);
	store_close(s);
	return r;
}

/* A name that may have line ends in it. */
static void one_line(struct str *out, const char *name)
{
	escape_text(out, name, ESCAPE_NAME, true);
}

static int report(const struct options *o, const struct batch *b, int64_t id)
{
	struct str text = STR_INIT, arm = STR_INIT;
	size_t refused = 0;
	int r;

	for (size_t i = 0; i < b->n; i++) {
		const struct store_import *m = &b->list[i];
		struct str metric = STR_INIT;

		if (!m->refused)
			continue;
		refused++;
		one_line(&metric, m->metric);
		str_addf(&text, "%s:%lld: %s: no number: %s\n", m->file,
			 (long long)m->line, str_get(&metric), m->refused);
		str_release(&metric);
	}
	one_line(&arm, o->arm);
	str_addf(&text, "%s: %zu metrics stored, %zu without a number; experiment %lld\n",
		 str_get(&arm), b->n - refused, refused, (long long)id);
	clean_lines(&text);
	r = print(&text);
	str_release(&text);
	str_release(&arm);
	return r;
}

static int run(int argc, char **argv)
{
	struct import_result **results;
	struct options o = { 0 };
	struct batch b = { 0 };
	int64_t id = 0;
	struct err e;
	int r = parse(argc, argv, &o), n = 0;

	if (r >= 0)
		return r;
	r = 0;
	results = xcalloc((size_t)o.n_files, sizeof(struct import_result *));
	for (; n < o.n_files && !r; n++)
		r = imported_read(o.files[n], &o.import, &results[n], &e);
	if (r < 0) {
		r = complain(EXIT_USAGE, &e);
	} else {
		for (int i = 0; i < n; i++)
			for (size_t k = 0; k < results[i]->n_metrics; k++)
				add_metric(&b, results[i]->format, o.files[i],
					   &results[i]->metrics[k]);
		if (store_batch(&o, argc, argv, &b, &id, &e) < 0)
			r = complain(EXIT_CANNOT, &e);
		else
			r = report(&o, &b, id);
	}
	for (size_t i = 0; i < b.n; i++) {
		free((char *)b.list[i].metric);
		free((char *)b.list[i].notes);
	}
	free(b.list);
	for (int i = 0; i < o.n_files; i++)
		import_result_free(results[i]);
	free(results);
	return r;
}

const struct command cmd_import = {
	.name = "import",
	.does = "store the results of other tools as an arm",
	.synopsis =
		"import [--input FORMAT] [--name METRIC] [--unit UNIT] [--column N] [--loops N]\n"
		"             [--higher-is-better | --lower-is-better] [--db FILE] NAME FILE...",
	.run = run,
	.more_help = list_formats,
};
