/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Plain columns of numbers, one run a line, as ministat reads them: '#' starts a
 * comment. A column may be followed by its unit. Where there are several columns of
 * numbers the user says which: the first is often an index.
 */
#include "import/importers.h"

#include "import/number.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define MAX_COLUMNS 64
#define MIN_POINTS  3

static bool skip(const char *line)
{
	bool failed;

	line = text_skip(line);
	if (!*line || *line == '#')
		return true;
	return !strchr("0123456789+-.", *line) && text_is_status(line, &failed) &&
	       !failed;
}

static size_t claim(const struct text *t)
{
	struct span w;
	size_t i;

	for (i = 0; i < t->n; i++) {
		if (skip(text_line(t, i)))
			continue;
		text_words(text_line(t, i), &w, 1);
		return strchr("0123456789+-.", w.s[0]) ? i + 1 : 0;
	}
	return 0;
}

/* The shape of a line: how many numbers, and the unit after them if any. */
struct shape {
	size_t numbers;
	struct span unit;
};

static int get_shape(const struct text *t, size_t i, double *values,
		     struct shape *ret_shape, struct err *e)
{
	struct span words[MAX_COLUMNS];
	size_t n = text_words(text_line(t, i), words, MAX_COLUMNS), k;
	struct shape s = { .numbers = n };
	char unit[16];
	double v;
	int r;

	if (n == MAX_COLUMNS)
		return text_bad(t, i, e, NULL, "more than %d columns", MAX_COLUMNS - 1);
	if (n > 1 && words[n - 1].n < sizeof(unit) &&
	    num_scan(words[n - 1].s, words[n - 1].n, &v) != NUM_OK) {
		memcpy(unit, words[n - 1].s, words[n - 1].n);
		unit[words[n - 1].n] = 0;
		if (unit_direction(unit) != IMPORT_DIRECTION_UNKNOWN) {
			s.unit = words[n - 1];
			s.numbers--;
		}
	}
	for (k = 0; k < s.numbers; k++) {
		r = text_number(t, i, words[k], "a number that is not negative, with '.'",
				&values[k], e);
		if (r < 0)
			return r;
	}
	*ret_shape = s;
	return 0;
}

static bool same_unit(struct span a, struct span b)
{
	return a.n == b.n && !memcmp(a.s ?: "", b.s ?: "", a.n);
}

/* Fewer than @MIN_POINTS: refused, but say what one number may be. */
static int too_few(const struct text *t, size_t last, size_t n, struct err *e)
{
	if (!n)
		return text_bad(t, 0, e, "one number a line", "no number in it");
	if (n == 1)
		return text_bad(t, last, e,
				"3 numbers or more, or for `perf bench -f simple` the "
				"operation and the loops",
				"one bare number: nothing says what it is");
	return text_bad(t, last, e, "3 or more", "only %zu numbers", n);
}

static int check_shape(const struct text *t, size_t i, const struct shape *first,
		       const struct shape *s, const struct import_opts *opts,
		       struct err *e)
{
	if (s->numbers != first->numbers)
		return text_bad(t, i, e, "as many as before",
				"%zu numbers in this line, "
				"%zu in those before",
				s->numbers, first->numbers);
	if (!same_unit(s->unit, first->unit))
		return text_bad(t, i, e, "one unit for all", "mixed units: '%s' and '%s'",
				TEXT_QUOTE(s->unit), TEXT_QUOTE(first->unit));
	if (!opts->column && s->numbers > 1)
		return text_bad(
			t, i, e,
			"the number of the column to take, or a header with mean, sd and n",
			"%zu columns of numbers", s->numbers);
	if (opts->column > s->numbers)
		return text_bad(t, i, e, NULL, "there is no column %u", opts->column);
	return 0;
}

static struct import_metric *new_metric(const struct import_opts *opts,
					struct import_result *res, struct span unit,
					size_t i)
{
	enum import_direction direction = opts->direction;
	char name[32], printed[16] = "";

	snprintf(name, sizeof(name), "column %u", opts->column ?: 1);
	if (unit.n)
		memcpy(printed, unit.s, unit.n);
	if (direction == IMPORT_DIRECTION_UNKNOWN)
		direction = unit_direction(printed[0] ? printed : opts->unit ?: "");
	return result_metric(res, NULL, opts->name ?: name,
			     printed[0] ? printed : opts->unit, direction, i);
}

static int parse(const struct text *t, const struct import_opts *opts,
		 struct import_result *res, struct err *e)
{
	struct shape first = { 0 }, s = { 0 };
	struct import_metric *m = NULL;
	double values[MAX_COLUMNS];
	size_t i, last = 0;
	int r;

	for (i = 0; i < t->n; i++) {
		if (skip(text_line(t, i)))
			continue;
		r = get_shape(t, i, values, &s, e);
		if (r < 0)
			return r;
		if (!m)
			first = s;
		r = check_shape(t, i, &first, &s, opts, e);
		if (r < 0)
			return r;
		/* The only one: it does not move. */
		m = m ?: new_metric(opts, res, s.unit, i);
		metric_value(m, values[(opts->column ?: 1) - 1]);
		m->last_line = i + 1;
		last = i;
	}
	if (!m || m->n_values < MIN_POINTS)
		return too_few(t, last, m ? m->n_values : 0, e);
	return 0;
}

const struct importer import_columns = {
	.name = "columns",
	.about = "columns of numbers",
	.claim = claim,
	.parse = parse,
};
