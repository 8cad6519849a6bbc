/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text of /proc and /sys as foreign bytes: read through a root fd, bounded, and made
 * printable ASCII before anyone looks at it. Knows nothing of what the files mean.
 */
#ifndef HOST_TEXT_H
#define HOST_TEXT_H

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>

enum { TEXT_LINE_BYTES = 4096 }; /* enough for any one-line file, /proc/cmdline too */

/* Replaces tabs and newlines by spaces and every other byte outside ASCII 32..126 by '?'.
 */
void text_clean(char *s, size_t len);

/*
 * A one-line file into @ret_buf: cleaned, trimmed at both ends, cut to @size - 1 bytes.
 * An empty file gives "". Returns 0 or -errno, with nothing written.
 */
int text_line(int root, const char *path, char *ret_buf, size_t size);

/*
 * A whole file of at most 4 MiB, cleaned, but with its newlines and tabs kept. Always
 * ends in a newline unless empty. The caller frees. Returns 0 or -errno.
 */
int text_file(int root, const char *path, char **ret_text);

/* Opens a folder; the caller closes it. Returns 0 or -errno. */
int text_dir(int root, const char *path, DIR **ret_dir);

/* The text of a negative errno as a reason, untranslated: "no such file". Static. */
const char *text_reason(int error);

/*
 * The value of the first line "NAME : value" (white space around the colon is free) in
 * @text, trimmed and cut to @size - 1. False, with nothing written, if there is none.
 */
bool text_field(const char *text, const char *name, char *ret_buf, size_t size);

/* Whether @list, words separated by white space, has @word. */
bool text_has_word(const char *list, const char *word);

/* Number of lines that are not empty. */
long text_count_lines(const char *text);

/*
 * Non-negative decimal at the start of @s (after blanks); @ret_end may be NULL. What does
 * not fit saturates at LLONG_MAX. -1 if there is no digit.
 */
long long text_count(const char *s, const char **ret_end);

/*
 * The same for a number with decimals, in hundredths: "1.29" is 129, more digits are
 * dropped. No locale has a say in it.
 */
long long text_hundredths(const char *s);

#endif
