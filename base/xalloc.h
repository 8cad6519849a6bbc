/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Memory or death: one line on stderr and exit status 3. Sizes that come from
 * outside are checked against limits before they get here.
 */
#ifndef BASE_XALLOC_H
#define BASE_XALLOC_H

#include <stddef.h>

void *xcalloc(size_t n, size_t size);
void *xrealloc(void *p, size_t size);
void *xreallocarray(void *p, size_t n, size_t size);
char *xstrdup(const char *s);
char *xstrndup(const char *s, size_t n);
char *xasprintf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/*
 * Makes room for one more element in a growing array: doubles *@cap when @n has
 * reached it and returns the array, which may have moved.
 */
void *xgrow(void *array, size_t n, size_t *cap, size_t size);

#endif
