/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `ktoll doctor` found, as text, JSON and CSV. */
#ifndef REPORT_DOCTOR_H
#define REPORT_DOCTOR_H

#include "base/str.h"
#include "report/look.h"

#include <stdbool.h>

struct doctor_row {
	const char *id, *title, *state; /* good, bad, not visible */
	const char *found, *effect, *fix;
};

void doctor_report_text(const struct doctor_row *rows, size_t n, const struct look *look,
			struct str *out);
void doctor_report_csv(const struct doctor_row *rows, size_t n, struct str *out);
void doctor_report_json(const struct doctor_row *rows, size_t n, struct str *out);

#endif
