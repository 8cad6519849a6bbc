/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the files of path.h. */
#ifndef REPORT_PATH_PARTS_H
#define REPORT_PATH_PARTS_H

#include "report/path.h"

/* What was touched, and the expensive instructions by kind and function. */
void path_footprint_text(const struct path_report *r, struct str *out);

#endif
