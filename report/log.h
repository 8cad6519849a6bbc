/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of the experiments that are stored, as text, JSON and CSV. */
#ifndef REPORT_LOG_H
#define REPORT_LOG_H

#include "base/str.h"
#include "report/look.h"

#include <stdint.h>

struct log_row {
	int64_t id, processes, failed, began_ns, ended_ns; /* ended_ns 0: has not */
	const char *command, *arms, *state, *reason, *arguments;
	int64_t seed;
};

void log_report_text(const struct log_row *rows, size_t n, const struct look *look,
		     struct str *out);
void log_report_csv(const struct log_row *rows, size_t n, struct str *out);
void log_report_json(const struct log_row *rows, size_t n, struct str *out);

/* "2026-11-30 14:05:12" of local time; returns @buf. */
const char *log_time(int64_t ns, char buf[32]);

#endif
