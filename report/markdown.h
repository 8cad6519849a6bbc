/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables for a pull request or an issue (GitHub flavoured Markdown). */
#ifndef REPORT_MARKDOWN_H
#define REPORT_MARKDOWN_H

#include "report/compare.h"
#include "report/run.h"

void run_report_markdown(const struct run_report *r, struct str *out);
void compare_report_markdown(const struct compare_report *r, size_t n, struct str *out);

#endif
