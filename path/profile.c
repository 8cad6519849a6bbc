/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See profile.h: from the counts of nodes to functions, lines and order. */
#include "path/profile.h"

#include "base/xalloc.h"
#include "path/replay.h"

#include <stdlib.h>
#include <string.h>

#define LINE_SHIFT 6
#define PAGE_SHIFT 12

void profile_add(struct profile_counts *to, const struct profile_counts *c)
{
	to->insns += c->insns;
	to->calls += c->calls;
	to->loads += c->loads;
	to->stores += c->stores;
	to->branches += c->branches;
	to->taken += c->taken;
	for (int i = 0; i < COST_NONE; i++)
		to->costs[i] += c->costs[i];
}

/* ---- lines and pages ---- */

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static void distinct(struct lines *l, uint64_t *ret_lines, uint64_t *ret_pages)
{
	uint64_t lines = 0, pages = 0;

	if (l->n)
		qsort(l->v, l->n, sizeof(*l->v), by_value);
	for (size_t i = 0; i < l->n; i++) {
		const int shift = PAGE_SHIFT - LINE_SHIFT;

		lines += !i || l->v[i] != l->v[i - 1];
		pages += !i || l->v[i] >> shift != l->v[i - 1] >> shift;
	}
	*ret_lines = lines;
	*ret_pages = pages;
	free(l->v);
}

static void code_lines(const struct trace *t, const struct footprint *f,
		       enum profile_side side, struct lines *l)
{
	for (size_t i = 0; i < t->n_insns; i++) {
		const struct trace_insn *insn = &t->insns[i];
		uint64_t end = (insn->vaddr + insn->size - 1) >> LINE_SHIFT;

		if (!(f->sides[i] & 1 << side))
			continue;
		for (uint64_t line = insn->vaddr >> LINE_SHIFT; line <= end; line++) {
			l->v = xgrow(l->v, l->n, &l->cap, sizeof(*l->v));
			l->v[l->n++] = line;
		}
	}
}

static void count_lines(const struct trace *t, struct footprint *f, struct profile *p)
{
	for (int side = 0; side < PROFILE_SIDES; side++) {
		struct profile_lines *to = &p->lines[side];
		struct lines code = { 0 };

		code_lines(t, f, (enum profile_side)side, &code);
		distinct(&code, &to->code_lines, &to->code_pages);
		distinct(&f->data[side], &to->data_lines, &to->data_pages);
	}
}

/* ---- functions ---- */

static int by_name(const void *a, const void *b)
{
	const struct profile_row *x = a, *y = b;
	int r = (int)x->side - (int)y->side;

	r = r ? r : strcmp(x->name, y->name);
	return r ? r : (x->addr > y->addr) - (x->addr < y->addr);
}

static int by_weight(const void *a, const void *b)
{
	const struct profile_row *x = a, *y = b;

	if (x->side != y->side)
		return (int)x->side - (int)y->side;
	if (x->c.insns != y->c.insns)
		return x->c.insns > y->c.insns ? -1 : 1;
	return by_name(a, b);
}

static void rows(struct profile *p)
{
	struct profile_row *v = xcalloc(p->n_nodes, sizeof(*v));
	size_t n = 0, kept = 0;

	for (size_t i = PROFILE_SIDES; i < p->n_nodes; i++) {
		const struct profile_node *node = &p->nodes[i];
		const struct profile_fn *fn = &p->fns[node->fn];

		if (node->c.insns || node->c.calls)
			v[n++] = (struct profile_row){ node->side, fn->name, fn->addr,
						       node->c };
	}
	if (n)
		qsort(v, n, sizeof(*v), by_name);
	for (size_t i = 0; i < n; i++) {
		struct profile_row *last = kept ? &v[kept - 1] : NULL;

		/* Functions of one name are one row; what was inlined has no place. */
		if (last && last->side == v[i].side && !strcmp(last->name, v[i].name)) {
			profile_add(&last->c, &v[i].c);
			last->addr = last->addr ? last->addr : v[i].addr;
		} else {
			v[kept++] = v[i];
		}
	}
	if (kept)
		qsort(v, kept, sizeof(*v), by_weight);
	p->rows = v;
	p->n_rows = kept;
}

void profile_sum(struct profile *p)
{
	for (size_t i = PROFILE_SIDES; i < p->n_nodes; i++)
		profile_add(&p->sum[p->nodes[i].side], &p->nodes[i].c);
	for (int side = 0; side < PROFILE_SIDES; side++)
		p->total += p->sum[side].insns;
	rows(p);
}

/* ---- order of calls ---- */

/* A node is first met when it is, or anything below it. Children have larger numbers. */
static void meet_parents(struct profile *p)
{
	for (size_t i = p->n_nodes; i-- > PROFILE_SIDES;) {
		const struct profile_node *node = &p->nodes[i];
		struct profile_node *parent = &p->nodes[node->parent];

		if (node->first && (!parent->first || node->first < parent->first))
			parent->first = node->first;
	}
}

/* Puts @node among its siblings. */
static void insert(struct profile *p, size_t i)
{
	struct profile_node *node = &p->nodes[i];
	size_t *at = &p->nodes[node->parent].child;

	while (*at && p->nodes[*at].first < node->first)
		at = &p->nodes[*at].next;
	node->next = *at;
	*at = i;
}

/* Those that were not met are in no list any more. */
static void order(struct profile *p)
{
	for (size_t i = 0; i < p->n_nodes; i++)
		p->nodes[i].child = p->nodes[i].next = 0;
	for (size_t i = PROFILE_SIDES; i < p->n_nodes; i++)
		if (p->nodes[i].first)
			insert(p, i);
}

void profile_make(const struct profile_input *in, struct profile *ret)
{
	struct footprint f = { .sides = xcalloc(in->trace->n_insns + 1, 1) };
	struct profile p = { .executed = xcalloc(in->trace->n_insns + 1,
						 sizeof(*p.executed)) };

	replay(in, &p, &f);
	profile_sum(&p);
	count_lines(in->trace, &f, &p);
	meet_parents(&p);
	order(&p);
	free(f.sides);
	*ret = p;
}

void profile_release(struct profile *p)
{
	for (size_t i = 0; i < p->n_fns; i++)
		free(p->fns[i].name);
	free(p->fns);
	free(p->nodes);
	free(p->rows);
	free(p->executed);
	*p = (struct profile){ 0 };
}

const char *profile_side_name(enum profile_side side)
{
	static const char *const names[] = { "user", "kernel", "interrupts" };

	return names[side];
}
