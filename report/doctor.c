/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See doctor.h. */
#include "report/doctor.h"

#include "base/xalloc.h"
#include "report/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 78

/* @text behind @lead, in lines of at most WIDTH; the following ones begin under the
 * first. */
static void wrapped(struct str *out, const char *lead, const char *text, size_t indent)
{
	const size_t begin = indent + strlen(lead);
	size_t column = begin;

	str_addf(out, "%*s%s", (int)indent, "", lead);
	while (*text) {
		size_t n = strcspn(text, " ");

		if (column > begin && column + 1 + n > WIDTH) {
			str_addf(out, "\n%*s", (int)begin, "");
			column = begin;
		} else if (column > begin) {
			str_addc(out, ' ');
			column++;
		}
		str_addn(out, text, n);
		column += n;
		text += n + strspn(text + n, " ");
	}
	str_addc(out, '\n');
}

static size_t section(const struct doctor_row *rows, size_t n, const char *state,
		      struct str *out)
{
	const bool bad = !strcmp(state, "bad");
	size_t count = 0;

	for (size_t i = 0; i < n; i++) {
		const struct doctor_row *r = &rows[i];
		char lead[32], *text;

		if (strcmp(r->state, state))
			continue;
		count++;
		snprintf(lead, sizeof(lead), "%-11s  ", r->state);
		text = xasprintf("%s: %s", r->title, r->found);
		wrapped(out, lead, text, 0);
		free(text);
		if (!bad)
			continue;
		wrapped(out, "effect: ", r->effect, 13);
		if (r->fix[0])
			wrapped(out, "set it: ", r->fix, 13);
	}
	return count;
}

void doctor_report_text(const struct doctor_row *rows, size_t n, struct str *out)
{
	size_t bad = section(rows, n, "bad", out);
	size_t hidden = section(rows, n, "not visible", out);
	size_t good = section(rows, n, "good", out);

	str_addf(out, "%zu bad, %zu not visible, %zu good\n", bad, hidden, good);
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
