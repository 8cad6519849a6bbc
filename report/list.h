/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalogue of workloads, as text, JSON and CSV. */
#ifndef REPORT_LIST_H
#define REPORT_LIST_H

#include "base/str.h"
#include "report/look.h"

#include <stdbool.h>

struct list_row {
	const char *label, *name, *abi, *unit, *summary;
	unsigned int per, rev;
	const char *status; /* done: it runs here; skip: it does not; else it failed */
	const char *why;
};

void list_report_text(const struct list_row *rows, size_t n, const struct look *look,
		      struct str *out);
void list_report_csv(const struct list_row *rows, size_t n, struct str *out);
void list_report_json(const struct list_row *rows, size_t n, struct str *out);

#endif
