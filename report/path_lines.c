/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See path.h: the instructions of one function. */
#include "report/path_parts.h"

#include <stdio.h>
#include <string.h>

static void one(const struct path_report *r, const struct path_line *l, const char *line,
		struct str *out)
{
	char v[PATH_AMOUNT_MAX];

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
		str_addf(out, "  %-44s  %s\n", l->text, line);
	else
		str_addf(out, "  %s\n", l->text);
}

void path_report_lines(const struct path_report *r, const char *function,
		       const struct path_line *lines, size_t n, struct str *out)
{
	static const char *const letters[] = { "A: ", "B: " };
	const char *before = "";

	str_addf(out, "ktoll path: %s in %s, times per %s%s%s\n", function, r->label,
		 r->unit, r->modifiers[0] ? ", with " : "", r->modifiers);
	for (size_t i = 0; i < r->n_arms; i++)
		str_addf(out, "%s%s, -cpu %s\n", r->n_arms > 1 ? letters[i] : "",
			 r->arms[i].release, r->arms[i].cpu_model);
	str_addc(out, '\n');
	for (size_t i = 0; i < n; i++) {
		/* A source line is said where it changes. */
		one(r, &lines[i], strcmp(lines[i].line, before) ? lines[i].line : "",
		    out);
		before = lines[i].line;
	}
	str_add(out, "\n...: instructions that were not executed are left out.\n");
}
