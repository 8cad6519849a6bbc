/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See path_parts.h. */
#include "report/path_parts.h"

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

static void touched(const struct path_report *r, struct str *out)
{
	str_add(out, "\nfootprint             user   kernel  interrupts");
	if (r->n_arms > 1)
		str_add(out, "     B: user   kernel  interrupts");
	str_addc(out, '\n');
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		str_addf(out, "%-16s", lines[i].name);
		for (size_t arm = 0; arm < r->n_arms; arm++) {
			const struct path_side_sum *s = r->arms[arm].sides;
			char v[PATH_SIDES][PATH_AMOUNT_MAX];

			for (int k = 0; k < PATH_SIDES; k++)
				path_amount(lines[i].of(&s[k]), v[k]);
			str_addf(out, "%*s %8s %11s", arm ? 12 : 10, v[PATH_USER],
				 v[PATH_KERNEL], v[PATH_INTERRUPTS]);
		}
		str_addc(out, '\n');
	}
	str_add(out,
		"lines of 64 bytes and pages of 4096: distinct ones of the batch; the "
		"others per op\n");
}

static double total(const struct path_report *r, size_t arm, size_t cost)
{
	double sum = 0;

	for (size_t i = 0; i < r->n_functions; i++)
		if (r->functions[i].in[arm])
			sum += r->functions[i].v[arm].costs[cost];
	return sum;
}

/* " entry_SYSCALL_64 1, do_syscall_64 2": who runs it; A -> B where they differ. */
static void whose(const struct path_report *r, size_t cost, struct str *out)
{
	const char *between = "  ";

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

static void expensive(const struct path_report *r, struct str *out)
{
	char v[PATH_AMOUNT_MAX];

	str_addf(out, "\nexpensive instructions per %s\n", r->unit);
	for (size_t c = 0; c < r->n_costs; c++) {
		double a = total(r, 0, c), b = r->n_arms > 1 ? total(r, 1, c) : 0;

		if (a <= 0 && b <= 0)
			continue;
		str_addf(out, "%-14s %8s", r->cost_names[c], path_amount(a, v));
		if (r->n_arms > 1)
			str_addf(out, " %8s", path_amount(b, v));
		whose(r, c, out);
		str_addc(out, '\n');
	}
}

void path_footprint_text(const struct path_report *r, struct str *out)
{
	touched(r, out);
	expensive(r, out);
}
