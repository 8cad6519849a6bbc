/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the files series*.c; for nobody else. */
#ifndef LAB_SERIES_PARTS_H
#define LAB_SERIES_PARTS_H

#include "lab/series.h"

#include <unistd.h>

/* Builds and opens what is still planned; notes each when it is done. */
int series_prepare(struct series *s, struct store_series_arm *arms, size_t n,
		   struct err *e);

/* Opens the image of an arm that is ready; *@ret is to be released in any case. */
int series_open_arm(struct series *s, struct store_series_arm *a, struct boot_arm *ret,
		    struct err *e);

/* Notes that an arm does not boot. */
int series_note_broken(struct series *s, struct store_series_arm *a, const char *why,
		       const char *lines, struct err *e);

/* ---- calibrations (series_jobs.c) ---- */

/*
 * Timed: ops a batch of each entry, as calibrated; 0: it does not run. As JSON, so that a
 * resumed series has the same ones.
 */
char *series_ops_text(const struct boot_job *jobs, size_t n);
/* Jobs with these ops; -EBADMSG. The caller frees. */
int series_ops_read(const char *json, const struct catalogue_entry *const *entries,
		    size_t n, struct boot_job **ret);

#endif
