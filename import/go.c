/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Benchmark lines of `go test -bench` (the Go benchmark data format): a name, the
 * number of iterations, then pairs of value and unit. "key: value" lines configure
 * what follows; those whose values change within the file name the part a result is
 * from. `go test -json` is the same text in pieces. Everything else is the output of
 * the program and not looked at.
 */
#include "import/importers.h"

#include "base/str.h"
#include "base/xalloc.h"
#include "import/json.h"
#include "import/number.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MAX_KEYS  64
#define MAX_WORDS 512

struct key {
	char *name, *value; /* value: now, NULL if not set */
	char *seen;         /* the value when the first result came by */
	bool varies;
};

struct better {
	char *unit;
	enum import_direction direction;
};

struct go {
	const struct text *t;
	struct key keys[MAX_KEYS];
	size_t n_keys;
	struct better better[MAX_KEYS];
	size_t n_better;
	bool any; /* a result came by */
};

/* "BenchmarkName-8": upper case, or nothing of a letter, after "Benchmark". */
static bool is_bench_name(struct span w)
{
	return span_starts(w, "Benchmark") &&
	       (w.n == 9 || !islower((unsigned char)w.s[9]));
}

/* A line of results as far as it says itself: a name and a count. */
static bool is_result(const char *line, struct span *w, size_t *ret_n)
{
	uint64_t iterations;

	if (!text_starts(line, "Benchmark", NULL))
		return false;
	*ret_n = text_words(line, w, MAX_WORDS);
	return *ret_n >= 2 && is_bench_name(w[0]) &&
	       num_scan_uint(w[1].s, w[1].n, &iterations) == NUM_OK;
}

static bool is_json(const struct text *t, size_t i)
{
	const char *s = text_line(t, i);

	return s[0] == '{' && strstr(s, "\"Action\":\"") && strstr(s, "\"Time\":\"");
}

static size_t claim(const struct text *t)
{
	struct span w[MAX_WORDS];
	size_t i, n;

	for (i = 0; i < t->n; i++)
		if ((is_result(text_line(t, i), w, &n) && n >= 4) || is_json(t, i))
			return i + 1;
	return 0;
}

/* "key: value"; the key begins in lower case and has no upper case and no blank. */
static bool is_config(const char *line, struct span *key, struct span *value)
{
	const char *s = line;

	if (!islower((unsigned char)*s))
		return false;
	while (*s && *s != ':' && !isspace((unsigned char)*s) &&
	       !isupper((unsigned char)*s))
		s++;
	if (*s != ':' || (s[1] && !isspace((unsigned char)s[1])))
		return false;
	*key = (struct span){ line, s - line };
	*value = span_trim(span_of(s + 1));
	return true;
}

static void configure(struct go *g, struct span key, struct span value)
{
	size_t i;

	for (i = 0; i < g->n_keys; i++)
		if (span_is(key, g->keys[i].name))
			break;
	if (i == MAX_KEYS)
		return;
	if (i == g->n_keys)
		g->keys[g->n_keys++] = (struct key){ .name = span_dup(key) };
	free(g->keys[i].value);
	g->keys[i].value = value.n ? span_dup(value) : NULL;
}

/* Which keys have more than one value among the results? */
static void note_variation(struct go *g)
{
	size_t i;

	for (i = 0; i < g->n_keys; i++) {
		const char *now = g->keys[i].value ?: "";

		if (!g->keys[i].seen)
			g->keys[i].seen = xstrdup(g->any ? "" : now);
		if (strcmp(g->keys[i].seen, now))
			g->keys[i].varies = true;
	}
	g->any = true;
}

static char *group(const struct go *g)
{
	struct str s = STR_INIT;
	size_t i;

	for (i = 0; i < g->n_keys; i++)
		if (g->keys[i].varies && g->keys[i].value)
			str_addf(&s, "%s%s: %s", s.len ? ", " : "", g->keys[i].name,
				 g->keys[i].value);
	return str_detach(&s);
}

/* "Unit x better=lower assume=exact". */
static bool unit_line(struct go *g, const char *line)
{
	struct span w[16];
	size_t n, i;

	if (!text_starts(line, "Unit ", NULL))
		return false;
	n = text_words(line, w, 16);
	for (i = 2; i < n; i++) {
		bool lower = span_is(w[i], "better=lower");

		if ((lower || span_is(w[i], "better=higher")) && g->n_better < MAX_KEYS)
			g->better[g->n_better++] = (struct better){
				.unit = span_dup(w[1]),
				.direction = lower ? IMPORT_LOWER_IS_BETTER
						   : IMPORT_HIGHER_IS_BETTER,
			};
	}
	return true;
}

static enum import_direction direction_of(const struct go *g, const char *unit)
{
	static const char *const lower[] = { "ns/op", "sec/op", "B/op", "allocs/op" };
	size_t i;

	for (i = 0; i < g->n_better; i++)
		if (!strcmp(g->better[i].unit, unit))
			return g->better[i].direction;
	for (i = 0; i < sizeof(lower) / sizeof(lower[0]); i++)
		if (!strcmp(lower[i], unit))
			return IMPORT_LOWER_IS_BETTER;
	if (!strcmp(unit, "MB/s") || !strcmp(unit, "B/s"))
		return IMPORT_HIGHER_IS_BETTER;
	return IMPORT_DIRECTION_UNKNOWN;
}

static int result(struct go *g, size_t i, const struct span *w, size_t n,
		  struct import_result *res, struct err *e)
{
	char *name, *unit, *part;
	double v;
	size_t k;
	int r = 0;

	if (n < 4 || n % 2 || n == MAX_WORDS)
		return text_bad(
			g->t, i, e, "name, iterations, then value and unit in pairs",
			"'%s' is not complete", TEXT_QUOTE(span_of(text_line(g->t, i))));
	/* "Benchmark" is not part of the name. */
	name = xstrndup(w[0].s + 9, w[0].n - 9);
	part = group(g);
	for (k = 2; k < n && r >= 0; k += 2) {
		r = text_number(g->t, i, w[k], "a value", &v, e);
		if (r < 0)
			break;
		unit = span_dup(w[k + 1]);
		metric_value(
			result_metric(res, part, name, unit, direction_of(g, unit), i),
			v);
		free(unit);
	}
	free(part);
	free(name);
	return r;
}

static void other_line(const struct go *g, size_t i, struct import_result *res)
{
	const char *line = text_line(g->t, i);

	if (text_starts(line, "FAIL", NULL) || text_starts(line, "--- FAIL", NULL) ||
	    text_starts(line, "panic:", NULL))
		result_warn(res, "line %zu: '%s'", i + 1, TEXT_QUOTE(span_of(line)));
	else if (strstr(line, " ns/op"))
		result_warn(res, "line %zu: '%s' is no whole benchmark line: not read",
			    i + 1, TEXT_QUOTE(span_of(line)));
}

/* First to learn which keys vary, then again to store. */
static int pass(struct go *g, bool store, struct import_result *res, struct err *e)
{
	struct span w[MAX_WORDS], key, value;
	size_t i, n;
	int r;

	for (i = 0; i < g->t->n; i++) {
		const char *line = text_line(g->t, i);

		if (is_config(line, &key, &value)) {
			configure(g, key, value);
			continue;
		}
		if (!is_result(line, w, &n)) {
			if (store)
				other_line(g, i, res);
			else
				unit_line(g, line);
			continue;
		}
		if (!store) {
			note_variation(g);
			continue;
		}
		r = result(g, i, w, n, res, e);
		if (r < 0)
			return r;
	}
	return 0;
}

static int parse_text(const struct text *t, struct import_result *res, struct err *e)
{
	struct go g = { .t = t };
	size_t i;
	int r;

	pass(&g, false, res, e);
	for (i = 0; i < g.n_keys; i++) {
		free(g.keys[i].value);
		g.keys[i].value = NULL;
	}
	r = pass(&g, true, res, e);
	for (i = 0; i < g.n_keys; i++) {
		free(g.keys[i].name);
		free(g.keys[i].value);
		free(g.keys[i].seen);
	}
	for (i = 0; i < g.n_better; i++)
		free(g.better[i].unit);
	return r;
}

/* The text again that `go test -json` took apart, one package after the other. */
static int undo_json(const struct text *t, struct str *out, struct err *e)
{
	json_error_t error;
	json_t *event;
	const char *s;
	size_t i;

	for (i = 0; i < t->n; i++) {
		if (text_blank(text_line(t, i)))
			continue;
		event = json_loads(text_line(t, i), 0, &error);
		if (!event)
			return text_bad(t, i, e, "an event of go test -json",
					"not JSON: %s", error.text);
		s = json_string_value(json_object_get(event, "Action"));
		if (s && !strcmp(s, "output"))
			str_add(out, json_string_value(json_object_get(event, "Output"))
					     ?: "");
		json_decref(event);
	}
	return 0;
}

static int parse(const struct text *t, const struct import_opts *opts,
		 struct import_result *res, struct err *e)
{
	struct str out = STR_INIT;
	size_t line = claim(t), i;
	struct text inner;
	int r;

	if (!line || !is_json(t, line - 1))
		return parse_text(t, res, e);
	r = undo_json(t, &out, e);
	if (r >= 0)
		r = text_init(&inner, str_get(&out), out.len, t->file, e);
	if (r < 0)
		goto out;
	r = parse_text(&inner, res, e);
	/* Lines of the inner text are not lines of the file. */
	for (i = 0; i < res->n_metrics; i++)
		res->metrics[i].line = res->metrics[i].last_line = line;
	if (r < 0 && e)
		err_where(e, "%s", t->file);
	text_release(&inner);
out:
	str_release(&out);
	return r;
}

const struct importer import_go = {
	.name = "go",
	.about = "Go benchmark lines",
	.claim = claim,
	.parse = parse,
};
