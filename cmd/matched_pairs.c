/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arms that took turns: their stored pairs, one comparison a workload. See matched.h. */
#include "cmd/matched_parts.h"

#include "base/str.h"
#include "base/xalloc.h"
#include "lab/catalogue.h"
#include "lab/contest.h"
#include "stats/location.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int match_looks(double confidence, struct looks_plan *ret_plan, struct err *e)
{
	int r = looks_plan(1 - confidence, CONTEST_LOOKS, CONTEST_FIRST, CONTEST_RATIO,
			   ret_plan);

	return r ? err_set(e, -r, "no plan of %d looks at this confidence", CONTEST_LOOKS)
		 : 0;
}

static int compare_first(const double *d, const unsigned int *session, size_t n,
			 struct compare_params *p, struct comparison *ret)
{
	p->session = session[0] != session[n - 1] ? session : NULL;
	return compare_pairs(d, n, p, ret);
}

int match_pairs_compare(const double *d, const unsigned int *session, size_t n,
			const struct match_options *o, const struct looks_plan *plan,
			struct comparison *ret)
{
	struct compare_params p = COMPARE_PARAMS_DEFAULT;
	size_t at = plan ? plan->first : n;
	int r = 0;

	p.margin = o->margin;
	p.confidence = o->confidence;
	p.in_order = true;
	p.plan = plan;
	/* the looks before the last one */
	for (unsigned int i = 1; plan && i < plan->looks && at < n && !r; i++) {
		r = compare_first(d, session, at, &p, ret);
		p.earlier_p_diff = fmin(p.earlier_p_diff, ret->p_diff);
		p.earlier_p_eq = fmin(p.earlier_p_eq, ret->p_eq);
		at *= CONTEST_RATIO;
	}
	return r ? r : compare_first(d, session, n, &p, ret);
}

const char *match_pairs_design(bool duet, bool runs)
{
	return duet   ? "process pairs, in turns on one CPU (duet)"
	       : runs ? "pairs of whole runs, order by coin"
		      : "pairs of whole processes, order by coin";
}

struct pairs {
	struct matched *m;
	const struct match_options *o;
	struct store *store;
	const struct looks_plan *plan;
	int64_t experiment; /* of the last pair */
	bool ab;            /* which stopped when all was decided */
	bool looked;        /* as some pair of this workload did */
	bool any_looked;
	struct str name, abi, unit;
	unsigned int rev;
	bool begun, duet, runs;
	double *d, *a, *b;
	unsigned int *session;
	size_t n, cap;
	struct err *e;
};

static void flush_pairs(struct pairs *p)
{
	const struct series s = { .name = (char *)str_get(&p->name),
				  .abi = (char *)str_get(&p->abi),
				  .unit = (char *)"ns",
				  .per = (char *)str_get(&p->unit) };
	struct compare_row *row;
	struct location at;

	if (!p->begun || !p->n)
		return;
	row = match_add_row(p->m, &s);
	row->n_a = row->n_b = p->n;
	row->value_a = location_of(p->a, p->n, 0.05, &at) ? NAN : at.value;
	row->value_b = location_of(p->b, p->n, 0.05, &at) ? NAN : at.value;
	row->compared = !match_pairs_compare(p->d, p->session, p->n, p->o,
					     p->looked ? p->plan : NULL, &row->c);
	if (!row->compared)
		row->why = "the numbers cannot be compared";
	p->any_looked |= p->looked;
	p->looked = false;
	p->n = 0;
}

static int new_experiment(struct pairs *p, int64_t id)
{
	struct store_experiment x = { 0 };
	int r = p->experiment == id ? 0 : store_experiment_get(p->store, id, &x, p->e);

	if (!r && p->experiment != id)
		p->ab = !strcmp(x.command, "ab");
	p->experiment = id;
	store_experiment_clear(&x);
	return r;
}

static int take_pair(void *ctx, const struct store_pair_row *row)
{
	struct pairs *p = ctx;
	char label[CATALOGUE_LABEL_MAX];
	size_t cap;

	catalogue_label(row->workload, row->abi, label);
	if (!match_wanted(p->o, label, row->workload) || isnan(row->d))
		return 0;
	if (p->begun && (strcmp(str_get(&p->name), row->workload) ||
			 strcmp(str_get(&p->abi), row->abi) || p->rev != row->rev))
		flush_pairs(p);
	if (new_experiment(p, row->experiment) < 0)
		return -EIO;
	str_reset(&p->name);
	str_reset(&p->abi);
	str_reset(&p->unit);
	str_add(&p->name, row->workload);
	str_add(&p->abi, row->abi);
	str_add(&p->unit, row->unit);
	p->rev = row->rev;
	p->begun = true;
	p->duet |= !strcmp(row->design, "duet");
	p->runs |= !*row->abi && !strcmp(row->unit, "run");
	p->looked |= p->ab;
	cap = p->cap;
	p->d = xgrow(p->d, p->n, &cap, sizeof(*p->d));
	cap = p->cap;
	p->a = xgrow(p->a, p->n, &cap, sizeof(*p->a));
	cap = p->cap;
	p->b = xgrow(p->b, p->n, &cap, sizeof(*p->b));
	p->session = xgrow(p->session, p->n, &p->cap, sizeof(*p->session));
	p->d[p->n] = row->d;
	p->a[p->n] = row->a_p25;
	p->b[p->n] = row->b_p25;
	p->session[p->n++] = (unsigned int)row->experiment;
	return 0;
}

int match_pairs(struct store *s, const struct source *a, const struct source *b,
		const struct match_options *o, const struct looks_plan *plan,
		bool *ret_looked, struct matched *m, struct err *e)
{
	struct pairs p = { .m = m, .o = o, .store = s, .plan = plan, .e = e };
	int r = store_each_pair(s, a->name, b->name, take_pair, &p, e);

	flush_pairs(&p);
	m->design = match_pairs_design(p.duet, p.runs);
	m->more_of = p.runs ? "pairs" : "process pairs";
	m->paired = true;
	*ret_looked = p.any_looked;
	free(p.d);
	free(p.a);
	free(p.b);
	free(p.session);
	str_release(&p.name);
	str_release(&p.abi);
	str_release(&p.unit);
	return r;
}
