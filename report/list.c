/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See list.h. */
#include "report/list.h"

#include "report/escape.h"
#include "report/number.h"
#include "report/wrap.h"

#include <stdlib.h>
#include <string.h>

/* Columns of names; a terminal too narrow for the longest has them on their own lines. */
static int name_column(const struct list_row *rows, size_t n, int width)
{
	int most = 0;

	for (size_t i = 0; i < n; i++)
		if (text_columns(rows[i].label) > most)
			most = text_columns(rows[i].label);
	return width && most + 2 > width / 2 ? 0 : most + 2;
}

static void description(const struct list_row *r, struct str *out)
{
	str_add(out, r->summary);
	if (r->per > 1)
		str_addf(out, " (%u %s%s)", r->per, r->unit,
			 !strcmp(r->unit, "switch") ? "es" : "s");
}

/* In a pipe a line each, for grep. */
static void entry(const char *label, const char *text, int column, int width,
		  struct str *out)
{
	if (!column && *label)
		str_addf(out, "%s\n", label);
	wrap_term(out, width, 0, column ? column : 4, column ? label : "", text);
}

void list_report_text(const struct list_row *rows, size_t n, const struct look *look,
		      struct str *out)
{
	const int column = name_column(rows, n, look->width);
	size_t runs = 0;

	for (size_t i = 0; i < n; i++) {
		const struct list_row *r = &rows[i];
		struct str text = STR_INIT, raw = STR_INIT;

		description(r, &raw);
		entry(r->label, str_get(&raw), column, look->width, out);
		if (strcmp(r->status, "done")) {
			str_reset(&raw);
			str_addf(&raw, "%s: %s",
				 !strcmp(r->status, "skip") ? "not here" : r->status,
				 r->why ? r->why : "no reason given");
			escape_text(&text, str_get(&raw), ESCAPE_TEXT, look->utf8);
			entry("", str_get(&text), column, look->width, out);
		} else {
			runs++;
		}
		str_release(&text);
		str_release(&raw);
	}
	str_addf(out, "%zu of %zu run here\n", runs, n);
}

static const char *status_word(const struct list_row *r)
{
	return !strcmp(r->status, "done") ? "runs" : r->status;
}

void list_report_csv(const struct list_row *rows, size_t n, struct str *out)
{
	str_add(out, "workload,abi,summary,per,units_per_op,rev,status,why\n");
	for (size_t i = 0; i < n; i++) {
		const struct list_row *r = &rows[i];

		csv_text(out, r->name);
		str_addf(out, ",%s,", r->abi);
		csv_text(out, r->summary);
		str_addf(out, ",%s,%u,%u,%s,", r->unit, r->per, r->rev, status_word(r));
		csv_text(out, r->why ? r->why : "");
		str_addc(out, '\n');
	}
}

void list_report_json(const struct list_row *rows, size_t n, struct str *out)
{
	json_t *top = json_object(), *list = json_array();

	json_object_set_new(top, "schema", json_integer(1));
	for (size_t i = 0; i < n; i++) {
		const struct list_row *r = &rows[i];
		json_t *j = json_object();

		json_object_set_new(j, "workload", text_json(r->name));
		json_object_set_new(j, "abi", text_json(r->abi));
		json_object_set_new(j, "summary", text_json(r->summary));
		json_object_set_new(j, "per", text_json(r->unit));
		json_object_set_new(j, "units_per_op", json_integer(r->per));
		json_object_set_new(j, "rev", json_integer(r->rev));
		json_object_set_new(j, "status", text_json(status_word(r)));
		json_object_set_new(j, "why",
				    r->why && *r->why ? text_json(r->why) : json_null());
		json_array_append_new(list, j);
	}
	json_object_set_new(top, "workloads", list);
	json_out(top, out);
}
