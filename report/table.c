/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See table.h. */
#include "report/table.h"

#include "report/escape.h"

#include <string.h>

#define NAME_LEAST 8

int text_columns(const char *s)
{
	int n = 0;

	for (; *s; s++)
		n += ((unsigned char)*s & 0xc0) != 0x80;
	return n;
}

static int gap(const struct table *t, size_t i)
{
	return !i ? 0 : t->c[i].gap ? t->c[i].gap : 1;
}

static int rest(const struct table *t)
{
	int n = t->tail;

	for (size_t i = 1; i < t->n; i++)
		if (!t->gone[i])
			n += gap(t, i) + t->c[i].width;
	return n;
}

/* The next column to go; 0: none is left that may. */
static size_t next_to_go(const struct table *t)
{
	size_t at = 0;

	for (size_t i = 1; i < t->n; i++)
		if (t->c[i].drop && !t->gone[i] && (!at || t->c[i].drop > t->c[at].drop))
			at = i;
	return at;
}

void table_fit(struct table *t, const struct look *look)
{
	struct column *name = &t->c[0];
	const int wanted = t->least && t->least < name->width ? t->least : name->width;
	int least;

	t->width = look->width;
	if (!look->width)
		return;
	while (rest(t) + wanted > look->width) {
		const size_t i = next_to_go(t);

		if (!i)
			break;
		t->gone[i] = true;
	}
	if (rest(t) + name->width <= look->width)
		return;
	least = name->width < NAME_LEAST ? name->width : NAME_LEAST;
	name->width = look->width - rest(t);
	if (name->width < least)
		name->width = least;
}

static void blanks(struct str *out, int n)
{
	if (n > 0)
		str_addf(out, "%*s", n, "");
}

void table_row(const struct table *t, const char *const *cells, struct str *out)
{
	int pending = 0;

	for (size_t i = 0; i < t->n; i++) {
		const int fill = t->c[i].width - text_columns(cells[i]);

		if (t->gone[i])
			continue;
		if (!i && fill < 0) {
			const int indent = (int)strspn(cells[0], " ");

			wrap(out, t->width ? t->width : text_columns(cells[0]), indent,
			     indent + 2, cells[0] + indent);
			pending = t->c[0].width;
			continue;
		}
		pending += gap(t, i) + (t->c[i].left ? 0 : fill);
		if (*cells[i]) {
			blanks(out, pending);
			str_add(out, cells[i]);
			pending = 0;
		} else if (!t->c[i].left) {
			continue;
		}
		pending += t->c[i].left ? fill : 0;
	}
}

void table_head(const struct table *t, struct str *out)
{
	const char *cells[TABLE_COLUMNS];

	for (size_t i = 0; i < t->n; i++)
		cells[i] = t->c[i].head;
	table_row(t, cells, out);
	str_addc(out, '\n');
}

void table_left_out(const struct table *t, const struct look *look, const char *instead,
		    struct str *out)
{
	struct str text = STR_INIT;

	for (size_t i = 0; i < t->n; i++)
		if (t->gone[i])
			str_addf(&text, "%s%s",
				 text.len ? ", " : "left out for the width: ",
				 t->c[i].head);
	if (text.len) {
		str_addf(&text, "; %s", instead);
		wrap(out, look_prose(look), 2, 2, str_get(&text));
	}
	str_release(&text);
}

/* Bytes of the first @n characters of @s. */
static size_t bytes_of(const char *s, int n)
{
	const char *p = s;

	for (; *p; p++)
		if (((unsigned char)*p & 0xc0) != 0x80 && n-- == 0)
			break;
	return (size_t)(p - s);
}

/* Columns of the word at the front of @s, and its bytes. */
static int word(const char *s, size_t *ret_bytes)
{
	int n = 0;

	*ret_bytes = strcspn(s, " ");
	for (size_t i = 0; i < *ret_bytes; i++)
		n += ((unsigned char)s[i] & 0xc0) != 0x80;
	return n;
}

/* @text from @column on. */
static void lines(struct str *out, int width, int column, int more, const char *text)
{
	bool begun = false;

	while (*text) {
		size_t bytes;
		int n = word(text, &bytes), room;

		if (begun && column + 1 + n > width) {
			str_addc(out, '\n');
			blanks(out, more);
			column = more;
		} else if (begun) {
			str_addc(out, ' ');
			column++;
		}
		while (n > (room = width > column ? width - column : 0) && width > more) {
			const size_t fits = bytes_of(text, room);

			str_addn(out, text, fits);
			str_addc(out, '\n');
			blanks(out, more);
			column = more;
			text += fits;
			bytes -= fits;
			n -= room;
		}
		str_addn(out, text, bytes);
		column += n;
		text += bytes + strspn(text + bytes, " ");
		begun = true;
	}
	str_addc(out, '\n');
}

void wrap(struct str *out, int width, int first, int more, const char *text)
{
	blanks(out, first);
	lines(out, width, first, more, text);
}

void sentence(struct str *out, const struct look *look, int first, int more,
	      const char *fmt, ...)
{
	struct str raw = STR_INIT, text = STR_INIT;
	va_list ap;

	va_start(ap, fmt);
	str_addv(&raw, fmt, ap);
	va_end(ap);
	escape_text(&text, str_get(&raw), ESCAPE_TEXT, look->utf8);
	wrap(out, look_prose(look), first, more, str_get(&text));
	str_release(&raw);
	str_release(&text);
}

void wrap_term(struct str *out, int width, int indent, int column, const char *term,
	       const char *text)
{
	blanks(out, indent);
	str_add(out, term);
	blanks(out, column - indent - text_columns(term));
	lines(out, width, column, column, text);
}
