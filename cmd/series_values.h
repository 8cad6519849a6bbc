/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the files series_*.c: what each boot of a series measured. */
#ifndef CMD_SERIES_VALUES_H
#define CMD_SERIES_VALUES_H

#include "cmd/series_data.h"

/* Of one workload. [arm * rounds + round]; NAN: none. */
struct series_values {
	char *workload, *abi, *per;
	char **why;    /* of each arm: why a process gave no number; NULL: none did */
	double *u;     /* counted: instructions; timed: ln of the boot's value */
	double *agree; /* counted: share of the batches that are the mode */
};

/* Why @arm, or what stands for it, has no number; NULL: nothing was said. */
const char *series_values_why(const struct series_data *d, const struct series_values *v,
			      size_t arm);

/* Fills d->values and d->blocks (names and why) from the boots that are done. */
int series_values_load(struct store *s, int64_t experiment, struct series_data *d,
		       struct err *e);

/* The values of the boots that stand for @arm. */
const double *series_values_of(const struct series_data *d, const struct series_values *v,
			       size_t arm);

/* Fills the cells of all blocks, and adjusts for the family. */
int series_compare(struct series_data *d, struct err *e);

#endif
