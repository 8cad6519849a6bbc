/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See err.h. */
#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void clean(char *s)
{
	for (; *s; s++)
		if ((unsigned char)*s < 0x20 || *s == 0x7f)
			*s = '?';
}

static void set(char *dst, size_t len, const char *fmt, va_list ap)
{
	vsnprintf(dst, len, fmt, ap);
	clean(dst);
}

int err_set(struct err *e, int errnum, const char *fmt, ...)
{
	va_list ap;

	if (e) {
		e->where[0] = e->expected[0] = 0;
		va_start(ap, fmt);
		set(e->what, sizeof(e->what), fmt, ap);
		va_end(ap);
	}
	return -errnum;
}

int err_errno(struct err *e, int errnum, const char *fmt, ...)
{
	va_list ap;
	size_t n;

	if (e) {
		e->where[0] = e->expected[0] = 0;
		va_start(ap, fmt);
		set(e->what, sizeof(e->what), fmt, ap);
		va_end(ap);
		n = strlen(e->what);
		snprintf(e->what + n, sizeof(e->what) - n, ": %s", strerror(errnum));
	}
	return -errnum;
}

void err_where(struct err *e, const char *fmt, ...)
{
	va_list ap;

	if (!e)
		return;
	va_start(ap, fmt);
	set(e->where, sizeof(e->where), fmt, ap);
	va_end(ap);
}

void err_expect(struct err *e, const char *fmt, ...)
{
	va_list ap;

	if (!e)
		return;
	va_start(ap, fmt);
	set(e->expected, sizeof(e->expected), fmt, ap);
	va_end(ap);
}

const char *err_text(const struct err *e, char *buf, size_t len)
{
	snprintf(buf, len, "%s%s%s%s%s%s", e->where, e->where[0] ? ": " : "", e->what,
		 e->expected[0] ? " (expected " : "", e->expected,
		 e->expected[0] ? ")" : "");
	return buf;
}
