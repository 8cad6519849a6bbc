/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every file of tests/data/samples against its rows in expected.tsv: all metrics, in
 * order, with their exact values, and nothing else. One test a file; a file without
 * rows and rows without a file fail.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/import/util.h"

#include <dirent.h>

#define DIR_NAME   "tests/data/samples"
#define MAX_FIELDS 10
#define MAX_FILES  1000

struct row {
	char *field[MAX_FIELDS];
	size_t line;
};

enum { FILE_NAME, GROUP, METRIC, UNIT, DIRECTION, KIND, VALUE, N, SPREAD, SPREAD_KIND };

static struct row *rows;
static size_t n_rows;
static char *text_of_rows;

static char *slurp(const char *name, size_t *ret_len)
{
	char path[512], *s;
	FILE *f;
	long len;

	snprintf(path, sizeof(path), "%s/%s", DIR_NAME, name);
	f = fopen(path, "rb");
	if (!f)
		return NULL;
	fseek(f, 0, SEEK_END);
	len = ftell(f);
	rewind(f);
	s = malloc(len + 1);
	*ret_len = fread(s, 1, len, f);
	s[*ret_len] = 0;
	fclose(f);
	return s;
}

static void load_rows(void)
{
	size_t len, line = 0, k;
	char *s, *next;

	text_of_rows = slurp("expected.tsv", &len);
	if (!text_of_rows) {
		fprintf(stderr, "run from the root of the repository\n");
		exit(1);
	}
	rows = calloc(len, sizeof(*rows));
	for (s = text_of_rows; *s; s = next) {
		next = s + strcspn(s, "\n");
		if (*next)
			*next++ = 0;
		line++;
		if (!*s || *s == '#')
			continue;
		rows[n_rows].line = line;
		for (k = 0; k < MAX_FIELDS; k++) {
			rows[n_rows].field[k] = s;
			s += strcspn(s, "\t");
			if (!*s)
				break;
			*s++ = 0;
		}
		if (k != MAX_FIELDS - 1) {
			fprintf(stderr, "expected.tsv:%zu: %zu fields\n", line, k + 1);
			exit(1);
		}
		n_rows++;
	}
}

#define CHECK(row, ok, ...)                                             \
	do {                                                            \
		if (!(ok)) {                                            \
			print_error("expected.tsv:%zu: ", (row)->line); \
			fail_msg(__VA_ARGS__);                          \
		}                                                       \
	} while (0)

static const char *dash(const char *s)
{
	return *s ? s : "-";
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double statistic(const struct import_metric *m, const char *name)
{
	double *v = calloc(m->n_values, sizeof(*v)), mean = 0, sum = 0, r = NAN;
	size_t n = m->n_values, i;

	memcpy(v, m->values, n * sizeof(*v));
	qsort(v, n, sizeof(*v), compare);
	for (i = 0; i < n; i++)
		mean += v[i] / n;
	for (i = 0; i < n; i++)
		sum += (v[i] - mean) * (v[i] - mean);
	if (!strcmp(name, "mean"))
		r = mean;
	else if (!strcmp(name, "sd"))
		r = sqrt(sum / (n - 1));
	else if (!strcmp(name, "median"))
		r = n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
	else if (!strcmp(name, "min"))
		r = v[0];
	else if (!strcmp(name, "max"))
		r = v[n - 1];
	free(v);
	return r;
}

/* "mean=2.5 sd=1.2": each as exact as it is written. */
static void check_stats(const struct row *row, const struct import_metric *m)
{
	char *copy = strdup(row->field[VALUE]), *save = NULL, *s, *value;

	CHECK(row, m->n_values == strtoull(row->field[N], NULL, 10), "%zu values",
	      m->n_values);
	for (s = strtok_r(copy, " ", &save); s; s = strtok_r(NULL, " ", &save)) {
		double got, want, half;
		const char *dot;

		value = strchr(s, '=');
		*value++ = 0;
		dot = strchr(value, '.');
		half = 0.5 * pow(10, dot ? -(double)strlen(dot + 1) : 0) * 1.0001;
		got = statistic(m, s);
		want = strtod(value, NULL);
		CHECK(row, fabs(got - want) <= half, "%s is %.12g, not %s", s, got,
		      value);
	}
	free(copy);
}

static void check_values(const struct row *row, const struct import_metric *m)
{
	char *s = row->field[VALUE], *end;
	size_t n = 0;

	CHECK(row, !m->refused, "%s: refused: %s", m->name, m->refused);
	for (; *s; s = end) {
		double want = strtod(s, &end);

		CHECK(row, end != s && n < m->n_values && m->values[n] == want,
		      "value %zu of %zu is not %.17g", n, m->n_values, want);
		n++;
	}
	CHECK(row, n == m->n_values && n == strtoull(row->field[N], NULL, 10),
	      "%zu values, not %zu", m->n_values, n);
	CHECK(row, !m->has_summary, "a summary beside values");
}

static void check_summary(const struct row *row, const struct import_metric *m)
{
	static const char *const centers[] = { "mean", "mean-or-last", "last", "other" };
	static const char *const spreads[] = { "-",      "sd",   "se",
					       "rel-se", "rmse", "printed" };
	const struct import_summary *s = &m->summary;
	char *end;

	CHECK(row, m->has_summary && !m->n_values, "%s: no summary", m->name);
	CHECK(row, !strcmp(centers[s->center], row->field[KIND]), "the centre is %s",
	      centers[s->center]);
	CHECK(row, s->value == strtod(row->field[VALUE], NULL), "the value is %.17g",
	      s->value);
	CHECK(row, s->n == strtoull(row->field[N], NULL, 10), "n is %llu",
	      (unsigned long long)s->n);
	CHECK(row, !strcmp(spreads[s->spread_kind], row->field[SPREAD_KIND]),
	      "the spread is %s", spreads[s->spread_kind]);
	if (s->spread_kind == IMPORT_SPREAD_NONE) {
		CHECK(row, !strcmp(row->field[SPREAD], "-"), "no spread");
		return;
	}
	CHECK(row, s->spread == strtod(row->field[SPREAD], &end), "the spread is %.17g",
	      s->spread);
	CHECK(row, s->spread_pct == (*end == '%'), "the spread is%s in %%",
	      s->spread_pct ? "" : " not");
}

static bool same_metric(const struct row *row, const struct import_metric *m)
{
	return m && !strcmp(dash(m->group), row->field[GROUP]) &&
	       !strcmp(m->name, row->field[METRIC]) &&
	       !strcmp(dash(m->unit), row->field[UNIT]);
}

static void check_metric(const struct row *row, const struct import_metric *m)
{
	static const char *const directions[] = { "?", "lower", "higher" };
	const char *kind = row->field[KIND];

	CHECK(row, !strcmp(directions[m->direction], row->field[DIRECTION]),
	      "the direction is %s", directions[m->direction]);
	CHECK(row, m->line >= 1 && m->last_line >= m->line, "lines %lu to %lu", m->line,
	      m->last_line);
	if (!strcmp(kind, "values"))
		check_values(row, m);
	else if (!strcmp(kind, "stats"))
		check_stats(row, m);
	else if (!strcmp(kind, "refused"))
		CHECK(row,
		      m->refused && !strncmp(m->refused, row->field[VALUE],
					     strlen(row->field[VALUE])),
		      "refused: %s", m->refused ? m->refused : "not at all");
	else
		check_summary(row, m);
}

static void check_error(const struct row *row, int r, const struct err *e)
{
	const char *line = strrchr(e->where, ':');
	char text[1024];

	CHECK(row, r < 0, "not refused");
	snprintf(text, sizeof(text), "%s: %s", line ? line + 1 : "", e->what);
	CHECK(row, !strncmp(text, row->field[VALUE], strlen(row->field[VALUE])),
	      "refused otherwise: %s", text);
	CHECK(row, strlen(e->expected) > 0, "does not say what was expected");
}

static void check_file(const char *name, struct import_result *res, int r,
		       const struct err *e)
{
	const struct import_metric *m = NULL;
	size_t i, next = 0, seen = 0;
	char text[1024];

	for (i = 0; i < n_rows; i++) {
		const struct row *row = &rows[i];

		if (strcmp(row->field[FILE_NAME], name) != 0)
			continue;
		seen++;
		if (!strcmp(row->field[KIND], "error")) {
			check_error(row, r, e);
			continue;
		}
		CHECK(row, r >= 0, "refused: %s", err_text(e, text, sizeof(text)));
		/* A second row may be about the same metric. */
		if (!same_metric(row, m)) {
			CHECK(row, next < res->n_metrics, "the metric is missing");
			m = &res->metrics[next++];
		}
		CHECK(row, same_metric(row, m), "metric %zu is {%s} %s [%s]", next,
		      m->group, m->name, m->unit);
		check_metric(row, m);
	}
	if (!seen)
		fail_msg("%s has no row in expected.tsv", name);
	if (res && next != res->n_metrics)
		fail_msg("%s gives %zu metrics, %zu are expected", name, res->n_metrics,
			 next);
}

static void test_file(void **state)
{
	const char *name = *state;
	struct import_result *res = NULL, *again = NULL;
	struct err e = { { 0 }, { 0 }, { 0 } };
	char *bytes, *exact;
	size_t len;
	int r;

	bytes = slurp(name, &len);
	if (!bytes)
		fail_msg("%s is in expected.tsv, but not there", name);
	exact = malloc(len ? len : 1);
	memcpy(exact, bytes, len);
	free(bytes);
	r = import_parse(exact, len, name, NULL, &res, &e);
	/* The same again by the name of its format: detection did not matter. */
	if (r >= 0) {
		struct import_opts opts = { .format = res->format };

		assert_int_equal(import_parse(exact, len, name, &opts, &again, NULL), 0);
		assert_int_equal(again->n_metrics, res->n_metrics);
		import_result_free(again);
	}
	free(exact);
	check_file(name, res, r, &e);
	import_result_free(res);
}

static size_t list_files(char **names)
{
	DIR *d = opendir(DIR_NAME);
	struct dirent *entry;
	size_t n = 0, i, k;

	while (d && (entry = readdir(d)) && n < MAX_FILES)
		if (entry->d_name[0] != '.' && strcmp(entry->d_name, "expected.tsv") != 0)
			names[n++] = strdup(entry->d_name);
	if (d)
		closedir(d);
	/* Rows without a file are a test too, that fails. */
	for (i = 0; i < n_rows; i++) {
		for (k = 0; k < n; k++)
			if (!strcmp(names[k], rows[i].field[FILE_NAME]))
				break;
		if (k == n && n < MAX_FILES)
			names[n++] = strdup(rows[i].field[FILE_NAME]);
	}
	return n;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(void)
{
	static struct CMUnitTest tests[MAX_FILES];
	static char *names[MAX_FILES];
	size_t n, i;
	int r;

	load_rows();
	n = list_files(names);
	qsort(names, n, sizeof(*names), by_name);
	for (i = 0; i < n; i++)
		tests[i] = (struct CMUnitTest){
			.name = names[i],
			.test_func = test_file,
			.initial_state = names[i],
		};
	r = _cmocka_run_group_tests("samples", tests, n, NULL, NULL);
	for (i = 0; i < n; i++)
		free(names[i]);
	free(rows);
	free(text_of_rows);
	return r;
}
