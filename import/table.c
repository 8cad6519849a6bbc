/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Results of which only the summary survived: a table with a header line that says
 * what each column is, for example
 *
 *	name          unit  mean   rmse   n
 *	syscall.null  us    1.335  0.107  1000
 *
 * The header may start with '#'. Columns are separated by commas, semicolons or tabs
 * if the header has them, else by white space. Required are "mean", "n" and, unless
 * n is 1 in every row, one of
 *
 *	sd, stddev        standard deviation of single runs
 *	se, sem, stderr   standard error of the mean
 *	rse%, se%         the same in % of the mean
 *	rmse              root mean square deviation of single runs
 *	spread, +-        printed, meaning not known: stored, not used
 *
 * Optional: "name" (for one row only), "unit", "better" (lower or higher). "-" in a
 * spread says that there is none.
 */
#include "import/importers.h"

#include "import/number.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

#define MAX_COLUMNS 16

enum column {
	NAME,
	UNIT,
	MEAN,
	SPREAD,
	RUNS,
	BETTER,
	N_COLUMN_KINDS,
};

static const struct {
	const char *word;
	enum column column;
	enum import_spread_kind kind;
	bool pct;
} words[] = {
	{ "name", NAME },
	{ "workload", NAME },
	{ "benchmark", NAME },
	{ "test", NAME },
	{ "unit", UNIT },
	{ "mean", MEAN },
	{ "average", MEAN },
	{ "avg", MEAN },
	{ "sd", SPREAD, IMPORT_SPREAD_SD },
	{ "stddev", SPREAD, IMPORT_SPREAD_SD },
	{ "std", SPREAD, IMPORT_SPREAD_SD },
	{ "se", SPREAD, IMPORT_SPREAD_SE },
	{ "sem", SPREAD, IMPORT_SPREAD_SE },
	{ "stderr", SPREAD, IMPORT_SPREAD_SE },
	{ "rse%", SPREAD, IMPORT_SPREAD_REL_SE_PCT, true },
	{ "se%", SPREAD, IMPORT_SPREAD_REL_SE_PCT, true },
	{ "rmse", SPREAD, IMPORT_SPREAD_RMSE },
	{ "spread", SPREAD, IMPORT_SPREAD_PRINTED },
	{ "+-", SPREAD, IMPORT_SPREAD_PRINTED },
	{ "n", RUNS },
	{ "runs", RUNS },
	{ "samples", RUNS },
	{ "better", BETTER },
};

struct header {
	char sep[2];            /* "" is white space */
	int at[N_COLUMN_KINDS]; /* which field, or -1 */
	size_t fields;
	enum import_spread_kind kind;
	bool pct;
};

static size_t split(const char *line, const char *sep, struct span *f)
{
	size_t n, i;

	if (!*sep)
		return text_words(line, f, MAX_COLUMNS);
	n = text_fields(line, sep, f, MAX_COLUMNS);
	for (i = 0; i < n; i++)
		f[i] = span_trim(f[i]);
	return n;
}

static bool header_field(struct header *h, struct span f, int at)
{
	size_t k;

	for (k = 0; k < sizeof(words) / sizeof(words[0]); k++) {
		if (f.n != strlen(words[k].word) || strncasecmp(f.s, words[k].word, f.n))
			continue;
		if (h->at[words[k].column] >= 0)
			return false;
		h->at[words[k].column] = at;
		if (words[k].column == SPREAD) {
			h->kind = words[k].kind;
			h->pct = words[k].pct;
		}
		return true;
	}
	return false;
}

/* True if the line is a header of which every word is known. */
static bool read_header(const char *line, struct header *h)
{
	struct span f[MAX_COLUMNS];
	size_t i;

	*h = (struct header){ .at = { -1, -1, -1, -1, -1, -1 } };
	line = text_skip(line);
	while (*line == '#')
		line = text_skip(line + 1);
	h->sep[0] = strchr(line, ',')    ? ','
		    : strchr(line, ';')  ? ';'
		    : strchr(line, '\t') ? '\t'
					 : 0;
	h->fields = split(line, h->sep, f);
	if (h->fields == MAX_COLUMNS)
		return false;
	for (i = 0; i < h->fields; i++)
		if (!header_field(h, f[i], i))
			return false;
	return h->at[MEAN] >= 0 && h->at[RUNS] >= 0;
}

static size_t claim(const struct text *t)
{
	struct header h;
	size_t i;

	/* It comes before the first line that is no comment. */
	for (i = 0; i < t->n; i++) {
		const char *s = text_skip(text_line(t, i));

		if (read_header(s, &h))
			return i + 1;
		if (*s && *s != '#')
			return 0;
	}
	return 0;
}

static int read_summary(const struct text *t, size_t i, const struct header *h,
			const struct span *f, struct import_summary *s, struct err *e)
{
	struct span runs = f[h->at[RUNS]];
	int r;

	r = text_number(t, i, f[h->at[MEAN]], "a mean", &s->value, e);
	if (r < 0)
		return r;
	if (num_scan_uint(runs.s, runs.n, &s->n) != NUM_OK || !s->n)
		return text_bad(t, i, e, "a whole number from 1",
				"'%s' is not a number of "
				"runs",
				TEXT_QUOTE(runs));
	if (h->at[SPREAD] >= 0 && !span_is(f[h->at[SPREAD]], "-")) {
		r = text_number(t, i, f[h->at[SPREAD]], "a spread", &s->spread, e);
		if (r < 0)
			return r;
		s->spread_kind = h->kind;
		s->spread_pct = h->pct;
	} else if (s->n > 1) {
		return text_bad(t, i, e, "sd, se, rse%, rmse or spread",
				"%llu runs, but no spread", (unsigned long long)s->n);
	}
	return 0;
}

static int read_direction(const struct text *t, size_t i, const struct header *h,
			  const struct span *f, const char *unit,
			  const struct import_opts *opts, enum import_direction *ret_d,
			  struct err *e)
{
	*ret_d = opts->direction ?: unit_direction(unit);
	if (h->at[BETTER] < 0)
		return 0;
	if (span_is(f[h->at[BETTER]], "lower"))
		*ret_d = IMPORT_LOWER_IS_BETTER;
	else if (span_is(f[h->at[BETTER]], "higher"))
		*ret_d = IMPORT_HIGHER_IS_BETTER;
	else
		return text_bad(t, i, e, "lower or higher", "'%s' is no direction",
				TEXT_QUOTE(f[h->at[BETTER]]));
	return 0;
}

static int read_row(const struct text *t, size_t i, const struct header *h,
		    const struct import_opts *opts, struct import_result *res,
		    struct err *e)
{
	char name[256] = "summary", unit[64] = "";
	enum import_direction direction;
	struct import_summary s = { 0 };
	struct span f[MAX_COLUMNS];
	struct import_metric *m;
	size_t n = split(text_line(t, i), h->sep, f);
	int r;

	if (n != h->fields)
		return text_bad(t, i, e, NULL, "%zu fields, but the header has %zu", n,
				h->fields);
	if (h->at[NAME] >= 0)
		text_quote(f[h->at[NAME]], name, sizeof(name));
	else if (opts->name)
		text_quote(span_of(opts->name), name, sizeof(name));
	if (h->at[UNIT] >= 0)
		text_quote(f[h->at[UNIT]], unit, sizeof(unit));
	else if (opts->unit)
		text_quote(span_of(opts->unit), unit, sizeof(unit));
	r = read_summary(t, i, h, f, &s, e);
	if (r < 0)
		return r;
	r = read_direction(t, i, h, f, unit, opts, &direction, e);
	if (r < 0)
		return r;
	if (result_find(res, NULL, name, unit))
		return text_bad(t, i, e, h->at[NAME] < 0 ? "a name column" : NULL,
				"a second row for '%s'", TEXT_QUOTE(span_of(name)));
	m = result_metric(res, NULL, name, unit, direction, i);
	metric_summary(m, &s);
	return 0;
}

static int parse(const struct text *t, const struct import_opts *opts,
		 struct import_result *res, struct err *e)
{
	size_t i = claim(t);
	struct header h;
	int r;

	if (!i)
		return text_bad(t, 0, e, "for example: name unit mean sd n",
				"no header line with \"mean\" and \"n\"");
	read_header(text_line(t, i - 1), &h);
	for (; i < t->n; i++) {
		const char *s = text_skip(text_line(t, i));

		if (!*s || *s == '#')
			continue;
		r = read_row(t, i, &h, opts, res, e);
		if (r < 0)
			return r;
	}
	return 0;
}

const struct importer import_table = {
	.name = "table",
	.about = "a table of mean, spread and n",
	.claim = claim,
	.parse = parse,
};
