/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Scripts for gnuplot, which writes the picture to its standard output: the intervals of
 * all workloads, or of one workload every process beside its interval and the
 * distribution. Nothing foreign in them is more than a label.
 */
#ifndef REPORT_GNUPLOT_H
#define REPORT_GNUPLOT_H

#include "report/html.h"

/* @terminal: png, svg or pdf. -ENODATA: there is nothing to draw. */
int gnuplot_script(const struct html_report *r, const char *terminal, struct str *out);

#endif
