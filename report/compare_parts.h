/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the files compare*.c; for nobody else. */
#ifndef REPORT_COMPARE_PARTS_H
#define REPORT_COMPARE_PARTS_H

#include "report/compare.h"

#define COMPARE_TERM 11 /* the column of the words beside a term */

/* What the ops touch that differs, where it is known. */
void compare_path_text(const struct compare_report *r, const struct look *look,
		       struct str *out);

#endif
