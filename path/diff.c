/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See diff.h. */
#include "path/diff.h"

#include "base/xalloc.h"

#include <stdlib.h>
#include <string.h>

/* About as much: between 0.3 times and twice; what is inlined is also made smaller. */
#define ABOUT_LEAST(x) ((x)*3 / 10)
#define ABOUT_MOST(x)  ((x)*2)

static int64_t insns(const struct profile_row *r)
{
	return r ? (int64_t)r->c.insns : 0;
}

static const struct profile_row *find(const struct profile *p, enum profile_side side,
				      const char *name)
{
	for (size_t i = 0; i < p->n_rows; i++)
		if (p->rows[i].side == side && !strcmp(p->rows[i].name, name))
			return &p->rows[i];
	return NULL;
}

static void add(struct diff *d, const struct profile_row *a, const struct profile_row *b)
{
	const struct profile_row *any = a ? a : b;
	struct diff_row *r = &d->rows[d->n++];

	*r = (struct diff_row){ .side = any->side, .name = any->name, .a = a, .b = b };
	r->change = insns(b) - insns(a);
	r->kind = !a              ? DIFF_ONLY_B
		  : !b            ? DIFF_ONLY_A
		  : r->change > 0 ? DIFF_MORE
		  : r->change < 0 ? DIFF_LESS
				  : DIFF_SAME;
}

static int by_change(const void *x, const void *y)
{
	const struct diff_row *a = x, *b = y;
	const int64_t ca = llabs(a->change), cb = llabs(b->change);

	if (ca != cb)
		return ca > cb ? -1 : 1;
	if (a->side != b->side)
		return (int)a->side - (int)b->side;
	return strcmp(a->name, b->name);
}

/* ---- where functions went that are only on one side ---- */

static struct diff_row *row(struct diff *d, enum profile_side side, const char *name)
{
	for (size_t i = 0; i < d->n; i++)
		if (d->rows[i].side == side && !strcmp(d->rows[i].name, name))
			return &d->rows[i];
	return NULL;
}

/* The node of the function that has most of its instructions. */
static size_t heaviest(const struct profile *p, const struct diff_row *r)
{
	size_t best = 0;

	for (size_t i = PROFILE_SIDES; i < p->n_nodes; i++) {
		const struct profile_node *n = &p->nodes[i];

		if (n->side == r->side && n->first &&
		    !strcmp(p->fns[n->fn].name, r->name) &&
		    (!best || n->c.insns > p->nodes[best].c.insns))
			best = i;
	}
	return best;
}

/* The nearest caller that is in both; NULL: none. */
static struct diff_row *caller(struct diff *d, const struct profile *p,
			       const struct diff_row *r)
{
	size_t i = heaviest(p, r);

	for (i = i ? p->nodes[i].parent : 0; i >= PROFILE_SIDES; i = p->nodes[i].parent) {
		struct diff_row *c = row(d, r->side, p->fns[p->nodes[i].fn].name);

		if (c && c->a && c->b)
			return c;
	}
	return NULL;
}

static void find_moved(struct diff *d, const struct profile *p, enum diff_kind kind)
{
	struct diff_row **callers = xcalloc(d->n + 1, sizeof(*callers));

	for (size_t i = 0; i < d->n; i++)
		if (d->rows[i].kind == kind)
			callers[i] = caller(d, p, &d->rows[i]);
	for (size_t i = 0; i < d->n; i++) {
		int64_t gone = 0;

		/* All that went into one caller make it grow together. */
		for (size_t k = 0; callers[i] && k < d->n; k++)
			if (callers[k] == callers[i])
				gone -= d->rows[k].change;
		if (!callers[i] || !callers[i]->change ||
		    (gone > 0) != (callers[i]->change > 0) ||
		    llabs(callers[i]->change) < ABOUT_LEAST(llabs(gone)) ||
		    llabs(callers[i]->change) > ABOUT_MOST(llabs(gone)))
			continue;
		d->rows[i].moved = callers[i]->name;
	}
	free(callers);
}

void diff_make(const struct profile *a, const struct profile *b, struct diff *ret)
{
	struct diff d = { .rows = xcalloc(a->n_rows + b->n_rows + 1, sizeof(*d.rows)) };

	for (size_t i = 0; i < a->n_rows; i++)
		add(&d, &a->rows[i], find(b, a->rows[i].side, a->rows[i].name));
	for (size_t i = 0; i < b->n_rows; i++)
		if (!find(a, b->rows[i].side, b->rows[i].name))
			add(&d, NULL, &b->rows[i]);
	if (d.n)
		qsort(d.rows, d.n, sizeof(*d.rows), by_change);
	find_moved(&d, a, DIFF_ONLY_A);
	find_moved(&d, b, DIFF_ONLY_B);
	*ret = d;
}

void diff_release(struct diff *d)
{
	free(d->rows);
	*d = (struct diff){ 0 };
}

const char *diff_kind_name(enum diff_kind kind)
{
	static const char *const names[] = { "same", "more", "less", "only-a", "only-b" };

	return names[kind];
}
