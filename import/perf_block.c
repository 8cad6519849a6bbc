/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See perf_block.h. */
#include "import/perf_block.h"

#include "base/xalloc.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A run this much shorter than the median did something else, or nothing. */
#define TOO_SHORT 0.1

void perf_block_begin(struct perf_block *b, size_t line)
{
	b->line = line;
	b->runs.text = true;
	b->runs.since = line + 1;
}

void perf_block_count(struct perf_block *b, const struct perf_line *l)
{
	b->counts = xgrow(b->counts, b->n_counts, &b->cap_counts, sizeof(*b->counts));
	b->counts[b->n_counts++] = *l;
	b->in_metrics = false;
}

void perf_block_metric(struct perf_block *b, const struct perf_line *l)
{
	b->in_metrics |= l->kind == PERF_LINE_DERIVED;
	if (!b->in_metrics && b->n_counts)
		perf_add_metric(&b->counts[b->n_counts - 1], l);
}

void perf_block_raw(struct perf_block *b, const struct perf_raw *raw)
{
	b->raw = xgrow(b->raw, b->n_raw, &b->cap_raw, sizeof(*b->raw));
	b->raw[b->n_raw++] = *raw;
}

void perf_block_table(struct perf_block *b, double v)
{
	b->table = xgrow(b->table, b->n_table, &b->cap_table, sizeof(*b->table));
	b->table[b->n_table++] = v;
}

void perf_block_release(struct perf_block *b)
{
	free(b->command);
	free(b->counts);
	free(b->raw);
	free(b->table);
	*b = (struct perf_block){ 0 };
}

int perf_block_seconds(const struct text *t, struct perf_block *b,
		       const struct perf_seconds *s, struct err *e)
{
	struct perf_seconds *to = !strcmp(s->name, "elapsed") ? &b->elapsed
				  : !strcmp(s->name, "user")  ? &b->user
							      : &b->sys;

	if (to->name)
		return text_bad(t, s->line, e, "one block after the other",
				"a second '%s' time in this block", s->name);
	*to = *s;
	/* Until 4.20 the spread of the time was printed in % only. */
	if (s->has_pct && !s->has_se)
		b->runs.old_perf = true;
	return 0;
}

/* How often the event was printed by -v. */
static size_t count_raw(const struct perf_block *b, struct span event)
{
	size_t i, n = 0;

	for (i = 0; i < b->n_raw; i++)
		n += b->raw[i].event.n == event.n &&
		     !memcmp(b->raw[i].event.s, event.s, event.n);
	return n;
}

/* Raw counts are before their unit: by what to divide; 0: not known. */
static double raw_divisor(const struct perf_count *c)
{
	if (!c->unit.n || span_is(c->unit, "ns"))
		return 1;
	return span_is(c->unit, "msec") ? 1e6 : 0;
}

/*
 * The printed count must be the last run's or the mean of all; anything else and the
 * lines do not belong together.
 */
static int check_printed(const struct text *t, const struct perf_line *l, double last,
			 double mean, size_t n, struct import_metric *m, struct err *e)
{
	double half = 0.5 * pow(10, -(double)l->decimals) * (1 + 1e-6);
	double printed = l->count.value;

	if (n > 1 && fabs(printed - last) <= half && fabs(printed - mean) > half)
		metric_note(m,
			    "the block prints %.*f: the count of the last run, not the "
			    "mean",
			    (int)l->decimals, printed);
	else if (fabs(printed - last) > half && fabs(printed - mean) > half)
		return text_bad(t, l->count.line, e,
				"the last run or the mean of the runs",
				"%.*f fits neither the last of %zu runs (%.9g) nor their "
				"mean (%.9g)",
				(int)l->decimals, printed, n, last, mean);
	return 0;
}

/* The single runs that -v printed, as values. */
static int store_raw(const struct text *t, const struct perf_block *b,
		     const struct perf_line *l, double divisor, struct import_result *res,
		     struct err *e)
{
	struct perf_count c = l->count;
	struct perf_runs one = b->runs;
	double last = 0, mean = 0;
	struct import_metric *m;
	char *name, unit[32];
	size_t i, n = 0;
	int r;

	one.n = 1;
	one.since = SIZE_MAX; /* every line is another run */
	for (i = 0; i < b->n_raw; i++) {
		const struct perf_raw *raw = &b->raw[i];

		if (raw->event.n != c.event.n ||
		    memcmp(raw->event.s, c.event.s, c.event.n))
			continue;
		c.value = last = (double)raw->count / divisor;
		c.running_pct =
			raw->running < raw->enabled && raw->enabled
				? 100.0 * (double)raw->running / (double)raw->enabled
				: 100;
		c.line = raw->line;
		mean += (last - mean) / (double)++n;
		r = perf_store(t, &c, &one, res, e);
		if (r < 0)
			return r;
	}
	name = perf_name(&c);
	m = result_find(res, b->runs.group, name, perf_unit(&c, unit));
	free(name);
	return m ? check_printed(t, l, last, mean, n, m, e) : 0;
}

static int store_count(const struct text *t, const struct perf_block *b,
		       const struct perf_line *l, struct import_result *res,
		       struct err *e)
{
	const struct perf_count *c = &l->count;
	size_t n = c->id.n || c->cgroup.n || c->missing ? 0 : count_raw(b, c->event);
	double divisor = raw_divisor(c);
	struct import_metric *m;
	char *name, unit[32];
	int r;

	if (n == b->runs.n && divisor > 0)
		return store_raw(t, b, l, divisor, res, e);
	r = perf_store(t, c, &b->runs, res, e);
	if (r < 0)
		return r;
	name = perf_name(c);
	m = result_find(res, b->runs.group, name, perf_unit(c, unit));
	free(name);
	if (m && n && divisor > 0)
		metric_note(m, "lines of %zu runs, but %llu runs: not used", n,
			    (unsigned long long)b->runs.n);
	if (m && l->unit_implied)
		metric_note(m,
			    "no unit was printed: perf before 4.20 prints milliseconds");
	return 0;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The times of single runs that --table printed. */
static int store_table(const struct text *t, const struct perf_block *b,
		       struct import_metric *m, struct err *e)
{
	double mean = 0, half = pow(10, -(double)b->elapsed.decimals), median;
	double *sorted = xcalloc(b->n_table, sizeof(*sorted));
	size_t i;

	memcpy(sorted, b->table, b->n_table * sizeof(*sorted));
	qsort(sorted, b->n_table, sizeof(*sorted), compare);
	median = sorted[b->n_table / 2];
	free(sorted);
	for (i = 0; i < b->n_table; i++)
		mean += b->table[i] / (double)b->n_table;
	if (fabs(mean - b->elapsed.value) > half * (1 + 1e-6))
		return text_bad(t, b->elapsed.line, e, "the mean of the table",
				"the time is %.9g, the mean of the table is %.9g",
				b->elapsed.value, mean);
	for (i = 0; i < b->n_table; i++) {
		metric_value(m, b->table[i]);
		if (b->table[i] < TOO_SHORT * median)
			metric_note(
				m,
				"run %zu took %.*f s, the median %.*f s: did it run at "
				"all?",
				i + 1, (int)b->elapsed.decimals, b->table[i],
				(int)b->elapsed.decimals, median);
	}
	return 0;
}

/* The time is the mean of the runs in every version. */
static int store_seconds(const struct text *t, const struct perf_block *b,
			 const struct perf_seconds *s, struct import_result *res,
			 struct err *e)
{
	struct import_summary sum = { .value = s->value, .n = b->runs.n };
	struct import_metric *m;

	if (!s->name)
		return 0;
	m = result_metric(res, b->runs.group, s->name, "s",
			  b->runs.fixed_work ? IMPORT_LOWER_IS_BETTER
					     : IMPORT_DIRECTION_UNKNOWN,
			  s->line);
	if (b->runs.n == 1) {
		metric_value(m, s->value);
		return 0;
	}
	if (m->has_summary || m->n_values)
		return text_bad(t, s->line, e, "one perf stat -r in a file",
				"a second time of %llu runs",
				(unsigned long long)b->runs.n);
	if (s == &b->elapsed && b->n_table) {
		if (b->n_table != b->runs.n)
			return text_bad(t, s->line, e, "the table of all runs",
					"%zu rows in the table of %llu runs", b->n_table,
					(unsigned long long)b->runs.n);
		return store_table(t, b, m, e);
	}
	if (s->has_se) {
		sum.spread = s->se;
		sum.spread_kind = IMPORT_SPREAD_SE;
	} else if (s->has_pct) {
		sum.spread = s->pct;
		sum.spread_pct = true;
		sum.spread_kind = IMPORT_SPREAD_REL_SE_PCT;
	}
	metric_summary(m, &sum);
	return 0;
}

int perf_block_store(const struct text *t, struct perf_block *b,
		     struct import_result *res, struct err *e)
{
	size_t i;
	int r = 0;

	for (i = 0; i < b->n_counts; i++)
		b->runs.old_perf |= b->counts[i].old_perf;
	/*
	 * perf stat --null has one empty line before the time. More, and there were to
	 * be counts: --metric-only, or none could be opened.
	 */
	if (!b->n_counts && b->blanks != 1)
		return text_bad(t, b->line, e, "counts, without --metric-only",
				"no samples found: this block has no count");
	for (i = 0; i < b->n_counts && r >= 0; i++)
		r = store_count(t, b, &b->counts[i], res, e);
	if (r >= 0)
		r = store_seconds(t, b, &b->elapsed, res, e);
	if (r >= 0)
		r = store_seconds(t, b, &b->user, res, e);
	if (r >= 0)
		r = store_seconds(t, b, &b->sys, res, e);
	if (r >= 0 && !b->elapsed.name)
		result_warn(res,
			    "line %zu: this block does not end in \"seconds time "
			    "elapsed\": is it complete?",
			    b->line + 1);
	return r;
}
