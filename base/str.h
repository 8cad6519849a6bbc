/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A growing string. Out of memory ends the program (see xalloc.h), so appending
 * cannot fail. Always terminated; .len does not count the NUL.
 */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdarg.h>
#include <stddef.h>

struct str {
	char *s; /* never NULL once anything was appended */
	size_t len, cap;
};

#define STR_INIT           \
	{                  \
		NULL, 0, 0 \
	}

void str_add(struct str *b, const char *s);
void str_addn(struct str *b, const char *s, size_t n);
void str_addc(struct str *b, char c);
void str_addf(struct str *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void str_addv(struct str *b, const char *fmt, va_list ap);

/* Empties it, keeping the memory. */
void str_reset(struct str *b);

/* Frees it; fine on a zeroed or already released one. */
void str_release(struct str *b);

/* The text ("" if nothing was appended), still owned by @b. */
const char *str_get(const struct str *b);

/* Hands the text over (caller frees) and leaves @b empty. */
char *str_detach(struct str *b);

#endif
