/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See list.h. */
#include "report/list.h"

#include "report/number.h"

#include <stdlib.h>
#include <string.h>

void list_report_text(const struct list_row *rows, size_t n, struct str *out)
{
	size_t width = 0, runs = 0;

	for (size_t i = 0; i < n; i++)
		if (strlen(rows[i].label) > width)
			width = strlen(rows[i].label);
	for (size_t i = 0; i < n; i++) {
		const struct list_row *r = &rows[i];
		bool ok = !strcmp(r->status, "done");

		str_addf(out, "%-*s  %s", (int)width, r->label, r->summary);
		if (r->per > 1)
			str_addf(out, " (%u %s%s)", r->per, r->unit,
				 !strcmp(r->unit, "switch") ? "es" : "s");
		if (!ok)
			str_addf(out, "\n%*s  %s: %s", (int)width, "",
				 !strcmp(r->status, "skip") ? "not here" : r->status,
				 r->why);
		str_add(out, "\n");
		runs += ok;
	}
	str_addf(out, "%zu of %zu run here\n", runs, n);
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
		json_object_set_new(
			j, "status",
			text_json(!strcmp(r->status, "done") ? "runs" : r->status));
		json_object_set_new(j, "why",
				    r->why && *r->why ? text_json(r->why) : json_null());
		json_array_append_new(list, j);
	}
	json_object_set_new(top, "workloads", list);
	json_out(top, out);
}
