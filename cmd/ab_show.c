/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See ab_show.h. */
#include "cmd/ab_show.h"

#include "base/xalloc.h"
#include "cmd/matched_parts.h"
#include "cmd/render.h"
#include "stats/location.h"

#include <math.h>
#include <stdlib.h>

static double headline(const double *x, size_t n)
{
	struct location at;

	return n && !location_of(x, n, 0.05, &at) ? at.value : NAN;
}

static void add_row(struct matched *m, const struct contest_row *from)
{
	const struct series s = { .name = (char *)from->entry->name,
				  .abi = (char *)from->entry->abi,
				  .unit = (char *)"ns",
				  .per = (char *)from->entry->unit };
	struct compare_row *to = match_add_row(m, &s);

	to->value_a = headline(from->a, from->n);
	to->value_b = headline(from->b, from->n);
	to->n_a = to->n_b = from->n;
	to->compared = from->n > 0;
	to->status = from->status;
	to->why = from->why[0] ? from->why : from->n ? NULL : "no pair was measured";
	if (to->compared)
		to->c = from->comparison;
	if (from->failed && from->n)
		to->remarks = xasprintf("%zu pairs gave no number", from->failed);
}

/* Counts stop when the time is decided: each look's level is theirs too. */
static int add_counts(struct store *s, const struct contest_options *o,
		      const struct compare_report *r, struct matched *m, struct err *e)
{
	const struct match_options match = { .margin = o->margin,
					     .confidence = o->confidence };
	struct looks_plan plan;
	int q = match_looks(o->confidence, &plan, e);

	return q ? q
		 : match_counter_pairs(s, r->experiment, r->arm_a, r->arm_b, &match,
				       &plan, m, e);
}

int ab_show(struct store *s, const struct contest_options *o, struct compare_report *r,
	    const struct contest_row *rows, size_t n, enum format format)
{
	struct str text = STR_INIT;
	struct matched m = { 0 };
	int status;
	struct err e;

	for (size_t i = 0; i < n; i++)
		add_row(&m, &rows[i]);
	if (add_counts(s, o, r, &m, &e) < 0 || match_adjust(&m, 1, &r->family, &e) < 0) {
		matched_release(&m);
		return complain(EXIT_CANNOT, &e);
	}
	r->rows = m.rows;
	r->n = m.n;
	render_compare(r, 1, format, &text);
	status = print(&text);
	if (!status && matched_slower(&m))
		status = EXIT_SLOWER;
	str_release(&text);
	matched_release(&m);
	return status;
}
