/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See timed_jobs.h. */
#include "lab/timed_jobs.h"

#include "base/cleanup.h"
#include "base/xalloc.h"

#include <stdlib.h>

#define TIMED_ROUNDS  8 /* processes of each workload in a boot */
#define TIMED_BATCHES 22
#define TIMED_WARMUP  2
#define TARGET_NS     100000

struct boot_job *timed_calibration_jobs(const struct catalogue_entry *const *entries,
					size_t n)
{
	struct boot_job *jobs = xcalloc(n, sizeof(*jobs));

	for (size_t i = 0; i < n; i++)
		jobs[i] = (struct boot_job){ .entry = entries[i],
					     .mode = "calibrate",
					     .target_ns = TARGET_NS };
	return jobs;
}

struct boot_job *timed_jobs(const struct boot_job *calibrated, size_t n,
			    struct draw *draw, size_t *ret_n)
{
	struct boot_job *jobs = xcalloc(n * TIMED_ROUNDS, sizeof(*jobs));
	_cleanup_free_ size_t *order = xcalloc(n, sizeof(*order));
	size_t runnable = 0, k = 0;

	for (size_t i = 0; i < n; i++)
		if (calibrated[i].ops)
			order[runnable++] = i;
	for (int round = 0; round < TIMED_ROUNDS; round++) {
		schedule_round(draw, order, runnable);
		for (size_t i = 0; i < runnable; i++) {
			jobs[k] = calibrated[order[i]];
			jobs[k].mode = "batch";
			jobs[k].batches = TIMED_BATCHES;
			jobs[k++].warmup = TIMED_WARMUP;
		}
	}
	*ret_n = k;
	return jobs;
}
