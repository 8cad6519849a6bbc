/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The few things of a C library that the probe needs: memory and strings. Also built
 * hosted, for the tests of the plan reader.
 */
#ifndef PROBE_LIB_H
#define PROBE_LIB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

size_t str_len(const char *s);
bool str_eq(const char *a, const char *b);
bool str_starts(const char *s, const char *prefix);

/* Copies as much as fits, always terminated. */
void str_copy(char *dst, size_t size, const char *src);

/* Appends to a terminated string, as much as fits. */
void str_append(char *dst, size_t size, const char *src);
void str_append_u64(char *dst, size_t size, uint64_t v);

/* A decimal number that is the whole of @s: 0 or -EINVAL; -ERANGE above @max. */
int str_u64(const char *s, uint64_t max, uint64_t *ret);

#endif
