/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See layout.h. */
#include "path/layout.h"

#include <string.h>

#define LINE 64
#define PAGE 4096

/* ---- footprint ---- */

static void add(struct footprint_row *rows, size_t *n, enum profile_side side,
		const char *what, double a, double b)
{
	if (a < b || b < a)
		rows[(*n)++] = (struct footprint_row){ side, what, a, b };
}

/* Equal shares of different batches are equal, whatever the division makes of them. */
static void add_count(struct footprint_row *rows, size_t *n, enum profile_side side,
		      const char *what, uint64_t a, const struct kept *ka, uint64_t b,
		      const struct kept *kb)
{
	if (a * kb->units != b * ka->units)
		add(rows, n, side, what, (double)a / (double)ka->units,
		    (double)b / (double)kb->units);
}

static void differs(const struct kept *ka, const struct kept *kb, enum profile_side side,
		    struct footprint_row *rows, size_t *n)
{
	const struct profile_lines *la = &ka->profile.lines[side],
				   *lb = &kb->profile.lines[side];
	const struct profile_counts *a = &ka->profile.sum[side],
				    *b = &kb->profile.sum[side];

	add(rows, n, side, "code lines", (double)la->code_lines, (double)lb->code_lines);
	add(rows, n, side, "code pages", (double)la->code_pages, (double)lb->code_pages);
	add(rows, n, side, "data lines", (double)la->data_lines, (double)lb->data_lines);
	add(rows, n, side, "data pages", (double)la->data_pages, (double)lb->data_pages);
	add_count(rows, n, side, "loads", a->loads, ka, b->loads, kb);
	add_count(rows, n, side, "stores", a->stores, ka, b->stores, kb);
	add_count(rows, n, side, "branches", a->branches, ka, b->branches, kb);
	add_count(rows, n, side, "taken branches", a->taken, ka, b->taken, kb);
	for (int i = 0; i < COST_NONE; i++)
		add_count(rows, n, side, insn_cost_name((enum insn_cost)i), a->costs[i],
			  ka, b->costs[i], kb);
}

size_t footprint_differs(const struct kept *a, const struct kept *b,
			 struct footprint_row ret[FOOTPRINT_MAX])
{
	size_t n = 0;

	differs(a, b, PROFILE_USER, ret, &n);
	differs(a, b, PROFILE_KERNEL, ret, &n);
	return n;
}

/* ---- layout ---- */

static bool same_work(const struct kept *a, const struct kept *b)
{
	const struct profile_counts *x = &a->profile.sum[PROFILE_KERNEL],
				    *y = &b->profile.sum[PROFILE_KERNEL];

	for (int i = 0; i < COST_NONE; i++)
		if (x->costs[i] * b->units != y->costs[i] * a->units)
			return false;
	return true;
}

static bool has_a_place(const struct profile_row *r)
{
	return r->side == PROFILE_KERNEL && r->addr && r->c.insns;
}

static const struct profile_row *partner(const struct kept *k, const char *name)
{
	for (size_t i = 0; i < k->profile.n_rows; i++)
		if (has_a_place(&k->profile.rows[i]) &&
		    !strcmp(k->profile.rows[i].name, name))
			return &k->profile.rows[i];
	return NULL;
}

static void moves(const struct kept *a, const struct kept *b, struct layout_moves *ret)
{
	for (size_t i = 0; i < a->profile.n_rows; i++) {
		const struct profile_row *x = &a->profile.rows[i], *y;

		y = has_a_place(x) ? partner(b, x->name) : NULL;
		if (!y)
			continue;
		ret->functions++;
		ret->moved_64 += x->addr % LINE != y->addr % LINE;
		ret->moved_4k += x->addr % PAGE != y->addr % PAGE;
	}
}

enum layout layout_judge(const struct kept *a, const struct kept *b,
			 struct layout_moves *ret)
{
	*ret = (struct layout_moves){ 0 };
	if (a->profile.total * b->units != b->profile.total * a->units)
		return LAYOUT_COUNT;
	if (!same_work(a, b))
		return LAYOUT_WORK;
	moves(a, b, ret);
	if (!ret->functions)
		return LAYOUT_UNKNOWN;
	return ret->moved_4k ? LAYOUT_MOVED : LAYOUT_SAME;
}
