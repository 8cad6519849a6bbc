/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a finished report to the text of the format that was asked for. */
#ifndef CMD_RENDER_H
#define CMD_RENDER_H

#include "cmd/command.h"
#include "report/compare.h"
#include "report/run.h"

void render_run(const struct run_report *r, enum format format, struct str *out);

/* @n reports in one document. */
void render_compare(const struct compare_report *r, size_t n, enum format format,
		    struct str *out);

#endif
