/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Foreign text as lines and words, checked against the limits. Knows no format.
 * Accepts CRLF and a UTF-8 byte order mark; takes out terminal escapes (colours);
 * refuses NUL bytes and other control characters.
 */
#ifndef IMPORT_TEXT_H
#define IMPORT_TEXT_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json_t;

struct text {
	const char *file; /* borrowed; for messages */
	const char *raw;  /* borrowed: the bytes after the mark */
	size_t raw_len;
	char *copy;      /* the lines, each NUL terminated */
	uint32_t *start; /* start[i]: where line i begins in @copy */
	size_t n;        /* lines, at least 1; numbered from 0 here, from 1 in messages */
	bool open_end;   /* the last line has no newline */
	struct json_t *json; /* if the whole is one JSON document; set by import.c */
};

/* A piece of a line. */
struct span {
	const char *s;
	size_t n;
};

/* Borrows @buf and @file. Returns 0, -EFBIG or -EINVAL with nothing to release. */
int text_init(struct text *t, const char *buf, size_t len, const char *file,
	      struct err *e);
void text_release(struct text *t);

static inline const char *text_line(const struct text *t, size_t i)
{
	return t->copy + t->start[i];
}

/*
 * Sets @e to "FILE:LINE: what (expected ...)" and returns -EINVAL. @i counts from 0;
 * @expected may be NULL.
 */
int text_bad(const struct text *t, size_t i, struct err *e, const char *expected,
	     const char *fmt, ...) __attribute__((format(printf, 5, 6)));

/* Shortens for a message, at a character's border; returns @buf. */
const char *text_quote(struct span s, char *buf, size_t size);
#define TEXT_QUOTE(span) text_quote(span, (char[64]){ 0 }, 64)

/* A number of the line that must be one and must not be negative. */
int text_number(const struct text *t, size_t i, struct span s, const char *what,
		double *ret_value, struct err *e);

struct span span_of(const char *s);
struct span span_trim(struct span s);
bool span_is(struct span s, const char *word);
bool span_starts(struct span s, const char *prefix);
char *span_dup(struct span s);

/* Splits at white space; returns the number of words, at most @max. */
size_t text_words(const char *line, struct span *words, size_t max);

/* Splits at every @sep (one or more bytes); fields may be empty. At most @max. */
size_t text_fields(const char *line, const char *sep, struct span *fields, size_t max);

/* True if there is nothing but white space. */
bool text_blank(const char *line);

/* True if @line starts with @prefix; *@ret_rest (may be NULL) is what follows. */
bool text_starts(const char *line, const char *prefix, const char **ret_rest);

/* The line without white space before it. */
const char *text_skip(const char *line);

/*
 * What a shell or a transcript adds and no tool prints as a result: "exit=1",
 * "[exit 1]", "sh: Killed". True if @line is such; *@ret_failed: it tells of a failure.
 */
bool text_is_status(const char *line, bool *ret_failed);

/*
 * A line that somebody put above a part of the file: "--- with server", "=== after
 * ===", "*** 6.12". @ret_name is the text in it, empty if there is none.
 */
bool text_is_heading(const char *line, struct span *ret_name);

#endif
