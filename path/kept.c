/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See kept.h. */
#include "path/kept.h"

#include "base/xalloc.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VERSION   1
#define TEXT_MAX  (64u << 20)
#define FNS_MAX   65536
#define NODES_MAX (1u << 20)
#define DEPTH_MAX 4096
#define NAME_MAX_ 512
/* More than a trace can hold; a sum times another's units fits 64 bits. */
#define COUNT_MAX (1ll << 40)
#define UNITS_MAX (1ll << 20)

/* What a node is written as, in this order; behind them the expensive instructions. */
enum { DEPTH, SIDE, FN, INLINED, INSNS, CALLS, LOADS, STORES, BRANCHES, TAKEN, COSTS };

#define NODE_FIELDS (COSTS + 1)

/* ---- writing ---- */

struct writer {
	const struct profile *p;
	json_t *fns, *nodes;
	size_t *number; /* of each function in the text, from 1; 0: none yet */
	bool too_deep;
};

static json_t *integer(uint64_t v)
{
	return json_integer((json_int_t)v);
}

static size_t function(struct writer *w, size_t fn)
{
	const struct profile_fn *f = &w->p->fns[fn];
	char addr[20] = "";
	json_t *pair;

	if (w->number[fn])
		return w->number[fn] - 1;
	if (f->addr)
		snprintf(addr, sizeof(addr), "%llx", (unsigned long long)f->addr);
	pair = json_array();
	json_array_append_new(pair, json_string(f->name) ?: json_string("?"));
	json_array_append_new(pair, json_string(addr));
	json_array_append_new(w->fns, pair);
	w->number[fn] = json_array_size(w->fns);
	return w->number[fn] - 1;
}

static json_t *costs(const struct profile_counts *c)
{
	json_t *o = json_object();

	for (int i = 0; i < COST_NONE; i++)
		if (c->costs[i])
			json_object_set_new(o, insn_cost_name((enum insn_cost)i),
					    integer(c->costs[i]));
	return o;
}

static void write_nodes(struct writer *w, size_t first, unsigned int depth)
{
	for (size_t i = first; i; i = w->p->nodes[i].next) {
		const struct profile_node *n = &w->p->nodes[i];
		const uint64_t v[COSTS] = {
			depth,         (uint64_t)n->side, function(w, n->fn), n->inlined,
			n->c.insns,    n->c.calls,        n->c.loads,         n->c.stores,
			n->c.branches, n->c.taken,
		};
		json_t *row = json_array();

		if (depth >= DEPTH_MAX) {
			w->too_deep = true;
			json_decref(row);
			return;
		}
		for (int k = 0; k < COSTS; k++)
			json_array_append_new(row, integer(v[k]));
		json_array_append_new(row, costs(&n->c));
		json_array_append_new(w->nodes, row);
		write_nodes(w, n->child, depth + 1);
	}
}

static json_t *lines_json(const struct profile *p)
{
	json_t *list = json_array();

	for (int i = 0; i < PROFILE_SIDES; i++) {
		const struct profile_lines *l = &p->lines[i];
		json_t *row = json_array();

		json_array_append_new(row, integer(l->code_lines));
		json_array_append_new(row, integer(l->code_pages));
		json_array_append_new(row, integer(l->data_lines));
		json_array_append_new(row, integer(l->data_pages));
		json_array_append_new(list, row);
	}
	return list;
}

int kept_text(const struct profile *p, uint64_t units, const char *note, char **ret,
	      struct err *e)
{
	struct writer w = { .p = p,
			    .fns = json_array(),
			    .nodes = json_array(),
			    .number = xcalloc(p->n_fns + 1, sizeof(*w.number)) };
	json_t *top = json_object();
	char *text = NULL;

	for (int side = 0; side < PROFILE_SIDES; side++)
		write_nodes(&w, p->nodes[side].child, 0);
	json_object_set_new(top, "v", json_integer(VERSION));
	json_object_set_new(top, "units", integer(units));
	json_object_set_new(top, "note", json_string(note) ?: json_string("?"));
	json_object_set_new(top, "functions", w.fns);
	json_object_set_new(top, "nodes", w.nodes);
	json_object_set_new(top, "lines", lines_json(p));
	if (!w.too_deep && json_array_size(w.fns) <= FNS_MAX &&
	    json_array_size(w.nodes) <= NODES_MAX)
		text = json_dumps(top, JSON_COMPACT);
	json_decref(top);
	free(w.number);
	if (!text || strlen(text) > TEXT_MAX) {
		free(text);
		return err_set(e, E2BIG, "the path is too large to be kept");
	}
	*ret = text;
	return 0;
}

/* ---- reading ---- */

struct parser {
	struct kept *k;
	size_t at[DEPTH_MAX];   /* the last node of each depth */
	size_t tail[DEPTH_MAX]; /* and the last child of the one above it; 0: none */
	size_t depth;           /* of the last node, plus 1 */
};

static bool whole(const json_t *v, json_int_t most, uint64_t *ret)
{
	const json_int_t n = json_integer_value(v);

	if (!json_is_integer(v) || n < 0 || n > most)
		return false;
	*ret = (uint64_t)n;
	return true;
}

static bool address(const json_t *v, uint64_t *ret)
{
	const char *s = json_string_value(v);

	if (!s || strlen(s) > 16 || s[strspn(s, "0123456789abcdef")])
		return false;
	*ret = *s ? strtoull(s, NULL, 16) : 0;
	return true;
}

static bool parse_functions(const json_t *list, struct profile *p)
{
	const size_t n = json_array_size(list);

	if (!json_is_array(list) || n > FNS_MAX)
		return false;
	p->fns = xcalloc(n + 1, sizeof(*p->fns));
	for (size_t i = 0; i < n; i++) {
		const json_t *pair = json_array_get(list, i);
		const char *name = json_string_value(json_array_get(pair, 0));

		if (json_array_size(pair) != 2 || !name || !*name ||
		    strlen(name) > NAME_MAX_ ||
		    !address(json_array_get(pair, 1), &p->fns[i].addr))
			return false;
		p->fns[i].name = xstrdup(name);
		p->n_fns++;
	}
	return true;
}

static bool parse_costs(json_t *o, struct profile_counts *c)
{
	const char *key;
	json_t *v;

	if (!json_is_object(o))
		return false;
	json_object_foreach (o, key, v) {
		int i = 0;

		while (i < COST_NONE && strcmp(key, insn_cost_name((enum insn_cost)i)))
			i++;
		if (i == COST_NONE || !whole(v, COUNT_MAX, &c->costs[i]))
			return false;
	}
	return true;
}

/* Puts the last node of p below its parent. */
static bool hang(struct parser *s, uint64_t depth, uint64_t side)
{
	struct profile *p = &s->k->profile;
	const size_t i = p->n_nodes;
	struct profile_node *n = &p->nodes[i];

	if (depth > s->depth)
		return false;
	n->side = (enum profile_side)side;
	n->parent = depth ? s->at[depth - 1] : side;
	if (p->nodes[n->parent].side != n->side)
		return false;
	/* Depth 0 has the sides as parents: a list for each of them. */
	if (!depth && s->tail[0] && p->nodes[s->tail[0]].side != n->side)
		s->tail[0] = 0;
	if (s->tail[depth])
		p->nodes[s->tail[depth]].next = i;
	else if (p->nodes[n->parent].child)
		return false;
	else
		p->nodes[n->parent].child = i;
	s->at[depth] = s->tail[depth] = i;
	if (depth + 1 < DEPTH_MAX)
		s->tail[depth + 1] = 0;
	s->depth = depth + 1 < DEPTH_MAX ? depth + 1 : DEPTH_MAX - 1;
	n->first = i;
	p->n_nodes++;
	return true;
}

static bool parse_node(struct parser *s, const json_t *row)
{
	struct profile *p = &s->k->profile;
	struct profile_node *n = &p->nodes[p->n_nodes];
	uint64_t v[COSTS];

	if (json_array_size(row) != NODE_FIELDS)
		return false;
	for (size_t i = 0; i < COSTS; i++)
		if (!whole(json_array_get(row, i), COUNT_MAX, &v[i]))
			return false;
	if (v[DEPTH] >= DEPTH_MAX || v[SIDE] >= PROFILE_SIDES || v[FN] >= p->n_fns ||
	    v[INLINED] > 1)
		return false;
	*n = (struct profile_node){
		.fn = v[FN],
		.inlined = v[INLINED],
		.c = { .insns = v[INSNS],
		       .calls = v[CALLS],
		       .loads = v[LOADS],
		       .stores = v[STORES],
		       .branches = v[BRANCHES],
		       .taken = v[TAKEN] },
	};
	return parse_costs(json_array_get(row, COSTS), &n->c) &&
	       hang(s, v[DEPTH], v[SIDE]);
}

static bool parse_nodes(const json_t *list, struct kept *k)
{
	struct parser *s = xcalloc(1, sizeof(*s));
	const size_t n = json_array_size(list);
	bool good = json_is_array(list) && n <= NODES_MAX;

	s->k = k;
	k->profile.nodes = xcalloc(n + PROFILE_SIDES + 1, sizeof(*k->profile.nodes));
	k->profile.n_nodes = PROFILE_SIDES;
	for (size_t i = 0; i < PROFILE_SIDES; i++)
		k->profile.nodes[i].side = (enum profile_side)i;
	for (size_t i = 0; i < n && good; i++)
		good = parse_node(s, json_array_get(list, i));
	free(s);
	return good;
}

static bool parse_lines(const json_t *list, struct profile *p)
{
	if (json_array_size(list) != PROFILE_SIDES)
		return false;
	for (size_t i = 0; i < PROFILE_SIDES; i++) {
		const json_t *row = json_array_get(list, i);
		struct profile_lines *l = &p->lines[i];

		if (json_array_size(row) != 4 ||
		    !whole(json_array_get(row, 0), COUNT_MAX, &l->code_lines) ||
		    !whole(json_array_get(row, 1), COUNT_MAX, &l->code_pages) ||
		    !whole(json_array_get(row, 2), COUNT_MAX, &l->data_lines) ||
		    !whole(json_array_get(row, 3), COUNT_MAX, &l->data_pages))
			return false;
	}
	return true;
}

static bool parse_all(const json_t *top, struct kept *k)
{
	const char *note = json_string_value(json_object_get(top, "note"));
	uint64_t version;

	if (!whole(json_object_get(top, "v"), VERSION, &version) || version != VERSION ||
	    !whole(json_object_get(top, "units"), UNITS_MAX, &k->units) || !k->units ||
	    !note)
		return false;
	k->note = xstrdup(note);
	return parse_functions(json_object_get(top, "functions"), &k->profile) &&
	       parse_nodes(json_object_get(top, "nodes"), k) &&
	       parse_lines(json_object_get(top, "lines"), &k->profile);
}

static bool sums_fit(const struct profile *p)
{
	struct profile_counts all = { 0 };
	uint64_t most = 0;

	for (int i = 0; i < PROFILE_SIDES; i++)
		profile_add(&all, &p->sum[i]);
	for (int i = 0; i < COST_NONE; i++)
		most = all.costs[i] > most ? all.costs[i] : most;
	return all.insns <= COUNT_MAX && all.calls <= COUNT_MAX &&
	       all.loads <= COUNT_MAX && all.stores <= COUNT_MAX &&
	       all.branches <= COUNT_MAX && all.taken <= COUNT_MAX && most <= COUNT_MAX;
}

int kept_parse(const char *text, size_t len, struct kept *ret, struct err *e)
{
	struct kept k = { 0 };
	json_t *top = len <= TEXT_MAX
			      ? json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL)
			      : NULL;
	bool good = top && parse_all(top, &k);

	json_decref(top);
	if (good) {
		profile_sum(&k.profile);
		good = sums_fit(&k.profile);
	}
	if (!good) {
		kept_release(&k);
		err_set(e, EBADMSG, "no profile that can be read");
		err_expect(e, "one that this version of ktoll has stored");
		return -EBADMSG;
	}
	*ret = k;
	return 0;
}

void kept_release(struct kept *k)
{
	profile_release(&k->profile);
	free(k->note);
	*k = (struct kept){ 0 };
}
