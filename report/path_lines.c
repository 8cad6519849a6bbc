/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See path.h: the instructions of one function. */
#include "report/path_parts.h"

#include <stdio.h>
#include <string.h>

static void one(const struct path_report *r, const struct path_line *l, const char *line,
		struct str *out)
{
	const char *other = l->other ? strrchr(l->other, '+') : NULL;
	struct str text = STR_INIT;
	char v[PATH_AMOUNT_MAX];

	str_add(&text, l->text);
	if (l->other)
		str_addf(&text, " (B: %s)", other ? other : l->other);
	if (l->apart)
		str_add(out, "     ...\n");
	for (size_t i = 0; i < r->n_arms; i++)
		str_addf(out, "%8s ", l->in[i] ? path_amount(l->count[i], v) : "");
	if (r->n_arms > 1)
		str_addc(out, !l->in[1] ? '-' : !l->in[0] ? '+' : ' ');
	for (size_t i = 0; i < r->n_arms; i++) {
		if (l->in[i])
			str_addf(out, " %16llx", (unsigned long long)l->addr[i]);
		else
			str_addf(out, " %16s", "");
	}
	if (*line)
		str_addf(out, "  %-44s  %s\n", str_get(&text), line);
	else
		str_addf(out, "  %s\n", str_get(&text));
	str_release(&text);
}

void path_report_lines(const struct path_report *r, const char *function,
		       const struct path_line *lines, size_t n, struct str *out)
{
	const char *before = "";

	str_addf(out, "ktoll path: %s in %s, times per %s%s%s\n", function, r->label,
		 r->unit, r->modifiers[0] ? ", with " : "", r->modifiers);
	for (size_t i = 0; i < r->n_arms; i++)
		path_arm_head(r, i, out);
	str_addc(out, '\n');
	for (size_t i = 0; i < n; i++) {
		/* A source line is said where it changes. */
		one(r, &lines[i], strcmp(lines[i].line, before) ? lines[i].line : "",
		    out);
		before = lines[i].line;
	}
	for (size_t arm = 0; arm < r->n_arms; arm++) {
		char own[PATH_AMOUNT_MAX], all[PATH_AMOUNT_MAX];
		double sum = 0;

		for (size_t i = 0; i < n; i++)
			sum += lines[i].in[arm] ? lines[i].count[arm] : 0;
		str_addf(out, "%s%s%s of %s instructions per %s\n", arm ? "" : "\n",
			 r->n_arms < 2 ? ""
			 : arm         ? "B: "
				       : "A: ",
			 path_amount(sum, own), path_amount(r->arms[arm].exact, all),
			 r->unit);
	}
	str_add(out, "...: instructions that were not executed are left out.\n");
}
