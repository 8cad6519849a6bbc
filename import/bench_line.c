/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See bench_line.h. */
#include "import/bench_line.h"

#include "import/number.h"

#include <ctype.h>
#include <string.h>

#define MAX_WORDS 24
#define COST      IMPORT_LOWER_IS_BETTER
#define RATE      IMPORT_HIGHER_IS_BETTER

bool bench_count(struct span w, uint64_t *ret_count)
{
	struct num_style style = { 0 };
	unsigned int decimals;
	double v;

	if (num_scan_uint(w.s, w.n, ret_count) == NUM_OK)
		return true;
	if (num_scan_grouped(w.s, w.n, &style, &v, &decimals) != NUM_OK || decimals ||
	    v > 1e15)
		return false;
	*ret_count = (uint64_t)v;
	return true;
}

/* "1,053.082": commas between thousands, then a point. */
static bool thousands(struct span w, char *buf, size_t size)
{
	const char *dot = memchr(w.s, '.', w.n), *s;
	size_t len = 0;

	if (!dot || w.n >= size)
		return false;
	for (s = w.s; s < w.s + w.n; s++) {
		if (*s != ',') {
			buf[len++] = *s;
			continue;
		}
		if (s == w.s || s > dot || (dot - s) % 4)
			return false;
	}
	buf[len] = 0;
	return true;
}

/* A value; if it is a @count it may be grouped without a fraction. */
static int value(const struct text *t, size_t i, struct span w, bool count, double *ret_v,
		 struct err *e)
{
	uint64_t n;
	char buf[40];

	if (count && !memchr(w.s, '.', w.n) && bench_count(w, &n)) {
		*ret_v = (double)n;
		return 0;
	}
	if (memchr(w.s, ',', w.n) && thousands(w, buf, sizeof(buf)))
		return text_number(t, i, span_of(buf), "a number", ret_v, e);
	return text_number(t, i, w, "a number with '.'", ret_v, e);
}

static const struct {
	const char *printed, *unit;
	enum import_direction d;
} rates[] = {
	{ "usecs/op", "usecs/op", COST },       { "usecs/op/cpu", "usecs/op/cpu", COST },
	{ "nsecs/op", "nsecs/op", COST },       { "msecs/op", "msecs/op", COST },
	{ "ops/sec", "ops/sec", RATE },         { "bytes/sec", "bytes/sec", RATE },
	{ "KB/sec", "KB/sec", RATE },           { "MB/sec", "MB/sec", RATE },
	{ "GB/sec", "GB/sec", RATE },           { "bytes/cycle", "bytes/cycle", RATE },
	{ "cycles/byte", "cycles/byte", COST },
};

/* "Total time: 10.602 [sec]", "Total time: 1,053,082 usecs" */
static int total(const struct text *t, size_t i, const struct span *w, size_t n,
		 struct bench_line *l, struct err *e)
{
	int r;

	if (n < 4)
		return text_bad(t, i, e, "Total time: N [sec]", "'%s' is not complete",
				TEXT_QUOTE(span_of(text_line(t, i))));
	r = value(t, i, w[2], span_is(w[3], "usecs"), &l->value, e);
	if (r < 0)
		return r;
	if (span_is(w[3], "usecs"))
		l->value /= 1e6;
	else if (!span_is(w[3], "[sec]"))
		return text_bad(t, i, e, "[sec] or usecs", "'%s' is no unit of time",
				TEXT_QUOTE(w[3]));
	l->kind = BENCH_TOTAL;
	return 0;
}

/* "(+-19.38%)", "(+- 56.00%)," at words @k; the number without the rest. */
static bool spread(const struct span *w, size_t n, size_t k, struct bench_line *l)
{
	struct span s;

	if (k >= n || !span_starts(w[k], "(+-"))
		return false;
	s = (struct span){ w[k].s + 3, w[k].n - 3 };
	if (!s.n) {
		if (++k >= n)
			return false;
		s = w[k];
	}
	if (s.n && s.s[s.n - 1] == ',')
		s.n--;
	if (s.n && s.s[s.n - 1] == ')')
		s.n--;
	l->spread_pct = s.n && s.s[s.n - 1] == '%';
	s.n -= l->spread_pct;
	return num_scan(s.s, s.n, &l->spread) == NUM_OK && l->spread >= 0;
}

/* "Averaged 76442 operations/sec (+- ...", "Averaged 133792 ADD operations (+- ..." */
static int averaged(const struct text *t, size_t i, const struct span *w, size_t n,
		    struct bench_line *l, struct err *e)
{
	size_t k = 3;
	int r;

	if (n >= 5 && span_is(w[2], "operations/sec")) {
		l->unit = "ops/sec";
	} else if (n >= 6 && span_is(w[3], "operations")) {
		/* Of a run as long as the user chose: no rate. */
		l->unit = "operations";
		l->what = w[2];
		k = 4;
	} else {
		return text_bad(t, i, e, "Averaged N operations/sec (+- N%)",
				"'%s' is not understood",
				TEXT_QUOTE(span_of(text_line(t, i))));
	}
	r = value(t, i, w[1], true, &l->value, e);
	if (r < 0)
		return r;
	if (!spread(w, n, k, l))
		return text_bad(t, i, e, "(+- N%)", "no spread in '%s'",
				TEXT_QUOTE(span_of(text_line(t, i))));
	l->direction = RATE;
	l->kind = BENCH_AVERAGE;
	return 0;
}

/* "Wokeup 2 of 2 threads in 0.2434 ms", "Avg per-thread latency (waking 1/2 threads) in"
 */
static int woken(const struct text *t, size_t i, const struct span *w, size_t n,
		 struct bench_line *l, struct err *e)
{
	size_t k;
	int r;

	for (k = 0; k + 2 < n; k++)
		if (span_is(w[k], "in") && (span_is(w[k + 2], "ms")))
			break;
	if (k + 2 >= n)
		return text_bad(t, i, e, "... in N ms", "'%s' is not complete",
				TEXT_QUOTE(span_of(text_line(t, i))));
	r = value(t, i, w[k + 1], false, &l->value, e);
	if (r < 0)
		return r;
	if (!span_is(w[0], "Avg") && (num_scan_uint(w[1].s, w[1].n, &l->some) != NUM_OK ||
				      num_scan_uint(w[3].s, w[3].n, &l->all) != NUM_OK))
		return text_bad(t, i, e, "N of N threads", "'%s' is not understood",
				TEXT_QUOTE(span_of(text_line(t, i))));
	l->unit = "ms";
	l->direction = COST;
	l->kind = BENCH_RUN;
	if (l->run)
		return 0;
	l->kind = BENCH_RUNS_MEAN;
	if (!spread(w, n, k + 3, l))
		return text_bad(t, i, e, "(+-N%)", "no spread in '%s'",
				TEXT_QUOTE(span_of(text_line(t, i))));
	return 0;
}

static bool is_woken(const struct span *w, size_t n)
{
	return (n >= 7 && (span_is(w[0], "Wokeup") || span_is(w[0], "Requeued")) &&
		span_is(w[2], "of")) ||
	       (n >= 7 && span_is(w[0], "Avg") && span_is(w[1], "per-thread") &&
		span_is(w[2], "latency"));
}

/*
 * "Average kallsyms__parse took: 67.121 ms (+- 0.651 ms)", "Average num. events:
 * 31.000 (+- 0.000)", "Average time per event 10.154 usec"
 */
static int average(const struct text *t, size_t i, const struct span *w, size_t n,
		   struct bench_line *l, struct err *e)
{
	static const char *const times[] = { "ms", "msec", "usec", "us", "nsec", "sec" };
	size_t k, u;
	int r;

	for (k = 1; k + 1 < n; k++)
		if (isdigit((unsigned char)w[k].s[0]))
			break;
	if (k < 2 || k + 1 >= n)
		return 0;
	for (u = 0; u < sizeof(times) / sizeof(times[0]); u++)
		if (span_is(w[k + 1], times[u]))
			break;
	l->what = (struct span){ w[1].s, w[k - 1].s + w[k - 1].n - w[1].s };
	if (l->what.n && l->what.s[l->what.n - 1] == ':')
		l->what.n--;
	/* What else it averages follows from this, or is no time. */
	if (u == sizeof(times) / sizeof(times[0]) || l->what.n < 5 ||
	    memcmp(l->what.s + l->what.n - 5, " took", 5) != 0 ||
	    !spread(w, n, k + 2, l)) {
		l->kind = BENCH_IGNORED;
		return 0;
	}
	l->what.n -= 5;
	r = value(t, i, w[k], false, &l->value, e);
	if (r < 0)
		return r;
	l->unit = times[u];
	l->direction = COST;
	l->kind = BENCH_AVERAGE;
	return 0;
}

/* "[Run 1]:" at the beginning; false if there is none. */
static bool run_number(const struct span *w, size_t n, uint64_t *ret_run)
{
	return n > 2 && span_is(w[0], "[Run") && w[1].n > 2 &&
	       w[1].s[w[1].n - 1] == ':' && w[1].s[w[1].n - 2] == ']' &&
	       num_scan_uint(w[1].s, w[1].n - 2, ret_run) == NUM_OK && *ret_run;
}

/* "N unit", maybe with "N unit to baseline" behind it. */
static bool is_rate(const struct span *w, size_t n)
{
	return n == 2 || (n >= 6 && span_is(w[4], "to") &&
			  (span_is(w[5], "baseline") || span_is(w[5], "previous")));
}

int bench_read_line(const struct text *t, size_t i, struct bench_line *ret_line,
		    struct err *e)
{
	struct bench_line l = { 0 };
	struct span words[MAX_WORDS], *w = words;
	size_t n = text_words(text_line(t, i), w, MAX_WORDS), k;
	int r = 0;

	if (run_number(w, n, &l.run)) {
		w += 2;
		n -= 2;
	}
	if (n >= 2 && span_is(w[0], "Total") && span_is(w[1], "time:"))
		r = total(t, i, w, n, &l, e);
	else if (n >= 2 && span_is(w[0], "Averaged"))
		r = averaged(t, i, w, n, &l, e);
	else if (is_woken(w, n))
		r = woken(t, i, w, n, &l, e);
	else if (n >= 3 && span_is(w[0], "Average"))
		r = average(t, i, w, n, &l, e);
	else if (n && span_is(w[0], "[thread"))
		l.kind = BENCH_THREAD;
	for (k = 0; is_rate(w, n) && !l.kind && k < sizeof(rates) / sizeof(rates[0]);
	     k++) {
		if (!span_is(w[1], rates[k].printed))
			continue;
		r = value(t, i, w[0], span_is(w[1], "ops/sec"), &l.value, e);
		l.unit = rates[k].unit;
		l.direction = rates[k].d;
		l.kind = BENCH_RATE;
	}
	if (r >= 0)
		*ret_line = l;
	return r;
}

bool bench_is_known(const char *line)
{
	static const char *const starts[] = { "Run summary ", "Computing performance ",
					      "synthesizing events ", "Number of " };
	size_t i;

	line = text_skip(line);
	for (i = 0; i < sizeof(starts) / sizeof(starts[0]); i++)
		if (text_starts(line, starts[i], NULL))
			return true;
	return false;
}
