/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a compiler has inlined where, and source lines: from DWARF, read by libdw. */
#ifndef PATH_INLINES_H
#define PATH_INLINES_H

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

#define INLINES_MAX 32 /* one within another */

struct inlines;

/* -ENODATA with @e if the file has no debug data. */
int inlines_open(const char *path, struct inlines **ret, struct err *e);

/*
 * The functions that were inlined where @addr is, the outermost first: how many. The
 * names are the file's, and live as long as it is open.
 */
size_t inlines_at(struct inlines *i, uint64_t addr, const char *ret[INLINES_MAX]);

/* "kernel/sys.c:1003" or ""; returns @buf. */
const char *inlines_line(struct inlines *i, uint64_t addr, char *buf, size_t len);

/* Fine with NULL. */
void inlines_close(struct inlines *i);

#endif
