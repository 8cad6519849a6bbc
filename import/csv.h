/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One line of comma separated values with quotes (RFC 4180, but no line breaks in
 * fields). perf stat -x is not of this kind: it knows no quotes.
 */
#ifndef IMPORT_CSV_H
#define IMPORT_CSV_H

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

#endif
