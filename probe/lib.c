/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See lib.h. */
#include "probe/lib.h"

#include <asm-generic/errno.h>

#if !__STDC_HOSTED__
/* The compiler calls these by itself for copies and initialisers. */
void *memcpy(void *dst, const void *src, size_t n);
void *memset(void *dst, int c, size_t n);

void *memcpy(void *dst, const void *src, size_t n)
{
	char *d = dst;
	const char *s = src;

	while (n--)
		*d++ = *s++;
	return dst;
}

void *memset(void *dst, int c, size_t n)
{
	char *d = dst;

	while (n--)
		*d++ = (char)c;
	return dst;
}
#endif

size_t str_len(const char *s)
{
	size_t n = 0;

	while (s[n])
		n++;
	return n;
}

bool str_eq(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a == *b;
}

bool str_starts(const char *s, const char *prefix)
{
	while (*prefix)
		if (*s++ != *prefix++)
			return false;
	return true;
}

void str_append(char *dst, size_t size, const char *src)
{
	size_t n = str_len(dst);

	while (*src && n + 1 < size)
		dst[n++] = *src++;
	dst[n] = 0;
}

void str_copy(char *dst, size_t size, const char *src)
{
	dst[0] = 0;
	str_append(dst, size, src);
}

void str_append_u64(char *dst, size_t size, uint64_t v)
{
	static const uint64_t ten[10] = { 1000000000, 100000000, 10000000, 1000000,
					  100000,     10000,     1000,     100,
					  10,         1 };
	char text[12];
	size_t n = 0;

	if (v > 9999999999u) {
		str_append(dst, size, "more than 9999999999");
		return;
	}
	for (size_t i = 0; i < 10; i++) {
		char c = '0';

		while (v >= ten[i]) {
			v -= ten[i];
			c++;
		}
		if (c != '0' || n || i == 9)
			text[n++] = c;
	}
	text[n] = 0;
	str_append(dst, size, text);
}

int str_u64(const char *s, uint64_t max, uint64_t *ret)
{
	const uint64_t most = UINT64_MAX / 10;
	uint64_t v = 0;

	if (!*s)
		return -EINVAL;
	for (; *s; s++) {
		const unsigned int digit = (unsigned int)(*s - '0');

		if (*s < '0' || *s > '9')
			return -EINVAL;
		if (v > most || (v == most && digit > UINT64_MAX % 10))
			return -ERANGE;
		v = v * 10 + digit;
	}
	if (v > max)
		return -ERANGE;
	*ret = v;
	return 0;
}
