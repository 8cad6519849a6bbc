/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See kernel_paths.h. */
#include "cmd/kernel_paths.h"

#include "cmd/command.h"
#include "cmd/progress.h"
#include "lab/path.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* What went wrong with one of them; a workload without a count says so in the results. */
static void report(const struct path_wish *w, const struct path_result *result, int r,
		   const struct err *e)
{
	char label[CATALOGUE_LABEL_MAX], line[512];

	if (r == -ENODATA)
		return;
	complainf(0, "%s: no path of %s: %s", w->arm->name,
		  catalogue_label(w->entry->name, w->entry->abi, label),
		  err_text(e, line, sizeof(line)));
	if (result->console && *result->console)
		fprintf(stderr, "%s", result->console);
}

static int one(const struct boot *b, const struct catalogue_entry *entry, size_t *through,
	       struct err *e)
{
	const struct path_wish w = {
		.store = b->store,
		.experiment = b->experiment,
		.host_facts = b->host_facts,
		.n_host_facts = b->n_host_facts,
		.arm = b->arm,
		.entry = entry,
		.stop = b->stop,
	};
	struct path_result result;
	int r = path_run(&w, &result, e);

	*through += result.through;
	if (b->progress)
		progress_clear();
	if (r < 0 && result.passing) {
		report(&w, &result, r, e);
		r = 0;
	}
	path_result_release(&result);
	return r;
}

int kernel_paths(const struct boot *b, const struct catalogue_entry *const *entries,
		 size_t n, size_t *ret_through, struct err *e)
{
	char label[CATALOGUE_LABEL_MAX];
	int r = 0;

	*ret_through = 0;
	for (size_t i = 0; i < n && !r; i++) {
		if (b->arm->image.bits == 32 && strcmp(entries[i]->abi, "i386"))
			continue;
		if (b->progress)
			b->progress(b->ctx, i, n,
				    catalogue_label(entries[i]->name, entries[i]->abi,
						    label));
		r = one(b, entries[i], ret_through, e);
	}
	return r;
}
