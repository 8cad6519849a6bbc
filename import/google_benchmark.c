/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * google/benchmark: JSON, CSV and what it prints. Every repetition is a value. The
 * rows it adds (mean, median, stddev, cv, BigO, RMS) are not: where the repetitions
 * themselves are missing, mean and stddev make a summary. User counters carry no
 * unit and are not read.
 */
#include "import/importers.h"

#include "base/xalloc.h"
#include "import/csv.h"
#include "import/json.h"
#include "import/number.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CSV_HEAD "name,iterations,real_time,cpu_time,time_unit,"

struct row {
	char *name;      /* with the suffix of an aggregate, if that is not known apart */
	char *aggregate; /* "mean" ...; NULL: not known, or no aggregate */
	char *error;
	char *unit;
	double real, cpu;
	uint64_t iterations;
	size_t line;
};

struct rows {
	struct row *row;
	size_t n, cap;
	bool plain_names; /* aggregates can be told by their names only */
};

static const char *const aggregates[] = {
	"mean", "median", "stddev", "cv", "BigO", "RMS"
};

static bool printed_head(const char *line)
{
	struct span w[4];

	return text_words(line, w, 4) >= 4 && span_is(w[0], "Benchmark") &&
	       span_is(w[1], "Time") && span_is(w[2], "CPU") &&
	       span_is(w[3], "Iterations");
}

static size_t claim(const struct text *t)
{
	size_t i;

	if (t->json)
		return json_is_object(json_object_get(t->json, "context")) &&
		       json_is_array(json_object_get(t->json, "benchmarks"));
	for (i = 0; i < t->n; i++)
		if (text_starts(text_line(t, i), CSV_HEAD, NULL) ||
		    printed_head(text_line(t, i)))
			return i + 1;
	return 0;
}

static struct row *add_row(struct rows *rows, size_t line)
{
	rows->row = xgrow(rows->row, rows->n, &rows->cap, sizeof(*rows->row));
	rows->row[rows->n] = (struct row){ .line = line };
	return &rows->row[rows->n++];
}

static void release(struct rows *rows)
{
	size_t i;

	for (i = 0; i < rows->n; i++) {
		free(rows->row[i].name);
		free(rows->row[i].aggregate);
		free(rows->row[i].error);
		free(rows->row[i].unit);
	}
	free(rows->row);
}

static int json_row(const struct text *t, size_t line, const json_t *b, struct rows *rows,
		    struct err *e)
{
	const char *name = json_get_string(t, line, b, "name", e), *s;
	bool failed = json_is_true(json_object_get(b, "error_occurred")) ||
		      json_is_true(json_object_get(b, "skipped"));
	struct row *row;
	double v;
	int r;

	if (!name)
		return -EINVAL;
	row = add_row(rows, line);
	s = json_string_value(json_object_get(b, "run_type"));
	if (!s)
		rows->plain_names = true;
	if (s && !strcmp(s, "aggregate")) {
		s = json_get_string(t, line, b, "aggregate_name", e);
		if (!s)
			return -EINVAL;
		row->aggregate = xstrdup(s);
		s = json_string_value(json_object_get(b, "run_name"));
		name = s ?: name;
	}
	row->name = xstrdup(name);
	if (failed) {
		s = json_string_value(json_object_get(b, "error_message"));
		s = s ?: json_string_value(json_object_get(b, "skip_message"));
		row->error = xstrdup(s ?: "no reason given");
		return 0;
	}
	/* Not a time, and other members than these. */
	if (row->aggregate &&
	    (!strcmp(row->aggregate, "BigO") || !strcmp(row->aggregate, "RMS")))
		return 0;
	if (json_object_get(b, "cpu_coefficient") || json_object_get(b, "rms")) {
		row->aggregate = row->aggregate ?: xstrdup("BigO");
		return 0;
	}
	s = json_get_string(t, line, b, "time_unit", e);
	if (!s)
		return -EINVAL;
	row->unit = xstrdup(s);
	r = json_get_number(t, line, b, "real_time", &row->real, e);
	if (r >= 0)
		r = json_get_number(t, line, b, "cpu_time", &row->cpu, e);
	if (r >= 0)
		r = json_get_number(t, line, b, "iterations", &v, e);
	row->iterations = r >= 0 && v < 1e18 ? (uint64_t)v : 0;
	return r;
}

static int read_json(const struct text *t, struct rows *rows, struct import_result *res,
		     struct err *e)
{
	const json_t *all = json_object_get(t->json, "benchmarks"), *b;
	const char *build = json_string_value(json_object_get(
		json_object_get(t->json, "context"), "library_build_type"));
	struct json_lines lines;
	size_t i;
	int r;

	if (build && !strcmp(build, "debug"))
		result_warn(res, "the benchmark library was built as debug");
	json_lines_init(&lines, t, "name");
	json_array_foreach (all, i, b) {
		r = json_row(t, json_lines_next(&lines), b, rows, e);
		if (r < 0)
			return r;
	}
	return 0;
}

static int csv_times(const struct text *t, size_t i, const struct csv *f, struct row *row,
		     struct err *e)
{
	int r;

	if (!f->field[2].n || !f->field[4].n)
		return text_bad(t, i, e, CSV_HEAD, "no time or no unit");
	row->unit = span_dup(f->field[4]);
	if (num_scan_uint(f->field[1].s, f->field[1].n, &row->iterations) != NUM_OK)
		row->iterations = 0;
	r = text_number(t, i, f->field[2], "a time", &row->real, e);
	if (r >= 0)
		r = text_number(t, i, f->field[3], "a time", &row->cpu, e);
	return r;
}

/* *@at becomes the last line of the row. */
static int csv_row(const struct text *t, size_t *at, struct rows *rows, struct err *e)
{
	const size_t i = *at;
	struct csv f;
	int r = csv_read(t, at, text_line(t, i), ',', &f, e);
	struct row *row;

	if (r < 0)
		goto out;
	if (f.n < 10) {
		r = text_bad(t, i, e, CSV_HEAD "...", "%zu fields", f.n);
		goto out;
	}
	row = add_row(rows, i);
	row->name = span_dup(f.field[0]);
	if (span_is(f.field[8], "true")) {
		row->error = span_dup(f.field[9]);
	} else if (!f.field[1].n) {
		/* A complexity: no iterations. */
		row->aggregate = xstrdup("BigO");
	} else {
		r = csv_times(t, i, &f, row, e);
	}
out:
	csv_release(&f);
	return r;
}

/* NAME  TIME UNIT  TIME UNIT  ITERATIONS ...; names may hold blanks. */
static int printed_row(const struct text *t, size_t i, struct rows *rows, struct err *e)
{
	const char *line = text_line(t, i), *error = strstr(line, " ERROR OCCURRED: ");
	struct span w[64];
	size_t n = text_words(line, w, 64), k;
	struct row *row;
	double v;
	int r;

	if (error || strstr(line, " SKIPPED: ")) {
		row = add_row(rows, i);
		error = error ?: strstr(line, " SKIPPED: ");
		row->name = span_dup(span_trim((struct span){ line, error - line }));
		row->error = xstrdup(strchr(error, ':') + 2);
		return 0;
	}
	for (k = 1; k + 4 < n; k++)
		if (num_scan(w[k].s, w[k].n, &v) == NUM_OK &&
		    num_scan(w[k + 2].s, w[k + 2].n, &v) == NUM_OK)
			break;
	/* Complexities and the like have no iterations. */
	if (k + 4 >= n)
		return n > 2 && (strstr(line, "_BigO ") || strstr(line, "_RMS "))
			       ? 0
			       : text_bad(t, i, e, "name, time, CPU, iterations",
					  "'%s' is no row", TEXT_QUOTE(span_of(line)));
	row = add_row(rows, i);
	row->name = span_dup(span_trim((struct span){ w[0].s, w[k].s - w[0].s }));
	row->unit = span_dup(w[k + 1]);
	r = text_number(t, i, w[k], "a time", &row->real, e);
	if (r >= 0)
		r = text_number(t, i, w[k + 2], "a time", &row->cpu, e);
	if (r >= 0 && num_scan_uint(w[k + 4].s, w[k + 4].n, &row->iterations) != NUM_OK)
		r = text_bad(t, i, e, "iterations", "'%s' is no count",
			     TEXT_QUOTE(w[k + 4]));
	return r;
}

static int read_lines(const struct text *t, struct rows *rows, struct import_result *res,
		      struct err *e)
{
	enum { NOTHING, CSV, PRINTED } now = NOTHING;
	size_t i;
	int r = 0;

	rows->plain_names = true;
	for (i = 0; i < t->n && r >= 0; i++) {
		const char *line = text_line(t, i);

		if (text_starts(line, CSV_HEAD, NULL))
			now = CSV;
		else if (printed_head(line))
			now = PRINTED;
		else if (strstr(line, "Library was built as DEBUG"))
			result_warn(res, "the benchmark library was built as debug");
		else if (text_blank(line) || text_starts(line, "-----", NULL))
			continue;
		else if (now == CSV)
			r = csv_row(t, &i, rows, e);
		else if (now == PRINTED)
			r = printed_row(t, i, rows, e);
	}
	return r;
}

/* What follows the last '_' of @name if that is an aggregate's name. */
static const char *suffix(const char *name)
{
	const char *s = strrchr(name, '_');
	size_t i;

	for (i = 0; s && i < sizeof(aggregates) / sizeof(aggregates[0]); i++)
		if (!strcmp(s + 1, aggregates[i]))
			return s + 1;
	return NULL;
}

static bool is_sibling(const struct row *row, const char *base, size_t len,
		       const char *aggregate)
{
	return row->name && strlen(row->name) == len + strlen(aggregate) &&
	       !strncmp(row->name, base, len) && !strcmp(row->name + len, aggregate);
}

/*
 * A name alone proves little: "x_mean" is an aggregate if a "x_stddev", or for the
 * stddev a "x_mean", stands within a few rows of it.
 */
static void name_aggregates(struct rows *rows)
{
	size_t i, k, len;

	for (i = 0; i < rows->n && rows->plain_names; i++) {
		struct row *row = &rows->row[i];
		const char *s = row->aggregate || row->error ? NULL : suffix(row->name);

		if (!s)
			continue;
		len = s - row->name;
		for (k = i < 4 ? 0 : i - 4; k < rows->n && k <= i + 4; k++) {
			if (k == i ||
			    !is_sibling(&rows->row[k], row->name, len,
					strcmp(s, "stddev") ? "stddev" : "mean"))
				continue;
			row->aggregate = xstrdup(s);
			break;
		}
	}
	/* Cut the suffixes only now: they tell siblings. */
	for (i = 0; i < rows->n; i++) {
		struct row *row = &rows->row[i];
		const char *s = row->aggregate ? suffix(row->name) : NULL;

		if (s && rows->plain_names && !strcmp(s, row->aggregate))
			row->name[s - 1 - row->name] = 0;
	}
}

static struct import_metric *metric(struct import_result *res, const struct row *row,
				    const char *clock)
{
	char *name = xasprintf("%s %s", row->name, clock);
	struct import_metric *m = result_metric(res, NULL, name, row->unit,
						unit_direction(row->unit), row->line);

	free(name);
	return m;
}

static void store_mean(struct import_result *res, const struct row *row)
{
	struct import_summary s = { .value = row->real, .n = row->iterations };
	struct import_metric *m;

	m = metric(res, row, "real_time");
	/* Unless the repetitions themselves are here. */
	if (!m->n_values)
		metric_summary(m, &s);
	s.value = row->cpu;
	m = metric(res, row, "cpu_time");
	if (!m->n_values)
		metric_summary(m, &s);
}

static void store_stddev(struct import_result *res, const struct row *row)
{
	static const char *const clocks[] = { "real_time", "cpu_time" };
	const double v[] = { row->real, row->cpu };
	struct import_metric *m;
	char *name;
	size_t i;

	for (i = 0; i < 2; i++) {
		name = xasprintf("%s %s", row->name, clocks[i]);
		m = result_find(res, NULL, name, row->unit);
		free(name);
		if (!m || !m->has_summary)
			continue;
		m->summary.spread = v[i];
		m->summary.spread_kind = IMPORT_SPREAD_SD;
	}
}

static void store_aggregate(struct import_result *res, const struct row *row, bool csv)
{
	struct import_metric *m;
	char *name;

	if (!row->unit)
		return;
	if (!strcmp(row->aggregate, "mean"))
		store_mean(res, row);
	else if (!strcmp(row->aggregate, "stddev"))
		store_stddev(res, row);
	if (!csv || strcmp(row->aggregate, "cv") != 0)
		return;
	name = xasprintf("%s_cv", row->name);
	m = result_metric(res, NULL, name, "", IMPORT_DIRECTION_UNKNOWN, row->line);
	metric_refuse(m,
		      "printed as %g %s, but it is a ratio: the summary's deviation over "
		      "its mean",
		      row->real, row->unit);
	free(name);
}

static void store(struct import_result *res, const struct rows *rows, bool csv)
{
	struct import_metric *m;
	size_t i;

	for (i = 0; i < rows->n; i++) {
		const struct row *row = &rows->row[i];

		if (row->error) {
			m = result_metric(res, NULL, row->name, "",
					  IMPORT_DIRECTION_UNKNOWN, row->line);
			metric_refuse(m, "the benchmark failed: %s", row->error);
		} else if (row->aggregate) {
			store_aggregate(res, row, csv);
		} else {
			m = metric(res, row, "real_time");
			metric_value(m, row->real);
			if (row->cpu > 0 && row->real > 1.5 * row->cpu)
				metric_note(m, "took much longer than its CPU time: it "
					       "waited, or the machine was shared");
			metric_value(metric(res, row, "cpu_time"), row->cpu);
		}
	}
}

static int parse(const struct text *t, const struct import_opts *opts,
		 struct import_result *res, struct err *e)
{
	struct rows rows = { 0 };
	size_t line = claim(t);
	int r;

	if (t->json)
		r = read_json(t, &rows, res, e);
	else
		r = read_lines(t, &rows, res, e);
	if (r >= 0) {
		name_aggregates(&rows);
		store(res, &rows,
		      !t->json && line &&
			      text_starts(text_line(t, line - 1), CSV_HEAD, NULL));
	}
	release(&rows);
	return r;
}

const struct importer import_google_benchmark = {
	.name = "google-benchmark",
	.about = "a google/benchmark result",
	.claim = claim,
	.parse = parse,
};
