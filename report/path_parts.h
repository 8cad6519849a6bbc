/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the files of path.h. */
#ifndef REPORT_PATH_PARTS_H
#define REPORT_PATH_PARTS_H

#include "report/path.h"

#define PATH_BROAD 70 /* columns from which on text may stand right of numbers */

/* Columns of sentences: in a pipe each is a line, for grep. */
static inline int path_prose(const struct look *look)
{
	return look->width ? look_prose(look) : 0;
}

/* "+2", "-0.125", "0"; returns @buf. */
const char *path_change(double a, double b, char buf[PATH_AMOUNT_MAX]);

double path_side_insns(const struct path_report *r, size_t arm, enum path_side side);
/* "A: 6.12, -cpu Haswell": the letter where there are two. */
void path_arm_head(const struct path_report *r, size_t arm, struct str *out);

/* What was touched, and the expensive instructions by kind and function. */
void path_footprint_text(const struct path_report *r, const struct look *look,
			 struct str *out);

#endif
