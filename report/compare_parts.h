/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the files compare*.c; for nobody else. */
#ifndef REPORT_COMPARE_PARTS_H
#define REPORT_COMPARE_PARTS_H

#include "report/compare.h"

#include <jansson.h>

#define COMPARE_TERM 11 /* the column of the words beside a term */

/* What the ops touch that differs, where it is known. */
void compare_path_text(const struct compare_report *r, const struct look *look,
		       struct str *out);

/* What was asked for and not counted: sentences; and added to a list, by arm. */
void compare_refused_text(const struct compare_report *r, const struct look *look,
			  struct str *out);
/* A row of what neither arm counted: nothing more is to be said of it. */
bool compare_is_refused(const struct compare_report *r, const struct compare_row *row);
void compare_refused_json(const struct compare_report *r, json_t *list);

#endif
