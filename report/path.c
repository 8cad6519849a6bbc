/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See path.h: what its formats share, and the text. */
#include "report/path.h"

#include "report/path_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *path_amount(double v, char buf[PATH_AMOUNT_MAX])
{
	size_t n;

	if (fabs(v) < 0.0005)
		v = 0;
	snprintf(buf, PATH_AMOUNT_MAX, "%.3f", v);
	for (n = strlen(buf); n && buf[n - 1] == '0';)
		buf[--n] = 0;
	if (n && buf[n - 1] == '.')
		buf[n - 1] = 0;
	return buf;
}

const char *path_side_name(enum path_side side)
{
	static const char *const names[] = { "user", "kernel", "interrupts" };

	return names[side];
}

/* "+2", "-0.125", "0"; returns @buf. */
static const char *change_text(double a, double b, char buf[PATH_AMOUNT_MAX])
{
	buf[0] = '+';
	path_amount(b - a, buf + (b - a > 0.0005));
	return buf;
}

static double side_insns(const struct path_report *r, size_t arm, enum path_side side)
{
	return r->arms[arm].sides[side].sum.insns;
}

/* ---- one kernel ---- */

static void arm_line(const struct path_report *r, size_t arm, struct str *out)
{
	static const char *const letters[] = { "A: ", "B: " };
	const struct path_arm *a = &r->arms[arm];
	char v[4][PATH_AMOUNT_MAX];

	str_addf(out, "%s%s, -cpu %s\n", r->n_arms > 1 ? letters[arm] : "", a->release,
		 a->cpu_model);
	str_addf(out,
		 "%s%s = %s user + %s kernel + %s interrupts; %.0f%% of batches agree\n",
		 r->n_arms > 1 ? "   " : "", path_amount(a->exact, v[0]),
		 path_amount(side_insns(r, arm, PATH_USER), v[1]),
		 path_amount(side_insns(r, arm, PATH_KERNEL), v[2]),
		 path_amount(side_insns(r, arm, PATH_INTERRUPTS), v[3]), a->agree_pct);
	if (a->note[0])
		str_addf(out, "%saddresses instead of names: %s\n",
			 r->n_arms > 1 ? "   " : "", a->note);
}

static void tree(const struct path_arm *a, struct str *out)
{
	char insns[PATH_AMOUNT_MAX], calls[PATH_AMOUNT_MAX];
	int side = -1;

	str_add(out, "\nin call order\n   insns   calls  function\n");
	for (size_t i = 0; i < a->n_nodes; i++) {
		const struct path_node *n = &a->nodes[i];

		if ((int)n->side != side)
			str_addf(out, "                 [%s]\n", path_side_name(n->side));
		side = (int)n->side;
		str_addf(out, "%8s %7s  %*s%s%s\n", path_amount(n->insns, insns),
			 n->inlined ? "-" : path_amount(n->calls, calls),
			 2 * (int)n->depth, "", n->name, n->inlined ? " (inlined)" : "");
	}
}

/* "0/40 " where a function begins: its address modulo 64 and 4096, in hexadecimal. */
static const char *place(uint64_t addr, char buf[PATH_AMOUNT_MAX])
{
	if (!addr)
		return "-";
	snprintf(buf, PATH_AMOUNT_MAX, "%02x/%03x", (unsigned int)(addr % 64),
		 (unsigned int)(addr % 4096));
	return buf;
}

static void table(const struct path_report *r, struct str *out)
{
	char v[7][PATH_AMOUNT_MAX];

	str_add(out, "\nby instructions\n   insns  share   calls   loads  stores branches"
		     "  taken  at 64/4k  function\n");
	for (size_t i = 0; i < r->n_functions; i++) {
		const struct path_function *f = &r->functions[i];
		const struct path_amounts *a = &f->v[0];

		str_addf(out, "%8s %5.1f%% %7s %7s %7s %8s %6s   %6s  %s%s\n",
			 path_amount(a->insns, v[0]),
			 r->arms[0].exact > 0 ? 100 * a->insns / r->arms[0].exact : 0,
			 path_amount(a->calls, v[1]), path_amount(a->loads, v[2]),
			 path_amount(a->stores, v[3]), path_amount(a->branches, v[4]),
			 path_amount(a->taken, v[5]), place(f->addr[0], v[6]), f->name,
			 f->side == PATH_USER         ? " [user]"
			 : f->side == PATH_INTERRUPTS ? " [interrupt]"
						      : "");
	}
	str_addf(out, "%8s 100.0%%\n", path_amount(r->arms[0].exact, v[0]));
}

/* ---- two kernels ---- */

static void remark(const struct path_function *f, struct str *out)
{
	if (!strcmp(f->kind, "only-a"))
		str_add(out, "  only in A");
	if (!strcmp(f->kind, "only-b"))
		str_add(out, "  only in B");
	if (f->moved && !strcmp(f->kind, "only-a"))
		str_addf(out, ": inlined into %s?", f->moved);
	if (f->moved && !strcmp(f->kind, "only-b"))
		str_addf(out, ": was part of %s?", f->moved);
}

static const char *amount_or_dash(const struct path_function *f, size_t arm, bool calls,
				  char buf[PATH_AMOUNT_MAX])
{
	if (!f->in[arm])
		return "-";
	return path_amount(calls ? f->v[arm].calls : f->v[arm].insns, buf);
}

static void differences(const struct path_report *r, struct str *out)
{
	char v[7][PATH_AMOUNT_MAX];

	str_add(out, "\n       A        B    change   calls A  calls B  at A    at B"
		     "    function\n");
	for (size_t i = 0; i < r->n_functions; i++) {
		const struct path_function *f = &r->functions[i];

		str_addf(out, "%8s %8s %9s  %8s %8s  %6s  %6s  %s%s",
			 amount_or_dash(f, 0, false, v[0]),
			 amount_or_dash(f, 1, false, v[1]),
			 change_text(f->v[0].insns, f->v[1].insns, v[2]),
			 amount_or_dash(f, 0, true, v[3]),
			 amount_or_dash(f, 1, true, v[4]), place(f->addr[0], v[5]),
			 place(f->addr[1], v[6]), f->name,
			 f->side == PATH_USER         ? " [user]"
			 : f->side == PATH_INTERRUPTS ? " [interrupt]"
						      : "");
		remark(f, out);
		str_addc(out, '\n');
	}
	str_addf(out, "%8s %8s %9s  all of the above\n",
		 path_amount(r->arms[0].exact, v[0]), path_amount(r->arms[1].exact, v[1]),
		 change_text(r->arms[0].exact, r->arms[1].exact, v[2]));
}

void path_report_text(const struct path_report *r, struct str *out)
{
	str_addf(out, "ktoll path: %s, instructions per %s%s%s\n", r->label, r->unit,
		 r->modifiers[0] ? ", with " : "", r->modifiers);
	for (size_t i = 0; i < r->n_arms; i++)
		arm_line(r, i, out);
	if (r->n_arms > 1) {
		differences(r, out);
	} else {
		tree(&r->arms[0], out);
		table(r, out);
	}
	path_footprint_text(r, out);
	str_addf(
		out,
		"\nOf one batch of %llu %ss, counted under QEMU (TCG -icount), the timing "
		"loop included.\nat: a function's address modulo 64 and modulo 4096.\n",
		(unsigned long long)r->units, r->unit);
}
