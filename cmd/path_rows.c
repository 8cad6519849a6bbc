/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See path_rows.h. */
#include "cmd/path_rows.h"

#include "base/xalloc.h"

#include <stdlib.h>

/* Costs are shown in arrays: each gets its part of one that is large enough for all. */
static double *cost_room(struct path_rows *r)
{
	double *v = r->costs + r->n_costs;

	r->n_costs += COST_NONE;
	return v;
}

static struct path_amounts amounts(struct path_rows *r, const struct profile_counts *c,
				   double units)
{
	double *costs = cost_room(r);

	for (int i = 0; i < COST_NONE; i++)
		costs[i] = (double)c->costs[i] / units;
	return (struct path_amounts){
		.insns = (double)c->insns / units,
		.calls = (double)c->calls / units,
		.loads = (double)c->loads / units,
		.stores = (double)c->stores / units,
		.branches = (double)c->branches / units,
		.taken = (double)c->taken / units,
		.costs = costs,
	};
}

/* Parents first, siblings in the order of their calls. */
static size_t walk(const struct profile *p, size_t first, unsigned int depth,
		   double units, struct path_node *to)
{
	size_t n = 0;

	for (size_t i = first; i; i = p->nodes[i].next) {
		const struct profile_node *node = &p->nodes[i];

		to[n++] = (struct path_node){
			.depth = depth,
			.side = (enum path_side)node->side,
			.name = p->fns[node->fn].name,
			.insns = (double)node->c.insns / units,
			.calls = (double)node->c.calls / units,
			.inlined = node->inlined,
			.count = node->c.insns,
		};
		n += walk(p, node->child, depth + 1, units, to + n);
	}
	return n;
}

static void arm(struct path_rows *r, size_t k, const struct path_shown *a)
{
	const struct profile *p = a->profile;
	struct path_arm *to = &r->report.arms[k];
	const double units = (double)a->units;

	*to = (struct path_arm){
		.image = a->image,
		.release = a->release,
		.build_id = a->build_id,
		.cpu_model = a->cpu_model,
		.note = a->note,
		.exact = a->exact,
		.agree_pct = 100 * a->agree,
	};
	r->nodes[k] = xcalloc(p->n_nodes + 1, sizeof(*r->nodes[k]));
	for (int s = 0; s < PROFILE_SIDES; s++) {
		const struct profile_lines *l = &p->lines[s];

		to->sides[s] = (struct path_side_sum){
			.sum = amounts(r, &p->sum[s], units),
			.code_lines = l->code_lines,
			.code_pages = l->code_pages,
			.data_lines = l->data_lines,
			.data_pages = l->data_pages,
		};
		to->n_nodes +=
			walk(p, p->nodes[s].child, 0, units, r->nodes[k] + to->n_nodes);
	}
	to->nodes = r->nodes[k];
}

static void fill(struct path_rows *r, struct path_function *f, size_t k,
		 const struct profile_row *row, double units)
{
	static const struct profile_counts none;

	f->in[k] = row;
	f->v[k] = amounts(r, row ? &row->c : &none, units);
	f->addr[k] = row ? row->addr : 0;
}

/* One kernel: as the profile has them. */
static size_t rows_of_one(struct path_rows *r, const struct path_shown *shown)
{
	const struct profile *p = shown->profile;

	for (size_t i = 0; i < p->n_rows; i++) {
		struct path_function *f = &r->functions[i];

		f->side = (enum path_side)p->rows[i].side;
		f->name = p->rows[i].name;
		f->kind = "same";
		fill(r, f, 0, &p->rows[i], (double)shown->units);
	}
	return p->n_rows;
}

/* Two: what changed most first. */
static size_t rows_of_two(struct path_rows *r, const struct path_shown *shown)
{
	diff_make(shown[0].profile, shown[1].profile, &r->diff);
	for (size_t i = 0; i < r->diff.n; i++) {
		const struct diff_row *d = &r->diff.rows[i];
		struct path_function *f = &r->functions[i];

		f->side = (enum path_side)d->side;
		f->name = d->name;
		f->kind = diff_kind_name(d->kind);
		f->moved = d->moved;
		fill(r, f, 0, d->a, (double)shown[0].units);
		fill(r, f, 1, d->b, (double)shown[1].units);
	}
	return r->diff.n;
}

void path_rows_make(const struct path_shown *shown, size_t n,
		    const struct path_subject *what, struct path_rows *ret)
{
	size_t most = 0;

	*ret = (struct path_rows){ .report = {
					   .label = what->label,
					   .workload = what->workload,
					   .abi = what->abi,
					   .unit = what->unit,
					   .modifiers = what->modifiers,
					   .units = shown[0].units,
					   .n_arms = n,
				   } };
	for (size_t i = 0; i < n; i++)
		most += shown[i].profile->n_rows;
	ret->functions = xcalloc(most + 1, sizeof(*ret->functions));
	ret->costs = xcalloc((most + PROFILE_SIDES) * PATH_ARMS * COST_NONE,
			     sizeof(*ret->costs));
	for (int i = 0; i < COST_NONE; i++)
		ret->cost_names[i] = insn_cost_name((enum insn_cost)i);
	for (size_t i = 0; i < n; i++)
		arm(ret, i, &shown[i]);
	ret->report.n_functions =
		n > 1 ? rows_of_two(ret, shown) : rows_of_one(ret, shown);
	ret->report.functions = ret->functions;
	ret->report.cost_names = ret->cost_names;
	ret->report.n_costs = COST_NONE;
}

void path_rows_release(struct path_rows *r)
{
	diff_release(&r->diff);
	for (size_t i = 0; i < PATH_ARMS; i++)
		free(r->nodes[i]);
	free(r->functions);
	free(r->costs);
	*r = (struct path_rows){ 0 };
}
