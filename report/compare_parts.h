/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the files compare*.c; for nobody else. */
#ifndef REPORT_COMPARE_PARTS_H
#define REPORT_COMPARE_PARTS_H

#include "report/compare.h"

/*
 * A sentence in lines that @look has, indented by two and, from the second on, @more.
 * With
 * @term it stands in a column beside that.
 */
void compare_sentence(struct str *out, const struct look *look, const char *term,
		      int more, const char *fmt, ...)
	__attribute__((format(printf, 5, 6)));

/* What the ops touch that differs, where it is known. */
void compare_path_text(const struct compare_report *r, const struct look *look,
		       struct str *out);

#endif
