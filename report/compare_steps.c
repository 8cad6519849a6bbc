/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arms in a row: which steps stand out. */
#include "report/compare.h"

#include "report/escape.h"
#include "report/wrap.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static const struct compare_row *find(const struct compare_report *r, const char *label)
{
	for (size_t i = 0; i < r->n; i++)
		if (r->rows[i].compared && !strcmp(r->rows[i].label, label))
			return &r->rows[i];
	return NULL;
}

/* The largest step of @label but for @not (SIZE_MAX: none excluded); SIZE_MAX if none. */
static size_t largest(const struct compare_report *r, size_t n, const char *label,
		      size_t not )
{
	size_t best = SIZE_MAX;
	double size = 0;

	for (size_t i = 0; i < n; i++) {
		const struct compare_row *row = find(&r[i], label);

		if (i == not || !row || !(fabs(row->c.estimate_log) > size))
			continue;
		size = fabs(row->c.estimate_log);
		best = i;
	}
	return best;
}

static void step(const struct compare_report *r, const char *label,
		 const struct look *look, struct str *out)
{
	const struct compare_row *row = find(r, label);

	sentence(out, look, 4, 6, "%+.1f%% from %s to %s: %s", row->c.estimate_pct,
		 r->arm_a, r->arm_b,
		 row->c.method == COMPARE_BY_NOTHING
			 ? "not tested, too few values"
			 : compare_verdict_word(row->c.verdict));
}

void compare_report_steps(const struct compare_report *r, size_t n,
			  const struct look *look, struct str *out)
{
	if (n < 2)
		return;
	str_add(out, "\nlargest steps\n");
	for (size_t i = 0; i < r->n; i++) {
		const char *label = r->rows[i].label;
		size_t first = largest(r, n, label, SIZE_MAX);

		if (first == SIZE_MAX)
			continue;
		str_add(out, "  ");
		escape_text(out, label, ESCAPE_NAME, look->utf8);
		str_addc(out, '\n');
		step(&r[first], label, look, out);
		first = largest(r, n, label, first);
		if (first != SIZE_MAX)
			step(&r[first], label, look, out);
	}
}
