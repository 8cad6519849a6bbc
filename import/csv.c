/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See csv.h. */
#include "import/csv.h"

#include "base/xalloc.h"
#include "import/import.h"

#include <stdlib.h>
#include <string.h>

/* A record as it is read. */
struct reader {
	const struct text *t;
	size_t line;
	const char *s; /* what comes next of it */
	char sep;
	struct csv *row;
	size_t used, cap, cap_fields; /* of the row's bytes; of its fields */
};

static void add_byte(struct reader *r, char c)
{
	r->row->bytes = xgrow(r->row->bytes, r->used, &r->cap, 1);
	r->row->bytes[r->used++] = c;
}

/* False if the quote stays open. */
static bool quoted(struct reader *r)
{
	for (;;) {
		if (!*r->s) {
			if (r->line + 1 >= r->t->n || r->used > IMPORT_MAX_LINE_BYTES)
				return false;
			r->s = text_line(r->t, ++r->line);
			add_byte(r, '\n');
			continue;
		}
		if (*r->s == '"' && *++r->s != '"')
			return true;
		add_byte(r, *r->s++);
	}
}

static bool field(struct reader *r)
{
	const size_t begin = r->used;
	struct csv *row = r->row;
	bool fine = true;

	if (*r->s == '"') {
		r->s++;
		fine = quoted(r) && (!*r->s || *r->s == r->sep);
	} else {
		while (*r->s && *r->s != r->sep)
			add_byte(r, *r->s++);
	}
	/* Where the bytes are is known when there are no more. */
	row->field = xgrow(row->field, row->n, &r->cap_fields, sizeof(*row->field));
	row->field[row->n++] = (struct span){ NULL, r->used - begin };
	return fine;
}

static void place(struct csv *row)
{
	const char *s = row->bytes ? row->bytes : "";

	for (size_t k = 0; k < row->n; k++) {
		row->field[k].s = s;
		s += row->field[k].n;
	}
}

int csv_read(const struct text *t, size_t *i, const char *from, char sep,
	     struct csv *ret_row, struct err *e)
{
	struct reader r = { .t = t, .line = *i, .s = from, .sep = sep, .row = ret_row };

	*ret_row = (struct csv){ 0 };
	for (;;) {
		if (!field(&r))
			return text_bad(t, *i, e, "CSV", "quotes that do not match");
		if (!*r.s)
			break;
		r.s++;
	}
	place(ret_row);
	*i = r.line;
	return 0;
}

void csv_release(struct csv *row)
{
	free(row->field);
	free(row->bytes);
	*row = (struct csv){ 0 };
}

int csv_rows(const struct text *t, size_t first,
	     int (*row)(const struct text *t, size_t *at, struct import_result *res,
			struct err *e),
	     struct import_result *res, struct err *e)
{
	int r = 0;

	for (size_t i = first; i < t->n && r >= 0; i++)
		if (!text_blank(text_line(t, i)))
			r = row(t, &i, res, e);
	return r;
}
