/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One line of comma separated values with quotes (RFC 4180, but no line breaks in
 * fields). perf stat -x is not of this kind: it knows no quotes.
 */
#ifndef IMPORT_CSV_H
#define IMPORT_CSV_H

#include "import/result.h"
#include "import/text.h"

struct csv {
	struct span *field;
	size_t n;
	char *bytes;
};

/* Splits line @i. Returns 0, or -EINVAL with @e set; release in both cases. */
int csv_split(const struct text *t, size_t i, char sep, struct csv *ret_row,
	      struct err *e);

/* Fine on a zeroed one. */
void csv_release(struct csv *row);

/* Calls @row for every line from @first on that is not blank, until one is refused. */
int csv_rows(const struct text *t, size_t first,
	     int (*row)(const struct text *t, size_t i, struct import_result *res,
			struct err *e),
	     struct import_result *res, struct err *e);

#endif
