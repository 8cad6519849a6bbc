/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two profiles of the same op side by side, function by function. */
#ifndef PATH_DIFF_H
#define PATH_DIFF_H

#include "path/profile.h"

enum diff_kind { DIFF_SAME, DIFF_MORE, DIFF_LESS, DIFF_ONLY_A, DIFF_ONLY_B };

struct diff_row {
	enum profile_side side;
	const char *name;                /* of either profile */
	const struct profile_row *a, *b; /* NULL: it is not there */
	enum diff_kind kind;             /* by instructions */
	int64_t change;                  /* instructions, b less a, in the window */
	/*
	 * Of a function that is only on one side: its nearest caller on both sides, if
	 * that changed the other way by about as much: it may have been inlined there,
	 * or been taken out of it. NULL: none.
	 */
	const char *moved;
};

struct diff {
	struct diff_row *rows; /* the largest change first, then by side and name */
	size_t n;
};

/* Both must be of windows of equally many ops, and outlive *@ret. */
void diff_make(const struct profile *a, const struct profile *b, struct diff *ret);
void diff_release(struct diff *d);

/* "same", "more", "less", "only-a", "only-b" */
const char *diff_kind_name(enum diff_kind kind);

#endif
