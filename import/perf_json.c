/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf stat -j: one JSON object a line. "variance" is the relative standard error of
 * the mean in %; "event-runtime" of the first version is glued to the percentage and
 * not used. Under a locale with decimal commas, and with -x too, perf writes what is
 * no JSON: refused.
 */
#include "import/importers.h"

#include "import/number.h"
#include "import/perf_count.h"

#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <string.h>

static bool is_count(const char *line)
{
	return *text_skip(line) == '{' && strstr(line, "\"counter-value\" :");
}

static bool is_metric(const char *line)
{
	return *text_skip(line) == '{' &&
	       (strstr(line, "\"metric-value\" :") || strstr(line, "\"metricgroup\" :"));
}

static size_t claim(const struct text *t)
{
	size_t i;

	for (i = 0; i < t->n; i++)
		if (is_count(text_line(t, i)))
			return i + 1;
	/* Metrics only: for the message. */
	for (i = 0; i < t->n; i++)
		if (is_metric(text_line(t, i)))
			return i + 1;
	return 0;
}

/* Why the line is no JSON, where perf itself is the reason. */
static int not_json(const struct text *t, size_t i, const json_error_t *error,
		    struct err *e)
{
	const char *s = text_line(t, i), *p;

	for (p = strstr(s, " : "); p; p = strstr(p + 1, " : ")) {
		const char *q = p + 3 + (p[3] == '"');

		q += strspn(q, "0123456789");
		if (*q == ',' && isdigit((unsigned char)q[1]))
			return text_bad(t, i, e, "perf stat -j run with LC_ALL=C",
					"not JSON: perf wrote decimal commas");
	}
	if (strstr(s, ", ,"))
		return text_bad(t, i, e, "perf stat -j without -x",
				"not JSON: perf mixed -j and -x");
	return text_bad(t, i, e, "one JSON object a line", "not JSON: %s", error->text);
}

static struct span member(const json_t *o, const char *key)
{
	const char *s = json_string_value(json_object_get(o, key));

	return s ? span_of(s) : (struct span){ 0 };
}

/* A number, or text that is one: versions differ. */
static int number(const struct text *t, size_t i, const json_t *value, const char *what,
		  double *ret_v, struct err *e)
{
	if (json_is_string(value))
		return text_number(t, i, span_of(json_string_value(value)), what, ret_v,
				   e);
	if (!json_is_number(value))
		return text_bad(t, i, e, what, "no %s", what);
	*ret_v = json_number_value(value);
	if (*ret_v < 0)
		return text_bad(t, i, e, what, "the %s is negative", what);
	return 0;
}

/* The member that says which CPUs, core, socket or thread; at most one. */
static struct span place(const json_t *o, char *buf, size_t size)
{
	static const char *const keys[] = { "core",   "cache", "cluster", "die",
					    "socket", "node",  "thread" };
	struct span s = member(o, "cpu");
	size_t i;

	if (s.n && s.n + 4 < size) {
		memcpy(buf, "CPU", 3);
		memcpy(buf + 3, s.s, s.n);
		return (struct span){ buf, s.n + 3 };
	}
	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		s = member(o, keys[i]);
		if (s.n)
			return s;
	}
	return (struct span){ 0 };
}

/* The time as it is written: as a double it would lose its digits. */
static struct span interval(const char *line)
{
	const char *s = strstr(line, "\"interval\" : ");
	struct span w = { 0 };

	if (s) {
		w.s = s + strlen("\"interval\" : ");
		w.n = strspn(w.s, "0123456789.");
	}
	return w;
}

static int read_object(const struct text *t, size_t i, const json_t *o, char *buf,
		       size_t size, struct perf_count *c, struct err *e)
{
	const json_t *value = json_object_get(o, "counter-value");
	const char *text = json_string_value(value);
	size_t n;
	int r;

	*c = (struct perf_count){
		.line = i,
		.event = member(o, "event"),
		.unit = member(o, "unit"),
		.cgroup = member(o, "cgroup"),
		.id = place(o, buf, size),
		.time = interval(text_line(t, i)),
		.running_pct = 100,
	};
	if (!c->event.n)
		return text_bad(t, i, e, NULL, "a count without \"event\"");
	c->missing = text ? perf_missing(text, &n) : NULL;
	if (!c->missing) {
		r = number(t, i, value, "counter-value", &c->value, e);
		if (r < 0)
			return r;
	}
	value = json_object_get(o, "pcnt-running");
	if (value) {
		r = number(t, i, value, "pcnt-running", &c->running_pct, e);
		if (r < 0)
			return r;
	}
	value = json_object_get(o, "variance");
	c->spread_printed = value != NULL;
	return value ? number(t, i, value, "variance", &c->spread_pct, e) : 0;
}

static int one_object(const struct text *t, size_t i, const json_t *o, size_t started,
		      struct import_result *res, struct err *e)
{
	struct perf_runs runs = { .fixed_work = true, .since = started };
	struct perf_count c;
	char buf[64];
	int r;

	/* Objects without a count are metrics, computed from counts. */
	if (json_object_get(o, "metric-value") || json_object_get(o, "metricgroup")) {
		if (!json_object_get(o, "counter-value"))
			return 0;
	} else if (!json_object_get(o, "counter-value")) {
		return text_bad(t, i, e, "\"counter-value\"",
				"an object without a count");
	}
	r = read_object(t, i, o, buf, sizeof(buf), &c, e);
	runs.n = c.spread_printed ? 0 : 1;
	return r < 0 ? r : perf_store(t, &c, &runs, res, e);
}

/* Usually one object, in some versions several. */
static int one_line(const struct text *t, size_t i, size_t started,
		    struct import_result *res, struct err *e)
{
	const char *s = text_line(t, i);
	json_error_t error;
	json_t *o;
	int r = 0;

	for (s = text_skip(s); *s && r >= 0; s = text_skip(s + error.position)) {
		o = json_loads(s, JSON_REJECT_DUPLICATES | JSON_DISABLE_EOF_CHECK,
			       &error);
		if (!o)
			return not_json(t, i, &error, e);
		r = one_object(t, i, o, started, res, e);
		json_decref(o);
	}
	return r;
}

static int parse(const struct text *t, const struct import_opts *opts,
		 struct import_result *res, struct err *e)
{
	size_t i, started = 0;
	bool failed;
	int r = 0;

	for (i = 0; i < t->n && r >= 0; i++) {
		const char *s = text_skip(text_line(t, i));

		if (text_starts(s, "# started on", NULL))
			started = i + 1;
		if (!*s || *s == '#')
			continue;
		if (text_is_status(s, &failed)) {
			if (failed)
				result_warn(res, "line %zu: '%s': the command failed",
					    i + 1, TEXT_QUOTE(span_of(s)));
			continue;
		}
		r = one_line(t, i, started, res, e);
	}
	return r;
}

const struct importer import_perf_stat_json = {
	.name = "perf-stat-json",
	.about = "perf stat -j",
	.claim = claim,
	.parse = parse,
};
