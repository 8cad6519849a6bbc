/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Results of which only the summary survived: a table with a header line that says
 * what each column is, for example
 *
 *	name          unit  mean   rmse   n
 *	syscall.null  us    1.335  0.107  1000
 *
 * The header may start with '#'. Columns are separated by commas, semicolons or tabs
 * if the header has them, else by white space; between commas and semicolons fields may
 * be in quotes (RFC 4180). Required are "mean", "n" and, unless n is 1 in every row, one
 * of
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

#include "import/csv.h"
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
	char sep;               /* 0: white space */
	int at[N_COLUMN_KINDS]; /* which field, or -1 */
	size_t fields;
	enum import_spread_kind kind;
	bool pct;
};

/* The fields of a row, and what they are kept in. */
struct fields {
	struct span f[MAX_COLUMNS];
	size_t n;
	struct csv csv;
};

/* The row at @s in line *@i, which becomes its last one. Release in any case. */
static int split(const struct text *t, size_t *i, const char *s, char sep,
		 struct fields *ret, struct err *e)
{
	size_t k;
	int r = 0;

	*ret = (struct fields){ .n = 0 };
	if (!sep) {
		ret->n = text_words(s, ret->f, MAX_COLUMNS);
	} else if (sep == '\t') {
		ret->n = text_fields(s, "\t", ret->f, MAX_COLUMNS);
	} else {
		r = csv_read(t, i, s, sep, &ret->csv, e);
		ret->n = ret->csv.n < MAX_COLUMNS ? ret->csv.n : MAX_COLUMNS;
		for (k = 0; k < ret->n && r >= 0; k++)
			ret->f[k] = ret->csv.field[k];
	}
	for (k = 0; k < ret->n && r >= 0; k++)
		ret->f[k] = span_trim(ret->f[k]);
	return r;
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

/* True if line @i is a header of which every word is known. */
static bool read_header(const struct text *t, size_t i, struct header *h)
{
	const char *line = text_skip(text_line(t, i));
	struct text until = *t;
	bool known = true;
	struct fields f;
	struct err e;
	size_t k;

	*h = (struct header){ .at = { -1, -1, -1, -1, -1, -1 } };
	while (*line == '#')
		line = text_skip(line + 1);
	h->sep = strchr(line, ',')    ? ','
		 : strchr(line, ';')  ? ';'
		 : strchr(line, '\t') ? '\t'
				      : 0;
	/* It has no line breaks: in a long file each line may be tried. */
	until.n = i + 1;
	if (split(&until, &i, line, h->sep, &f, &e) < 0 || f.n == MAX_COLUMNS)
		known = false;
	for (k = 0; k < f.n && known; k++)
		known = header_field(h, f.f[k], k);
	h->fields = f.n;
	csv_release(&f.csv);
	return known && h->at[MEAN] >= 0 && h->at[RUNS] >= 0;
}

static size_t claim(const struct text *t)
{
	struct header h;
	size_t i;

	/* It comes before the first line that is no comment. */
	for (i = 0; i < t->n; i++) {
		const char *s = text_skip(text_line(t, i));

		if (read_header(t, i, &h))
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

static int read_fields(const struct text *t, size_t i, const struct header *h,
		       const struct span *f, const struct import_opts *opts,
		       struct import_result *res, struct err *e)
{
	char name[256] = "summary", unit[64] = "";
	enum import_direction direction;
	struct import_summary s = { 0 };
	struct import_metric *m;
	int r;

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

/* *@at becomes the last line of the row. */
static int read_row(const struct text *t, size_t *at, const struct header *h,
		    const struct import_opts *opts, struct import_result *res,
		    struct err *e)
{
	const size_t i = *at;
	struct fields f;
	int r = split(t, at, text_line(t, i), h->sep, &f, e);

	if (r >= 0 && f.n != h->fields)
		r = text_bad(t, i, e, NULL, "%zu fields, but the header has %zu", f.n,
			     h->fields);
	if (r >= 0)
		r = read_fields(t, i, h, f.f, opts, res, e);
	csv_release(&f.csv);
	return r;
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
	i--;
	read_header(t, i, &h);
	for (i++; i < t->n; i++) {
		const char *s = text_skip(text_line(t, i));

		if (!*s || *s == '#')
			continue;
		r = read_row(t, &i, &h, opts, res, e);
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
