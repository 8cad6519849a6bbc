/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the files that write a report of run; for nobody else. */
#ifndef REPORT_RUN_PARTS_H
#define REPORT_RUN_PARTS_H

#include "report/run.h"

#include <jansson.h>

/* The table of what was counted, and why the rest was not; nothing without -e. */
void run_counts_text(const struct run_report *r, const struct look *look,
		     struct str *out);

/* What was counted in the workload of @row: a list. */
json_t *run_counts_json(const struct run_report *r, const struct run_row *row);

/* What was not counted at all: a list. */
json_t *run_not_counted_json(const struct run_report *r);

/* The event of a fact that says why it was not counted; NULL if it is none. */
const char *run_not_counted(const struct run_fact *f);

/* An object: key and value. */
json_t *run_facts_json(const struct run_fact *facts, size_t n);

/* Lines of the same columns as run_report_csv()'s. */
void run_counts_csv(const struct run_report *r, struct str *out);

#endif
