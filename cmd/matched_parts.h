/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the files matched*.c; for nobody else. */
#ifndef CMD_MATCHED_PARTS_H
#define CMD_MATCHED_PARTS_H

#include "cmd/matched.h"

/* Whether the globs let a series of this label and name through. */
bool match_wanted(const struct match_options *o, const char *label, const char *name);

/* One more row at the end, named after @s, not compared yet. */
struct compare_row *match_add_row(struct matched *m, const struct series *s);

/* Adds the rows of all pairs of the two arms; none if they never took turns. */
int match_pairs(struct store *s, const struct source *a, const struct source *b,
		const struct match_options *o, struct matched *m, struct err *e);

/*
 * What the store knows of the paths of both sides: fills footprint and layout of @row, of
 * the series @x and @y. Nothing if it does not know both.
 */
int match_path(struct store *s, const struct source *a, const struct source *b,
	       const struct series *x, const struct series *y, struct compare_row *row,
	       struct err *e);

#endif
