/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The calibration of a timed series, as the store keeps it. */
#include "lab/series_parts.h"

#include "base/xalloc.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>

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
