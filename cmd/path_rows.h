/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From what one or two boots told to what `ktoll path` shows: per unit, by function. */
#ifndef CMD_PATH_ROWS_H
#define CMD_PATH_ROWS_H

#include "lab/path.h"
#include "path/diff.h"
#include "report/path.h"

struct path_rows {
	struct path_report report;
	/* What the report points to. */
	struct diff diff;
	struct path_node *nodes[PATH_ARMS];
	struct path_function *functions;
	double *costs;
	size_t n_costs;
	const char *cost_names[COST_NONE];
};

/* @arms and @results (one or two each) must outlive *@ret. */
void path_rows_make(const struct boot_arm *arms, const struct path_result *results,
		    size_t n, const struct catalogue_entry *entry, const char *label,
		    const char *modifiers, struct path_rows *ret);
void path_rows_release(struct path_rows *r);

#endif
