/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See xalloc.h. */
#include "base/xalloc.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *alive(void *p)
{
	if (!p) {
		fputs("ktoll: out of memory\n", stderr);
		_Exit(3);
	}
	return p;
}

void *xcalloc(size_t n, size_t size)
{
	return alive(calloc(n ? n : 1, size ? size : 1));
}

void *xrealloc(void *p, size_t size)
{
	return alive(realloc(p, size ? size : 1));
}

void *xreallocarray(void *p, size_t n, size_t size)
{
	if (size && n > SIZE_MAX / size)
		alive(NULL);
	return xrealloc(p, n * size);
}

char *xstrdup(const char *s)
{
	return alive(strdup(s));
}

char *xstrndup(const char *s, size_t n)
{
	return alive(strndup(s, n));
}

char *xasprintf(const char *fmt, ...)
{
	va_list ap;
	char *s;
	int n;

	va_start(ap, fmt);
	n = vasprintf(&s, fmt, ap);
	va_end(ap);
	return n < 0 ? alive(NULL) : s;
}

void *xgrow(void *array, size_t n, size_t *cap, size_t size)
{
	if (n < *cap)
		return array;
	*cap = *cap ? *cap * 2 : 16;
	return xreallocarray(array, *cap, size);
}
