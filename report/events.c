/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See events.h. */
#include "report/events.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "report/number.h"

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

void events_report_text(const struct event_row *rows, size_t n, struct str *out)
{
	_cleanup_free_ size_t *numbers = number_reasons(rows, n);
	size_t width = 0, counted = 0, said = 0;

	for (size_t i = 0; i < n; i++)
		if (strlen(rows[i].name) > width)
			width = strlen(rows[i].name);
	for (size_t i = 0; i < n; i++) {
		str_addf(out, "%-*s  ", (int)width, rows[i].name);
		if (numbers[i])
			str_addf(out, "no [%zu]", numbers[i]);
		else
			str_add(out, "yes   ");
		str_addf(out, "  %s\n", rows[i].what);
		counted += !numbers[i];
	}
	str_addf(out, "%zu of %zu can be counted here\n", counted, n);
	for (size_t i = 0; i < n; i++)
		if (numbers[i] > said)
			str_addf(out, "[%zu] %s\n", ++said, rows[i].why);
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
