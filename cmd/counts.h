/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the stored counters of an experiment to the rows of a report. */
#ifndef CMD_COUNTS_H
#define CMD_COUNTS_H

#include "report/run.h"
#include "store/store.h"

struct counts {
	struct run_count *rows; /* with strings of their own */
	size_t n, cap;
};

/*
 * Everything counted in @experiment, or under the name @arm in all of them (the other one
 * 0 or NULL); intervals at @confidence_pct.
 */
int counts_load(struct store *s, int64_t experiment, const char *arm,
		double confidence_pct, struct counts *ret, struct err *e);
void counts_release(struct counts *c);

/*
 * "instructions:k", "cycles on cpu_core", "cycles, all CPUs": an event as a unit of what
 * is compared. The caller frees.
 */
char *count_unit(const char *event, const char *pmu, const char *scope);

#endif
