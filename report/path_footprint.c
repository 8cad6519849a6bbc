/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See path_parts.h. */
#include "report/path_parts.h"
#include "report/table.h"
#include "report/wrap.h"

#include <stdio.h>

struct line {
	const char *name;
	double (*of)(const struct path_side_sum *s);
};

static double loads(const struct path_side_sum *s)
{
	return s->sum.loads;
}

static double stores(const struct path_side_sum *s)
{
	return s->sum.stores;
}

static double branches(const struct path_side_sum *s)
{
	return s->sum.branches;
}

static double taken(const struct path_side_sum *s)
{
	return s->sum.taken;
}

static double code_lines(const struct path_side_sum *s)
{
	return (double)s->code_lines;
}

static double code_pages(const struct path_side_sum *s)
{
	return (double)s->code_pages;
}

static double data_lines(const struct path_side_sum *s)
{
	return (double)s->data_lines;
}

static double data_pages(const struct path_side_sum *s)
{
	return (double)s->data_pages;
}

static const struct line lines[] = {
	{ "code lines", code_lines }, { "code pages", code_pages },
	{ "data lines", data_lines }, { "data pages", data_pages },
	{ "loads", loads },           { "stores", stores },
	{ "branches", branches },     { "taken branches", taken },
};

/* Of the arms from @first on. */
static void touched(const struct path_report *r, size_t first, size_t n, struct str *out)
{
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		str_addf(out, "%-16s", lines[i].name);
		for (size_t arm = first; arm < first + n; arm++) {
			const struct path_side_sum *s = r->arms[arm].sides;
			char v[PATH_SIDES][PATH_AMOUNT_MAX];

			for (int k = 0; k < PATH_SIDES; k++)
				path_amount(lines[i].of(&s[k]), v[k]);
			str_addf(out, "%*s %8s %11s", arm > first ? 12 : 10, v[PATH_USER],
				 v[PATH_KERNEL], v[PATH_INTERRUPTS]);
		}
		str_addc(out, '\n');
	}
}

#define TWO_WIDTH 80 /* of both kernels beside each other */

static void footprint(const struct path_report *r, const struct look *look,
		      struct str *out)
{
	static const char *const heads[] = { "\nfootprint of A        user",
					     "\nfootprint of B        user" };
	static const char head[] = "   kernel  interrupts";

	if (r->n_arms > 1 && look->width && look->width < TWO_WIDTH) {
		for (size_t i = 0; i < r->n_arms; i++) {
			str_addf(out, "%s%s\n", heads[i], head);
			touched(r, i, 1, out);
		}
		return;
	}
	str_addf(out, "\nfootprint          %s user%s%s%s\n", r->n_arms > 1 ? "A:" : "  ",
		 head, r->n_arms > 1 ? "     B: user" : "", r->n_arms > 1 ? head : "");
	touched(r, 0, r->n_arms, out);
}

static double total(const struct path_report *r, size_t arm, size_t cost)
{
	double sum = 0;

	for (size_t i = 0; i < r->n_functions; i++)
		if (r->functions[i].in[arm])
			sum += r->functions[i].v[arm].costs[cost];
	return sum;
}

/* "entry_SYSCALL_64 1, do_syscall_64 2": who runs it; A -> B where they differ. */
static void whose(const struct path_report *r, size_t cost, struct str *out)
{
	const char *between = "";

	for (size_t i = 0; i < r->n_functions; i++) {
		const struct path_function *f = &r->functions[i];
		double a = f->in[0] ? f->v[0].costs[cost] : 0;
		double b = r->n_arms < 2 ? a : f->in[1] ? f->v[1].costs[cost] : 0;
		char va[PATH_AMOUNT_MAX], vb[PATH_AMOUNT_MAX];

		if (a <= 0 && b <= 0)
			continue;
		str_addf(out, "%s%s %s", between, f->name, path_amount(a, va));
		if (a > b || b > a)
			str_addf(out, "->%s", path_amount(b, vb));
		between = ", ";
	}
}

static void expensive(const struct path_report *r, const struct look *look,
		      struct str *out)
{
	const int column = r->n_arms > 1 ? 34 : 25;
	char v[PATH_AMOUNT_MAX];

	str_addf(out, "\nexpensive instructions per %s\n", r->unit);
	if (r->n_arms > 1)
		wrap_term(out, look_prose(look), 0, column,
			  "                      A        B",
			  "by function, A->B where they differ");
	for (size_t c = 0; c < r->n_costs; c++) {
		double a = total(r, 0, c), b = r->n_arms > 1 ? total(r, 1, c) : 0;
		struct str term = STR_INIT, by = STR_INIT;

		if (a <= 0 && b <= 0)
			continue;
		str_addf(&term, "%-14s %8s", r->cost_names[c], path_amount(a, v));
		if (r->n_arms > 1)
			str_addf(&term, " %8s", path_amount(b, v));
		whose(r, c, &by);
		if (look->width && look->width < PATH_BROAD) {
			str_addf(out, "%s\n", str_get(&term));
			wrap(out, look->width, 4, 4, str_get(&by));
		} else if (look->width) {
			wrap_term(out, look->width, 0, column, str_get(&term),
				  str_get(&by));
		} else {
			str_addf(out, "%s  %s\n", str_get(&term), str_get(&by));
		}
		str_release(&term);
		str_release(&by);
	}
}

void path_footprint_text(const struct path_report *r, const struct look *look,
			 struct str *out)
{
	footprint(r, look, out);
	wrap(out, look_prose(look), 0, 2,
	     "lines of 64 bytes and pages of 4096: distinct ones of the batch; the others "
	     "per op");
	expensive(r, look, out);
}
