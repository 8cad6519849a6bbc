/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * pyperf's JSON: benchmarks, each with the runs of its worker processes. Only
 * "values" are measurements; warm-ups and calibration runs are not.
 */
#include "import/importers.h"

#include "base/xalloc.h"
#include "import/json.h"

#include <errno.h>
#include <string.h>

static size_t claim(const struct text *t)
{
	const json_t *first;

	if (!t->json || !json_object_get(t->json, "version"))
		return 0;
	first = json_array_get(json_object_get(t->json, "benchmarks"), 0);
	return json_is_array(json_object_get(first, "runs")) ? 1 : 0;
}

/* Metadata of the benchmark, else what all share. */
static const char *meta(const struct text *t, const json_t *bench, const char *key)
{
	const json_t *own = json_object_get(json_object_get(bench, "metadata"), key);
	const json_t *all = json_object_get(json_object_get(t->json, "metadata"), key);

	return json_string_value(own ?: all);
}

static int one_run(const struct text *t, size_t line, const json_t *run,
		   struct import_metric *m, struct err *e)
{
	const json_t *values = json_object_get(run, "values"), *value;
	double v;
	size_t i;
	int r;

	if (json_object_get(run, "samples"))
		return text_bad(t, line, e, "a file of pyperf 1.0 or later",
				"\"samples\": an old version of the format");
	json_array_foreach (values, i, value) {
		r = json_check_number(t, line, value, "a value", &v, e);
		if (r < 0)
			return r;
		metric_value(m, v);
	}
	return 0;
}

static int one_bench(const struct text *t, size_t line, const json_t *bench,
		     struct import_result *res, struct err *e)
{
	const json_t *runs = json_object_get(bench, "runs"), *run;
	const char *name = meta(t, bench, "name"), *unit = meta(t, bench, "unit");
	enum import_direction direction = IMPORT_LOWER_IS_BETTER;
	struct import_metric *m;
	size_t i;
	int r;

	if (!name)
		return text_bad(t, line, e, NULL, "a benchmark without a name");
	unit = unit ?: "second";
	if (!strcmp(unit, "second"))
		unit = "s";
	else if (strcmp(unit, "byte") != 0)
		direction = IMPORT_DIRECTION_UNKNOWN;
	if (result_find(res, NULL, name, unit))
		return text_bad(t, line, e, NULL, "a second benchmark '%s'",
				TEXT_QUOTE(span_of(name)));
	m = result_metric(res, NULL, name, unit, direction, line);
	json_array_foreach (runs, i, run) {
		r = one_run(t, line, run, m, e);
		if (r < 0)
			return r;
	}
	if (!m->n_values)
		metric_refuse(m, "it has no values, only calibration or warm-ups");
	return 0;
}

static int parse(const struct text *t, const struct import_opts *opts,
		 struct import_result *res, struct err *e)
{
	const json_t *benches = json_object_get(t->json, "benchmarks"), *bench;
	struct json_lines lines;
	size_t i;
	int r;

	json_lines_init(&lines, t, "runs");
	json_array_foreach (benches, i, bench) {
		r = one_bench(t, json_lines_next(&lines), bench, res, e);
		if (r < 0)
			return r;
	}
	return 0;
}

const struct importer import_pyperf = {
	.name = "pyperf",
	.about = "a pyperf result",
	.claim = claim,
	.parse = parse,
};
