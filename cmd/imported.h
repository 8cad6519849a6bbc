/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of another tool, read whole and parsed. */
#ifndef CMD_IMPORTED_H
#define CMD_IMPORTED_H

#include "import/import.h"

/*
 * Reads @path ("-": standard input). -ENOENT if there is no such file; else as
 * import_parse().
 * @opts may be NULL.
 */
int imported_read(const char *path, const struct import_opts *opts,
		  struct import_result **ret, struct err *e);

/* "cost", "rate", "unknown", as the store has directions. */
const char *imported_direction(enum import_direction d);

/* A name that is unique in the file: "GROUP: NAME", or the name. The caller frees. */
char *imported_name(const struct import_metric *m);

#endif
