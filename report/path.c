/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See path.h: what its formats share, and the text. */
#include "report/path.h"

#include "report/path_parts.h"
#include "report/table.h"
#include "report/wrap.h"

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

void path_arm_head(const struct path_report *r, size_t arm, struct str *out)
{
	static const char *const letters[] = { "A: ", "B: " };

	str_addf(out, "%s%s, -cpu %s\n", r->n_arms > 1 ? letters[arm] : "",
		 r->arms[arm].release, r->arms[arm].cpu_model);
}

/* ---- one kernel ---- */

static void arm_line(const struct path_report *r, size_t arm, const struct look *look,
		     struct str *out)
{
	const int indent = r->n_arms > 1 ? 3 : 0;
	struct str text = STR_INIT;
	const struct path_arm *a = &r->arms[arm];
	char v[4][PATH_AMOUNT_MAX];

	path_arm_head(r, arm, out);
	str_addf(&text,
		 "%s = %s user + %s kernel + %s interrupts; %.0f%% of batches agree",
		 path_amount(a->exact, v[0]),
		 path_amount(side_insns(r, arm, PATH_USER), v[1]),
		 path_amount(side_insns(r, arm, PATH_KERNEL), v[2]),
		 path_amount(side_insns(r, arm, PATH_INTERRUPTS), v[3]), a->agree_pct);
	wrap(out, look_prose(look), indent, indent + 2, str_get(&text));
	if (a->note[0]) {
		str_reset(&text);
		str_addf(&text, "addresses instead of names: %s", a->note);
		wrap(out, look_prose(look), indent, indent + 2, str_get(&text));
	}
	str_release(&text);
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

static const char *side_mark(const struct path_function *f)
{
	return f->side == PATH_USER         ? " [user]"
	       : f->side == PATH_INTERRUPTS ? " [interrupt]"
					    : "";
}

#define NAME_MOST 26 /* for a longer one no column is left out */

static int name_width(const struct path_report *r)
{
	int most = 0;

	for (size_t i = 0; i < r->n_functions; i++) {
		const int n = (int)(strlen(r->functions[i].name) +
				    strlen(side_mark(&r->functions[i])));

		most = n > most ? n : most;
	}
	return most < NAME_MOST ? most : NAME_MOST;
}

/* What stands between the numbers that are always there and the name, from the right. */
enum {
	ALL_COLUMNS,
	NO_PLACES,
	NUMBERS_ONLY,
};

/* How much of a row of @all columns, @places of them for where functions begin, has room
 * before the names. */
static int columns_for(const struct path_report *r, const struct look *look, int all,
		       int places)
{
	const int left = look->width - name_width(r);

	if (!look->width || all <= left)
		return ALL_COLUMNS;
	return all - places <= left ? NO_PLACES : NUMBERS_ONLY;
}

static void left_out(const struct look *look, const char *what, struct str *out)
{
	wrap(out, look_prose(look), 0, 2, what);
}

#define TABLE_ALL    63 /* columns before the name */
#define TABLE_PLACES 9

static void table_name(const struct path_function *f, const struct look *look,
		       size_t begun, struct str *out)
{
	const size_t room = (size_t)look->width - (out->len - begun);

	if (look->width && strlen(f->name) + strlen(side_mark(f)) > room && room > 10)
		str_addf(out, "%.*s..%s\n", (int)(room - 2 - strlen(side_mark(f))),
			 f->name, side_mark(f));
	else
		str_addf(out, "%s%s\n", f->name, side_mark(f));
}

static void table(const struct path_report *r, const struct look *look, struct str *out)
{
	const int columns = columns_for(r, look, TABLE_ALL, TABLE_PLACES);
	char v[7][PATH_AMOUNT_MAX];

	str_addf(out, "\nby instructions\n   insns  share   calls%s%s  function\n",
		 columns < NUMBERS_ONLY ? "   loads  stores branches  taken" : "",
		 columns < NO_PLACES ? "  at 64/4k" : "");
	for (size_t i = 0; i < r->n_functions; i++) {
		const struct path_function *f = &r->functions[i];
		const struct path_amounts *a = &f->v[0];
		const size_t begun = out->len;

		str_addf(out, "%8s %5.1f%% %7s", path_amount(a->insns, v[0]),
			 r->arms[0].exact > 0 ? 100 * a->insns / r->arms[0].exact : 0,
			 path_amount(a->calls, v[1]));
		if (columns < NUMBERS_ONLY)
			str_addf(out, " %7s %7s %8s %6s", path_amount(a->loads, v[2]),
				 path_amount(a->stores, v[3]),
				 path_amount(a->branches, v[4]),
				 path_amount(a->taken, v[5]));
		if (columns < NO_PLACES)
			str_addf(out, "   %6s", place(f->addr[0], v[6]));
		str_add(out, "  ");
		/* It is in full in call order. */
		table_name(f, look, begun, out);
	}
	str_addf(out, "%8s 100.0%%\n", path_amount(r->arms[0].exact, v[0]));
	if (columns > ALL_COLUMNS)
		left_out(look,
			 columns > NO_PLACES ? "left out for the width: loads, stores, "
					       "branches, taken, at"
					     : "left out for the width: at",
			 out);
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

#define DIFFERENCES_ALL    64
#define DIFFERENCES_PLACES 16
#define DIFFERENCES_LEAST  28 /* in front of the name */

/* The remark behind the name, or where that is too long below it. */
static void name_and_remark(const struct path_function *f, const struct look *look,
			    size_t begun, struct str *out)
{
	const int indent = look->width < PATH_BROAD ? 4 : DIFFERENCES_LEAST + 2;
	struct str said = STR_INIT;

	str_addf(out, "%s%s", f->name, side_mark(f));
	remark(f, &said);
	if (said.len && look->width &&
	    out->len - begun + said.len > (size_t)look->width) {
		str_addc(out, '\n');
		wrap(out, look->width, indent, indent, said.s + strspn(said.s, " "));
	} else {
		str_addf(out, "%s\n", str_get(&said));
	}
	str_release(&said);
}

static void differences(const struct path_report *r, const struct look *look,
			struct str *out)
{
	const int columns = columns_for(r, look, DIFFERENCES_ALL, DIFFERENCES_PLACES);
	char v[7][PATH_AMOUNT_MAX];

	str_addf(out, "\n       A        B    change%s%s  function\n",
		 columns < NUMBERS_ONLY ? "   calls A  calls B" : "",
		 columns < NO_PLACES ? "  at A    at B  " : "");
	for (size_t i = 0; i < r->n_functions; i++) {
		const struct path_function *f = &r->functions[i];
		const size_t begun = out->len;

		str_addf(out, "%8s %8s %9s", amount_or_dash(f, 0, false, v[0]),
			 amount_or_dash(f, 1, false, v[1]),
			 change_text(f->v[0].insns, f->v[1].insns, v[2]));
		if (columns < NUMBERS_ONLY)
			str_addf(out, "  %8s %8s", amount_or_dash(f, 0, true, v[3]),
				 amount_or_dash(f, 1, true, v[4]));
		if (columns < NO_PLACES)
			str_addf(out, "  %6s  %6s", place(f->addr[0], v[5]),
				 place(f->addr[1], v[6]));
		str_add(out, "  ");
		name_and_remark(f, look, begun, out);
	}
	str_addf(out, "%8s %8s %9s  all of the above\n",
		 path_amount(r->arms[0].exact, v[0]), path_amount(r->arms[1].exact, v[1]),
		 change_text(r->arms[0].exact, r->arms[1].exact, v[2]));
	if (columns > ALL_COLUMNS)
		left_out(look,
			 columns > NO_PLACES ? "left out for the width: calls, at"
					     : "left out for the width: at",
			 out);
}

void path_report_text(const struct path_report *r, const struct look *look,
		      struct str *out)
{
	struct str batch = STR_INIT;

	str_addf(out, "ktoll path: %s, instructions per %s%s%s\n", r->label, r->unit,
		 r->modifiers[0] ? ", with " : "", r->modifiers);
	for (size_t i = 0; i < r->n_arms; i++)
		arm_line(r, i, look, out);
	if (r->n_arms > 1) {
		differences(r, look, out);
	} else {
		tree(&r->arms[0], out);
		table(r, look, out);
	}
	path_footprint_text(r, look, out);
	str_addf(&batch,
		 "Of one batch of %llu %ss, counted under QEMU (TCG -icount), the timing "
		 "loop included.",
		 (unsigned long long)r->units, r->unit);
	str_addc(out, '\n');
	wrap(out, look_prose(look), 0, 2, str_get(&batch));
	wrap(out, look_prose(look), 0, 2,
	     "at: a function's address modulo 64 and modulo 4096, in hexadecimal.");
	str_release(&batch);
}
