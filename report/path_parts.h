/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the files of path.h. */
#ifndef REPORT_PATH_PARTS_H
#define REPORT_PATH_PARTS_H

#include "report/path.h"

/* "+2", "-0.125", "0"; returns @buf. */
const char *path_change(double a, double b, char buf[PATH_AMOUNT_MAX]);

double path_side_insns(const struct path_report *r, size_t arm, enum path_side side);

/* What was touched, and the expensive instructions by kind and function. */
void path_footprint_text(const struct path_report *r, struct str *out);

#endif
