/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What went wrong, for the one line the user reads: what happened, where, and what
 * was expected instead. A function that can fail takes a `struct err *` (NULL: the
 * caller does not care for the detail), fills it, and returns the negative errno.
 * Only cmd/ prints it.
 */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include <stddef.h>

struct err {
	char what[320];     /* "no workload matches 'foo*'" */
	char where[256];    /* "FILE:LINE", "/proc/cpuinfo", "" when it has no place */
	char expected[256]; /* "a number", "see `ktoll list`", "" when nothing to add */
};

/*
 * Fills @e->what (printf style), empties the other two, and returns -@errnum.
 * Control characters in the result are replaced, so that hostile input stays on
 * its line.
 */
int err_set(struct err *e, int errnum, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* The same, with ": <text of errnum>" after it. */
int err_errno(struct err *e, int errnum, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Add the place, or the expectation, to an error that was just set. */
void err_where(struct err *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void err_expect(struct err *e, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* "WHERE: WHAT (expected EXPECTED)" in one line; returns @buf. */
const char *err_text(const struct err *e, char *buf, size_t len);

#endif
