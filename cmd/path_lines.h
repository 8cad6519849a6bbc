/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `ktoll path --annotate`: the instructions of one function, of one or two kernels. */
#ifndef CMD_PATH_LINES_H
#define CMD_PATH_LINES_H

#include "lab/path.h"
#include "report/path.h"

/* Appends the text to @out. -ENOENT with @e if no kernel has the function on its path. */
int path_lines(const struct path_report *r, const struct path_result *results,
	       const char *function, struct str *out, struct err *e);

#endif
