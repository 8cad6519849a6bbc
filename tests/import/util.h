/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of the importers share. Include after cmocka.h. */
#ifndef TESTS_IMPORT_UTIL_H
#define TESTS_IMPORT_UTIL_H

#include "import/import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The bytes exactly, so that a sanitizer sees one byte too many. */
static inline int parse_bytes(const char *s, size_t len, const struct import_opts *opts,
			      struct import_result **ret_result, struct err *e)
{
	char *copy = malloc(len ? len : 1);
	int r;

	memcpy(copy, s, len);
	r = import_parse(copy, len, "f", opts, ret_result, e);
	free(copy);
	return r;
}

/* Must be understood; the caller frees. */
static inline struct import_result *parsed(const char *s, const struct import_opts *opts)
{
	struct import_result *res = NULL;
	char text[1024];
	struct err e;
	int r = parse_bytes(s, strlen(s), opts, &res, &e);

	if (r < 0)
		fail_msg("refused: %s", err_text(&e, text, sizeof(text)));
	assert_non_null(res);
	return res;
}

/* Must be refused, at @where ("f:3"), with @what in the message. */
static inline void refused_bytes(const char *s, size_t len,
				 const struct import_opts *opts, const char *where,
				 const char *what)
{
	struct import_result *res = NULL;
	struct err e = { { 0 }, { 0 }, { 0 } };
	int r = parse_bytes(s, len, opts, &res, &e);

	if (r >= 0)
		fail_msg("not refused: %s, %zu metrics", res->format, res->n_metrics);
	assert_null(res);
	assert_string_equal(e.where, where);
	if (!strstr(e.what, what))
		fail_msg("'%s' is not in '%s'", what, e.what);
}

static inline void refused(const char *s, const char *where, const char *what)
{
	refused_bytes(s, strlen(s), NULL, where, what);
}

/* The metric of this name (and unit, unless NULL), which must be there. */
static inline struct import_metric *metric_of(struct import_result *res, const char *name,
					      const char *unit)
{
	size_t i;

	for (i = 0; i < res->n_metrics; i++)
		if (!strcmp(res->metrics[i].name, name) &&
		    (!unit || !strcmp(res->metrics[i].unit, unit)))
			return &res->metrics[i];
	fail_msg("no metric '%s' [%s]", name, unit ? unit : "any");
	return NULL;
}

static inline void assert_values(const struct import_metric *m, size_t n,
				 const double *values)
{
	size_t i;

	if (m->refused)
		fail_msg("%s: refused: %s", m->name, m->refused);
	assert_int_equal(m->n_values, n);
	for (i = 0; i < n; i++)
		if (m->values[i] != values[i])
			fail_msg("%s: value %zu is %.17g, not %.17g", m->name, i,
				 m->values[i], values[i]);
}

#define ASSERT_VALUES(m, ...)                                                \
	assert_values(m, sizeof((double[]){ __VA_ARGS__ }) / sizeof(double), \
		      (double[]){ __VA_ARGS__ })

static inline bool has_text(char *const *list, size_t n, const char *text)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (strstr(list[i], text))
			return true;
	return false;
}

static inline void assert_note(const struct import_metric *m, const char *text)
{
	if (!has_text(m->notes, m->n_notes, text))
		fail_msg("%s: no note '%s'", m->name, text);
}

static inline void assert_warning(const struct import_result *res, const char *text)
{
	if (!has_text(res->warnings, res->n_warnings, text))
		fail_msg("no warning '%s'", text);
}

static inline void assert_refused(const struct import_metric *m, const char *text)
{
	if (!m->refused)
		fail_msg("%s: not refused", m->name);
	if (!strstr(m->refused, text))
		fail_msg("%s: '%s' is not in '%s'", m->name, text, m->refused);
	assert_int_equal(m->n_values, 0);
	assert_false(m->has_summary);
}

#endif
