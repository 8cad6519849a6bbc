/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See matched.h. */
#include "cmd/matched_parts.h"

#include "base/str.h"
#include "base/xalloc.h"
#include "lab/catalogue.h"
#include "stats/location.h"
#include "stats/sample.h"

#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool match_wanted(const struct match_options *o, const char *label, const char *name)
{
	for (size_t i = 0; i < o->n_globs; i++)
		if (!fnmatch(o->globs[i], label, 0) || !fnmatch(o->globs[i], name, 0))
			return true;
	return !o->n_globs;
}

/* The name of the command that @src has runs of; NULL if there is none, or another. */
static const char *only_command(const struct source *src)
{
	const char *name = NULL;

	for (size_t i = 0; i < src->n; i++) {
		const struct series *s = &src->series[i];

		if (*s->abi || strcmp(s->per, "run"))
			continue;
		if (name && strcmp(name, s->name))
			return NULL;
		name = s->name;
	}
	return name;
}

/* Arms with a command each: they belong together whatever the commands are called. */
static bool same_command(const struct source *from, const struct source *to,
			 const struct series *s, const struct series *t)
{
	const char *x = only_command(from), *y = only_command(to);

	return x && y && !strcmp(x, s->name) && !strcmp(y, t->name) && !*s->abi &&
	       !*t->abi;
}

/*
 * What @to has to be compared with @s of @from. A benchmark may have several numbers
 * under its name, of different units.
 */
static const struct series *partner(const struct source *from, const struct source *to,
				    const struct series *s)
{
	const struct series *near = NULL;
	bool near_unit = false;

	for (size_t i = 0; i < to->n; i++) {
		const struct series *t = &to->series[i];

		if (strcmp(s->abi, t->abi) || strcmp(s->mode, t->mode) ||
		    strcmp(s->event ?: "", t->event ?: "") ||
		    (strcmp(s->name, t->name) && !same_command(from, to, s, t)))
			continue;
		const bool same_unit = !strcmp(s->unit, t->unit);

		if (s->rev == t->rev && same_unit)
			return t;
		if (!near || (same_unit && !near_unit)) {
			near = t;
			near_unit = same_unit;
		}
	}
	return near;
}

void match_label(const struct series *s, char buf[SERIES_LABEL_MAX])
{
	char label[CATALOGUE_LABEL_MAX];

	snprintf(buf, SERIES_LABEL_MAX, "%s%s%s",
		 *s->abi    ? catalogue_label(s->name, s->abi, label)
		 : *s->name ? s->name
			    : "value",
		 s->event ? " " : "", s->event ?: "");
}

struct compare_row *match_add_row(struct matched *m, const struct series *s)
{
	char label[SERIES_LABEL_MAX];
	struct compare_row *row;

	m->rows = xgrow(m->rows, m->n, &m->cap, sizeof(*m->rows));
	row = &m->rows[m->n++];
	match_label(s, label);
	*row = (struct compare_row){
		.label = xstrdup(label),
		.workload = xstrdup(s->name),
		.abi = xstrdup(s->abi),
		.unit = xstrdup(s->unit),
		.per = xstrdup(s->per),
		.event = s->event ? xstrdup(s->event) : NULL,
		.event_ns = s->event_ns,
		.value_a = NAN,
		.value_b = NAN,
		.status = "fail",
	};
	return row;
}

/* Units of a series: its processes, or one number per boot. The caller frees. */
static double *units(const struct series *s, bool by_boot, size_t *ret_n)
{
	unsigned int boots = 0;
	double *u = NULL, *part;

	if (!by_boot) {
		*ret_n = s->n;
		return sample_logs(s->x, s->n, &u) < 0 ? NULL : u;
	}
	for (size_t i = 0; i < s->n; i++)
		if (s->boot[i] + 1 > boots)
			boots = s->boot[i] + 1;
	u = xcalloc(boots, sizeof(*u));
	part = xcalloc(s->n, sizeof(*part));
	*ret_n = 0;
	for (unsigned int b = 0; b < boots; b++) {
		size_t n = 0;

		for (size_t i = 0; i < s->n; i++)
			if (s->boot[i] == b)
				part[n++] = log(s->x[i]);
		if (n && !location_of_boot(part, n, &u[*ret_n]))
			++*ret_n;
	}
	free(part);
	return u;
}

/* The same as counted: zeros have no logarithm. The caller frees. */
static double *count_units(const struct series *s, bool by_boot, size_t *ret_n)
{
	double *u = xcalloc(s->n, sizeof(*u));
	unsigned int boots = 0;

	*ret_n = 0;
	for (size_t i = 0; i < s->n && !by_boot; i++)
		u[(*ret_n)++] = s->x[i];
	for (size_t i = 0; i < s->n; i++)
		if (s->boot[i] + 1 > boots)
			boots = s->boot[i] + 1;
	for (unsigned int b = 0; by_boot && b < boots; b++) {
		double sum = 0;
		size_t n = 0;

		for (size_t i = 0; i < s->n; i++)
			if (s->boot[i] == b) {
				sum += s->x[i];
				n++;
			}
		if (n)
			u[(*ret_n)++] = sum / (double)n;
	}
	return u;
}

/* Both measured in one boot of the machine, or several of them, or one each. */
struct design {
	bool by_boot, one_boot, imported;
	bool paired; /* boots, one of either arm in each round of the same experiments */
};

/* Boots that were interleaved: the same experiments have as many of one arm as of the
 * other. */
static bool boots_in_pairs(const struct source *a, const struct source *b)
{
	if (a->n_boots < 2 || a->n_boots != b->n_boots)
		return false;
	for (size_t i = 0; i < a->n_boots; i++)
		if (a->experiment[i] != b->experiment[i])
			return false;
	return true;
}

static struct design design_of(const struct source *a, const struct source *b)
{
	struct design d = { .imported = a->imported || b->imported };
	const bool same_boot = a->first_boot_id && b->first_boot_id && a->n_boots == 1 &&
			       b->n_boots == 1 &&
			       !strcmp(a->first_boot_id, b->first_boot_id);

	if (d.imported || same_boot)
		return d;
	d.one_boot = a->n_boots <= 1 && b->n_boots <= 1;
	d.by_boot = !d.one_boot;
	d.paired = d.by_boot && boots_in_pairs(a, b);
	return d;
}

static void parameters(const struct match_options *o, const struct design *d,
		       const struct series *s, struct compare_params *p)
{
	*p = (struct compare_params)COMPARE_PARAMS_DEFAULT;
	p->margin = o->margin;
	p->confidence = o->confidence;
	p->direction = s->direction;
	p->unit = d->imported  ? COMPARE_VALUE
		  : d->by_boot ? COMPARE_BOOT
			       : COMPARE_PROCESS;
	p->one_boot = d->one_boot;
	if (!d->imported)
		p->drift_log = calibration_drift_of(o->drifts, s->name, s->abi).log;
}

static void moments_of_series(const struct series *s, struct moments *m)
{
	*m = s->is_summary ? s->moments : moments_of(s->x, s->n);
}

static int compare_series(const struct series *x, const struct series *y,
			  const struct design *d, const struct match_options *o,
			  struct comparison *c)
{
	struct compare_params p;
	size_t na = 0, nb = 0;
	double *a, *b;
	int r;

	parameters(o, d, x, &p);
	if (x->exact && y->exact)
		return compare_counts(x->x[0], y->x[0], &p, c);
	if (x->is_summary || y->is_summary) {
		struct moments ma, mb;

		moments_of_series(x, &ma);
		moments_of_series(y, &mb);
		return compare_moments(&ma, &mb, &p, c);
	}
	if (d->imported)
		return compare_values(x->x, x->n, y->x, y->n, false, &p, c);
	a = units(x, d->by_boot, &na);
	b = units(y, d->by_boot, &nb);
	if (a && b && d->paired && na == nb) {
		for (size_t i = 0; i < na; i++)
			b[i] -= a[i];
		r = compare_pairs(b, na, &p, c);
	} else {
		r = a && b ? compare_samples(a, na, b, nb, &p, c) : -EINVAL;
	}
	free(a);
	free(b);
	return r;
}

/* The headline of processes; of other tools' values the middle that was compared. */
static double arm_value(const struct series *s, const struct design *d, double compared)
{
	struct location at;

	if (s->exact)
		return s->x[0];
	if (!d->imported && s->n && !location_of(s->x, s->n, 0.05, &at))
		return at.value;
	return compared;
}

static char *both_notes(const struct series *x, const struct series *y)
{
	const char *p = x->notes, *q = y->notes;

	if (p && q && !strcmp(p, q))
		q = NULL;
	if (!p && !q)
		return NULL;
	return xasprintf("%s%s%s", p ? p : "", p && q ? "; " : "", q ? q : "");
}

/* Whether every boot counted the same. */
static bool agree(const struct series *s)
{
	for (size_t i = 1; i < s->n; i++)
		if (s->x[i] != s->x[0])
			return false;
	return true;
}

static void fill_counts(struct compare_row *row, const struct series *x,
			const struct series *y, const struct design *d,
			const struct match_options *o)
{
	struct compare_params p;
	size_t na, nb;
	double *a = count_units(x, d->by_boot, &na), *b = count_units(y, d->by_boot, &nb);

	parameters(o, d, x, &p);
	match_counts(a, na, b, nb, d->paired && na == nb, &p, row);
	row->remarks = both_notes(x, y);
	free(a);
	free(b);
}

static void fill(struct compare_row *row, const struct series *x, const struct series *y,
		 const struct design *d, const struct match_options *o)
{
	const char *refused = x->n || x->is_summary ? NULL : x->refused ?: "no value in a";

	if (!refused && !y->n && !y->is_summary)
		refused = y->refused ?: "no value in b";
	if (refused) {
		row->why = refused;
		return;
	}
	if (x->event) {
		fill_counts(row, x, y, d, o);
		return;
	}
	if (compare_series(x, y, d, o, &row->c) < 0) {
		row->why = "the numbers cannot be compared";
		return;
	}
	row->compared = row->c.status != COMPARE_BAD_INPUT;
	if (!row->compared)
		row->why = "a value is not a positive number";
	row->value_a = arm_value(x, d, row->c.value_a);
	row->value_b = arm_value(y, d, row->c.value_b);
	row->n_a = row->c.n_a;
	row->n_b = row->c.n_b;
	row->remarks = both_notes(x, y);
	if (x->exact && (!agree(x) || !agree(y)))
		row->remarks =
			xstrdup("boots of one kernel do not agree: work that varies");
}

static void check_series(const struct series *x, const struct series *y, struct str *bad)
{
	if (strcmp(x->unit, y->unit))
		match_complain(bad, "%s: unit %s and %s", x->name,
			       *x->unit ? x->unit : "(none)",
			       *y->unit ? y->unit : "(none)");
	if (x->rev != y->rev)
		match_complain(bad, "%s: its code changed from revision %u to %u",
			       x->name, x->rev, y->rev);
	if (x->direction_known && y->direction_known && x->direction != y->direction)
		match_complain(bad, "%s: lower is better in one and higher in the other",
			       x->name);
}

/* A file with a single metric each: they belong together whatever they are called. */
static bool single_files(const struct source *a, const struct source *b)
{
	return a->imported && b->imported && a->n == 1 && b->n == 1;
}

/* Whose drift counts for @x; NULL: none is known. The caller frees. */
static char *drift_of(const struct match_options *o, const struct series *x)
{
	struct calibration_drift d = calibration_drift_of(o->drifts, x->name, x->abi);

	return *d.of ? xstrdup(d.of) : NULL;
}

static int match_series(struct store *s, const struct source *a, const struct source *b,
			const struct match_options *o, const struct design *d,
			struct matched *m, struct str *bad, struct err *e)
{
	char label[SERIES_LABEL_MAX];
	int r = 0;

	for (size_t i = 0; i < a->n && !r; i++) {
		const struct series *x = &a->series[i];
		const struct series *y =
			single_files(a, b) ? &b->series[0] : partner(a, b, x);
		struct compare_row *row;

		match_label(x, label);
		if (!match_wanted(o, label, x->name) || (x->event && o->costs_only))
			continue;
		row = match_add_row(m, x);
		if (!d->imported)
			row->drift_of = drift_of(o, x);
		if (!y) {
			row->why = "only in a";
			continue;
		}
		check_series(x, y, bad);
		fill(row, x, y, d, o);
		if (!x->event)
			r = match_path(s, a, b, x, y, row, e);
	}
	for (size_t i = 0; i < b->n; i++) {
		match_label(&b->series[i], label);
		if (!single_files(a, b) && !partner(b, a, &b->series[i]) &&
		    !(b->series[i].event && o->costs_only) &&
		    match_wanted(o, label, b->series[i].name))
			match_add_row(m, &b->series[i])->why = "only in b";
	}
	return r;
}

static void describe_exact(struct matched *m)
{
	m->design = "instructions, counted: any difference is one, no test is needed";
	m->more_of = "boots a side";
}

static void describe(const struct design *d, struct matched *m)
{
	m->paired = d->paired;
	m->design =
		d->imported
			? "values of other tools, taken as independent, not interleaved"
		: d->by_boot  ? "boots are the unit, not interleaved"
		: d->one_boot ? "one boot a side"
			      : "processes of one boot are the unit, not interleaved";
	m->more_of = d->imported  ? "values a side"
		     : d->by_boot ? "boots a side"
				  : "processes a side";
}

static int refuse(const struct source *a, const struct source *b, const struct str *bad,
		  struct err *e)
{
	err_set(e, EINVAL, "%s and %s do not compare: %s", a->name, b->name,
		str_get(bad));
	err_expect(e, "the same metric, unit, ABI and CPU model; or --force");
	return -EINVAL;
}

/* Arms that took turns: their pairs, and what was counted in them. */
static int match_turns(struct store *s, const struct source *a, const struct source *b,
		       const struct match_options *o, struct matched *m, struct err *e)
{
	struct looks_plan plan;
	bool looked = false;
	int r = match_looks(o->confidence, &plan, e);

	if (!r)
		r = match_pairs(s, a, b, o, &plan, &looked, m, e);
	if (!r && m->n && !o->costs_only)
		r = match_counter_pairs(s, 0, a->name, b->name, o, looked ? &plan : NULL,
					m, e);
	return r;
}

/* Numbers of one benchmark that nothing but their unit tells apart have it in their
 * label. */
static void tell_apart(struct matched *m)
{
	for (size_t i = 0; i < m->n; i++) {
		struct compare_row *row = &m->rows[i];
		bool alike = false;

		for (size_t k = 0; k < m->n && !alike; k++)
			alike = k != i && *row->unit &&
				strcmp(m->rows[k].unit, row->unit) &&
				!strcmp(m->rows[k].abi, row->abi) &&
				!strcmp(m->rows[k].workload, row->workload) &&
				!row->event && !m->rows[k].event;
		if (alike) {
			char *label = xasprintf("%s %s", row->workload, row->unit);

			free((char *)row->label);
			row->label = label;
		}
	}
}

int match(struct store *s, const struct source *a, const struct source *b,
	  const struct match_options *o, struct matched *ret, struct err *e)
{
	const struct design d = design_of(a, b);
	struct matched m = { 0 };
	struct str bad = STR_INIT;
	int r = 0;

	match_check_machines(a, b, &bad);
	if (a->kind == SOURCE_ARM && b->kind == SOURCE_ARM && !a->imported &&
	    !b->imported)
		r = match_turns(s, a, b, o, &m, e);
	if (!r && !m.n) {
		if (a->n && a->series[0].exact)
			describe_exact(&m);
		else
			describe(&d, &m);
		r = match_series(s, a, b, o, &d, &m, &bad, e);
		if (a->imported)
			tell_apart(&m);
	}
	if (!r)
		match_facts(a, b, &m);
	if (!r && !m.n) {
		err_set(e, EINVAL, "%s and %s have no metric in common", a->name,
			b->name);
		r = -EINVAL;
	}
	if (!r && bad.len && !o->force)
		r = refuse(a, b, &bad, e);
	if (!r && bad.len)
		m.forced = str_detach(&bad);
	str_release(&bad);
	if (r < 0)
		matched_release(&m);
	else
		*ret = m;
	return r;
}

struct compare_report matched_report(const struct matched *m,
				     const struct match_options *o)
{
	return (struct compare_report){
		.design = m->design,
		.paired = m->paired,
		.more_of = m->more_of,
		.margin_pct = 100 * o->margin,
		.confidence_pct = 100 * o->confidence,
		.differ = m->differ,
		.n_differ = m->n_differ,
		.n_same = m->n_same,
		.rows = m->rows,
		.n = m->n,
	};
}

bool matched_slower(const struct matched *m)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->rows[i].compared && m->rows[i].c.verdict == VERDICT_SLOWER)
			return true;
	return false;
}

void matched_release(struct matched *m)
{
	for (size_t i = 0; i < m->n; i++) {
		free((char *)m->rows[i].label);
		free((char *)m->rows[i].workload);
		free((char *)m->rows[i].abi);
		free((char *)m->rows[i].unit);
		free((char *)m->rows[i].per);
		free((char *)m->rows[i].remarks);
		free((char *)m->rows[i].event);
		free((char *)m->rows[i].drift_of);
		free((void *)m->rows[i].footprint);
		free((char *)m->rows[i].layout);
	}
	free(m->rows);
	free(m->differ);
	free(m->forced);
	memset(m, 0, sizeof(*m));
}
