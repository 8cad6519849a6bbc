/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Comma separated values with quotes (RFC 4180): a field in quotes may hold separators,
 * quotes (doubled) and line breaks. perf stat -x is not of this kind: it knows no quotes.
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

/*
 * Splits the record that begins at @from in line *@i; *@i becomes its last line. Returns
 * 0, or -EINVAL with @e set; release in both cases.
 */
int csv_read(const struct text *t, size_t *i, const char *from, char sep,
	     struct csv *ret_row, struct err *e);

/* Fine on a zeroed one. */
void csv_release(struct csv *row);

/*
 * Calls @row for every record from @first on that is not blank, until one is refused;
 * it moves @at to the last line of the record, as csv_read() does.
 */
int csv_rows(const struct text *t, size_t first,
	     int (*row)(const struct text *t, size_t *at, struct import_result *res,
			struct err *e),
	     struct import_result *res, struct err *e);

#endif
