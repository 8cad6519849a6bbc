/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See gathered.h: the flame graphs of what `ktoll path` has kept. */
#include "cmd/gathered.h"

#include "cmd/path_kept.h"
#include "report/path.h"

#include <errno.h>

/* 0 without a graph if none is kept, or if it is the one of an earlier arm. */
static int one(struct store *s, const struct gathered *g, const struct html_workload *w,
	       size_t arm, int64_t *seen, char **ret, struct err *e)
{
	const struct source *src = &g->sources[arm];
	const struct store_profile_wish wish = {
		.workload = w->workload,
		.abi = w->abi,
		.arm = src->name,
		.build_id = source_fact(src, "kernel.build_id"),
		.image_sha256 = source_fact(src, "image.sha256"),
		.as_arm = src->name,
	};
	struct path_kept kept = { 0 };
	struct path_rows rows;
	struct str svg = STR_INIT;
	int r = path_kept_find(s, &wish, &kept, e);

	if (r == -ENOENT)
		return 0;
	if (r < 0)
		return r;
	seen[arm] = kept.row.process_id;
	for (size_t i = 0; i < arm; i++)
		if (seen[i] == seen[arm]) {
			path_kept_release(&kept);
			return 0;
		}
	path_kept_rows(&kept, 1, &rows);
	path_report_flame(&rows.report, 0, &svg);
	*ret = str_detach(&svg);
	path_rows_release(&rows);
	path_kept_release(&kept);
	return 0;
}

int gathered_paths(struct store *s, struct gathered *g, struct err *e)
{
	int r = 0;

	for (size_t i = 0; s && i < g->n && !r; i++) {
		struct html_workload *w = &g->workloads[i];
		int64_t seen[GATHERED_ARMS] = { 0 };

		for (size_t k = 0; k < g->n_arms && *w->abi && !r; k++)
			if (g->sources[k].kind == SOURCE_ARM)
				r = one(s, g, w, k, seen, &w->cells[k].flame, e);
	}
	return r;
}
