/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops timed with rdtsc: lines "Cycles: N, cycles/syscall: X", and the table
 * "#<tab>cycleTics" of index and ticks. A tick of the time stamp counter is not a
 * cycle of the CPU: the unit is ticks, whatever the text calls it.
 */
#include "import/importers.h"

#include "import/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define UNIT "ticks"

/* "Cycles: N, cycles/NAME: X"; the spans of N, "cycles/NAME" and X. */
static bool is_loop(const char *line, struct span *total, struct span *name,
		    struct span *each)
{
	struct span w[5];
	size_t n = text_words(line, w, 5);

	if (n != 4 || !span_is(w[0], "Cycles:") || !span_starts(w[2], "cycles/"))
		return false;
	if (w[1].n < 2 || w[1].s[w[1].n - 1] != ',' || w[2].s[w[2].n - 1] != ':')
		return false;
	w[1].n--;
	w[2].n--;
	*total = w[1];
	*name = w[2];
	*each = w[3];
	return true;
}

static bool is_table(const char *line)
{
	struct span w[3];

	return text_words(line, w, 3) == 2 && span_is(w[0], "#") &&
	       span_is(w[1], "cycleTics");
}

static size_t claim(const struct text *t)
{
	struct span a, b, c;
	size_t i;

	for (i = 0; i < t->n; i++)
		if (is_loop(text_line(t, i), &a, &b, &c) || is_table(text_line(t, i)))
			return i + 1;
	return 0;
}

/* @loops: how many operations the line before timed, 0 if there is none. */
static int loop_line(const struct text *t, size_t i, double *loops,
		     struct import_result *res, struct err *e)
{
	struct span total, name, each;
	struct import_metric *m;
	double n, v;
	char *s;
	int r;

	if (!is_loop(text_line(t, i), &total, &name, &each))
		return text_bad(t, i, e, "Cycles: N, cycles/syscall: X",
				"'%s' is not a line of this format",
				TEXT_QUOTE(span_of(text_line(t, i))));
	r = text_number(t, i, total, "a count of ticks", &n, e);
	if (r < 0)
		return r;
	r = text_number(t, i, each, "ticks per operation", &v, e);
	if (r < 0)
		return r;
	if (v > n)
		return text_bad(t, i, e, NULL,
				"more ticks for one operation (%.17g) than "
				"for all (%.17g)",
				v, n);
	/* A number that was cut off makes the operations look many more. */
	if (t->open_end && i == t->n - 1 && *loops > 0 && n > 2 * *loops * v)
		return text_bad(t, i, e, "a whole line", "the file ends within a number");
	*loops = v > 0 ? n / v : 0;
	s = span_dup(name);
	m = result_metric(res, NULL, s, UNIT, IMPORT_LOWER_IS_BETTER, i);
	metric_value(m, v);
	if (!memchr(each.s, '.', each.n))
		metric_note(m, "printed without its fraction");
	free(s);
	return 0;
}

/* "Average getpid() time: 6886" under the table: it must be its mean. */
static int table_average(const struct text *t, size_t i, const char *line,
			 struct import_metric *m, struct err *e)
{
	const char *colon = strrchr(line, ':');
	struct span w[2];
	double v, mean;
	int r;

	if (!m || text_words(colon + 1, w, 2) != 1)
		return text_bad(t, i, e, "index and ticks", "an average without a table");
	r = text_number(t, i, w[0], "an average", &v, e);
	if (r < 0)
		return r;
	mean = metric_mean(m);
	if (fabs(mean - v) > 1)
		return text_bad(
			t, i, e, "the mean of the lines above",
			"the average is %.17g, the mean of the %zu lines is %.17g", v,
			m->n_values, mean);
	metric_note(m, "the printed average lost its fraction");
	return 0;
}

static int table_line(const struct text *t, size_t i, const char *name,
		      struct import_result *res, struct err *e)
{
	struct import_metric *m = result_find(res, NULL, name, UNIT);
	const char *line = text_line(t, i);
	struct span w[3];
	uint64_t index;
	double v;
	int r;

	if (text_starts(line, "Average ", NULL) && strrchr(line, ':'))
		return table_average(t, i, line, m, e);
	if (text_words(line, w, 3) != 2 ||
	    num_scan_uint(w[0].s, w[0].n, &index) != NUM_OK)
		return text_bad(t, i, e, "index and ticks", "'%s' is no row of the table",
				TEXT_QUOTE(span_of(line)));
	if (index != (m ? m->n_values : 0))
		return text_bad(t, i, e, "every index in order",
				"index %llu after %zu rows", (unsigned long long)index,
				m ? m->n_values : (size_t)0);
	r = text_number(t, i, w[1], "a count of ticks", &v, e);
	if (r < 0)
		return r;
	m = result_metric(res, NULL, name, UNIT, IMPORT_LOWER_IS_BETTER, i);
	metric_value(m, v);
	return 0;
}

static int parse(const struct text *t, const struct import_opts *opts,
		 struct import_result *res, struct err *e)
{
	bool table = false, failed;
	double loops = 0;
	size_t i;
	int r;

	for (i = 0; i < t->n; i++) {
		const char *line = text_line(t, i);

		if (is_table(line)) {
			if (table)
				return text_bad(t, i, e, "one table in a file",
						"a second table");
			table = true;
			continue;
		}
		if (text_blank(line) || *text_skip(line) == '#')
			continue;
		if (text_is_status(line, &failed)) {
			if (failed)
				result_warn(res, "line %zu: '%s': the run failed", i + 1,
					    TEXT_QUOTE(span_of(line)));
			continue;
		}
		if (table)
			r = table_line(t, i, opts->name ?: "column 2", res, e);
		else
			r = loop_line(t, i, &loops, res, e);
		if (r < 0)
			return r;
	}
	return 0;
}

const struct importer import_rdtsc = {
	.name = "rdtsc",
	.about = "lines of an rdtsc loop",
	.claim = claim,
	.parse = parse,
};
