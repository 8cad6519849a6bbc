/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * stress-ng --metrics: the lines it logs, or its --yaml file. Per stressor the bogo
 * operations per second of real time, and the named metrics that some have.
 */
#include "import/importers.h"

#include "base/str.h"
#include "base/xalloc.h"
#include "import/number.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define BOGO "bogo ops/s"

/* What follows "stress-ng: metrc: [30110] " or, in old versions, "... info: ...". */
static const char *logged(const char *line, bool *ret_metrics)
{
	const char *s;

	*ret_metrics = true;
	if (!text_starts(line, "stress-ng: metrc:", &s)) {
		*ret_metrics = false;
		if (!text_starts(line, "stress-ng: info:", &s))
			return NULL;
	}
	s = text_skip(s);
	if (*s != '[')
		return NULL;
	s = strchr(s, ']');
	return s ? text_skip(s + 1) : NULL;
}

static bool is_head(const char *s)
{
	struct span w[3];

	return text_words(s, w, 3) == 3 && span_is(w[0], "stressor") &&
	       span_is(w[1], "bogo") && span_is(w[2], "ops");
}

static bool is_yaml_metrics(const struct text *t, size_t i)
{
	return span_is(span_trim(span_of(text_line(t, i))), "metrics:") && i + 1 < t->n &&
	       text_starts(text_skip(text_line(t, i + 1)), "- stressor:", NULL);
}

static size_t claim(const struct text *t)
{
	const char *s;
	size_t i;
	bool m;

	for (i = 0; i < t->n; i++) {
		s = logged(text_line(t, i), &m);
		if ((s && is_head(s)) || is_yaml_metrics(t, i))
			return i + 1;
	}
	return 0;
}

static void store(struct import_result *res, const char *name, const char *unit,
		  enum import_direction d, size_t i, double v)
{
	struct import_metric *m = result_metric(res, NULL, name, unit, d, i);

	metric_value(m, v);
	if (v == 0)
		metric_refuse(m, "0: the stressor counted nothing");
}

/* "NAME ops real usr sys ops/real ops/(usr+sys) ..." */
static int bogo_row(const struct text *t, size_t i, const char *s,
		    struct import_result *res, struct err *e)
{
	struct span w[10];
	size_t n = text_words(s, w, 10), k;
	double v[7];
	char *name;
	int r;

	if (n < 7)
		return text_bad(t, i, e, "stressor, bogo ops, times, rates",
				"'%s' is no row of the table", TEXT_QUOTE(span_of(s)));
	for (k = 1; k < 7; k++) {
		r = text_number(t, i, w[k], "a number", &v[k], e);
		if (r < 0)
			return r;
	}
	name = span_dup(w[0]);
	store(res, name, BOGO, IMPORT_HIGHER_IS_BETTER, i, v[5]);
	free(name);
	return 0;
}

/*
 * A named metric: "nanosecs per context switch (pipe method)" or the same with '-'
 * for all but letters and digits. The words say unit and direction; the name keeps
 * them all, in the form both files share.
 */
static void named(struct import_result *res, struct span stressor, const char *what,
		  size_t i, double v)
{
	static const struct {
		const char *start, *unit;
		enum import_direction d;
	} kinds[] = {
		{ "nanosecs-per-", "ns", IMPORT_LOWER_IS_BETTER },
		{ "nanosecs-to-", "ns", IMPORT_LOWER_IS_BETTER },
		{ "nanosecond", "ns", IMPORT_LOWER_IS_BETTER },
		{ "microsecs-per-", "us", IMPORT_LOWER_IS_BETTER },
		{ "microsecs-to-", "us", IMPORT_LOWER_IS_BETTER },
		{ "millisecs-per-", "ms", IMPORT_LOWER_IS_BETTER },
		{ "millisecs-to-", "ms", IMPORT_LOWER_IS_BETTER },
		{ "mb-per-sec-", "MB/s", IMPORT_HIGHER_IS_BETTER },
	};
	enum import_direction d = IMPORT_DIRECTION_UNKNOWN;
	const char *unit = "";
	struct str name = STR_INIT;
	size_t k;

	if (text_starts(what, "nanosecs-per-context-switch", NULL)) {
		str_addn(&name, stressor.s, stressor.n);
		unit = "ns/switch";
		d = IMPORT_LOWER_IS_BETTER;
		goto out;
	}
	str_addf(&name, "%.*s %s", (int)stressor.n, stressor.s, what);
	for (k = 0; k < sizeof(kinds) / sizeof(kinds[0]) && !*unit; k++) {
		if (text_starts(what, kinds[k].start, NULL)) {
			unit = kinds[k].unit;
			d = kinds[k].d;
		}
	}
	if (!*unit && strstr(what, "-per-sec")) {
		unit = "1/s";
		d = IMPORT_HIGHER_IS_BETTER;
	}
out:
	store(res, str_get(&name), unit, d, i, v);
	str_release(&name);
}

/* "NAME value description (geometic mean of 1 instances)" */
static int named_row(const struct text *t, size_t i, const char *s,
		     struct import_result *res, struct err *e)
{
	struct span w[3];
	struct str what = STR_INIT;
	const char *p, *end;
	double v;
	int r;

	if (text_words(s, w, 3) < 3)
		return text_bad(t, i, e, "stressor, value, description",
				"'%s' is no metric", TEXT_QUOTE(span_of(s)));
	r = text_number(t, i, w[1], "a value", &v, e);
	if (r < 0)
		return r;
	end = strstr(w[2].s, " mean of ");
	while (end && end > w[2].s && *end != '(')
		end--;
	end = end && *end == '(' ? end : w[2].s + strlen(w[2].s);
	/* As the YAML file writes it. */
	for (p = w[2].s; p < end; p++) {
		if (isalnum((unsigned char)*p))
			str_addc(&what, tolower((unsigned char)*p));
		else if (what.len && what.s[what.len - 1] != '-')
			str_addc(&what, '-');
	}
	while (what.len && what.s[what.len - 1] == '-')
		what.s[--what.len] = 0;
	named(res, w[0], str_get(&what), i, v);
	str_release(&what);
	return 0;
}

static void remark(struct import_result *res, size_t i, const char *line, const char *s)
{
	const char *count = NULL;

	if (text_starts(line, "stress-ng: fail:", NULL) ||
	    text_starts(line, "stress-ng: error:", NULL) ||
	    (s && text_starts(s, "unsuccessful run", NULL)))
		result_warn(res, "line %zu: '%s'", i + 1, TEXT_QUOTE(span_of(line)));
	if (s &&
	    (text_starts(s, "failed: ", &count) ||
	     text_starts(s, "metrics untrustworthy: ", &count)) &&
	    *count != '0')
		result_warn(res, "line %zu: '%s'", i + 1, TEXT_QUOTE(span_of(s)));
}

static int parse_log(const struct text *t, struct import_result *res, struct err *e)
{
	enum { NOTHING, TABLE, NAMED } now = NOTHING;
	bool metrics, in_metrics = false;
	const char *s;
	size_t i;
	int r = 0;

	for (i = 0; i < t->n && r >= 0; i++) {
		s = logged(text_line(t, i), &metrics);
		remark(res, i, text_line(t, i), s);
		if (!s)
			continue;
		if (is_head(s)) {
			now = TABLE;
			in_metrics = metrics;
		} else if (metrics != in_metrics) {
			now = NOTHING;
		} else if (text_starts(s, "miscellaneous metrics:", NULL)) {
			now = NAMED;
		} else if (now == TABLE && *s == '(') {
			continue; /* the second line of the head */
		} else if (now == TABLE && !metrics &&
			   (strstr(s, "run completed") || strstr(s, "run time:"))) {
			now = NOTHING;
		} else if (now == TABLE) {
			r = bogo_row(t, i, s, res, e);
		} else if (now == NAMED) {
			r = named_row(t, i, s, res, e);
		}
	}
	return r;
}

/* "key: number" under "- stressor: NAME" */
static int yaml_line(const struct text *t, size_t i, struct span stressor, const char *s,
		     struct import_result *res, struct err *e)
{
	static const char *const skip[] = {
		"bogo-ops:",        "bogo-ops-per-second-usr-sys-time:",
		"wall-clock-time:", "user-time:",
		"system-time:",     "cpu-usage-per-instance:",
		"max-rss:",         "bogo-ops-per-second-usr-sys:",
	};
	const char *colon = strchr(s, ':');
	struct span w;
	char *key, *name;
	double v;
	size_t k;
	int r;

	if (!colon || text_words(colon + 1, &w, 1) != 1)
		return text_bad(t, i, e, "key: number", "'%s' is no metric",
				TEXT_QUOTE(span_of(s)));
	for (k = 0; k < sizeof(skip) / sizeof(skip[0]); k++)
		if (text_starts(s, skip[k], NULL))
			return 0;
	r = text_number(t, i, w, "a number", &v, e);
	if (r < 0)
		return r;
	key = xstrndup(s, colon - s);
	name = span_dup(stressor);
	if (!strcmp(key, "bogo-ops-per-second-real-time"))
		store(res, name, BOGO, IMPORT_HIGHER_IS_BETTER, i, v);
	else
		named(res, stressor, key, i, v);
	free(name);
	free(key);
	return 0;
}

static int parse_yaml(const struct text *t, size_t i, struct import_result *res,
		      struct err *e)
{
	struct span stressor = { 0 };
	const char *s, *rest;
	int r = 0;

	for (; i < t->n && r >= 0; i++) {
		s = text_skip(text_line(t, i));
		if (text_starts(s, "- stressor:", &rest)) {
			stressor = span_trim(span_of(rest));
			if (!stressor.n)
				return text_bad(t, i, e, "- stressor: NAME", "no name");
		} else if (text_starts(s, "...", NULL) || text_starts(s, "---", NULL)) {
			break;
		} else if (*s && s == text_line(t, i)) {
			break; /* another section */
		} else if (*s) {
			r = yaml_line(t, i, stressor, s, res, e);
		}
	}
	return r;
}

static int parse(const struct text *t, const struct import_opts *opts,
		 struct import_result *res, struct err *e)
{
	size_t i = claim(t);

	if (i && is_yaml_metrics(t, i - 1))
		return parse_yaml(t, i, res, e);
	return parse_log(t, res, e);
}

const struct importer import_stress_ng = {
	.name = "stress-ng",
	.about = "stress-ng --metrics",
	.claim = claim,
	.parse = parse,
};
