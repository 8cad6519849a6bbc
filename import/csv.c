/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See csv.h. */
#include "import/csv.h"

#include "base/xalloc.h"

#include <stdlib.h>
#include <string.h>

/* Copies one field to @out; returns what follows it, NULL if a quote stays open. */
static const char *field(const char *s, char sep, char *out, size_t *ret_n)
{
	size_t n = 0;
	bool quoted = *s == '"';

	if (quoted)
		s++;
	for (; *s; s++) {
		if (quoted && *s == '"') {
			if (s[1] != '"')
				break;
			s++;
		} else if (!quoted && *s == sep) {
			break;
		}
		out[n++] = *s;
	}
	*ret_n = n;
	if (quoted)
		return *s == '"' ? s + 1 : NULL;
	return s;
}

int csv_split(const struct text *t, size_t i, char sep, struct csv *ret_row,
	      struct err *e)
{
	const char *s = text_line(t, i);
	size_t cap = 0, at = 0, n;

	*ret_row = (struct csv){ .bytes = xcalloc(strlen(s) + 1, 1) };
	for (;;) {
		ret_row->field =
			xgrow(ret_row->field, ret_row->n, &cap, sizeof(*ret_row->field));
		s = field(s, sep, ret_row->bytes + at, &n);
		if (!s || (*s && *s != sep))
			return text_bad(t, i, e, "CSV", "quotes that do not match");
		ret_row->field[ret_row->n++] = (struct span){ ret_row->bytes + at, n };
		at += n;
		if (!*s)
			return 0;
		s++;
	}
}

void csv_release(struct csv *row)
{
	free(row->field);
	free(row->bytes);
	*row = (struct csv){ 0 };
}

int csv_rows(const struct text *t, size_t first,
	     int (*row)(const struct text *t, size_t i, struct import_result *res,
			struct err *e),
	     struct import_result *res, struct err *e)
{
	int r = 0;

	for (size_t i = first; i < t->n && r >= 0; i++)
		if (!text_blank(text_line(t, i)))
			r = row(t, i, res, e);
	return r;
}
