/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See perf_line.h. */
#include "import/perf_line.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#define MAX_WORDS 64

/* The line in pieces: what is counted, the metric after '#', and what is behind. */
struct pieces {
	struct span left, metric;
	struct span spread, running; /* the numbers; empty if not there */
	bool brackets;               /* running as [33.35%], or "(scaled from 33.35%)" */
};

static bool ends_in(struct span s, const char *suffix)
{
	size_t n = strlen(suffix);

	return s.n >= n && !memcmp(s.s + s.n - n, suffix, n);
}

/* Takes "OPEN number% CLOSE" off the end of @s; the number goes to @ret_number. */
static bool take_pct(struct span *s, const char *open, const char *close,
		     struct span *ret_number)
{
	size_t n_open = strlen(open), at;
	struct span in;

	*s = span_trim(*s);
	if (!ends_in(*s, close))
		return false;
	for (at = s->n - strlen(close); at > 0; at--)
		if (s->s[at - 1] == open[0])
			break;
	if (!at || s->n - (at - 1) < n_open || memcmp(s->s + at - 1, open, n_open))
		return false;
	in.s = s->s + at - 1 + n_open;
	if (in.s > s->s + s->n - strlen(close))
		return false;
	in.n = s->s + s->n - strlen(close) - in.s;
	in = span_trim(in);
	if (!ends_in(in, "%"))
		return false;
	in.n--;
	*ret_number = in;
	s->n = at - 1;
	*s = span_trim(*s);
	return true;
}

static void take_apart(struct span line, struct pieces *p)
{
	const char *hash;
	struct span s = line;

	*p = (struct pieces){ 0 };
	if (!take_pct(&s, "(", ")", &p->running))
		p->brackets = take_pct(&s, "[", "]", &p->running);
	if (span_starts(p->running, "scaled from ")) {
		p->running.s += strlen("scaled from ");
		p->running.n -= strlen("scaled from ");
		p->brackets = true; /* as old */
	}
	/* "( +-  2.16% )" ends in ")" too: then there is no running part. */
	if (p->running.n && span_starts(p->running, "+-")) {
		p->running = (struct span){ 0 };
		s = line;
	}
	take_pct(&s, "( +-", ")", &p->spread);
	p->left = s;
	for (hash = s.s; s.n && (hash = memchr(hash, '#', s.s + s.n - hash)); hash++) {
		if (hash != s.s && !isspace((unsigned char)hash[-1]))
			continue;
		p->left = span_trim((struct span){ s.s, hash - s.s });
		p->metric = span_trim((struct span){ hash + 1, s.s + s.n - hash - 1 });
		break;
	}
}

static int learn_one(const struct text *t, size_t i, struct span number,
		     struct num_style *style, struct err *e)
{
	double v;

	if (number.n && (number.s[0] == '-' || number.s[0] == '+')) {
		number.s++;
		number.n--;
	}
	if (number.n && number.s[number.n - 1] == '%')
		number.n--;
	if (num_scan_plain(number.s, number.n, style, &v) == NUM_COMMA)
		return text_bad(t, i, e, "one decimal mark in the file",
				"'%s' has another decimal mark than numbers before",
				TEXT_QUOTE(number));
	return 0;
}

int perf_learn(const struct text *t, size_t i, struct num_style *style, struct err *e)
{
	struct span line = span_of(text_line(t, i)), w[3];
	struct perf_seconds s;
	struct pieces p;
	int r;

	take_apart(line, &p);
	r = learn_one(t, i, p.spread, style, e);
	if (r >= 0)
		r = learn_one(t, i, p.running, style, e);
	if (r >= 0 && p.metric.n && text_words(p.metric.s, w, 1))
		r = learn_one(t, i, w[0], style, e);
	if (r >= 0 && perf_read_seconds(t, i, style, &s) &&
	    text_words(line.s, w, 3) == 3) {
		r = learn_one(t, i, w[0], style, e);
		if (r >= 0 && span_is(w[1], "+-"))
			r = learn_one(t, i, w[2], style, e);
	}
	return r;
}

/* "0.058 M/sec", "0.000 K/sec": since 5.12 such a rate is printed with less scale. */
static bool old_rate(struct span metric)
{
	struct span w[3];

	return metric.n && text_words(metric.s, w, 3) >= 2 && w[0].n > 1 &&
	       w[0].s[0] == '0' && !isdigit((unsigned char)w[0].s[1]) &&
	       (span_is(w[1], "K/sec") || span_is(w[1], "M/sec"));
}

static bool is_value(struct span w)
{
	size_t n;

	return w.n && (isdigit((unsigned char)w.s[0]) || perf_missing(w.s, &n));
}

/* "comm-1234" ends here? */
static bool ends_in_pid(struct span w)
{
	size_t n = w.n;

	while (n && isdigit((unsigned char)w.s[n - 1]))
		n--;
	return n < w.n && n > 0 && w.s[n - 1] == '-';
}

/*
 * The place or thread before the value; returns the number of the value's word, or
 * @n if there is no value.
 */
static size_t take_id(const struct span *w, size_t n, struct span *ret_id)
{
	size_t k;

	if (n && perf_is_place(w[0])) {
		*ret_id = w[0];
		k = 1;
		/* The number of CPUs, if a value follows it. */
		if (perf_place_has_count(w[0]) && n > 2 && is_value(w[1]) &&
		    is_value(w[2]))
			k = 2;
		return k < n && is_value(w[k]) ? k : n;
	}
	if (n && is_value(w[0]))
		return 0;
	for (k = 1; k < n; k++) {
		if (!is_value(w[k]) || !ends_in_pid(w[k - 1]))
			continue;
		*ret_id = (struct span){ w[0].s, w[k - 1].s + w[k - 1].n - w[0].s };
		return k;
	}
	return n;
}

/* Units that perf and the kernel's events have. */
static bool is_unit(struct span w)
{
	static const char *const units[] = { "msec", "ns",    "us",   "ms", "Joules",
					     "MiB",  "KiB",   "GiB",  "MB", "GB",
					     "KB",   "B",     "%",    "C",  "W",
					     "mW",   "V",     "mV",   "Hz", "MHz",
					     "GHz",  "bytes", "Bytes" };
	size_t i;

	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (span_is(w, units[i]))
			return true;
	return false;
}

/*
 * Is the first of several words behind the value a unit? Since 3.13 names stand in a
 * column of their own, and only a unit follows the value after one blank; before, the
 * name does, and a cgroup or "(msec)" may follow it.
 */
static bool unit_first(const struct span *w, size_t n, size_t gap)
{
	size_t i;

	if (n < 2 || gap != 1 || span_is(w[1], "(msec)"))
		return false;
	if (is_unit(w[0]))
		return true;
	for (i = 0; i < w[0].n; i++)
		if (strchr("-_/:.", w[0].s[i]))
			return false;
	return !span_is(w[0], "cycles") && !span_is(w[0], "instructions") &&
	       !span_is(w[0], "branches") && !span_is(w[0], "faults") &&
	       !span_is(w[0], "cs") && !span_is(w[0], "migrations");
}

/* Names that carry their unit: "task-clock (msec)", older "task-clock-msecs". */
static void old_names(struct perf_line *l, const struct span *w, size_t *n)
{
	struct perf_count *c = &l->count;

	if (*n == 1 && span_is(w[0], "(msec)")) {
		c->unit = (struct span){ w[0].s + 1, 4 };
		*n = 0;
		l->old_perf = true;
	} else if (ends_in(c->event, "-clock-msecs")) {
		c->unit = (struct span){ c->event.s + c->event.n - 5, 4 };
		c->event.n -= 6;
		l->old_perf = true;
	}
}

/* What follows the value: unit, name, cgroup. */
static int take_names(const struct text *t, size_t i, const char *after, struct span left,
		      struct perf_line *l, struct err *e)
{
	size_t n_left = left.s + left.n - after, gap = strspn(after, " "), n, k = 0;
	struct perf_count *c = &l->count;
	struct span w[6];
	char rest[512];

	if (n_left >= sizeof(rest))
		return text_bad(t, i, e, NULL, "the name of the event is too long");
	memcpy(rest, after, n_left);
	rest[n_left] = 0;
	n = text_words(rest, w, 6);
	/* Point into the line, not into the copy. */
	for (k = 0; k < n; k++)
		w[k].s = after + (w[k].s - rest);
	k = 0;
	if (unit_first(w, n, gap))
		c->unit = w[k++];
	if (k == n || n == 6)
		return text_bad(t, i, e, "value, unit, event", "'%s' names no event",
				TEXT_QUOTE(left));
	c->event = w[k++];
	n -= k;
	if (n && w[k].s[0] == '[') {
		c->event.n = w[k].s + w[k].n - c->event.s;
		k++;
		n--;
	}
	old_names(l, w + k, &n);
	if (n == 1)
		c->cgroup = w[k];
	else if (n)
		return text_bad(t, i, e, "value, unit, event, cgroup",
				"'%s' is not understood", TEXT_QUOTE(left));
	if (c->unit.n && isdigit((unsigned char)c->unit.s[0]))
		return text_bad(t, i, e, "one number a line", "'%s' is not understood",
				TEXT_QUOTE(left));
	return 0;
}

/* A clock without a unit is in milliseconds if it has six decimals (perf < 4.20). */
static void clock_unit(struct perf_line *l)
{
	struct perf_count *c = &l->count;

	if (c->unit.n ||
	    (!span_starts(c->event, "task-clock") && !span_starts(c->event, "cpu-clock")))
		return;
	if (l->decimals == 6) {
		c->unit = span_of("msec");
		l->unit_implied = true;
		l->old_perf = true;
	} else if (!c->missing) {
		c->missing = "printed without a unit: milliseconds or nanoseconds?";
	}
}

static int take_percentages(const struct text *t, size_t i, const struct pieces *p,
			    struct num_style *style, struct perf_count *c, struct err *e)
{
	const char *expected = "a percentage";

	c->running_pct = 100;
	if (p->running.n &&
	    num_scan_plain(p->running.s, p->running.n, style, &c->running_pct) != NUM_OK)
		return text_bad(t, i, e, expected, "'%s' is none",
				TEXT_QUOTE(p->running));
	c->spread_printed = p->spread.n > 0;
	if (p->spread.n &&
	    num_scan_plain(p->spread.s, p->spread.n, style, &c->spread_pct) != NUM_OK)
		return text_bad(t, i, e, expected, "'%s' is none", TEXT_QUOTE(p->spread));
	return 0;
}

static int take_value(const struct text *t, size_t i, struct span w,
		      struct num_style *style, struct perf_line *l,
		      const char **ret_after, struct err *e)
{
	struct perf_count *c = &l->count;
	enum num_status st;
	size_t n;

	c->missing = perf_missing(w.s, &n);
	if (c->missing) {
		*ret_after = w.s + n;
		return 0;
	}
	*ret_after = w.s + w.n;
	st = num_scan_grouped(w.s, w.n, style, &c->value, &l->decimals);
	if (st == NUM_COMMA)
		return text_bad(t, i, e, "the decimal mark of the rest of the file",
				"'%s': which mark is the decimal mark?", TEXT_QUOTE(w));
	if (st != NUM_OK)
		return text_bad(t, i, e, "a count", "'%s' %s", TEXT_QUOTE(w),
				num_problem(st));
	return 0;
}

int perf_read_line(const struct text *t, size_t i, bool interval, struct num_style *style,
		   struct perf_line *ret_line, struct err *e)
{
	struct perf_line l = { .kind = PERF_LINE_OTHER, .count.line = i };
	struct span line = span_trim(span_of(text_line(t, i))), w[MAX_WORDS];
	const char *after, *end;
	struct pieces p;
	size_t n, k;
	int r;

	if (interval) {
		if (!text_words(line.s, w, 1) || !perf_is_time(w[0]))
			goto done;
		l.count.time = w[0];
		line = span_trim((struct span){ w[0].s + w[0].n, line.n - w[0].n });
	}
	take_apart(line, &p);
	n = p.left.n ? text_words(p.left.s, w, MAX_WORDS) : 0;
	/* Words of the left piece only. */
	end = p.left.s + p.left.n;
	while (n && w[n - 1].s >= end)
		n--;
	k = take_id(w, n, &l.count.id);
	if (k == n) {
		if (p.metric.n)
			l.kind = n && !l.count.id.n ? PERF_LINE_DERIVED : PERF_LINE_MORE;
		r = l.kind == PERF_LINE_MORE
			    ? take_percentages(t, i, &p, style, &l.count, e)
			    : 0;
		if (r < 0)
			return r;
		goto done;
	}
	l.kind = PERF_LINE_COUNT;
	l.old_perf = (p.brackets && p.running.n) || old_rate(p.metric);
	r = take_value(t, i, w[k], style, &l, &after, e);
	if (r >= 0 && after < end)
		r = take_names(t, i, after, p.left, &l, e);
	else if (r >= 0)
		r = text_bad(t, i, e, "value, unit, event", "a number without an event");
	if (r >= 0)
		r = take_percentages(t, i, &p, style, &l.count, e);
	if (r < 0)
		return r;
	clock_unit(&l);
done:
	*ret_line = l;
	return 0;
}

/* Digits after the only mark. */
static unsigned int decimals(struct span w)
{
	unsigned int n = 0;

	while (n < w.n && isdigit((unsigned char)w.s[w.n - 1 - n]))
		n++;
	return n < w.n ? n : 0;
}

bool perf_read_seconds(const struct text *t, size_t i, struct num_style *style,
		       struct perf_seconds *ret_s)
{
	static const char *const what[] = { "time", "user", "sys" };
	static const char *const names[] = { "elapsed", "user", "sys" };
	struct num_style copy = *style;
	struct perf_seconds s = { .line = i };
	struct span w[12];
	size_t n = text_words(text_line(t, i), w, 12), k = 1, j;
	struct pieces p;

	if (n < 3 || !isdigit((unsigned char)w[0].s[0]))
		return false;
	if (span_is(w[1], "+-")) {
		s.has_se = true;
		k = 3;
	}
	if (k + 1 >= n || !span_is(w[k], "seconds"))
		return false;
	for (j = 0; j < 3; j++)
		if (span_is(w[k + 1], what[j]))
			s.name = names[j];
	if (!s.name || num_scan_plain(w[0].s, w[0].n, &copy, &s.value) != NUM_OK)
		return false;
	s.decimals = decimals(w[0]);
	if (s.has_se && num_scan_plain(w[2].s, w[2].n, &copy, &s.se) != NUM_OK)
		return false;
	take_apart(span_of(text_line(t, i)), &p);
	s.has_pct = p.spread.n &&
		    num_scan_plain(p.spread.s, p.spread.n, &copy, &s.pct) == NUM_OK;
	*ret_s = s;
	return true;
}

bool perf_read_table_row(const struct text *t, size_t i, struct num_style *style,
			 double *ret_value)
{
	struct span w[3];

	return text_words(text_line(t, i), w, 3) >= 2 && w[1].n > 3 && w[1].s[0] == '(' &&
	       (w[1].s[1] == '+' || w[1].s[1] == '-') && w[1].s[w[1].n - 1] == ')' &&
	       num_scan_plain(w[0].s, w[0].n, style, ret_value) == NUM_OK;
}

bool perf_read_raw(const struct text *t, size_t i, struct perf_raw *ret_raw)
{
	const char *s = text_line(t, i), *colon;
	struct perf_raw raw = { .line = i };
	struct span w[4];

	/* The last ": ": events may hold colons. */
	for (colon = NULL; (s = strstr(s, ": ")); s++)
		colon = s;
	if (!colon || text_words(colon + 1, w, 4) != 3 ||
	    num_scan_uint(w[0].s, w[0].n, &raw.count) != NUM_OK ||
	    num_scan_uint(w[1].s, w[1].n, &raw.enabled) != NUM_OK ||
	    num_scan_uint(w[2].s, w[2].n, &raw.running) != NUM_OK)
		return false;
	raw.event = (struct span){ text_line(t, i), colon - text_line(t, i) };
	*ret_raw = raw;
	return raw.event.n > 0;
}

void perf_add_metric(struct perf_line *count, const struct perf_line *more)
{
	if (more->count.spread_printed && !count->count.spread_printed) {
		count->count.spread_printed = true;
		count->count.spread_pct = more->count.spread_pct;
	}
	if (more->count.running_pct < count->count.running_pct)
		count->count.running_pct = more->count.running_pct;
	count->old_perf |= more->old_perf;
}
