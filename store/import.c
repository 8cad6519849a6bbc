/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Metrics of other tools, written and read. */
#include "store/internal.h"

#include "base/str.h"
#include "base/xalloc.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

static char *samples_json(const double *x, size_t n)
{
	struct str text = STR_INIT;

	str_addc(&text, '[');
	for (size_t i = 0; i < n; i++)
		str_addf(&text, "%s%.17g", i ? "," : "", x[i]);
	str_addc(&text, ']');
	return str_detach(&text);
}

static int add_one(struct store *s, int64_t boot, const struct store_import *m,
		   struct err *e)
{
	char *samples = m->samples ? samples_json(m->samples, m->n_samples) : NULL;
	int r = sql_run(
		s, e, "store an imported metric",
		"INSERT INTO imported (boot_id, format, file, line, metric, unit, direction, "
		"samples, mean, sd, n, refused, notes) "
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, nullif(?, 0), ?, ?)",
		"ittitttt"
		"rr"
		"itt",
		boot, m->format, m->file, m->line, m->metric, m->unit, m->direction,
		samples, m->mean, m->sd, m->n, m->refused, m->notes);

	free(samples);
	return r;
}

int store_imports_add(struct store *s, int64_t boot, const struct store_import *list,
		      size_t n, struct err *e)
{
	int r = sql_begin(s, e, "store what was imported");

	if (r < 0)
		return r;
	for (size_t i = 0; i < n && !r; i++)
		r = add_one(s, boot, &list[i], e);
	return sql_finish(s, r, e, "store what was imported");
}

static double *samples_of(const char *text, size_t *ret_n)
{
	json_t *list = text ? json_loads(text, JSON_DECODE_ANY, NULL) : NULL;
	size_t n = json_array_size(list);
	double *x = list ? xcalloc(n, sizeof(*x)) : NULL;

	for (size_t i = 0; i < n; i++)
		x[i] = json_number_value(json_array_get(list, i));
	json_decref(list);
	*ret_n = n;
	return x;
}

int store_each_import(struct store *s, const char *arm,
		      int (*row)(void *ctx, const struct store_import *row), void *ctx,
		      struct err *e)
{
	sqlite3_stmt *st;
	int r = sql_prepare(
		s, &st, e,
		"SELECT i.format, i.file, i.line, i.metric, i.unit, i.direction, "
		"i.samples, i.mean, i.sd, coalesce(i.n, 0), i.refused, i.notes "
		"FROM imported i JOIN boot b ON b.id = i.boot_id "
		"JOIN arm a ON a.id = b.arm_id WHERE a.name = ? ORDER BY i.id",
		"t", arm);

	while ((r = sql_next(s, st, r, e)) > 0) {
		struct store_import m = {
			.format = sql_text(st, 0),
			.file = sql_text(st, 1),
			.line = sqlite3_column_int64(st, 2),
			.metric = sql_text(st, 3),
			.unit = sql_text(st, 4),
			.direction = sql_text(st, 5),
			.mean = sql_real(st, 7),
			.sd = sql_real(st, 8),
			.n = sqlite3_column_int64(st, 9),
			.refused = sql_text(st, 10),
			.notes = sql_text(st, 11),
		};
		double *x = samples_of(sql_text(st, 6), &m.n_samples);

		m.samples = x;
		r = row(ctx, &m);
		free(x);
	}
	return r;
}
