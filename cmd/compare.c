/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ktoll compare: verdicts from what is stored, or straight from text files. */
#include "cmd/command.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "cmd/arms_option.h"
#include "cmd/count_refused.h"
#include "cmd/calibration.h"
#include "cmd/render.h"
#include "cmd/terminal.h"
#include "report/compare.h"
#include "report/intervals.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define SOURCES_MAX 64

extern const struct command cmd_compare;

struct options {
	const char *db;
	enum format format;
	enum store_statistic statistic;
	bool plot;
	bool adjacent; /* each against the one before it, not against the first */
	struct match_options match;
	const char *globs[ARMS_GLOBS];
	char **names;
	size_t n_names;
};

enum {
	OPT_STATISTIC = OPT_ARMS_OWN,
	OPT_ADJACENT,
	OPT_PLOT,
};

static const struct option longs[] = {
	VERDICT_LONGS,
	{ "statistic", required_argument, NULL, OPT_STATISTIC },
	{ "workloads", required_argument, NULL, OPT_WORKLOADS },
	{ "adjacent", no_argument, NULL, OPT_ADJACENT },
	{ "force", no_argument, NULL, OPT_FORCE },
	{ "plot", no_argument, NULL, OPT_PLOT },
	{ "format", required_argument, NULL, OPT_FORMAT },
	{ "color", required_argument, NULL, OPT_COLOR },
	{ "db", required_argument, NULL, OPT_DB },
	{ "help", no_argument, NULL, 'h' },
	{ NULL },
};

static int take(void *options, int opt, struct err *e)
{
	struct options *o = options;

	switch (opt) {
	case OPT_MARGIN:
	case OPT_CONFIDENCE:
		return verdict_option(opt, &o->match.margin, &o->match.confidence, e);
	case OPT_DB: o->db = optarg; return 0;
	case OPT_FORCE: o->match.force = true; return 0;
	case OPT_ADJACENT: o->adjacent = true; return 0;
	case OPT_PLOT: o->plot = true; return 0;
	case OPT_STATISTIC: return parse_statistic(optarg, &o->statistic, e);
	case OPT_FORMAT: return parse_format(optarg, FORMATS_COMPARE, &o->format, e);
	case OPT_COLOR: return parse_color(optarg, e);
	default: return workloads_option(o->globs, &o->match, e);
	}
}

/* -1: go on; else an exit status. */
static int parse(int argc, char **argv, struct options *o)
{
	int status = read_options(&cmd_compare, argc, argv, ":h", longs, take, o);

	if (status >= 0)
		return status;
	o->names = argv + optind;
	o->n_names = (size_t)(argc - optind);
	if (o->n_names < 2 || o->n_names > SOURCES_MAX)
		return bad_usage(&cmd_compare, "takes two arms or files, or more");
	return -1;
}

/*
 * Every one against the first, or the one before it; the family is all of them together.
 */
struct compared {
	struct source *sources;
	struct matched *pairs; /* n - 1 */
	size_t n;
	size_t family;
};

static int load(const struct options *o, struct store *s, struct compared *c,
		struct err *e)
{
	struct calibration_drifts *drifts = NULL;
	struct match_options m = o->match;
	int r = 0;

	c->sources = xcalloc(o->n_names, sizeof(*c->sources));
	c->pairs = xcalloc(o->n_names, sizeof(*c->pairs));
	for (c->n = 0; c->n < o->n_names && !r; c->n++)
		r = source_load(s, o->names[c->n], o->statistic, &c->sources[c->n], e);
	if (!r && s) {
		_cleanup_free_ char *machine = source_machine(&c->sources[0]);

		m.drifts = drifts = calibration_drifts(s, machine);
	}
	for (size_t i = 1; i < c->n && !r; i++)
		r = match(s, &c->sources[o->adjacent ? i - 1 : 0], &c->sources[i], &m,
			  &c->pairs[i - 1], e);
	calibration_drifts_free(drifts);
	return r ? r : match_adjust(c->pairs, c->n - 1, &c->family, e);
}

static void describe(const struct options *o, const struct compared *c, size_t i,
		     const char *quote, struct compare_report *r)
{
	const struct source *a = &c->sources[o->adjacent ? i : 0];
	const struct source *b = &c->sources[i + 1];
	const struct matched *m = &c->pairs[i];

	*r = matched_report(m, &o->match);
	r->arm_a = a->name;
	r->arm_b = b->name;
	r->family = c->family;
	r->statistic = c->sources[0].imported ? NULL : statistic_name(o->statistic);
	r->forced = m->forced;
	r->machine = quote;
	count_refused_of_arms(a->facts, a->n_facts, b->facts, b->n_facts, r);
}

static bool any_slower(const struct compared *c)
{
	for (size_t i = 0; i + 1 < c->n; i++)
		if (matched_slower(&c->pairs[i]))
			return true;
	return false;
}

/* Intervals with characters, below the table. */
static void plot_text(const struct compare_report *r, struct str *out)
{
	const struct look look = look_of(FORMAT_TEXT);
	struct str plot = STR_INIT;

	compare_report_intervals(r, look.width ? look.width : LOOK_TEXT_WIDTH, &plot);
	if (color_wanted())
		color_verdicts(&plot);
	str_add(out, str_get(&plot));
	str_release(&plot);
}

static int show(const struct options *o, struct store *s, const struct compared *c)
{
	_cleanup_free_ char *machine = source_machine(&c->sources[0]);
	_cleanup_free_ char *quote = s ? calibration_quote(s, machine) : NULL;
	struct compare_report *reports = xcalloc(c->n, sizeof(*reports));
	const struct look look = look_of(o->format);
	struct str text = STR_INIT;
	int status;

	for (size_t i = 0; i + 1 < c->n; i++)
		describe(o, c, i, quote, &reports[i]);
	render_compare(reports, c->n - 1, o->format, &text);
	for (size_t i = 0; o->plot && o->format == FORMAT_TEXT && i + 1 < c->n; i++)
		plot_text(&reports[i], &text);
	if (o->adjacent && (o->format == FORMAT_TEXT || o->format == FORMAT_MAIL))
		compare_report_steps(reports, c->n - 1, &look, &text);
	status = print(&text);
	str_release(&text);
	for (size_t i = 0; i + 1 < c->n; i++)
		free((void *)reports[i].not_counted);
	free(reports);
	return status ? status : any_slower(c) ? EXIT_SLOWER : EXIT_OK;
}

static void compared_release(struct compared *c)
{
	for (size_t i = 0; c->pairs && i + 1 < c->n; i++)
		matched_release(&c->pairs[i]);
	for (size_t i = 0; c->sources && i < c->n; i++)
		source_release(&c->sources[i]);
	free(c->pairs);
	free(c->sources);
}

static int run(int argc, char **argv)
{
	struct options o = { .match = { .margin = 0.01, .confidence = 0.95 } };
	struct compared c = { 0 };
	struct store *s = NULL;
	struct err e;
	int r = parse(argc, argv, &o);

	if (r >= 0)
		return r;
	r = source_store(o.db, &s, &e);
	if (!r)
		r = load(&o, s, &c, &e);
	if (!r)
		r = show(&o, s, &c);
	else
		r = complain(r == -EIO || r == -EBUSY ? EXIT_CANNOT : EXIT_USAGE, &e);
	compared_release(&c);
	store_close(s);
	return r;
}

const struct command cmd_compare = {
	.name = "compare",
	.does = "say of two arms or files which costs more: slower, faster, same or unknown",
	.synopsis =
		"compare [--margin PCT] [--confidence PCT] [--statistic NAME]\n"
		"              [--workloads GLOB]... [--adjacent] [--force]\n"
		"              [--plot] [--color WHEN] [--format NAME] [--db FILE] A B [C...]",
	.run = run,
};
