/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See text.h. */
#include "import/text.h"

#include "base/xalloc.h"
#include "import/import.h"
#include "import/number.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool white(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\f';
}

static int refuse_byte(const struct text *t, unsigned char c, struct err *e)
{
	int r = err_set(e, EINVAL,
			c ? "byte 0x%02x: this is not text"
			  : "a NUL byte: "
			    "this is not text",
			c);

	err_where(e, "%s:%zu", t->file, t->n + 1);
	err_expect(e, "plain text, UTF-8 or ASCII");
	return r;
}

/* Bytes of a terminal escape (ESC [ ... letter) at @s, 0 if there is none. */
static size_t escape(const char *s, size_t n)
{
	size_t i = 2;

	if (n < 3 || s[0] != 0x1b || s[1] != '[')
		return 0;
	while (i < n && i < 32 && ((s[i] >= '0' && s[i] <= '9') || s[i] == ';'))
		i++;
	if (i < n && ((s[i] | 32) >= 'a' && (s[i] | 32) <= 'z'))
		return i + 1;
	return 0;
}

static int bad_mark(struct text *t, struct err *e)
{
	int r = 0;

	if (t->raw_len >= 2 &&
	    (!memcmp(t->raw, "\xff\xfe", 2) || !memcmp(t->raw, "\xfe\xff", 2))) {
		r = err_set(e, EINVAL, "this is UTF-16");
		err_where(e, "%s:1", t->file);
		err_expect(e, "UTF-8 or ASCII");
	}
	return r;
}

static void add_start(struct text *t, size_t *cap, size_t at)
{
	t->start = xgrow(t->start, t->n, cap, sizeof(*t->start));
	t->start[t->n] = at;
}

/* Copies one line, without escapes and its CR; returns bytes of @s used. */
static int copy_line(struct text *t, const char *s, size_t n, size_t *at, struct err *e)
{
	size_t i, skip;

	for (i = 0; i < n; i++) {
		unsigned char c = s[i];

		skip = c == 0x1b ? escape(s + i, n - i) : 0;
		if (skip) {
			i += skip - 1;
			continue;
		}
		if ((c < 0x20 && c != '\t' && c != '\r' && c != '\f') || c == 0x7f)
			return refuse_byte(t, c, e);
		t->copy[(*at)++] = c;
	}
	while (*at > t->start[t->n] && t->copy[*at - 1] == '\r')
		(*at)--;
	t->copy[(*at)++] = 0;
	return 0;
}

static int split(struct text *t, bool one_line, struct err *e)
{
	const char *s = t->raw, *end = s + t->raw_len, *nl;
	size_t cap = 0, at = 0;
	int r;

	/* An empty file has one empty line. */
	if (s == end) {
		add_start(t, &cap, 0);
		t->n = 1;
	}
	while (s < end) {
		nl = memchr(s, '\n', end - s);
		t->open_end = !nl;
		if (!nl)
			nl = end;
		if (nl - s > (ptrdiff_t)IMPORT_MAX_LINE_BYTES && !one_line) {
			r = err_set(e, EFBIG, "the line has %zu bytes", (size_t)(nl - s));
			err_where(e, "%s:%zu", t->file, t->n + 1);
			err_expect(e, "at most %u", IMPORT_MAX_LINE_BYTES);
			return r;
		}
		add_start(t, &cap, at);
		r = copy_line(t, s, nl - s, &at, e);
		if (r < 0)
			return r;
		t->n++;
		s = nl + 1;
	}
	return 0;
}

int text_init(struct text *t, const char *buf, size_t len, const char *file,
	      struct err *e)
{
	size_t i = 0;
	int r;

	*t = (struct text){ .file = file, .raw = buf, .raw_len = len };
	if (len > IMPORT_MAX_FILE_BYTES) {
		r = err_set(e, EFBIG, "the file has %zu bytes", len);
		err_where(e, "%s", file);
		err_expect(e, "at most %u", IMPORT_MAX_FILE_BYTES);
		return r;
	}
	if (len >= 3 && !memcmp(buf, "\xef\xbb\xbf", 3)) {
		t->raw += 3;
		t->raw_len -= 3;
	}
	r = bad_mark(t, e);
	if (r < 0)
		return r;
	while (i < t->raw_len && (white(t->raw[i]) || t->raw[i] == '\n'))
		i++;
	/* One terminator more than newlines. */
	t->copy = xcalloc(t->raw_len + 2, 1);
	r = split(t, i < t->raw_len && t->raw[i] == '{', e);
	if (r < 0)
		text_release(t);
	return r;
}

void text_release(struct text *t)
{
	free(t->copy);
	free(t->start);
	t->copy = NULL;
	t->start = NULL;
	t->n = 0;
}

int text_bad(const struct text *t, size_t i, struct err *e, const char *expected,
	     const char *fmt, ...)
{
	char what[sizeof(e->what)];
	va_list ap;
	int r;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	r = err_set(e, EINVAL, "%s", what);
	err_where(e, "%s:%zu", t->file, i + 1);
	if (expected)
		err_expect(e, "%s", expected);
	return r;
}

const char *text_quote(struct span s, char *buf, size_t size)
{
	size_t n;

	s = span_trim(s);
	n = s.n;
	if (n >= size) {
		n = size - 4;
		while (n && ((unsigned char)s.s[n] & 0xc0) == 0x80)
			n--;
	}
	if (n)
		memcpy(buf, s.s, n);
	strcpy(buf + n, n < s.n ? "..." : "");
	return buf;
}

int text_number(const struct text *t, size_t i, struct span s, const char *what,
		double *ret_value, struct err *e)
{
	enum num_status st = num_scan(s.s, s.n, ret_value);

	if (st != NUM_OK)
		return text_bad(t, i, e, what, "'%s' %s", TEXT_QUOTE(s), num_problem(st));
	if (*ret_value < 0 || s.s[0] == '-')
		return text_bad(t, i, e, what, "'%s' is negative", TEXT_QUOTE(s));
	return 0;
}

struct span span_of(const char *s)
{
	return (struct span){ s, strlen(s) };
}

struct span span_trim(struct span s)
{
	while (s.n && white(s.s[0])) {
		s.s++;
		s.n--;
	}
	while (s.n && white(s.s[s.n - 1]))
		s.n--;
	return s;
}

bool span_is(struct span s, const char *word)
{
	return s.n == strlen(word) && !memcmp(s.s, word, s.n);
}

bool span_starts(struct span s, const char *prefix)
{
	size_t n = strlen(prefix);

	return s.n >= n && !memcmp(s.s, prefix, n);
}

char *span_dup(struct span s)
{
	return xstrndup(s.s, s.n);
}

size_t text_words(const char *line, struct span *words, size_t max)
{
	size_t n = 0;

	while (n < max) {
		while (white(*line))
			line++;
		if (!*line)
			break;
		words[n].s = line;
		while (*line && !white(*line))
			line++;
		words[n].n = line - words[n].s;
		n++;
	}
	return n;
}

size_t text_fields(const char *line, const char *sep, struct span *fields, size_t max)
{
	size_t n = 0;
	const char *p;

	while (n < max) {
		p = strstr(line, sep);
		fields[n].s = line;
		fields[n].n = p ? (size_t)(p - line) : strlen(line);
		n++;
		if (!p)
			break;
		line = p + strlen(sep);
	}
	return n;
}

bool text_blank(const char *line)
{
	return !*text_skip(line);
}

bool text_starts(const char *line, const char *prefix, const char **ret_rest)
{
	size_t n = strlen(prefix);

	if (strncmp(line, prefix, n))
		return false;
	if (ret_rest)
		*ret_rest = line + n;
	return true;
}

const char *text_skip(const char *line)
{
	while (white(*line))
		line++;
	return line;
}

static bool ends_in(struct span s, const char *suffix)
{
	size_t n = strlen(suffix);

	return s.n >= n && !memcmp(s.s + s.n - n, suffix, n);
}

bool text_is_status(const char *line, bool *ret_failed)
{
	static const char *const deaths[] = { "Killed",
					      "Terminated",
					      "Segmentation fault",
					      "Segmentation fault (core dumped)",
					      "Aborted",
					      "Aborted (core dumped)",
					      "Bus error",
					      "Illegal instruction" };
	struct span s = span_trim(span_of(line));
	const char *rest;
	uint64_t status;
	size_t i;

	*ret_failed = true;
	if (text_starts(s.s, "exit=", &rest) &&
	    num_scan_uint(rest, s.n - 5, &status) == NUM_OK) {
		*ret_failed = status != 0;
		return true;
	}
	if (text_starts(s.s, "[exit ", &rest) && ends_in(s, "]") &&
	    num_scan_uint(rest, s.n - 7, &status) == NUM_OK) {
		*ret_failed = status != 0;
		return true;
	}
	if (text_starts(s.s, "Command exited with non-zero status", NULL) ||
	    text_starts(s.s, "Command terminated by signal", NULL))
		return true;
	/* "./run: line 3: 1234 Killed   ./cmd" */
	for (i = 0; i < sizeof(deaths) / sizeof(deaths[0]); i++)
		if (strstr(s.s, ": line ") && strstr(s.s, deaths[i]))
			return true;
	for (i = 0; i < sizeof(deaths) / sizeof(deaths[0]); i++)
		if (ends_in(s, deaths[i]) &&
		    (s.n == strlen(deaths[i]) ||
		     strchr(": \t", s.s[s.n - strlen(deaths[i]) - 1])))
			return true;
	*ret_failed = false;
	return false;
}

bool text_is_heading(const char *line, struct span *ret_name)
{
	struct span s = span_trim(span_of(line));
	char c = s.n ? s.s[0] : 0;

	if (s.n < 3 || !strchr("-=*", c) || s.s[1] != c || s.s[2] != c)
		return false;
	while (s.n && s.s[0] == c) {
		s.s++;
		s.n--;
	}
	while (s.n && s.s[s.n - 1] == c)
		s.n--;
	*ret_name = span_trim(s);
	return true;
}
