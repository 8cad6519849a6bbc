/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ktoll show: one stored experiment again, with its facts or its raw samples. */
#include "cmd/command.h"

#include "base/cleanup.h"
#include "cmd/check_measure.h"
#include "cmd/series_run.h"
#include "cmd/show_arms.h"
#include "cmd/show_run.h"
#include "cmd/show_stat.h"
#include "cmd/terminal.h"
#include "report/escape.h"
#include "report/number.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

extern const struct command cmd_show;

enum { OPT_FACTS = OPT_FIRST_OWN, OPT_SAMPLES };

enum what { SHOW_REPORT, SHOW_FACTS, SHOW_SAMPLES };

static const struct option longs[] = {
	{ "facts", no_argument, NULL, OPT_FACTS },
	{ "samples", no_argument, NULL, OPT_SAMPLES },
	{ "color", required_argument, NULL, OPT_COLOR },
	{ "format", required_argument, NULL, OPT_FORMAT },
	{ "db", required_argument, NULL, OPT_DB },
	{ "help", no_argument, NULL, 'h' },
	{ NULL },
};

static void facts_text(const struct store_boot *b, const struct store_fact *facts,
		       size_t n, const struct look *look, struct str *out)
{
	struct str raw = STR_INIT;

	str_addf(&raw, "boot %lld of %s (%s)", (long long)b->id, b->arm, b->kind);
	escape_text(out, str_get(&raw), ESCAPE_TEXT, look->utf8);
	str_addc(out, '\n');
	for (size_t k = 0; k < n; k++) {
		str_reset(&raw);
		if (facts[k].value)
			str_addf(&raw, "%s = %s", facts[k].key, facts[k].value);
		else
			str_addf(&raw, "%s unknown: %s", facts[k].key,
				 facts[k].reason ? facts[k].reason : "no reason kept");
		escape_text(out, str_get(&raw), SIZE_MAX, look->utf8);
		str_addc(out, '\n');
	}
	str_release(&raw);
}

static void facts_csv(const struct store_boot *b, const struct store_fact *facts,
		      size_t n, struct str *out)
{
	for (size_t k = 0; k < n; k++) {
		str_addf(out, "%lld,", (long long)b->id);
		csv_text(out, b->arm);
		str_addf(out, ",%s,", b->kind);
		csv_text(out, facts[k].key);
		str_addc(out, ',');
		csv_text(out, facts[k].value);
		str_addc(out, ',');
		csv_text(out, facts[k].reason);
		str_addc(out, '\n');
	}
}

static json_t *facts_json(const struct store_boot *b, const struct store_fact *facts,
			  size_t n)
{
	json_t *j = json_object(), *known = json_object(), *unknown = json_object();

	for (size_t k = 0; k < n; k++)
		json_object_set_new(
			facts[k].value ? known : unknown, facts[k].key,
			text_json(facts[k].value ? facts[k].value : facts[k].reason));
	json_object_set_new(j, "boot", json_integer(b->id));
	json_object_set_new(j, "arm", text_json(b->arm));
	json_object_set_new(j, "kind", text_json(b->kind));
	json_object_set_new(j, "facts", known);
	json_object_set_new(j, "unknown", unknown);
	return j;
}

static int show_facts(struct store *s, int64_t id, const char *name, struct err *e)
{
	const struct look look = look_of(FORMAT_TEXT);
	enum format format = FORMAT_TEXT;
	struct store_boot *boots = NULL;
	json_t *top, *list = json_array();
	struct str text = STR_INIT;
	size_t n_boots = 0;
	int r = name ? parse_format(name, FORMATS_TABLE, &format, e) : 0;

	if (!r)
		r = store_boots(s, id, &boots, &n_boots, e);
	if (format == FORMAT_CSV)
		str_add(&text, "boot,arm,kind,fact,value,unknown_because\n");
	for (size_t i = 0; !r && i < n_boots; i++) {
		struct store_fact *facts = NULL;
		size_t n = 0;

		r = store_facts(s, boots[i].id, &facts, &n, e);
		if (format == FORMAT_CSV)
			facts_csv(&boots[i], facts, n, &text);
		else if (format == FORMAT_JSON)
			json_array_append_new(list, facts_json(&boots[i], facts, n));
		else
			facts_text(&boots[i], facts, n, &look, &text);
		if (format == FORMAT_TEXT && i + 1 < n_boots)
			str_addc(&text, '\n');
		store_facts_free(facts, n);
	}
	store_boots_free(boots, n_boots);
	top = json_pack("{s:i,s:I,s:o}", "schema", 1, "experiment", (json_int_t)id,
			"boots", list);
	if (format == FORMAT_JSON)
		json_out(top, &text);
	else
		json_decref(top);
	if (!r)
		r = print(&text);
	str_release(&text);
	return r;
}

static void flag_letters(uint8_t flags, char text[8])
{
	static const char letters[] = STORE_FLAG_LETTERS;
	size_t n = 0;

	for (size_t i = 0; letters[i]; i++)
		if (flags & 1u << i)
			text[n++] = letters[i];
	text[n] = 0;
}

/* Process by process to stdout: there may be more than memory should hold. */
static int sample_lines(void *ctx, const struct store_row *row)
{
	const struct store_process *p = &row->process;
	struct str text = STR_INIT, *whose = ctx;
	char letters[8];
	int r = 0;

	str_reset(whose);
	csv_text(whose, row->arm);
	str_addc(whose, ',');
	csv_text(whose, row->workload);
	str_addf(whose, ",%s,%lld,%lld", row->abi, (long long)p->boot_id,
		 (long long)p->number);
	for (size_t i = 0; i < p->n; i++) {
		flag_letters(p->flags[i], letters);
		str_addf(&text, "%s,%zu,%lld,%u,", str_get(whose), i,
			 (long long)p->ticks[i], p->ops);
		csv_number(&text, (double)p->ticks[i] * p->ns_per_tick /
					  ((double)p->ops * row->per));
		str_addf(&text, ",%s\n", letters);
	}
	if (text.len && fwrite(text.s, 1, text.len, stdout) != text.len)
		r = -EPIPE;
	str_release(&text);
	return r;
}

static int show_samples(struct store *s, int64_t id, const char *name, struct err *e)
{
	struct str whose = STR_INIT, nothing = STR_INIT;
	enum format format;
	int r = name ? parse_format(name, 1 << FORMAT_CSV, &format, e) : 0;

	if (r < 0)
		return r;
	fputs("arm,workload,abi,boot,process,sample,ticks,ops,ns,flags\n", stdout);
	r = store_each_process(s, id, NULL, true, sample_lines, &whose, e);
	str_release(&whose);
	if (r < 0 && r != -EPIPE)
		return r;
	return print(&nothing);
}

/* As the command that measured it prints it; @name of a format NULL: text. */
static int show_report(struct store *s, const struct store_experiment *x,
		       const char *name, struct err *e)
{
	const bool check = !strcmp(x->command, "check") && !strcmp(x->state, "done");
	struct series_format series = { FORMAT_TEXT };
	enum format format = FORMAT_TEXT;
	bool several = false;
	int r = 0;

	if (!strcmp(x->command, "series")) {
		if (name && series_format(name, &series, e) < 0)
			return -EINVAL;
		r = series_show(s, x->id, &series, true);
		return r == EXIT_SLOWER ? EXIT_OK : r;
	}
	if (!check)
		r = show_has_arms(s, x->id, &several, e);
	if (!r && name)
		r = parse_format(name,
				 check     ? FORMATS_PLAIN
				 : several ? FORMATS_COMPARE
					   : FORMATS_RUN,
				 &format, e);
	if (r < 0)
		return r;
	if (several)
		return show_compared(s, x, format, e);
	if (!strcmp(x->command, "stat"))
		return show_stat(s, x->id, format);
	return check ? check_show(s, x, format) : show_run(s, x->id, format);
}

static int show(const char *db, int64_t id, enum what what, const char *format)
{
	_cleanup_free_ char *path = database_path(db);
	struct store_experiment x = { 0 };
	struct store *s = NULL;
	struct err e;
	int r = store_open(path, STORE_READ, &s, &e);

	if (!r)
		r = store_experiment_get(s, id, &x, &e);
	if (!r)
		r = what == SHOW_FACTS     ? show_facts(s, id, format, &e)
		    : what == SHOW_SAMPLES ? show_samples(s, id, format, &e)
					   : show_report(s, &x, format, &e);
	store_experiment_clear(&x);
	store_close(s);
	if (r == -ENOENT || r == -EINVAL)
		return complain(EXIT_USAGE, &e);
	return r < 0 ? complain(EXIT_CANNOT, &e) : r;
}

struct options {
	const char *db, *format;
	enum what what;
};

static int take(void *options, int opt, struct err *e)
{
	struct options *o = options;
	enum format known;

	switch (opt) {
	case OPT_DB: o->db = optarg; return 0;
	case OPT_COLOR: return parse_color(optarg, e);
	case OPT_FACTS: o->what = SHOW_FACTS; return 0;
	case OPT_SAMPLES: o->what = SHOW_SAMPLES; return 0;
	default:
		/* which of them it has is known when it has been looked up */
		o->format = optarg;
		return strcmp(optarg, "commit") != 0
			       ? parse_format(optarg, FORMATS_COMPARE, &known, e)
			       : 0;
	}
}

static int run(int argc, char **argv)
{
	struct options o = { .what = SHOW_REPORT };
	int status = read_options(&cmd_show, argc, argv, ":h", longs, take, &o);
	struct err e;
	uint64_t id;

	if (status >= 0)
		return status;
	if (argc - optind != 1)
		return bad_usage(&cmd_show,
				 "takes one experiment's id, as `ktoll log` shows it");
	if (parse_number("EXPERIMENT", argv[optind], 1, INT64_MAX, &id, &e) < 0)
		return complain(EXIT_USAGE, &e);
	return show(o.db, (int64_t)id, o.what, o.format);
}

const struct command cmd_show = {
	.name = "show",
	.does = "show one stored experiment: its report, its facts or its samples",
	.synopsis =
		"show [--facts | --samples] [--color WHEN] [--format NAME] [--db FILE]\n"
		"           EXPERIMENT",
	.run = run,
};
