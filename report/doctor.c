/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See doctor.h. */
#include "report/doctor.h"

#include "report/number.h"
#include "report/wrap.h"

#include <string.h>

#define INDENT 13

static size_t section(const struct doctor_row *rows, size_t n, const char *state,
		      const struct look *look, struct str *out)
{
	const int width = look_prose(look);
	const bool bad = !strcmp(state, "bad");
	size_t count = 0;

	for (size_t i = 0; i < n; i++) {
		const struct doctor_row *r = &rows[i];

		if (strcmp(r->state, state))
			continue;
		count++;
		sentence_term(out, look, 0, INDENT, r->state, "%s: %s", r->title,
			      r->found);
		if (!bad)
			continue;
		wrap_term(out, width, INDENT, INDENT + 8, "effect:", r->effect);
		if (r->fix[0])
			wrap_term(out, width, INDENT, INDENT + 8, "set it:", r->fix);
	}
	return count;
}

void doctor_report_text(const struct doctor_row *rows, size_t n, const struct look *look,
			struct str *out)
{
	size_t bad = section(rows, n, "bad", look, out);
	size_t hidden = section(rows, n, "not visible", look, out);
	size_t good = section(rows, n, "good", look, out);

	str_addf(out, "%zu bad, %zu not visible, %zu good\n", bad, hidden, good);
}

void doctor_report_csv(const struct doctor_row *rows, size_t n, struct str *out)
{
	str_add(out, "id,title,state,found,effect,fix\n");
	for (size_t i = 0; i < n; i++) {
		const char *const cells[] = { rows[i].id,     rows[i].title,
					      rows[i].state,  rows[i].found,
					      rows[i].effect, rows[i].fix };

		for (size_t k = 0; k < sizeof(cells) / sizeof(cells[0]); k++) {
			str_add(out, k ? "," : "");
			csv_text(out, cells[k]);
		}
		str_addc(out, '\n');
	}
}

void doctor_report_json(const struct doctor_row *rows, size_t n, struct str *out)
{
	json_t *top = json_object(), *list = json_array();

	json_object_set_new(top, "schema", json_integer(1));
	for (size_t i = 0; i < n; i++) {
		json_t *j = json_object();

		json_object_set_new(j, "id", text_json(rows[i].id));
		json_object_set_new(j, "title", text_json(rows[i].title));
		json_object_set_new(j, "state", text_json(rows[i].state));
		json_object_set_new(j, "found", text_json(rows[i].found));
		json_object_set_new(j, "effect", text_json(rows[i].effect));
		json_object_set_new(
			j, "fix", rows[i].fix[0] ? text_json(rows[i].fix) : json_null());
		json_array_append_new(list, j);
	}
	json_object_set_new(top, "conditions", list);
	json_out(top, out);
}
