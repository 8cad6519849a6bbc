/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A file under a root fd line by line in constant memory, for the two files of /proc
 * that may be larger than base/rootfd.h reads: kallsyms and interrupts.
 */
#ifndef HOST_LINES_H
#define HOST_LINES_H

#include <stdbool.h>
#include <stddef.h>

struct lines {
	int fd; /* -1: closed */
	char *buf;
	size_t at, end, total;
	bool eof, skip;
};

/* Returns 0 or -errno. Release it with lines_close(). */
int lines_open(int root, const char *path, struct lines *ret_lines);

/*
 * The next line without its newline, NUL terminated, valid until the next call. A line
 * longer than 128 KiB is cut there. Returns 1, 0 at the end, or -errno (-EFBIG after
 * 64 MiB).
 */
int lines_next(struct lines *l, char **ret_line);

/* Fine on one that is closed, or zeroed and marked closed. */
void lines_close(struct lines *l);

#endif
