/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of a comparison about what its ops touch. */
#include "report/compare_parts.h"

#include "report/path.h"
#include "report/wrap.h"

#include <string.h>

static void one(const struct compare_row *row, struct str *line)
{
	const char *between = "";

	for (size_t i = 0; i < row->n_footprint; i++) {
		const struct compare_footprint *f = &row->footprint[i];
		char a[PATH_AMOUNT_MAX], b[PATH_AMOUNT_MAX];

		str_addf(line, "%s%s%s %s -> %s", between,
			 strcmp(f->side, "kernel") ? "the program's " : "", f->what,
			 path_amount(f->a, a), path_amount(f->b, b));
		between = ", ";
	}
}

void compare_path_text(const struct compare_report *r, const struct look *look,
		       struct str *out)
{
	size_t same = 0, differ = 0;

	for (size_t i = 0; i < r->n; i++) {
		const struct compare_row *row = &r->rows[i];
		struct str line = STR_INIT;

		same += row->paths && !row->n_footprint;
		if (!row->paths || !row->n_footprint)
			continue;
		differ++;
		one(row, &line);
		sentence_term(out, look, 2, COMPARE_TERM, "path", "%s: %s", row->label,
			      str_get(&line));
		str_release(&line);
	}
	if (same)
		sentence_term(out, look, 2, COMPARE_TERM, "path",
			      "%zu%s touch%s the same: lines, pages, loads, "
			      "stores, branches",
			      same,
			      differ      ? " others"
			      : same == 1 ? " op"
					  : " ops",
			      same == 1 && !differ ? "es" : "");
}
