/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the files matched*.c; for nobody else. */
#ifndef CMD_MATCHED_PARTS_H
#define CMD_MATCHED_PARTS_H

#include "cmd/matched.h"

/* Whether the globs let a series of this label and name through. */
bool match_wanted(const struct match_options *o, const char *label, const char *name);

/* One more row at the end, named after @s, not compared yet. */
struct compare_row *match_add_row(struct matched *m, const struct series *s);

/* Adds a sentence to a list of them, "; " between. */
struct str;
void match_complain(struct str *list, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Complains of facts that make two machines of them. */
void match_check_machines(const struct source *a, const struct source *b,
			  struct str *bad);

/* Fills the facts that differ, and how many are the same. */
void match_facts(const struct source *a, const struct source *b, struct matched *m);

/* "syscall.null", "i386.int80.null page-faults"; @s of a file may have no name. */
#define SERIES_LABEL_MAX 192
void match_label(const struct series *s, char buf[SERIES_LABEL_MAX]);

/*
 * Counts of two arms, whose units are @a[@na] and @b[@nb] as counted, not logarithms:
 * equal or not where neither varies, by means where some are zero, else as costs are.
 * Fills the comparison and its values, or says why there is none.
 */
void match_counts(const double *a, size_t na, const double *b, size_t nb, bool paired,
		  const struct compare_params *p, struct compare_row *row);

/*
 * Adds the rows of all pairs of the two arms; none if they never took turns. @plan is for
 * those that *@ret_looked says there are: pairs of `ktoll ab`.
 */
int match_pairs(struct store *s, const struct source *a, const struct source *b,
		const struct match_options *o, const struct looks_plan *plan,
		bool *ret_looked, struct matched *m, struct err *e);

/*
 * What the store knows of the paths of both sides: fills footprint and layout of @row, of
 * the series @x and @y. Nothing if it does not know both.
 */
int match_path(struct store *s, const struct source *a, const struct source *b,
	       const struct series *x, const struct series *y, struct compare_row *row,
	       struct err *e);

#endif
