/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From what the store has of a series to its report. */
#ifndef CMD_SERIES_DATA_H
#define CMD_SERIES_DATA_H

#include "cmd/series_plan.h"
#include "report/series.h"

struct series_data {
	struct series_report report;
	/* What it borrows from. */
	struct store_experiment experiment;
	struct series_plan plan;
	struct store_series_arm *arms;
	struct store_series_boot *boots;
	size_t n_arms, n_boots;
	struct series_arm *rows;
	struct series_boot *boot_rows;
	struct series_values *values;
	struct series_block *blocks;
	size_t n_blocks, cap_values, cap_blocks;
	char *machine;          /* what the boots ran under */
	bool slower, different; /* any step is, beyond doubt */
};

/* -errno with @e; *@ret is to be released in any case. */
int series_data_load(struct store *s, int64_t experiment, struct series_data *ret,
		     struct err *e);
void series_data_release(struct series_data *d);

#endif
