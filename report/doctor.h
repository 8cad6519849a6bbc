/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `ktoll doctor` found, as text and JSON. */
#ifndef REPORT_DOCTOR_H
#define REPORT_DOCTOR_H

#include "base/str.h"

#include <stdbool.h>

struct doctor_row {
	const char *id, *title, *state; /* good, bad, not visible */
	const char *found, *effect, *fix;
};

void doctor_report_text(const struct doctor_row *rows, size_t n, struct str *out);
void doctor_report_json(const struct doctor_row *rows, size_t n, struct str *out);

#endif
