/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Intervals drawn with characters, for a terminal: `ktoll compare --plot`. */
#ifndef REPORT_INTERVALS_H
#define REPORT_INTERVALS_H

#include "report/compare.h"

/* One line a row, at most @width columns (at least 60 are taken), ASCII only. */
void compare_report_intervals(const struct compare_report *r, int width, struct str *out);

#endif
