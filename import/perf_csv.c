/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf stat -x: fields without names, separated by whatever the user chose, without
 * quotes, and with the decimal mark of the locale (which may be the separator). What
 * stands in a field depends on the options:
 *
 *	[time (-I)] ["summary"] [place [CPUs]] value unit event [cgroup (-G)]
 *	[spread% (-r)] runtime percent-running [metric metric-unit]
 *
 * A line is taken only if it can be read in one way, and a file only if all its
 * lines can with one separator and mark.
 */
#include "import/importers.h"

#include "import/number.h"
#include "import/perf_count.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#define MAX_FIELDS  48
#define CLAIM_LINES 200

struct style {
	const char *sep;
	bool comma; /* decimal comma; numbers fall apart if it is the separator too */
};

static const struct style styles[] = {
	{ ",", false }, { ",", true },  { ";", false }, { ";", true },  { "\t", false },
	{ "\t", true }, { "|", false }, { "|", true },  { "/", false }, { "/", true },
	{ ":", false }, { ":", true },  { "^", false }, { "^", true },  { "~", false },
	{ "~", true },  { " ", false }, { " ", true },
};

#define N_STYLES (sizeof(styles) / sizeof(styles[0]))

enum fit {
	NO_FIT,
	EMPTY_FIT, /* a further metric of the line before: no count */
	FIT,
};

struct reader {
	const struct style *style;
	struct span f[MAX_FIELDS];
	size_t n;
};

static bool is_uint(struct span s)
{
	size_t i;

	for (i = 0; i < s.n; i++)
		if (!isdigit((unsigned char)s.s[i]))
			return false;
	return s.n > 0;
}

/* A unit, an event, a cgroup: not empty, and no number. */
static bool is_word(struct span s)
{
	return s.n && !isdigit((unsigned char)s.s[0]) && s.s[0] != '<';
}

/*
 * A number with exactly @digits decimals (0: none), and @suffix, at field @k. Returns
 * the number of fields it takes, 0 if there is none.
 */
static size_t take_number(const struct reader *r, size_t k, size_t digits,
			  const char *suffix, double *ret_v)
{
	char mark = r->style->comma ? ',' : '.', buf[64];
	struct span a, b = { 0 };
	size_t n_suffix = strlen(suffix), used = 1;

	if (k >= r->n)
		return 0;
	a = r->f[k];
	if (digits && strchr(r->style->sep, mark)) {
		if (k + 1 >= r->n)
			return 0;
		b = r->f[k + 1];
		used = 2;
	}
	if (a.n + b.n + 2 > sizeof(buf))
		return 0;
	memcpy(buf, a.s, a.n);
	if (used == 2) {
		buf[a.n++] = mark;
		memcpy(buf + a.n, b.s, b.n);
		a.n += b.n;
	}
	if (a.n < n_suffix || memcmp(buf + a.n - n_suffix, suffix, n_suffix) != 0)
		return 0;
	a.n -= n_suffix;
	if (digits) {
		if (a.n < digits + 2 || buf[a.n - digits - 1] != mark)
			return 0;
		buf[a.n - digits - 1] = '.';
	}
	a.s = buf;
	if (memchr(buf, '-', a.n) || memchr(buf, '+', a.n) || memchr(buf, 'e', a.n) ||
	    (!digits && !is_uint(a)))
		return 0;
	return num_scan(buf, a.n, ret_v) == NUM_OK ? used : 0;
}

/* What is behind the event: true if all of it is understood. */
static bool take_tail(const struct reader *r, size_t k, struct perf_count *c)
{
	bool cgroups = *r->style->sep != '/' && *r->style->sep != ':';
	double runtime;
	size_t n;

	n = take_number(r, k, 2, "%", &c->spread_pct);
	if (!n && cgroups && k < r->n && !is_uint(r->f[k])) {
		c->cgroup = r->f[k++];
		n = take_number(r, k, 2, "%", &c->spread_pct);
	}
	c->spread_printed = n > 0;
	k += n;
	n = take_number(r, k, 0, "", &runtime);
	if (!n)
		return false;
	k += n;
	n = take_number(r, k, 2, "", &c->running_pct);
	/* The metric and its unit are there, if empty; a line that ends here was cut. */
	return n && c->running_pct <= 100 && k + n <= r->n;
}

/* The event at field @k; names of PMU events may hold the separator. */
static size_t take_event(const struct reader *r, size_t k, struct span *ret_event)
{
	struct span s;
	size_t used = 1, i, slashes = 0;

	if (k >= r->n || !is_word(r->f[k]))
		return 0;
	s = r->f[k];
	for (i = 0; i < s.n; i++)
		slashes += s.s[i] == '/';
	while (slashes % 2 && k + used < r->n && *r->style->sep != '/') {
		struct span more = r->f[k + used++];

		for (i = 0; i < more.n; i++)
			slashes += more.s[i] == '/';
		s.n = more.s + more.n - s.s;
	}
	*ret_event = s;
	return used;
}

/* Value, unit, event and the rest from field @k, with @digits decimals in the value. */
static enum fit take_count(const struct reader *r, size_t k, size_t digits,
			   struct perf_count *c)
{
	size_t n;

	if (k >= r->n)
		return NO_FIT;
	/* A count that is missing is said to be so. */
	if (k + 2 < r->n && !r->f[k].n)
		return EMPTY_FIT;
	c->missing = perf_missing(r->f[k].s, &n);
	if (c->missing)
		n = n == r->f[k].n && !digits;
	else
		n = take_number(r, k, digits, "", &c->value);
	k += n;
	if (!n || k >= r->n || (r->f[k].n && !is_word(r->f[k])))
		return NO_FIT;
	c->unit = r->f[k++];
	n = take_event(r, k, &c->event);
	if (!n || !take_tail(r, k + n, c))
		return NO_FIT;
	return FIT;
}

static bool ends_in_pid(struct span s)
{
	size_t n = s.n;

	while (n && isdigit((unsigned char)s.s[n - 1]))
		n--;
	return n < s.n && n > 1 && s.s[n - 1] == '-';
}

/* Every way to read what is left from field @k; more than one is none. */
static enum fit take_rest(const struct reader *r, size_t k, struct perf_count *c)
{
	struct perf_count best = *c, now;
	size_t skip, digits;
	unsigned int fits = 0;
	enum fit fit, got = NO_FIT;

	for (skip = 0; skip <= 2; skip++) {
		if (skip == 1 &&
		    !(k < r->n && (perf_is_place(r->f[k]) || ends_in_pid(r->f[k]))))
			break;
		if (skip == 2 && !(perf_is_place(r->f[k]) && k + 1 < r->n &&
				   perf_place_has_count(r->f[k]) && is_uint(r->f[k + 1])))
			break;
		for (digits = 0; digits <= 2; digits += 2) {
			now = *c;
			if (skip)
				now.id = r->f[k];
			fit = take_count(r, k + skip, digits, &now);
			if (fit == EMPTY_FIT && got == NO_FIT)
				got = fit;
			if (fit != FIT)
				continue;
			got = FIT;
			best = now;
			fits++;
		}
	}
	*c = best;
	return fits > 1 ? NO_FIT : got;
}

/* One line in one style. */
static enum fit read_line(const char *line, const struct style *style,
			  struct perf_count *c)
{
	struct reader r = { .style = style };
	size_t i, k = 0;

	*c = (struct perf_count){ .running_pct = 100 };
	if (*style->sep == ' ')
		line = text_skip(line);
	if (!strstr(line, style->sep))
		return NO_FIT;
	r.n = text_fields(line, style->sep, r.f, MAX_FIELDS);
	if (r.n == MAX_FIELDS)
		return NO_FIT;
	for (i = 0; i < r.n; i++)
		r.f[i] = span_trim(r.f[i]);
	if (perf_is_time(r.f[0]))
		c->time = r.f[k++];
	else if (span_is(r.f[0], "summary"))
		k++;
	return take_rest(&r, k, c);
}

/* Lines that hold no fields: empty ones, comments, a shell's status. */
static bool is_other(const char *line)
{
	bool failed;

	return text_blank(line) || *text_skip(line) == '#' ||
	       text_is_status(line, &failed);
}

static size_t claim(const struct text *t)
{
	struct perf_count c;
	size_t i, k, seen = 0;

	for (i = 0; i < t->n && seen < CLAIM_LINES; i++) {
		if (is_other(text_line(t, i)))
			continue;
		seen++;
		for (k = 0; k < N_STYLES; k++)
			if (read_line(text_line(t, i), &styles[k], &c) == FIT)
				return i + 1;
	}
	return 0;
}

/* The number of the first line that does not fit, t->n if all do. */
static size_t first_misfit(const struct text *t, const struct style *style, bool *ret_any)
{
	struct perf_count c;
	enum fit fit;
	size_t i;

	*ret_any = false;
	for (i = 0; i < t->n; i++) {
		if (is_other(text_line(t, i)))
			continue;
		fit = read_line(text_line(t, i), style, &c);
		if (fit == NO_FIT)
			return i;
		*ret_any |= fit == FIT;
	}
	return t->n;
}

/* The one style for the whole file. */
static int find_style(const struct text *t, const struct style **ret_style, struct err *e)
{
	const struct style *found = NULL;
	size_t k, misfit, best = 0;
	bool any;

	for (k = 0; k < N_STYLES; k++) {
		misfit = first_misfit(t, &styles[k], &any);
		if (any && misfit == t->n) {
			found = found ?: &styles[k];
			continue;
		}
		best = any && misfit > best ? misfit : best;
	}
	if (!found)
		return text_bad(t, best, e,
				"value, unit, event, runtime, percent running",
				"'%s' is no line of perf stat -x as the others are",
				TEXT_QUOTE(span_of(text_line(t, best))));
	*ret_style = found;
	return 0;
}

static int parse(const struct text *t, const struct import_opts *opts,
		 struct import_result *res, struct err *e)
{
	const struct style *style = NULL;
	size_t i, started = 0;
	struct perf_count c;
	bool failed;
	int r;

	r = find_style(t, &style, e);
	for (i = 0; r >= 0 && i < t->n; i++) {
		const char *line = text_line(t, i);
		struct perf_runs runs = { .fixed_work = true };

		/* The only mark between runs. */
		if (text_starts(text_skip(line), "# started on", NULL))
			started = i + 1;
		if (text_is_status(line, &failed) && failed)
			result_warn(res, "line %zu: '%s': the command failed", i + 1,
				    TEXT_QUOTE(span_of(line)));
		if (is_other(line) || read_line(line, style, &c) != FIT)
			continue;
		c.line = i;
		runs.n = c.spread_printed ? 0 : 1;
		runs.since = started;
		r = perf_store(t, &c, &runs, res, e);
	}
	return r;
}

const struct importer import_perf_stat_csv = {
	.name = "perf-stat-csv",
	.about = "perf stat -x",
	.claim = claim,
	.parse = parse,
};
