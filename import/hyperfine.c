/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hyperfine: --export-json (every run), --export-csv (mean and standard deviation,
 * no number of runs), and what it prints (rounded). Which of them is seen from the
 * text. The sums it makes of several commands ("times faster") are not read.
 */
#include "import/importers.h"

#include "import/csv.h"
#include "import/json.h"
#include "import/number.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MEAN_LINE "Time (mean \xc2\xb1 \xcf\x83):"
#define ABS_LINE  "Time (abs \xe2\x89\xa1):"
#define RANGE     "Range (min \xe2\x80\xa6 max):"
#define PLUSMINUS "\xc2\xb1"
#define CSV_HEAD  "command,mean,stddev,median,user,system,min,max"

static bool is_document(const json_t *doc)
{
	const json_t *first = json_array_get(json_object_get(doc, "results"), 0);

	return json_object_get(first, "command") && json_object_get(first, "times");
}

static size_t claim(const struct text *t)
{
	size_t i;

	if (t->json)
		return is_document(t->json) ? 1 : 0;
	for (i = 0; i < t->n; i++) {
		const char *s = text_skip(text_line(t, i));

		if (text_starts(s, MEAN_LINE, NULL) || text_starts(s, ABS_LINE, NULL) ||
		    text_starts(s, CSV_HEAD, NULL))
			return i + 1;
	}
	return 0;
}

/* A metric of its own even if the same command was measured twice. */
static struct import_metric *add(struct import_result *res, const char *command,
				 const char *unit, size_t line)
{
	struct import_metric *m = result_find(res, NULL, command, unit);
	char *name;
	unsigned int k;

	if (!m)
		return result_metric(res, NULL, command, unit, IMPORT_LOWER_IS_BETTER,
				     line);
	for (k = 2;; k++) {
		if (asprintf(&name, "%s (%u)", command, k) < 0)
			return m;
		if (!result_find(res, NULL, name, unit)) {
			m = result_metric(res, NULL, name, unit, IMPORT_LOWER_IS_BETTER,
					  line);
			free(name);
			return m;
		}
		free(name);
	}
}

/* Exit codes other than 0 do not spoil the times, but one must know. */
static int exit_codes(const struct text *t, size_t line, const json_t *result,
		      size_t runs, struct import_metric *m, struct err *e)
{
	const json_t *codes = json_object_get(result, "exit_codes"), *code;
	size_t i, failed = 0;

	if (!codes)
		return 0;
	if (json_array_size(codes) != runs)
		return text_bad(t, line, e, "one exit code for every time",
				"%zu exit codes, %zu times", json_array_size(codes),
				runs);
	json_array_foreach (codes, i, code)
		failed += !json_is_integer(code) || json_integer_value(code) != 0;
	if (failed)
		metric_note(m, "%zu of %zu runs failed (exit status not 0)", failed,
			    runs);
	return 0;
}

static int json_result(const struct text *t, size_t line, const json_t *result,
		       struct import_result *res, struct err *e)
{
	const json_t *times = json_object_get(result, "times"), *time;
	const char *command = json_get_string(t, line, result, "command", e);
	struct import_metric *m;
	double v, mean;
	size_t i;
	int r;

	if (!command)
		return -EINVAL;
	if (!json_array_size(times))
		return text_bad(t, line, e, "the time of every run", "no \"times\"");
	m = add(res, command, "s", line);
	json_array_foreach (times, i, time) {
		r = json_check_number(t, line, time, "a time", &v, e);
		if (r < 0)
			return r;
		metric_value(m, v);
	}
	r = json_get_number(t, line, result, "mean", &mean, e);
	if (r < 0)
		return r;
	if (fabs(metric_mean(m) - mean) > 1e-6 * mean)
		return text_bad(t, line, e, "their mean",
				"the mean is %.9g, that of the %zu times is %.9g", mean,
				m->n_values, metric_mean(m));
	return exit_codes(t, line, result, json_array_size(times), m, e);
}

static int parse_json(const struct text *t, struct import_result *res, struct err *e)
{
	const json_t *results = json_object_get(t->json, "results"), *result;
	struct json_lines lines;
	size_t i;
	int r;

	json_lines_init(&lines, t, "command");
	json_array_foreach (results, i, result) {
		r = json_result(t, json_lines_next(&lines), result, res, e);
		if (r < 0)
			return r;
	}
	return 0;
}

/* *@at becomes the last line of the row. */
static int csv_row(const struct text *t, size_t *at, struct import_result *res,
		   struct err *e)
{
	const size_t i = *at;
	struct import_summary s = { 0 };
	struct csv row;
	int r;

	r = csv_read(t, at, text_line(t, i), ',', &row, e);
	if (r < 0)
		goto out;
	if (row.n < 8) {
		r = text_bad(t, i, e, CSV_HEAD, "%zu fields", row.n);
		goto out;
	}
	r = text_number(t, i, row.field[1], "a mean", &s.value, e);
	if (r < 0)
		goto out;
	if (row.field[2].n) {
		r = text_number(t, i, row.field[2], "a standard deviation", &s.spread, e);
		if (r < 0)
			goto out;
		s.spread_kind = IMPORT_SPREAD_SD;
	} else {
		s.n = 1;
	}
	char *command = span_dup(row.field[0]);
	struct import_metric *m = add(res, command, "s", i);

	metric_summary(m, &s);
	if (!s.n)
		metric_note(m, "the CSV does not say how many runs; --export-json does");
	free(command);
out:
	csv_release(&row);
	return r;
}

/* A number and its unit at @w. */
static int amount(const struct text *t, size_t i, const struct span *w, double *ret_value,
		  char unit[8], struct err *e)
{
	if (!w[1].n || w[1].n >= 8)
		return text_bad(t, i, e, "ms or s", "a time without a unit");
	memcpy(unit, w[1].s, w[1].n);
	unit[w[1].n] = 0;
	if (!unit_is_time(unit))
		return text_bad(t, i, e, "ms or s", "'%s' is no unit of time", unit);
	return text_number(t, i, w[0], "a time", ret_value, e);
}

/* "... 8 runs" at the end of the line after the mean. */
static int runs(const struct text *t, size_t i, uint64_t *ret_n, struct err *e)
{
	struct span w[16];
	size_t n = 0;

	while (i < t->n && text_blank(text_line(t, i)))
		i++;
	if (i < t->n && text_starts(text_skip(text_line(t, i)), RANGE, NULL))
		n = text_words(text_line(t, i), w, 16);
	if (n < 3 || !span_is(w[n - 1], "runs") ||
	    num_scan_uint(w[n - 2].s, w[n - 2].n, ret_n) != NUM_OK)
		return text_bad(t, i < t->n ? i : t->n - 1, e,
				"Range (min ... max): ... N runs",
				"the number of runs is missing");
	return 0;
}

static int printed_time(const struct text *t, size_t i, const char *command,
			struct import_result *res, struct err *e)
{
	struct import_summary s = { .n = 1 };
	const char *rest;
	struct span w[6] = { { 0 } };
	char unit[8], unit2[8];
	size_t n;
	int r;

	if (!command)
		return text_bad(t, i, e, "Benchmark N: COMMAND", "a time of no command");
	if (text_starts(text_skip(text_line(t, i)), ABS_LINE, &rest)) {
		text_words(rest, w, 6);
		r = amount(t, i, w, &s.value, unit, e);
	} else {
		text_starts(text_skip(text_line(t, i)), MEAN_LINE, &rest);
		n = text_words(rest, w, 6);
		if (n < 5 || !span_is(w[2], PLUSMINUS))
			return text_bad(t, i, e, MEAN_LINE " M ms " PLUSMINUS " S ms",
					"no mean and deviation");
		s.spread_kind = IMPORT_SPREAD_SD;
		r = amount(t, i, w, &s.value, unit, e);
		if (r >= 0)
			r = amount(t, i, w + 3, &s.spread, unit2, e);
		if (r >= 0 && strcmp(unit, unit2))
			r = text_bad(t, i, e, "one unit", "'%s' and '%s'", unit, unit2);
		if (r >= 0)
			r = runs(t, i + 1, &s.n, e);
	}
	if (r < 0)
		return r;
	struct import_metric *m = add(res, command, unit, i);

	metric_summary(m, &s);
	metric_note(m, "rounded for reading; --export-json has every run");
	return 0;
}

/* "Benchmark 1: COMMAND", before 1.13 "Benchmark #1: COMMAND". */
static const char *headline(const char *line)
{
	const char *s;

	if (!text_starts(line, "Benchmark ", &s))
		return NULL;
	s += *s == '#';
	if (!strspn(s, "0123456789"))
		return NULL;
	s += strspn(s, "0123456789");
	return s[0] == ':' && s[1] == ' ' ? s + 2 : NULL;
}

static int parse_printed(const struct text *t, struct import_result *res, struct err *e)
{
	const char *command = NULL;
	struct import_metric *m;
	size_t i;
	int r;

	for (i = 0; i < t->n; i++) {
		const char *s = text_skip(text_line(t, i));

		command = headline(s) ?: command;
		if (text_starts(s, MEAN_LINE, NULL) || text_starts(s, ABS_LINE, NULL)) {
			r = printed_time(t, i, command, res, e);
			if (r < 0)
				return r;
		}
		m = res->n_metrics ? &res->metrics[res->n_metrics - 1] : NULL;
		if (m && text_starts(s, "Warning: Ignoring non-zero exit code", NULL))
			metric_note(m, "runs failed (exit status not 0)");
	}
	return 0;
}

static int parse(const struct text *t, const struct import_opts *opts,
		 struct import_result *res, struct err *e)
{
	size_t i = claim(t);

	if (t->json)
		return parse_json(t, res, e);
	if (!i || !text_starts(text_line(t, i - 1), CSV_HEAD, NULL))
		return parse_printed(t, res, e);
	return csv_rows(t, i, csv_row, res, e);
}

const struct importer import_hyperfine = {
	.name = "hyperfine",
	.about = "results of hyperfine",
	.claim = claim,
	.parse = parse,
};
