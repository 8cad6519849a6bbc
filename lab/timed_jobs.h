/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What timed boots run: one boot calibrates, all others have its op counts. Counted boots
 * need no more than boot_exact_jobs(). The arrays are the caller's.
 */
#ifndef LAB_TIMED_JOBS_H
#define LAB_TIMED_JOBS_H

#include "lab/boot.h"
#include "lab/schedule.h"

/* One job of each, which boot_run() gives its ops. */
struct boot_job *timed_calibration_jobs(const struct catalogue_entry *const *entries,
					size_t n);

/*
 * The processes of one boot: rounds of all workloads that have ops, each in an order of
 * its own.
 */
struct boot_job *timed_jobs(const struct boot_job *calibrated, size_t n,
			    struct draw *draw, size_t *ret_n);

#endif
