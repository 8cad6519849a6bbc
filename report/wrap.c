/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See wrap.h. */
#include "report/wrap.h"

#include "report/escape.h"

#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#define SENTENCE_MAX 4000 /* characters */

/* Of the @bytes of @s. */
static int characters(const char *s, size_t bytes)
{
	int n = 0;

	for (size_t i = 0; i < bytes; i++)
		n += ((unsigned char)s[i] & 0xc0) != 0x80;
	return n;
}

int text_columns(const char *s)
{
	return characters(s, strlen(s));
}

void add_blanks(struct str *out, int n)
{
	if (n > 0)
		str_addf(out, "%*s", n, "");
}

size_t text_bytes(const char *s, int n)
{
	const char *p = s;

	for (; *p; p++)
		if (((unsigned char)*p & 0xc0) != 0x80 && n-- == 0)
			break;
	return (size_t)(p - s);
}

static void next_line(struct str *out, int more)
{
	str_addc(out, '\n');
	add_blanks(out, more);
}

/* @text from @column on. */
static void lines(struct str *out, int width, int column, int more, const char *text)
{
	bool begun = false;

	width = width ? width : INT_MAX;
	while (*text) {
		size_t bytes = strcspn(text, " ");
		int n = characters(text, bytes), room;

		if (begun && column + 1 + n > width) {
			next_line(out, more);
			column = more;
		} else if (begun) {
			str_addc(out, ' ');
			column++;
		}
		while (n > (room = width > column ? width - column : 0) && width > more) {
			const size_t fits = text_bytes(text, room);

			str_addn(out, text, fits);
			next_line(out, more);
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
	add_blanks(out, first);
	lines(out, width, first, more, text);
}

void wrap_term(struct str *out, int width, int indent, int column, const char *term,
	       const char *text)
{
	add_blanks(out, indent);
	str_add(out, term);
	add_blanks(out, column - indent - text_columns(term));
	lines(out, width, column, column, text);
}

/* The words of a sentence, made harmless. */
static void harmless(struct str *out, const struct look *look, const char *fmt,
		     va_list ap)
{
	struct str raw = STR_INIT;

	str_addv(&raw, fmt, ap);
	escape_text(out, str_get(&raw), SENTENCE_MAX, look->utf8);
	str_release(&raw);
}

void sentence(struct str *out, const struct look *look, int first, int more,
	      const char *fmt, ...)
{
	struct str text = STR_INIT;
	va_list ap;

	va_start(ap, fmt);
	harmless(&text, look, fmt, ap);
	va_end(ap);
	wrap(out, look_prose(look), first, more, str_get(&text));
	str_release(&text);
}

void sentence_term(struct str *out, const struct look *look, int indent, int column,
		   const char *term, const char *fmt, ...)
{
	struct str text = STR_INIT;
	va_list ap;

	va_start(ap, fmt);
	harmless(&text, look, fmt, ap);
	va_end(ap);
	wrap_term(out, look_prose(look), indent, column, term, str_get(&text));
	str_release(&text);
}
