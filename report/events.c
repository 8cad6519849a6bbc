/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See events.h. */
#include "report/events.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "report/number.h"
#include "report/wrap.h"

#include <stdio.h>
#include <string.h>

/* Numbers the different reasons from 1, in the order of the rows; 0: there is none. */
static size_t *number_reasons(const struct event_row *rows, size_t n)
{
	size_t *numbers = xcalloc(n, sizeof(*numbers)), next = 1;

	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; rows[i].why && k < i && !numbers[i]; k++)
			if (rows[k].why && !strcmp(rows[k].why, rows[i].why))
				numbers[i] = numbers[k];
		if (rows[i].why && !numbers[i])
			numbers[i] = next++;
	}
	return numbers;
}

#define STATE 8 /* "no [1]  " */

static void one_row(const struct event_row *row, size_t number, int column, int width,
		    struct str *out)
{
	struct str term = STR_INIT;

	if (column)
		str_addf(&term, "%-*s", column, row->name);
	else
		str_addf(out, "%s\n", row->name);
	if (number)
		str_addf(&term, "no [%zu]", number);
	else
		str_add(&term, "yes");
	wrap_term(out, width, column ? 0 : 4, (column ? column : 4) + STATE,
		  str_get(&term), row->what);
	str_release(&term);
}

void events_report_text(const struct event_row *rows, size_t n, const struct look *look,
			struct str *out)
{
	_cleanup_free_ size_t *numbers = number_reasons(rows, n);
	const int width = look->width; /* in a pipe a line each, for grep */
	size_t counted = 0, said = 0;
	int column = 0;

	for (size_t i = 0; i < n; i++)
		if (text_columns(rows[i].name) + 2 > column)
			column = text_columns(rows[i].name) + 2;
	if (look->width && column + STATE > look->width * 2 / 3)
		column = 0;
	for (size_t i = 0; i < n; i++) {
		one_row(&rows[i], numbers[i], column, width, out);
		counted += !numbers[i];
	}
	str_addf(out, "%zu of %zu can be counted here\n", counted, n);
	for (size_t i = 0; i < n; i++)
		if (numbers[i] > said) {
			char term[32];

			snprintf(term, sizeof(term), "[%zu]", ++said);
			wrap_term(out, width, 0, (int)strlen(term) + 1, term,
				  rows[i].why);
		}
}

void events_report_json(const struct event_row *rows, size_t n, struct str *out)
{
	json_t *top = json_object(), *list = json_array();

	json_object_set_new(top, "schema", json_integer(1));
	for (size_t i = 0; i < n; i++) {
		json_t *j = json_object();

		json_object_set_new(j, "event", text_json(rows[i].name));
		json_object_set_new(j, "summary", text_json(rows[i].what));
		json_object_set_new(j, "counts", json_boolean(!rows[i].why));
		json_object_set_new(j, "why",
				    rows[i].why ? text_json(rows[i].why) : json_null());
		json_array_append_new(list, j);
	}
	json_object_set_new(top, "events", list);
	json_out(top, out);
}

void events_report_csv(const struct event_row *rows, size_t n, struct str *out)
{
	str_add(out, "event,summary,counts,why\n");
	for (size_t i = 0; i < n; i++) {
		csv_text(out, rows[i].name);
		str_addc(out, ',');
		csv_text(out, rows[i].what);
		str_addf(out, ",%d,", !rows[i].why);
		csv_text(out, rows[i].why);
		str_addc(out, '\n');
	}
}
