/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What ministat prints: its table "N Min Max Median Avg Stddev", one row a data set,
 * under the names it gives them above. Not its verdict, and not its input: that is a
 * plain column.
 */
#include "import/importers.h"

#include "import/number.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define SYMBOLS "x+*%#@O"

static bool is_header(const char *line)
{
	static const char *const names[] = {
		"N", "Min", "Max", "Median", "Avg", "Stddev"
	};
	struct span w[7];
	size_t n = text_words(line, w, 7), i;

	if (n != 6)
		return false;
	for (i = 0; i < n; i++)
		if (!span_is(w[i], names[i]))
			return false;
	return true;
}

static size_t claim(const struct text *t)
{
	size_t i;

	for (i = 0; i < t->n; i++)
		if (is_header(text_line(t, i)))
			return i + 1;
	return 0;
}

/* "x old.txt" before the table: the file behind the symbol. */
static const char *legend(const struct text *t, size_t header, char symbol)
{
	size_t i;

	for (i = 0; i < header; i++) {
		const char *s = text_line(t, i);

		if (s[0] == symbol && s[1] == ' ' && !text_blank(s + 2))
			return s + 2;
		if (s[0] == '+' && s[1] == '-')
			break;
	}
	return NULL;
}

static int row(const struct text *t, size_t i, size_t header, const struct span *w,
	       const struct import_opts *opts, struct import_result *res, struct err *e)
{
	struct import_summary s = { .spread_kind = IMPORT_SPREAD_SD };
	const char *name = legend(t, header, w[0].s[0]);
	char fallback[16];
	double v;
	size_t k;
	int r;

	if (num_scan_uint(w[1].s, w[1].n, &s.n) != NUM_OK || !s.n)
		return text_bad(t, i, e, "a number of runs", "'%s' is none",
				TEXT_QUOTE(w[1]));
	for (k = 2; k < 7; k++) {
		r = text_number(t, i, w[k], "a number", &v, e);
		if (r < 0)
			return r;
		if (k == 5)
			s.value = v;
		else if (k == 6)
			s.spread = v;
	}
	snprintf(fallback, sizeof(fallback), "set %c", w[0].s[0]);
	name = name ?: fallback;
	if (result_find(res, NULL, name, opts->unit))
		return text_bad(t, i, e, NULL, "a second row for '%s'",
				TEXT_QUOTE(span_of(name)));
	metric_summary(result_metric(res, NULL, name, opts->unit, opts->direction, i),
		       &s);
	return 0;
}

static int parse(const struct text *t, const struct import_opts *opts,
		 struct import_result *res, struct err *e)
{
	size_t header = claim(t), i;
	struct span w[8];
	int r;

	for (i = header; i < t->n; i++) {
		if (text_words(text_line(t, i), w, 8) != 7 || w[0].n != 1 ||
		    !strchr(SYMBOLS, w[0].s[0]))
			break;
		r = row(t, i, header, w, opts, res, e);
		if (r < 0)
			return r;
	}
	return 0;
}

const struct importer import_ministat = {
	.name = "ministat",
	.about = "what ministat prints",
	.claim = claim,
	.parse = parse,
};
