/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sysbench 0.4 to 1.0: throughput and latencies of one run. What is printed as 0.00
 * is below its resolution, not zero. Intermediate reports ("[ 1s ] ...") and the
 * latency histogram are not read.
 */
#include "import/importers.h"

#include "import/number.h"

#include <stdio.h>
#include <string.h>

#define RATE IMPORT_HIGHER_IS_BETTER
#define COST IMPORT_LOWER_IS_BETTER

static bool is_banner(const char *line)
{
	const char *rest;
	double v;

	if (!text_starts(line, "sysbench ", &rest))
		return false;
	rest += *rest == 'v';
	return num_scan(rest, strcspn(rest, ".:- "), &v) == NUM_OK;
}

static size_t claim(const struct text *t)
{
	size_t i;

	for (i = 0; i < t->n; i++)
		if (is_banner(text_line(t, i)))
			return i + 1;
	return 0;
}

static size_t banners(const struct text *t)
{
	size_t i, n = 0;

	for (i = 0; i < t->n; i++)
		n += is_banner(text_line(t, i));
	return n;
}

struct state {
	bool several; /* runs in the file: one value each */
	bool latency, events_seen;
	double events;
	size_t total_line; /* of "total time:", from 1 */
};

/* "107.72", "107.72ms" (0.4): the number without its unit. */
static int amount(const struct text *t, size_t i, struct span w, const char *unit,
		  double *ret_v, struct err *e)
{
	size_t n = strlen(unit);

	if (w.n > n && !memcmp(w.s + w.n - n, unit, n))
		w.n -= n;
	return text_number(t, i, w, "a number", ret_v, e);
}

static struct import_metric *single(struct import_result *res, const char *name,
				    const char *unit, enum import_direction d, size_t i,
				    double v)
{
	struct import_metric *m = result_metric(res, NULL, name, unit, d, i);

	metric_value(m, v);
	if (v == 0)
		metric_refuse(m, "printed as 0.00: below the resolution of the text");
	return m;
}

static int latency(const struct text *t, size_t i, const char *key, struct span value,
		   struct state *st, struct import_result *res, struct err *e)
{
	struct import_summary s = { 0 };
	struct import_metric *m;
	char name[64];
	size_t len = strcspn(key, ":");
	double v;
	int r;

	/* Sums of time, and "95th percentile: disabled". */
	if (!value.n || text_starts(key, "sum", NULL) || span_is(value, "disabled"))
		return 0;
	r = amount(t, i, value, "ms", &v, e);
	if (r < 0)
		return r;
	snprintf(name, sizeof(name), "latency %.*s", len < 40 ? (int)len : 40, key);
	if (strcmp(name, "latency avg") != 0) {
		m = single(res, name, "ms", COST, i, v);
		metric_note(m, "of all events of one run");
		return 0;
	}
	m = result_metric(res, NULL, name, "ms", COST, i);
	if (!st->events_seen || v == 0) {
		metric_refuse(m,
			      v == 0 ? "printed as 0.00: below the resolution of the text"
				     : "the number of events is missing");
		return 0;
	}
	metric_note(m, "over all events of one run; their spread is not printed");
	if (st->several) {
		metric_value(m, v);
		return 0;
	}
	s.value = v;
	s.n = (uint64_t)st->events;
	metric_summary(m, &s);
	return 0;
}

/* "LABEL ... (RATE per second)" */
static int per_second(const struct text *t, size_t i, const char *line, const char *name,
		      const char *unit, struct import_result *res, struct err *e)
{
	const char *open = strchr(line, '(');
	struct span w[2];
	double v;
	int r;

	if (!open || text_words(open + 1, w, 2) < 2)
		return text_bad(t, i, e, "... (N per second)", "'%s' gives no rate",
				TEXT_QUOTE(span_of(line)));
	r = text_number(t, i, w[0], "a rate", &v, e);
	if (r >= 0)
		single(res, name, unit, RATE, i, v);
	return r;
}

/* The lines of all tests that are "label:" and one number. */
static const struct {
	const char *label, *name, *unit;
} rates[] = {
	{ "events per second:", "events per second", "1/s" },
	{ "events/s (eps):", "events per second", "1/s" },
	{ "reads/s:", "reads", "1/s" },
	{ "writes/s:", "writes", "1/s" },
	{ "fsyncs/s:", "fsyncs", "1/s" },
	{ "read, MiB/s:", "read", "MiB/s" },
	{ "written, MiB/s:", "written", "MiB/s" },
};

static const struct {
	const char *label, *name, *unit;
} in_parens[] = {
	{ "transactions:", "transactions", "1/s" },
	{ "queries:", "queries", "1/s" },
	{ "Total operations:", "operations", "1/s" },
	{ "Operations performed:", "operations", "1/s" },
};

static int totals(const struct text *t, size_t i, const char *line, struct span value,
		  struct state *st, struct import_result *res, struct err *e)
{
	double v;
	int r = 0;

	if (text_starts(line, "total time:", NULL) ||
	    text_starts(line, "time elapsed:", NULL)) {
		r = amount(t, i, value, "s", &v, e);
		if (r >= 0)
			single(res, "total time", "s", IMPORT_DIRECTION_UNKNOWN, i, v);
		st->total_line = i + 1;
	} else if (text_starts(line, "total number of events:", NULL)) {
		r = text_number(t, i, value, "a count", &st->events, e);
		st->events_seen = r >= 0 && st->events >= 1 && st->events < 1e18;
	}
	return r;
}

static int one_line(const struct text *t, size_t i, struct state *st,
		    struct import_result *res, struct err *e)
{
	const char *line = text_skip(text_line(t, i)), *colon = strchr(line, ':');
	struct span value = { 0 };
	size_t k;
	double v;
	int r;

	if (strstr(line, "MiB transferred (") || strstr(line, "MB transferred ("))
		return per_second(t, i, line, "transferred", "MiB/s", res, e);
	if (!colon)
		return 0;
	text_words(colon + 1, &value, 1);
	if (text_starts(line, "Latency (ms):", NULL) ||
	    text_starts(line, "per-request statistics:", NULL)) {
		st->latency = true;
		return 0;
	}
	if (st->latency &&
	    (text_starts(line, "min:", NULL) || text_starts(line, "avg:", NULL) ||
	     text_starts(line, "max:", NULL) || strstr(line, "percentile")))
		return latency(t, i,
			       text_starts(line, "approx.", NULL) ? text_skip(line + 7)
								  : line,
			       value, st, res, e);
	for (k = 0; k < sizeof(rates) / sizeof(rates[0]); k++) {
		if (!text_starts(line, rates[k].label, NULL))
			continue;
		r = text_number(t, i, value, "a rate", &v, e);
		if (r >= 0)
			single(res, rates[k].name, rates[k].unit, RATE, i, v);
		return r;
	}
	for (k = 0; k < sizeof(in_parens) / sizeof(in_parens[0]); k++)
		if (text_starts(line, in_parens[k].label, NULL) && strchr(line, '('))
			return per_second(t, i, line, in_parens[k].name,
					  in_parens[k].unit, res, e);
	return totals(t, i, line, value, st, res, e);
}

static int parse(const struct text *t, const struct import_opts *opts,
		 struct import_result *res, struct err *e)
{
	bool several = banners(t) > 1;
	struct state st = { .several = several };
	size_t i, banner = 0;
	int r;

	for (i = 0; i < t->n; i++) {
		const char *line = text_line(t, i);

		if (is_banner(line)) {
			if (banner && !st.total_line)
				break;
			banner = i + 1;
			st = (struct state){ .several = several };
			continue;
		}
		if (text_starts(line, "FATAL:", NULL))
			return text_bad(t, i, e, "a run that worked",
					"sysbench failed: '%s'",
					TEXT_QUOTE(span_of(line)));
		if (text_starts(line, "[ ", NULL))
			continue;
		r = one_line(t, i, &st, res, e);
		if (r < 0)
			return r;
	}
	if (!st.total_line)
		return text_bad(t, banner ? banner - 1 : 0, e, "total time: at its end",
				"this run is not complete");
	return 0;
}

const struct importer import_sysbench = {
	.name = "sysbench",
	.about = "a sysbench report",
	.claim = claim,
	.parse = parse,
};
