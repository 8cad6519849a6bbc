/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What `ktoll path` has found of both sides of a row. Of a counted arm: a profile that
 * was made under its name, or of the same image, and whose count is the arm's. Of a timed
 * arm: of the same kernel, by its build id or its image; both under the same conditions.
 */
#include "cmd/matched_parts.h"

#include "base/str.h"
#include "base/xalloc.h"
#include "path/layout.h"
#include "store/profile.h"

#include <stdlib.h>
#include <string.h>

#define CANDIDATES 32 /* the latest ones of a side that are looked at */

struct side {
	const struct source *src;
	const struct series *series;
	struct store_profile *v;
	size_t n;
};

static bool same(const char *x, const char *y)
{
	return x && y && !strcmp(x, y);
}

static int candidates(struct store *s, struct side *side, struct err *e)
{
	const struct store_profile_wish w = {
		.workload = side->series->name,
		.abi = side->series->abi,
		.arm = side->series->exact ? side->src->name : NULL,
		.build_id = source_fact(side->src, "kernel.build_id"),
		.image_sha256 = source_fact(side->src, "id.vm.image.sha256"),
		.as_arm = side->src->name,
	};

	if (!w.arm && !w.build_id && !w.image_sha256)
		return 0;
	return store_profiles(s, &w, CANDIDATES, &side->v, &side->n, e);
}

/* Counted arms: this very count, and under another name in the same machine only. */
static bool is_of(const struct side *side, const struct store_profile *p)
{
	const struct source *src = side->src;

	if (!side->series->exact)
		return true;
	if (p->exact < side->series->x[0] || p->exact > side->series->x[0])
		return false;
	return !strcmp(p->arm, src->name) ||
	       (same(p->cpu_model, source_fact(src, "vm.cpu_model")) &&
		same(p->append, source_fact(src, "vm.append")));
}

static bool same_conditions(const struct store_profile *x, const struct store_profile *y)
{
	return same(x->cpu_model, y->cpu_model) && same(x->append, y->append) &&
	       same(x->modifiers, y->modifiers) && x->rev == y->rev;
}

/* Guests that were given different command lines differ in more than the kernel. */
static bool same_command_line(const struct source *a, const struct source *b)
{
	const char *x = source_fact(a, "vm.append"), *y = source_fact(b, "vm.append");

	return !x || !y || !strcmp(x, y);
}

static bool choose(const struct side *a, const struct side *b,
		   const struct store_profile **ret_a, const struct store_profile **ret_b)
{
	const bool exact = a->series->exact && b->series->exact;

	if (!exact && !same_command_line(a->src, b->src))
		return false;
	for (size_t i = 0; i < a->n; i++)
		for (size_t k = 0; k < b->n; k++) {
			if (!is_of(a, &a->v[i]) || !is_of(b, &b->v[k]) ||
			    (!exact && !same_conditions(&a->v[i], &b->v[k])))
				continue;
			*ret_a = &a->v[i];
			*ret_b = &b->v[k];
			return true;
		}
	return false;
}

static void footprint(const struct kept *a, const struct kept *b, struct compare_row *row)
{
	struct footprint_row rows[FOOTPRINT_MAX];
	const size_t n = footprint_differs(a, b, rows);
	struct compare_footprint *list = xcalloc(n + 1, sizeof(*list));

	for (size_t i = 0; i < n; i++)
		list[i] =
			(struct compare_footprint){ profile_side_name(rows[i].side),
						    rows[i].what, rows[i].a, rows[i].b };
	row->paths = true;
	row->footprint = list;
	row->n_footprint = n;
}

static void layout(const struct kept *a, const struct kept *b, struct compare_row *row)
{
	struct layout_moves m;

	if (layout_judge(a, b, &m) == LAYOUT_MOVED)
		row->layout = xasprintf(
			"layout? it is as many instructions, but of %zu functions on the "
			"path %zu begin elsewhere modulo 64, %zu modulo 4096",
			m.functions, m.moved_64, m.moved_4k);
}

static int use(const struct store_profile *x, const struct store_profile *y, bool timed,
	       struct compare_row *row, struct err *e)
{
	struct kept a = { 0 }, b = { 0 };
	int r = kept_parse(x->profile, strlen(x->profile), &a, e);

	if (r < 0)
		err_where(e, "profile of process %lld", (long long)x->process_id);
	if (!r) {
		r = kept_parse(y->profile, strlen(y->profile), &b, e);
		if (r < 0)
			err_where(e, "profile of process %lld", (long long)y->process_id);
	}
	if (!r) {
		footprint(&a, &b, row);
		if (timed)
			layout(&a, &b, row);
	}
	kept_release(&a);
	kept_release(&b);
	return r;
}

int match_path(struct store *s, const struct source *a, const struct source *b,
	       const struct series *x, const struct series *y, struct compare_row *row,
	       struct err *e)
{
	struct side of_a = { .src = a, .series = x }, of_b = { .src = b, .series = y };
	const struct store_profile *p, *q;
	int r = 0;

	if (!s || a->kind != SOURCE_ARM || b->kind != SOURCE_ARM || a->imported ||
	    b->imported || !row->compared)
		return 0;
	r = candidates(s, &of_a, e);
	if (!r && of_a.n)
		r = candidates(s, &of_b, e);
	if (!r && choose(&of_a, &of_b, &p, &q))
		r = use(p, q, !x->exact, row, e);
	store_profiles_free(of_a.v, of_a.n);
	store_profiles_free(of_b.v, of_b.n);
	return r;
}
