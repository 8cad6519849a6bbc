/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ktoll show: one stored experiment again, with its facts or its raw samples. */
#include "cmd/command.h"

#include "base/cleanup.h"
#include "cmd/check_measure.h"
#include "cmd/series_run.h"
#include "cmd/show_run.h"
#include "cmd/show_stat.h"
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
	{ "format", required_argument, NULL, OPT_FORMAT },
	{ "db", required_argument, NULL, OPT_DB },
	{ "help", no_argument, NULL, 'h' },
	{ NULL },
};

static int show_facts(struct store *s, int64_t id, struct err *e)
{
	struct store_boot *boots = NULL;
	struct str text = STR_INIT;
	size_t n_boots = 0;
	int r = store_boots(s, id, &boots, &n_boots, e);

	for (size_t i = 0; !r && i < n_boots; i++) {
		struct store_fact *facts = NULL;
		size_t n = 0;

		r = store_facts(s, boots[i].id, &facts, &n, e);
		str_addf(&text, "%sboot %lld of %s (%s)\n", i ? "\n" : "",
			 (long long)boots[i].id, boots[i].arm, boots[i].kind);
		for (size_t k = 0; k < n; k++)
			if (facts[k].value)
				str_addf(&text, "%s = %s\n", facts[k].key,
					 facts[k].value);
			else
				str_addf(&text, "%s unknown: %s\n", facts[k].key,
					 facts[k].reason ? facts[k].reason
							 : "no reason kept");
		store_facts_free(facts, n);
	}
	store_boots_free(boots, n_boots);
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

static int show_samples(struct store *s, int64_t id, struct err *e)
{
	struct str whose = STR_INIT, nothing = STR_INIT;
	int r;

	fputs("arm,workload,abi,boot,process,sample,ticks,ops,ns,flags\n", stdout);
	r = store_each_process(s, id, NULL, true, sample_lines, &whose, e);
	str_release(&whose);
	if (r < 0 && r != -EPIPE)
		return r;
	return print(&nothing);
}

/* As the command that measured it prints it; @format NULL: text. */
static int show_report(struct store *s, const struct store_experiment *x,
		       const char *format)
{
	const bool check = !strcmp(x->command, "check") && !strcmp(x->state, "done");
	struct series_format series = { FORMAT_TEXT };
	enum format f = FORMAT_TEXT;
	struct err e;
	int r;

	if (!strcmp(x->command, "series")) {
		if (format && series_format(format, &series, &e) < 0)
			return complain(EXIT_USAGE, &e);
		r = series_show(s, x->id, &series, true);
		return r == EXIT_SLOWER ? EXIT_OK : r;
	}
	if (format && parse_format(format, check ? FORMATS_PLAIN : FORMATS_RUN, &f, &e))
		return complain(EXIT_USAGE, &e);
	if (!strcmp(x->command, "stat"))
		return show_stat(s, x->id, f);
	return check ? check_show(s, x, f) : show_run(s, x->id, f);
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
		r = what == SHOW_FACTS     ? show_facts(s, id, &e)
		    : what == SHOW_SAMPLES ? show_samples(s, id, &e)
					   : show_report(s, &x, format);
	store_experiment_clear(&x);
	store_close(s);
	if (r == -ENOENT)
		return complain(EXIT_USAGE, &e);
	return r < 0 ? complain(EXIT_CANNOT, &e) : r;
}

static int run(int argc, char **argv)
{
	enum what what = SHOW_REPORT;
	const char *db = NULL, *format = NULL;
	enum format any;
	struct err e;
	uint64_t id;
	int opt;

	while ((opt = next_option(&cmd_show, argc, argv, ":h", longs)) != -1) {
		switch (opt) {
		case 'h': return usage(&cmd_show);
		case OPT_DB: db = optarg; break;
		case OPT_FACTS: what = SHOW_FACTS; break;
		case OPT_SAMPLES: what = SHOW_SAMPLES; break;
		case OPT_FORMAT:
			format = optarg;
			/* Which of them goes with the experiment is seen later. */
			if (strcmp(format, "commit") != 0 &&
			    parse_format(format, FORMATS_COMPARE, &any, &e) < 0)
				return complain(EXIT_USAGE, &e);
			break;
		default: return EXIT_USAGE;
		}
	}
	if (argc - optind != 1)
		return bad_usage(&cmd_show,
				 "takes one experiment's id, as `ktoll log` shows it");
	if (parse_number("EXPERIMENT", argv[optind], 1, INT64_MAX, &id, &e) < 0)
		return complain(EXIT_USAGE, &e);
	return show(db, (int64_t)id, what, format);
}

const struct command cmd_show = {
	.name = "show",
	.does = "show one stored experiment: its report, its facts or its samples",
	.synopsis = "show [--facts | --samples] [--format NAME] [--db FILE] EXPERIMENT",
	.run = run,
};
