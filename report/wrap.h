/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Words in lines. Columns are counted in characters of UTF-8, each of them one wide; a
 * width of 0 is no limit. Each function writes whole lines with one blank between words,
 * and cuts a word that no line can hold; where the indentation leaves no room for any,
 * the lines are longer.
 */
#ifndef REPORT_WRAP_H
#define REPORT_WRAP_H

#include "base/str.h"
#include "report/look.h"

/* How many columns @s (UTF-8 or ASCII) takes. */
int text_columns(const char *s);
/* How many bytes the first @n columns of @s take. */
size_t text_bytes(const char *s, int n);

/* @n blanks; none if it is negative. */
void add_blanks(struct str *out, int n);

/* Words of @text in lines of @width: the first indented by @first, the others by @more.
 */
void wrap(struct str *out, int width, int first, int more, const char *text);

/*
 * The same with @term before it, indented by @indent; all lines of @text begin at
 * @column, which @term does not reach beyond.
 */
void wrap_term(struct str *out, int width, int indent, int column, const char *term,
	       const char *text);

/* wrap() of foreign words, made harmless, in the lines of prose that @look has. */
void sentence(struct str *out, const struct look *look, int first, int more,
	      const char *fmt, ...) __attribute__((format(printf, 5, 6)));

/* wrap_term() of the same. @term is not foreign. */
void sentence_term(struct str *out, const struct look *look, int indent, int column,
		   const char *term, const char *fmt, ...)
	__attribute__((format(printf, 6, 7)));

#endif
