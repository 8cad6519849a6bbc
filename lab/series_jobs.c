/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each timed boot of a series runs. Counted ones need no more than lab/boot.h. */
#include "lab/series_parts.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "lab/schedule.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>

#define TIMED_ROUNDS  8 /* processes of each workload in a boot */
#define TIMED_BATCHES 22
#define TIMED_WARMUP  2
#define TARGET_NS     100000

char *series_ops_text(const struct boot_job *jobs, size_t n)
{
	json_t *top = json_object();
	char label[CATALOGUE_LABEL_MAX], *text;

	for (size_t i = 0; i < n; i++)
		json_object_set_new(
			top,
			catalogue_label(jobs[i].entry->name, jobs[i].entry->abi, label),
			json_integer(jobs[i].ops));
	text = json_dumps(top, JSON_SORT_KEYS);
	json_decref(top);
	return text;
}

int series_ops_read(const char *json, const struct catalogue_entry *const *entries,
		    size_t n, struct boot_job **ret)
{
	json_t *top = json_loads(json, 0, NULL);
	struct boot_job *jobs;
	int r = 0;

	if (!json_is_object(top)) {
		json_decref(top);
		return -EBADMSG;
	}
	jobs = xcalloc(n, sizeof(*jobs));
	for (size_t i = 0; i < n; i++) {
		char label[CATALOGUE_LABEL_MAX];
		const json_t *ops = json_object_get(
			top, catalogue_label(entries[i]->name, entries[i]->abi, label));
		json_int_t v = json_integer_value(ops);

		jobs[i].entry = entries[i];
		jobs[i].ops = v > 0 && v <= UINT32_MAX ? (uint32_t)v : 0;
		if (!json_is_integer(ops))
			r = -EBADMSG;
	}
	json_decref(top);
	if (r < 0)
		free(jobs);
	else
		*ret = jobs;
	return r;
}

struct boot_job *series_calibration_jobs(const struct catalogue_entry *const *entries,
					 size_t n)
{
	struct boot_job *jobs = xcalloc(n, sizeof(*jobs));

	for (size_t i = 0; i < n; i++)
		jobs[i] = (struct boot_job){ .entry = entries[i],
					     .mode = "calibrate",
					     .target_ns = TARGET_NS };
	return jobs;
}

struct boot_job *series_timed_jobs(const struct boot_job *calibrated, size_t n,
				   uint64_t seed, size_t *ret_n)
{
	struct boot_job *jobs = xcalloc(n * TIMED_ROUNDS, sizeof(*jobs));
	_cleanup_free_ size_t *order = xcalloc(n, sizeof(*order));
	struct draw draw = { seed };
	size_t runnable = 0, k = 0;

	for (size_t i = 0; i < n; i++)
		if (calibrated[i].ops)
			order[runnable++] = i;
	for (int round = 0; round < TIMED_ROUNDS; round++) {
		schedule_round(&draw, order, runnable);
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
