/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Small text files under a root directory: "/" in real use, a made-up tree in
 * tests. Paths are given without a leading slash ("proc/cpuinfo").
 */
#ifndef BASE_ROOTFD_H
#define BASE_ROOTFD_H

#include <stddef.h>

/*
 * Reads a whole file of at most 4 MiB. *@ret_text is NUL terminated and the
 * caller's; *@ret_len (may be NULL) is its length. Returns 0, or -errno with
 * nothing written (-EFBIG beyond the limit).
 */
int root_read(int root, const char *path, char **ret_text, size_t *ret_len);

/* The same without the white space at its end: for one-line files of sysfs. */
int root_read_line(int root, const char *path, char **ret_text);

/* A decimal number that fills the file but for white space; -EINVAL if not. */
int root_read_number(int root, const char *path, long long *ret_value);

#endif
