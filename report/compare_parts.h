/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the files compare*.c; for nobody else. */
#ifndef REPORT_COMPARE_PARTS_H
#define REPORT_COMPARE_PARTS_H

#include "report/compare.h"

/*
 * A sentence in lines of @width, indented by two and, from the second on, @more. With
 * COMPARE_TERM the first word is a term and the others stand in a column beside it.
 */
#define COMPARE_TERM 9
void compare_sentence(struct str *out, int width, int more, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* What the ops touch that differs, where it is known. */
void compare_path_text(const struct compare_report *r, int width, struct str *out);

#endif
