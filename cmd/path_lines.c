/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See path_lines.h. */
#include "cmd/path_lines.h"

#include "base/xalloc.h"
#include "path/annotate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void fill(struct path_line *l, size_t arm, const struct annotated_insn *i,
		 uint64_t units)
{
	l->in[arm] = true;
	l->count[arm] = (double)i->count / (double)units;
	l->addr[arm] = i->vaddr;
	l->other = l->text && strcmp(l->text, i->text) ? l->text : NULL;
	l->text = i->text;
	l->line = i->line;
	l->apart |= i->apart;
}

static size_t lines_of(const struct path_report *r, const struct path_result *results,
		       const struct annotated *a, struct path_line *lines)
{
	struct annotated_pair *pairs;
	size_t n;

	if (r->n_arms < 2) {
		for (size_t i = 0; i < a[0].n; i++)
			fill(&lines[i], 0, &a[0].v[i], results[0].units);
		return a[0].n;
	}
	pairs = annotated_align(&a[0], &a[1], &n);
	for (size_t i = 0; i < n; i++) {
		if (pairs[i].b != SIZE_MAX)
			fill(&lines[i], 1, &a[1].v[pairs[i].b], results[1].units);
		if (pairs[i].a != SIZE_MAX)
			fill(&lines[i], 0, &a[0].v[pairs[i].a], results[0].units);
	}
	free(pairs);
	return n;
}

int path_lines(const struct path_report *r, const struct path_result *results,
	       const char *function, struct str *out, struct err *e)
{
	struct annotated a[PATH_ARMS] = { 0 };
	struct path_line *lines;
	size_t most = 0;
	int error = 0;

	for (size_t i = 0; i < r->n_arms && !error; i++) {
		error = annotate(&results[i].input, &results[i].profile, function, &a[i],
				 e);
		/* It may be in the other kernel. */
		if (error == -ENOENT && r->n_arms > 1)
			error = 0;
		most += a[i].n;
	}
	if (!error && !most)
		error = -ENOENT;
	if (!error) {
		lines = xcalloc(most, sizeof(*lines));
		path_report_lines(r, function, lines, lines_of(r, results, a, lines),
				  out);
		free(lines);
	}
	for (size_t i = 0; i < PATH_ARMS; i++)
		annotated_release(&a[i]);
	return error;
}
