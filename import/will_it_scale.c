/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * will-it-scale: one program's lines (warm-up, then one total a second, then their
 * average), or the CSV that runtest.py makes of many runs. Warm-up seconds are not
 * values; the first row and the "linear" column of the CSV are not measured.
 */
#include "import/importers.h"

#include "base/xalloc.h"
#include "import/csv.h"
#include "import/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CSV_HEAD "tasks,processes,processes_idle,threads,threads_idle,linear"
#define RATE     IMPORT_HIGHER_IS_BETTER

static size_t claim(const struct text *t)
{
	size_t i;

	for (i = 0; i < t->n; i++)
		if (text_starts(text_line(t, i), CSV_HEAD, NULL) ||
		    (text_starts(text_line(t, i), "testcase:", NULL) && i + 1 < t->n &&
		     text_starts(text_line(t, i + 1), "warmup", NULL)))
			return i + 1;
	return 0;
}

struct run {
	const char *name;
	bool measuring;
	size_t start; /* line of "testcase:", from 1; 0 when the average was seen */
	size_t first; /* values of the metric that earlier runs gave */
};

/* "min:1 max:2 total:3" */
static int second(const struct text *t, size_t i, struct run *run,
		  struct import_result *res, struct err *e)
{
	struct import_metric *m;
	struct span w[4];
	double v;
	int r;

	if (text_words(text_line(t, i), w, 4) != 3 || !span_starts(w[2], "total:"))
		return text_bad(t, i, e, "min:N max:N total:N", "'%s' is no such line",
				TEXT_QUOTE(span_of(text_line(t, i))));
	w[2].s += 6;
	w[2].n -= 6;
	r = text_number(t, i, w[2], "a total", &v, e);
	if (r < 0 || !run->measuring)
		return r;
	m = result_metric(res, NULL, run->name, "ops/s", RATE, i);
	metric_value(m, v);
	return 0;
}

static int average(const struct text *t, size_t i, const char *rest, struct run *run,
		   struct import_result *res, struct err *e)
{
	struct import_metric *m = result_find(res, NULL, run->name ?: "", "ops/s");
	struct span w[2];
	double v, mean = 0;
	size_t k;
	int r;

	if (!m || m->n_values <= run->first || text_words(rest, w, 2) != 1)
		return text_bad(t, i, e, "totals before it", "an average of nothing");
	r = text_number(t, i, w[0], "an average", &v, e);
	if (r < 0)
		return r;
	for (k = run->first; k < m->n_values; k++)
		mean += m->values[k] / (double)(m->n_values - run->first);
	/* It is an integer division. */
	if (fabs(mean - v) > 1)
		return text_bad(t, i, e, NULL,
				"the average is %.17g, that of the %zu "
				"totals is %.17g: lines are missing",
				v, m->n_values - run->first, mean);
	metric_note(m, "totals of single seconds of one run, not of several runs");
	run->start = 0;
	return 0;
}

/* Without -s it runs until somebody ends it, and prints no average then. */
static int finish(const struct text *t, const struct run *run, size_t end,
		  struct import_result *res, struct err *e)
{
	struct import_metric *m;

	if (!run->start)
		return 0;
	m = result_find(res, NULL, run->name, "ops/s");
	if (!m || m->n_values <= run->first)
		return text_bad(t, run->start - 1, e, "totals after \"measurement\"",
				"this run is not complete");
	if (end == t->n && t->open_end)
		return text_bad(t, t->n - 1, e, "average:N or a whole line",
				"the file ends within a line");
	metric_note(m, "totals of single seconds of one run, not of several runs");
	metric_note(m, "no average at its end: the run was ended from outside");
	return 0;
}

static int parse_lines(const struct text *t, struct import_result *res, struct err *e)
{
	struct run run = { 0 };
	const char *rest;
	size_t i;
	int r = 0;

	for (i = 0; i < t->n && r >= 0; i++) {
		const char *s = text_line(t, i);

		if (text_starts(s, "testcase:", &rest)) {
			const struct import_metric *m =
				result_find(res, NULL, rest, "ops/s");

			r = finish(t, &run, i, res, e);
			run = (struct run){ .name = rest,
					    .start = i + 1,
					    .first = m ? m->n_values : 0 };
		} else if (text_starts(s, "measurement", NULL)) {
			run.measuring = true;
		} else if (text_starts(s, "min:", NULL) && run.start) {
			r = second(t, i, &run, res, e);
		} else if (text_starts(s, "average:", &rest)) {
			r = average(t, i, rest, &run, res, e);
		}
	}
	return r < 0 ? r : finish(t, &run, i, res, e);
}

static int csv_row(const struct text *t, size_t *at, struct import_result *res,
		   struct err *e)
{
	const size_t i = *at;
	static const char *const what[] = {
		NULL, "processes", NULL, "threads", NULL, NULL
	};
	struct span f[7];
	uint64_t tasks;
	char *name;
	size_t k;
	double v;
	int r;

	if (text_fields(text_line(t, i), ",", f, 7) != 6 ||
	    num_scan_uint(f[0].s, f[0].n, &tasks) != NUM_OK)
		return text_bad(t, i, e, CSV_HEAD, "'%s' is no row of it",
				TEXT_QUOTE(span_of(text_line(t, i))));
	/* The row for no tasks is there to draw the axes. */
	for (k = 0; k < 6 && tasks; k++) {
		/* A test that exists for processes only leaves the other field empty. */
		if (!what[k] || !span_trim(f[k]).n)
			continue;
		r = text_number(t, i, f[k], "operations per second", &v, e);
		if (r < 0)
			return r;
		name = xasprintf("%s @%llu", what[k], (unsigned long long)tasks);
		if (result_find(res, NULL, name, "ops/s"))
			r = text_bad(t, i, e, "one table in a file",
				     "a second row for %llu "
				     "tasks",
				     (unsigned long long)tasks);
		else
			metric_value(result_metric(res, NULL, name, "ops/s", RATE, i), v);
		free(name);
		if (r < 0)
			return r;
	}
	return 0;
}

static int parse(const struct text *t, const struct import_opts *opts,
		 struct import_result *res, struct err *e)
{
	size_t i = claim(t);

	if (!i || !text_starts(text_line(t, i - 1), CSV_HEAD, NULL))
		return parse_lines(t, res, e);
	return csv_rows(t, i, csv_row, res, e);
}

const struct importer import_will_it_scale = {
	.name = "will-it-scale",
	.about = "will-it-scale results",
	.claim = claim,
	.parse = parse,
};
