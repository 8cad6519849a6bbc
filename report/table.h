/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tables that fit a width: columns that matter less are left out, then the first column
 * is narrowed, and a name too long for it gets a line of its own.
 */
#ifndef REPORT_TABLE_H
#define REPORT_TABLE_H

#include "base/str.h"
#include "report/look.h"

#include <stddef.h>

#define TABLE_COLUMNS 12

struct column {
	const char *head;
	int width, gap; /* of its text; blanks before it, 0: one */
	bool left;      /* aligned so; numbers are not */
	int drop;       /* 0: it stays; else the highest of them goes first */
};

struct table {
	struct column c[TABLE_COLUMNS]; /* the first is the name of a row */
	size_t n;
	int least; /* the name's columns that others are left out for; 0: all of them */
	int tail;  /* columns that may follow the last */
	bool gone[TABLE_COLUMNS];
	int width; /* set by table_fit() */
};

/* @t's first column is as wide as the longest name wants; this makes it fit. */
void table_fit(struct table *t, const struct look *look);

void table_head(const struct table *t, struct str *out);
/* One cell a column, those left out too; no line end, no blanks at the end. */
void table_row(const struct table *t, const char *const *cells, struct str *out);

/* "left out for the width: p99, median; @instead" as a sentence, if any is. */
void table_left_out(const struct table *t, const struct look *look, const char *instead,
		    struct str *out);

#endif
