/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Foreign text made harmless for what it is put into: names of arms, metrics of other
 * tools and facts may hold anything. All take NULL as "" and cut after @max characters
 * (with "..."), so that a name of a megabyte does not become a page of one.
 */
#ifndef REPORT_ESCAPE_H
#define REPORT_ESCAPE_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

#define ESCAPE_NAME 120
#define ESCAPE_TEXT 2000

/* One line of printable ASCII without '#', which ends a name in KTAP; never empty. */
void escape_ktap(struct str *out, const char *s, size_t max);

/*
 * Text or a quoted attribute in HTML, XML and SVG. Bytes that are not UTF-8 become
 * U+FFFD, as do characters that turn the direction of a line; control characters become a
 * space.
 */
void escape_html(struct str *out, const char *s, size_t max);

/* The same with its line ends kept, for a <pre>. */
void escape_html_lines(struct str *out, const char *s, size_t max);

/* Text in a cell of a Markdown table: nothing of it is markup, a link or a mention. */
void escape_markdown(struct str *out, const char *s, size_t max);

/* A code span in a cell of a Markdown table. */
void escape_code(struct str *out, const char *s, size_t max);

/* One line for a terminal or a mail: ASCII, or with @utf8 also characters beyond. */
void escape_text(struct str *out, const char *s, size_t max, bool utf8);

/* A word of a shell, quoted where needed; control characters become a space. */
void escape_shell(struct str *out, const char *s, size_t max);

#endif
