/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the files of path.h. */
#ifndef REPORT_PATH_PARTS_H
#define REPORT_PATH_PARTS_H

#include "report/path.h"

#define PATH_BROAD 70 /* columns from which on text may stand right of numbers */

/* "A: 6.12, -cpu Haswell": the letter where there are two. */
void path_arm_head(const struct path_report *r, size_t arm, struct str *out);

/* What was touched, and the expensive instructions by kind and function. */
void path_footprint_text(const struct path_report *r, const struct look *look,
			 struct str *out);

#endif
