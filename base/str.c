/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See str.h. */
#include "base/str.h"

#include "base/xalloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void room(struct str *b, size_t more)
{
	if (b->len + more + 1 <= b->cap)
		return;
	b->cap = (b->len + more + 1) * 2;
	if (b->cap < 64)
		b->cap = 64;
	b->s = xrealloc(b->s, b->cap);
}

void str_addn(struct str *b, const char *s, size_t n)
{
	room(b, n);
	if (n)
		memcpy(b->s + b->len, s, n);
	b->len += n;
	b->s[b->len] = 0;
}

void str_add(struct str *b, const char *s)
{
	str_addn(b, s, strlen(s));
}

void str_addc(struct str *b, char c)
{
	str_addn(b, &c, 1);
}

void str_addv(struct str *b, const char *fmt, va_list ap)
{
	va_list again;
	int n;

	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	if (n < 0)
		return;
	room(b, n);
	vsnprintf(b->s + b->len, n + 1, fmt, ap);
	b->len += n;
}

void str_addf(struct str *b, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	str_addv(b, fmt, ap);
	va_end(ap);
}

void str_reset(struct str *b)
{
	b->len = 0;
	if (b->s)
		b->s[0] = 0;
}

void str_release(struct str *b)
{
	free(b->s);
	*b = (struct str)STR_INIT;
}

const char *str_get(const struct str *b)
{
	return b->s ? b->s : "";
}

char *str_detach(struct str *b)
{
	char *s = b->s ? b->s : xstrdup("");

	*b = (struct str)STR_INIT;
	return s;
}
