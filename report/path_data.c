/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See path.h: JSON and folded stacks. */
#include "report/path_parts.h"

#include "base/xalloc.h"
#include "report/number.h"

#include <stdlib.h>
#include <string.h>

/* ---- JSON ---- */

static json_t *costs(const struct path_report *r, const struct path_amounts *a)
{
	json_t *o = json_object();

	for (size_t i = 0; i < r->n_costs; i++)
		if (a->costs[i] > 0)
			json_object_set_new(o, r->cost_names[i],
					    number_json(a->costs[i]));
	return o;
}

static void amounts(const struct path_report *r, const struct path_amounts *a, json_t *o)
{
	json_object_set_new(o, "instructions", number_json(a->insns));
	json_object_set_new(o, "calls", number_json(a->calls));
	json_object_set_new(o, "loads", number_json(a->loads));
	json_object_set_new(o, "stores", number_json(a->stores));
	json_object_set_new(o, "branches", number_json(a->branches));
	json_object_set_new(o, "taken", number_json(a->taken));
	json_object_set_new(o, "expensive", costs(r, a));
}

static json_t *side_json(const struct path_report *r, const struct path_side_sum *s)
{
	json_t *o = json_object();

	amounts(r, &s->sum, o);
	json_object_del(o, "calls");
	json_object_set_new(o, "code_lines", json_integer((json_int_t)s->code_lines));
	json_object_set_new(o, "code_pages", json_integer((json_int_t)s->code_pages));
	json_object_set_new(o, "data_lines", json_integer((json_int_t)s->data_lines));
	json_object_set_new(o, "data_pages", json_integer((json_int_t)s->data_pages));
	return o;
}

static json_t *tree_json(const struct path_arm *a)
{
	json_t *list = json_array();

	for (size_t i = 0; i < a->n_nodes; i++) {
		const struct path_node *n = &a->nodes[i];
		json_t *o = json_object();

		json_object_set_new(o, "depth", json_integer(n->depth));
		json_object_set_new(o, "side", json_string(path_side_name(n->side)));
		json_object_set_new(o, "function", text_json(n->name));
		json_object_set_new(o, "instructions", number_json(n->insns));
		json_object_set_new(o, "calls", number_json(n->calls));
		if (n->inlined)
			json_object_set_new(o, "inlined", json_true());
		json_array_append_new(list, o);
	}
	return list;
}

static json_t *arm_json(const struct path_report *r, const struct path_arm *a)
{
	json_t *o = json_object(), *sides = json_object();

	json_object_set_new(o, "image", text_json(a->image));
	json_object_set_new(o, "release", text_json(a->release));
	json_object_set_new(o, "build_id", text_json(a->build_id));
	json_object_set_new(o, "cpu_model", text_json(a->cpu_model));
	json_object_set_new(o, "instructions", number_json(a->exact));
	json_object_set_new(o, "agree_pct", number_json(a->agree_pct));
	if (a->note[0])
		json_object_set_new(o, "no_names", text_json(a->note));
	for (int i = 0; i < PATH_SIDES; i++)
		json_object_set_new(sides, path_side_name((enum path_side)i),
				    side_json(r, &a->sides[i]));
	json_object_set_new(o, "sides", sides);
	json_object_set_new(o, "tree", tree_json(a));
	return o;
}

static json_t *place_json(uint64_t addr)
{
	json_t *o;

	if (!addr)
		return json_null();
	o = json_object();
	json_object_set_new(o, "mod_64", json_integer((json_int_t)(addr % 64)));
	json_object_set_new(o, "mod_4096", json_integer((json_int_t)(addr % 4096)));
	return o;
}

static json_t *function_json(const struct path_report *r, const struct path_function *f)
{
	static const char *const letters[] = { "a", "b" };
	json_t *o = json_object();

	json_object_set_new(o, "function", text_json(f->name));
	json_object_set_new(o, "side", json_string(path_side_name(f->side)));
	for (size_t i = 0; i < r->n_arms; i++) {
		json_t *arm = f->in[i] ? json_object() : json_null();

		if (f->in[i]) {
			amounts(r, &f->v[i], arm);
			json_object_set_new(arm, "address", place_json(f->addr[i]));
		}
		json_object_set_new(o, letters[i], arm);
	}
	if (r->n_arms > 1) {
		json_object_set_new(o, "change",
				    number_json(f->v[1].insns - f->v[0].insns));
		json_object_set_new(o, "kind", json_string(f->kind));
		json_object_set_new(o, "moved",
				    f->moved ? text_json(f->moved) : json_null());
	}
	return o;
}

void path_report_json(const struct path_report *r, struct str *out)
{
	json_t *top = json_object(), *arms = json_array(), *list = json_array();

	json_object_set_new(top, "schema", json_integer(1));
	json_object_set_new(top, "workload", text_json(r->workload));
	json_object_set_new(top, "abi", text_json(r->abi));
	json_object_set_new(top, "unit", text_json(r->unit));
	json_object_set_new(top, "units", json_integer((json_int_t)r->units));
	json_object_set_new(top, "modifiers", text_json(r->modifiers));
	for (size_t i = 0; i < r->n_arms; i++)
		json_array_append_new(arms, arm_json(r, &r->arms[i]));
	for (size_t i = 0; i < r->n_functions; i++)
		json_array_append_new(list, function_json(r, &r->functions[i]));
	json_object_set_new(top, "arms", arms);
	if (r->n_arms > 1)
		json_object_set_new(top, "change",
				    number_json(r->arms[1].exact - r->arms[0].exact));
	json_object_set_new(top, "functions", list);
	json_out(top, out);
}

/* ---- folded stacks ---- */

struct folded {
	char *stack;
	uint64_t count[PATH_ARMS];
};

struct folds {
	struct folded *v;
	size_t n, cap;
};

/* Spaces and semicolons mean something there. */
static void add_name(struct str *s, const char *name)
{
	for (; *name; name++)
		str_addc(s, *name == ';' || *name == ' ' || *name == '\n' ? '_' : *name);
}

static void fold_arm(const struct path_report *r, size_t arm, struct folds *f)
{
	const struct path_arm *a = &r->arms[arm];
	const char **names = xcalloc(a->n_nodes + 1, sizeof(*names));

	for (size_t i = 0; i < a->n_nodes; i++) {
		const struct path_node *n = &a->nodes[i];
		struct str s = STR_INIT;

		names[n->depth] = n->name;
		if (!n->count)
			continue;
		add_name(&s, path_side_name(n->side));
		for (unsigned int d = 0; d <= n->depth; d++) {
			str_addc(&s, ';');
			add_name(&s, names[d]);
		}
		f->v = xgrow(f->v, f->n, &f->cap, sizeof(*f->v));
		f->v[f->n] = (struct folded){ .stack = str_detach(&s) };
		f->v[f->n++].count[arm] = n->count;
	}
	free(names);
}

static int by_stack(const void *x, const void *y)
{
	return strcmp(((const struct folded *)x)->stack,
		      ((const struct folded *)y)->stack);
}

void path_report_folded(const struct path_report *r, struct str *out)
{
	struct folds f = { 0 };
	size_t kept = 0;

	for (size_t arm = 0; arm < r->n_arms; arm++)
		fold_arm(r, arm, &f);
	if (f.n)
		qsort(f.v, f.n, sizeof(*f.v), by_stack);
	for (size_t i = 0; i < f.n; i++) {
		if (kept && !strcmp(f.v[kept - 1].stack, f.v[i].stack)) {
			for (size_t arm = 0; arm < PATH_ARMS; arm++)
				f.v[kept - 1].count[arm] += f.v[i].count[arm];
			free(f.v[i].stack);
		} else {
			f.v[kept++] = f.v[i];
		}
	}
	for (size_t i = 0; i < kept; i++) {
		str_add(out, f.v[i].stack);
		for (size_t arm = 0; arm < r->n_arms; arm++)
			str_addf(out, " %llu", (unsigned long long)f.v[i].count[arm]);
		str_addc(out, '\n');
		free(f.v[i].stack);
	}
	free(f.v);
}
