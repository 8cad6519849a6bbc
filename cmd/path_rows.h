/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From what one or two boots told to what `ktoll path` shows: per unit, by function. */
#ifndef CMD_PATH_ROWS_H
#define CMD_PATH_ROWS_H

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

/* One kernel's part of it, just measured or out of the store. */
struct path_shown {
	const char *image, *release, *build_id, *cpu_model;
	const char *note; /* why there are no names; "" */
	double exact, agree;
	uint64_t units;
	const struct profile *profile;
};

struct path_subject {
	const char *label, *workload, *abi, *unit, *modifiers;
};

/* @shown (one or two) and what it and @what point to must outlive *@ret. */
void path_rows_make(const struct path_shown *shown, size_t n,
		    const struct path_subject *what, struct path_rows *ret);
void path_rows_release(struct path_rows *r);

#endif
