/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Results as KTAP version 1, as the kernel's own parser (tools/testing/kunit) reads it:
 * plan first, a subtest for each group of workloads, values as diagnostics before their
 * result. slower is "not ok", unknown a SKIP, a guest that died "not ok" with ERROR.
 * Source: Documentation/dev-tools/ktap.rst.
 */
#ifndef REPORT_KTAP_H
#define REPORT_KTAP_H

#include "report/compare.h"
#include "report/run.h"

void run_report_ktap(const struct run_report *r, struct str *out);

/* @n reports: one subtest each, if there are several. */
void compare_report_ktap(const struct compare_report *r, size_t n, struct str *out);

#endif
