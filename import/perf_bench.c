/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf bench, default format: sections "# Running 'sched/pipe' benchmark:" with what
 * each benchmark prints. The numbers of a section are held against each other where
 * they can be. What the "+-" of a section is the text does not say.
 */
#include "import/importers.h"

#include "import/bench_line.h"

#include "base/str.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct section {
	char *part;       /* what somebody wrote above it, or NULL */
	size_t line;      /* of the header, from 0 */
	struct str name;  /* "sched/pipe", "mem/memcpy default" */
	struct str base;  /* the name in the header */
	uint64_t ops;     /* "# Executed N"; 0: not printed */
	double total;     /* seconds; -1: not printed */
	double us_per_op; /* 0: not printed */
	size_t total_line;
	bool messaging, pipe;
	uint64_t threads; /* "[thread 0]" lines */
	uint64_t runs;    /* "[Run 1]" lines */
	size_t results;   /* metrics it gave */
	size_t first;     /* its first metric */
	bool warned;
	char odd[64]; /* the last line that was not understood */
	char setup[128];
};

/* "# Running 'futex/hash' benchmark:", before 5.x "# Running sched/pipe benchmark..." */
static bool header(const char *line, struct span *ret_name)
{
	const char *s, *end;

	if (!text_starts(line, "# Running ", &s))
		return false;
	if (*s == '\'') {
		end = strchr(s + 1, '\'');
		if (!end || strcmp(end, "' benchmark:") != 0)
			return false;
		*ret_name = (struct span){ s + 1, end - s - 1 };
	} else {
		end = strstr(s, " benchmark...");
		if (!end)
			return false;
		*ret_name = (struct span){ s, end - s };
	}
	return memchr(ret_name->s, '/', ret_name->n) != NULL;
}

static size_t claim(const struct text *t)
{
	struct span name;
	size_t i;

	for (i = 0; i < t->n; i++)
		if (header(text_line(t, i), &name))
			return i + 1;
	return 0;
}

static struct import_metric *metric(struct import_result *res, struct section *s,
				    const char *name, const char *unit,
				    enum import_direction d, size_t i)
{
	struct import_metric *m = result_metric(res, s->part, name, unit, d, i);

	s->results++;
	if (s->setup[0])
		metric_note(m, "%s", s->setup);
	return m;
}

/* A comment of the section: how it was set up. */
static void comment(struct section *s, const char *line)
{
	const char *rest;
	struct span w[3];

	if (text_starts(line, "# Executed ", &rest)) {
		if (text_words(rest, w, 2) != 2 || !bench_count(w[0], &s->ops))
			s->ops = 0;
		if (strstr(rest, "between two threads"))
			str_add(&s->name, " threads");
		else if (strstr(rest, "() calls") && span_is(w[1], "getppid()"))
			str_add(&s->name, " getppid");
		s->pipe = strstr(rest, "pipe operations between") != NULL;
	} else if (text_starts(line, "# function '", &rest) && strchr(rest, '\'')) {
		str_reset(&s->name);
		str_addf(&s->name, "%s %.*s", str_get(&s->base),
			 (int)(strchr(rest, '\'') - rest), rest);
	} else if (strstr(line, "sender and receiver threads per group")) {
		str_add(&s->name, " threads");
		s->messaging = true;
	} else if (strstr(line, "sender and receiver processes per group")) {
		s->messaging = true;
	} else if (strstr(line, " groups == ")) {
		text_quote(span_of(text_skip(line + 1)), s->setup, sizeof(s->setup));
	}
}

/* "usecs/op" and the total with so many operations must agree. */
static int check_total(const struct text *t, size_t i, const struct section *s, double us,
		       struct err *e)
{
	double total = us * (double)s->ops / 1e6;

	if (!s->ops || s->total < 0)
		return 0;
	/* It is printed in milliseconds, cut. */
	if (fabs(total - s->total) > 0.001001 + 1e-5 * total)
		return text_bad(t, i, e, "total time / operations",
				"%.9g us for each of %llu operations, but %.3f s in all",
				us, (unsigned long long)s->ops, s->total);
	return 0;
}

/* "ops/sec" is the inverse of the line before, cut. */
static int check_rate(const struct text *t, size_t i, const struct section *s, double ops,
		      struct err *e)
{
	double expected = s->us_per_op > 0 ? 1e6 / s->us_per_op : ops;

	if (fabs(ops - expected) > 1 + 1e-3 * expected)
		return text_bad(t, i, e, "1000000 / usecs/op",
				"%.9g ops/sec, but %.9g "
				"usecs/op",
				ops, s->us_per_op);
	return 0;
}

static int rate(const struct text *t, size_t i, struct section *s,
		const struct bench_line *l, struct import_result *res, struct err *e)
{
	struct import_metric *m;
	int r = 0;

	if (!strcmp(l->unit, "usecs/op")) {
		r = check_total(t, i, s, l->value, e);
		s->us_per_op = l->value;
	} else if (!strcmp(l->unit, "ops/sec")) {
		r = check_rate(t, i, s, l->value, e);
	}
	if (r < 0)
		return r;
	m = metric(res, s, str_get(&s->name), l->unit, l->direction, i);
	metric_value(m, l->value);
	m->derived = !strcmp(l->unit, "ops/sec") && s->us_per_op > 0;
	if (s->pipe)
		metric_note(m, "one operation is there and back: two context switches");
	return 0;
}

/* A number with "+-". */
static void summary(struct section *s, const struct bench_line *l, const char *name,
		    uint64_t n, size_t i, struct import_result *res)
{
	struct import_summary sum = {
		.value = l->value,
		.spread = l->spread,
		.spread_kind = IMPORT_SPREAD_PRINTED,
		.spread_pct = l->spread_pct,
		.n = n,
	};
	struct import_metric *m = metric(res, s, name, l->unit, l->direction, i);

	/* A second run in the file: then each is one value. */
	if (m->has_summary || m->n_values) {
		if (m->has_summary) {
			double first = m->summary.value;

			m->has_summary = false;
			metric_value(m, first);
		}
		metric_value(m, l->value);
		return;
	}
	metric_summary(m, &sum);
	if (s->threads)
		metric_note(m,
			    "the spread is over %llu threads of one run, not over runs",
			    (unsigned long long)s->threads);
}

/* The line after all "[Run N]": it must be their mean. */
static int last_of_runs(const struct text *t, size_t i, struct section *s,
			const struct bench_line *l, struct import_result *res,
			struct err *e)
{
	struct import_metric *m = result_find(res, s->part, str_get(&s->name), l->unit);
	double mean = 0;
	size_t k;

	if (s->runs && m && m->refused) {
		s->runs = 0;
		return 0;
	}
	if (!s->runs || !m || m->n_values < s->runs)
		return text_bad(t, i, e, "[Run 1]: ... before it", "a mean of no runs");
	for (k = m->n_values - s->runs; k < m->n_values; k++)
		mean += m->values[k] / (double)s->runs;
	/* Four decimals each. */
	if (fabs(mean - l->value) > 0.000101 + 1e-6 * mean)
		return text_bad(t, i, e, "the mean of all runs",
				"%.4f is not the mean of the %llu runs above (%.6f)",
				l->value, (unsigned long long)s->runs, mean);
	metric_note(m, "printed +-%.2f%%", l->spread);
	s->runs = 0;
	return 0;
}

static int run(const struct text *t, size_t i, struct section *s,
	       const struct bench_line *l, struct import_result *res, struct err *e)
{
	struct import_metric *m;

	if (l->run != s->runs + 1)
		return text_bad(t, i, e, "every run in order", "run %llu after %llu runs",
				(unsigned long long)l->run, (unsigned long long)s->runs);
	s->runs++;
	m = metric(res, s, str_get(&s->name), l->unit, l->direction, i);
	metric_value(m, l->value);
	if (l->some != l->all)
		metric_refuse(m, "line %zu: only %llu of %llu threads", i + 1,
			      (unsigned long long)l->some, (unsigned long long)l->all);
	return 0;
}

static int result(const struct text *t, size_t i, struct section *s,
		  const struct bench_line *l, struct import_result *res, struct err *e)
{
	struct str name = STR_INIT;

	switch (l->kind) {
	case BENCH_TOTAL:
		s->total = l->value;
		s->total_line = i;
		return 0;
	case BENCH_RATE: return rate(t, i, s, l, res, e);
	case BENCH_RUN: return run(t, i, s, l, res, e);
	case BENCH_RUNS_MEAN: return last_of_runs(t, i, s, l, res, e);
	case BENCH_THREAD: s->threads++; return 0;
	case BENCH_AVERAGE:
		str_add(&name, str_get(&s->name));
		if (l->what.n)
			str_addf(&name, " %.*s", (int)l->what.n, l->what.s);
		summary(s, l, str_get(&name), s->threads, i, res);
		str_release(&name);
		return 0;
	default: return 0;
	}
}

static int end_section(const struct text *t, struct section *s, struct import_result *res,
		       struct err *e)
{
	struct import_metric *m;

	if (!s->base.len)
		return 0;
	if (s->runs)
		return text_bad(t, s->line, e, "the mean after the last run",
				"this benchmark is not complete");
	/* Without a time for one operation the total is the result. */
	if (s->messaging && s->total >= 0) {
		m = metric(res, s, str_get(&s->name), "s", IMPORT_LOWER_IS_BETTER,
			   s->total_line);
		metric_value(m, s->total);
	}
	if (!s->results) {
		m = metric(res, s, str_get(&s->name), "", IMPORT_DIRECTION_UNKNOWN,
			   s->line);
		metric_refuse(m, "no result%s%s%s", s->odd[0] ? ": '" : "", s->odd,
			      s->odd[0] ? "'" : "");
	}
	return 0;
}

static void release(struct section *s)
{
	str_release(&s->name);
	str_release(&s->base);
}

static int one_line(const struct text *t, size_t i, struct section *s,
		    struct import_result *res, struct err *e)
{
	const char *line = text_line(t, i);
	struct bench_line l;
	struct span name;
	char *part = s->part;
	bool failed;
	int r;

	if (text_is_heading(line, &name)) {
		r = end_section(t, s, res, e);
		release(s);
		free(part);
		*s = (struct section){ .total = -1, .part = span_dup(name) };
		return r;
	}
	if (header(line, &name)) {
		r = end_section(t, s, res, e);
		release(s);
		*s = (struct section){ .line = i, .total = -1, .part = part };
		str_addn(&s->base, name.s, name.n);
		str_addn(&s->name, name.s, name.n);
		return r;
	}
	if (!s->base.len || text_blank(line))
		return 0;
	if (*text_skip(line) == '#') {
		comment(s, text_skip(line));
		return 0;
	}
	r = bench_read_line(t, i, &l, e);
	if (r < 0)
		return r;
	if (l.kind != BENCH_NONE)
		return result(t, i, s, &l, res, e);
	if (text_is_status(line, &failed) && !failed)
		return 0;
	text_quote(span_of(line), s->odd, sizeof(s->odd));
	if (!bench_is_known(line) && !s->warned)
		result_warn(res, "line %zu: '%s' is not read", i + 1, s->odd);
	s->warned |= !bench_is_known(line);
	return 0;
}

static int parse(const struct text *t, const struct import_opts *opts,
		 struct import_result *res, struct err *e)
{
	struct section s = { .total = -1 };
	size_t i;
	int r = 0;

	for (i = 0; i < t->n && r >= 0; i++)
		r = one_line(t, i, &s, res, e);
	if (r >= 0)
		r = end_section(t, &s, res, e);
	release(&s);
	free(s.part);
	result_single_group(res);
	return r;
}

const struct importer import_perf_bench = {
	.name = "perf-bench",
	.about = "what perf bench prints",
	.claim = claim,
	.parse = parse,
};

/* perf bench -f simple: a total time in seconds, and not one word. */
static int parse_simple(const struct text *t, const struct import_opts *opts,
			struct import_result *res, struct err *e)
{
	struct import_metric *m;
	struct span w[2];
	double v;
	size_t i;
	int r;

	if (!opts->name || !opts->loops)
		return text_bad(t, 0, e, "the name of the operation and the loops",
				"perf bench -f simple does not say what it measured");
	for (i = 0; i < t->n; i++) {
		if (text_blank(text_line(t, i)))
			continue;
		if (text_words(text_line(t, i), w, 2) != 1)
			return text_bad(t, i, e, "one total time in seconds",
					"'%s' is none",
					TEXT_QUOTE(span_of(text_line(t, i))));
		r = text_number(t, i, w[0], "a total time in seconds", &v, e);
		if (r < 0)
			return r;
		m = result_metric(res, NULL, opts->name, "ns", IMPORT_LOWER_IS_BETTER, i);
		metric_value(m, v * 1e9 / (double)opts->loops);
		metric_note(m, "total time over %llu operations, as the user said",
			    (unsigned long long)opts->loops);
	}
	return 0;
}

const struct importer import_perf_bench_simple = {
	.name = "perf-bench-simple",
	.about = "perf bench -f simple",
	.parse = parse_simple,
};
