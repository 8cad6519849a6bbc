/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was counted, compared: counts can be zero, or not vary at all. See matched.h. */
#include "cmd/matched_parts.h"

#include "base/str.h"
#include "base/xalloc.h"
#include "cmd/counts.h"
#include "stats/family.h"
#include "stats/location.h"
#include "stats/moments.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool all_positive(const double *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!(x[i] > 0))
			return false;
	return true;
}

static bool constant(const double *x, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (x[i] != x[0])
			return false;
	return true;
}

static double value_of(const double *x, size_t n)
{
	struct location at;

	if (constant(x, n))
		return x[0];
	if (all_positive(x, n) && !location_of(x, n, 0.05, &at))
		return at.value;
	return moments_of(x, n).mean;
}

static int compare_by_means(const double *a, size_t na, const double *b, size_t nb,
			    const struct compare_params *p, struct comparison *ret)
{
	const struct moments ma = moments_of(a, na), mb = moments_of(b, nb);

	return compare_moments(&ma, &mb, p, ret);
}

void match_counts(const double *a, size_t na, const double *b, size_t nb, bool paired,
		  const struct compare_params *p, struct compare_row *row)
{
	int r;

	row->value_a = na ? value_of(a, na) : NAN;
	row->value_b = nb ? value_of(b, nb) : NAN;
	row->n_a = na;
	row->n_b = nb;
	if (!na || !nb) {
		row->why = "nothing was counted";
		return;
	}
	if (!(moments_of(a, na).mean > 0) || !(moments_of(b, nb).mean > 0)) {
		row->why = row->value_a == row->value_b ? "none in either arm"
			   : !(row->value_a > 0)        ? "none in a"
							: "none in b";
		return;
	}
	if (constant(a, na) && constant(b, nb) && na >= COMPARE_FEWEST &&
	    nb >= COMPARE_FEWEST)
		r = compare_counts(a[0], b[0], p, &row->c);
	else if (all_positive(a, na) && all_positive(b, nb))
		r = compare_values(a, na, b, nb, paired, p, &row->c);
	else
		r = compare_by_means(a, na, b, nb, p, &row->c);
	row->compared = !r && row->c.status != COMPARE_BAD_INPUT;
	if (!row->compared)
		row->why = "the counts cannot be compared";
}

/* ---- pairs ---- */

struct pairs {
	struct matched *m;
	const struct match_options *o;
	const struct looks_plan *plan;
	struct series of; /* strings of its own; name NULL: none yet */
	double *a, *b;
	size_t n, cap;
};

/* Behind the last row of its workload, so that they stand together. */
static struct compare_row *insert_row(struct matched *m, const struct series *s)
{
	struct compare_row *row = match_add_row(m, s), added = *row;
	size_t at = m->n - 1;

	while (at && (strcmp(m->rows[at - 1].workload, s->name) ||
		      strcmp(m->rows[at - 1].abi, s->abi)))
		at--;
	if (!at)
		return row;
	memmove(&m->rows[at + 1], &m->rows[at], (m->n - 1 - at) * sizeof(*m->rows));
	m->rows[at] = added;
	return &m->rows[at];
}

static void flush(struct pairs *p)
{
	struct compare_params params = COMPARE_PARAMS_DEFAULT;
	struct compare_row *row;

	if (!p->of.name)
		return;
	params.margin = p->o->margin;
	params.confidence = p->o->confidence;
	params.direction = p->of.direction;
	params.in_order = true;
	params.plan = p->plan;
	row = insert_row(p->m, &p->of);
	match_counts(p->a, p->n, p->b, p->n, true, &params, row);
	free(p->of.name);
	free(p->of.abi);
	free(p->of.unit);
	free(p->of.per);
	memset(&p->of, 0, sizeof(p->of));
	p->n = 0;
}

static bool same(const struct series *s, const struct store_counter_pair_row *row,
		 const char *unit)
{
	return s->name && !strcmp(s->name, row->workload) && !strcmp(s->abi, row->abi) &&
	       s->rev == row->rev && !strcmp(s->unit, unit);
}

static void begin(struct pairs *p, const struct store_counter_pair_row *row, char *unit)
{
	const bool ratio = !strcmp(row->unit, "ratio");

	p->of = (struct series){ .name = xstrdup(row->workload),
				 .abi = xstrdup(row->abi),
				 .unit = unit,
				 .event = unit,
				 .event_ns = !strcmp(row->unit, "ns"),
				 .per = xstrdup(ratio ? "" : row->per),
				 .rev = row->rev,
				 .direction = ratio ? DIRECTION_RATE : DIRECTION_COST };
}

static int take(void *ctx, const struct store_counter_pair_row *row)
{
	struct pairs *p = ctx;
	char *unit = count_unit(row->event, row->pmu, row->scope);
	char label[SERIES_LABEL_MAX];
	size_t cap = p->cap;

	if (!same(&p->of, row, unit)) {
		flush(p);
		begin(p, row, unit);
	} else {
		free(unit);
	}
	match_label(&p->of, label);
	if (!match_wanted(p->o, label, row->workload)) {
		p->n = 0;
		return 0;
	}
	if (!isfinite(row->a) || !isfinite(row->b))
		return 0;
	p->a = xgrow(p->a, p->n, &cap, sizeof(*p->a));
	p->b = xgrow(p->b, p->n, &p->cap, sizeof(*p->b));
	p->a[p->n] = row->a;
	p->b[p->n++] = row->b;
	return 0;
}

int match_counter_pairs(struct store *s, int64_t experiment, const char *arm_a,
			const char *arm_b, const struct match_options *o,
			const struct looks_plan *plan, struct matched *m, struct err *e)
{
	struct pairs p = { .m = m, .o = o, .plan = plan };
	int r = store_each_counter_pair(s, experiment, arm_a, arm_b, take, &p, e);

	flush(&p);
	free(p.a);
	free(p.b);
	return r;
}

/* ---- the family ---- */

static int adjust_kind(struct matched *m, size_t n, bool counts, struct family *ret)
{
	struct comparison *all;
	size_t total = 0, k = 0;
	int r;

	for (size_t i = 0; i < n; i++)
		total += m[i].n;
	all = xcalloc(total, sizeof(*all));
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < m[i].n; j++)
			if (m[i].rows[j].compared && !m[i].rows[j].event == !counts)
				all[k++] = m[i].rows[j].c;
	r = family_adjust(all, k, ret);
	k = 0;
	for (size_t i = 0; i < n && !r; i++)
		for (size_t j = 0; j < m[i].n; j++)
			if (m[i].rows[j].compared && !m[i].rows[j].event == !counts)
				m[i].rows[j].c = all[k++];
	free(all);
	return r;
}

int match_adjust(struct matched *m, size_t n, size_t *ret_family, struct err *e)
{
	struct family costs = { 0 }, counts = { 0 };
	int r = adjust_kind(m, n, false, &costs);

	if (!r)
		r = adjust_kind(m, n, true, &counts);
	*ret_family = costs.n ? costs.n : counts.n;
	return r < 0 ? err_errno(e, -r, "cannot adjust the comparisons") : 0;
}
