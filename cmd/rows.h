/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the stored processes of an experiment to the rows of a report. */
#ifndef CMD_ROWS_H
#define CMD_ROWS_H

#include "report/run.h"
#include "store/store.h"

struct rows {
	struct run_row *rows;
	size_t n, cap;
	char *not_set; /* conditions that were refused, "nice (EACCES), ..."; "" */
	char *mode, *modifiers;
	bool exact; /* instructions were counted */
};

/* Everything of @experiment; intervals at @confidence_pct. */
int rows_load(struct store *s, int64_t experiment, double confidence_pct,
	      struct rows *ret, struct err *e);
void rows_release(struct rows *r);

#endif
