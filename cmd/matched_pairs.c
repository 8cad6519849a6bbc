/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arms that took turns: their stored pairs, one comparison a workload. See matched.h. */
#include "cmd/matched_parts.h"

#include "base/str.h"
#include "base/xalloc.h"
#include "lab/catalogue.h"
#include "stats/location.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct pairs {
	struct matched *m;
	const struct match_options *o;
	struct str name, abi, unit;
	unsigned int rev;
	bool begun, duet;
	double *d, *a, *b;
	unsigned int *session;
	size_t n, cap;
	int error;
};

static void flush_pairs(struct pairs *p)
{
	const struct series s = { .name = (char *)str_get(&p->name),
				  .abi = (char *)str_get(&p->abi),
				  .unit = (char *)"ns",
				  .per = (char *)str_get(&p->unit) };
	struct compare_params params = COMPARE_PARAMS_DEFAULT;
	struct compare_row *row;
	struct location at;

	if (!p->begun || !p->n)
		return;
	params.margin = p->o->margin;
	params.confidence = p->o->confidence;
	params.in_order = true;
	params.session = p->session[0] != p->session[p->n - 1] ? p->session : NULL;
	row = match_add_row(p->m, &s);
	row->n_a = row->n_b = p->n;
	row->value_a = location_of(p->a, p->n, 0.05, &at) ? NAN : at.value;
	row->value_b = location_of(p->b, p->n, 0.05, &at) ? NAN : at.value;
	row->compared = !compare_pairs(p->d, p->n, &params, &row->c);
	if (!row->compared)
		row->why = "the numbers cannot be compared";
	p->n = 0;
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
	str_reset(&p->name);
	str_reset(&p->abi);
	str_reset(&p->unit);
	str_add(&p->name, row->workload);
	str_add(&p->abi, row->abi);
	str_add(&p->unit, row->unit);
	p->rev = row->rev;
	p->begun = true;
	p->duet |= !strcmp(row->design, "duet");
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
		const struct match_options *o, struct matched *m, struct err *e)
{
	struct pairs p = { .m = m, .o = o };
	int r = store_each_pair(s, a->name, b->name, take_pair, &p, e);

	flush_pairs(&p);
	m->design = p.duet ? "process pairs, in turns on one CPU (duet)"
			   : "pairs of whole processes, order by coin";
	m->more_of = "process pairs";
	m->paired = true;
	free(p.d);
	free(p.a);
	free(p.b);
	free(p.session);
	str_release(&p.name);
	str_release(&p.abi);
	str_release(&p.unit);
	return r;
}
