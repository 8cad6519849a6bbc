/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * UnixBench: the result lines of Run ("NAME  VALUE lps  (10.0 s, 7 samples)"), and the
 * raw "COUNT|n|base|unit" lines of its programs. The index below them is not a
 * measurement.
 */
#include "import/importers.h"

#include "base/xalloc.h"
#include "import/number.h"

#include <stdlib.h>
#include <string.h>

#define MAX_WORDS 24

struct line {
	struct span name, value, unit;
	uint64_t samples;
};

/* "Pipe Throughput    344883.9 lps   (10.0 s, 1 samples)" */
static bool is_result(const char *s, struct line *l)
{
	static const char *const units[] = { "lps", "lpm", "KBps", "MWIPS" };
	struct span w[MAX_WORDS];
	size_t n = text_words(s, w, MAX_WORDS), i;

	if (n < 7 || n == MAX_WORDS || !span_is(w[n - 1], "samples)") ||
	    !span_is(w[n - 3], "s,") || w[n - 4].s[0] != '(')
		return false;
	if (num_scan_uint(w[n - 2].s, w[n - 2].n, &l->samples) != NUM_OK || !l->samples)
		return false;
	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (span_is(w[n - 5], units[i]))
			break;
	if (i == sizeof(units) / sizeof(units[0]))
		return false;
	l->unit = w[n - 5];
	l->value = w[n - 6];
	l->name = span_trim((struct span){ w[0].s, w[n - 6].s - w[0].s });
	return l->name.n > 0;
}

static size_t claim(const struct text *t)
{
	struct line l;
	size_t i;

	for (i = 0; i < t->n; i++)
		if (is_result(text_line(t, i), &l) ||
		    text_starts(text_line(t, i), "COUNT|", NULL))
			return i + 1;
	return 0;
}

static int result(const struct text *t, size_t i, const struct line *l, const char *part,
		  struct import_result *res, struct err *e)
{
	struct import_summary s = { .center = IMPORT_CENTER_OTHER, .n = l->samples };
	struct import_metric *m;
	char *name, *unit;
	int r;

	r = text_number(t, i, l->value, "a result", &s.value, e);
	if (r < 0)
		return r;
	name = span_dup(l->name);
	unit = span_dup(l->unit);
	m = result_metric(res, part, name, unit, IMPORT_HIGHER_IS_BETTER, i);
	free(name);
	free(unit);
	if (m->has_summary)
		return text_bad(t, i, e, "one run in a file", "a second result for '%s'",
				TEXT_QUOTE(l->name));
	if (l->samples == 1) {
		metric_value(m, s.value);
	} else {
		metric_summary(m, &s);
		metric_note(m,
			    "the geometric mean of the better two thirds of %llu samples",
			    (unsigned long long)l->samples);
	}
	if (!strcmp(m->name, "System Call Overhead"))
		metric_note(m, "one loop of its default test is several system calls");
	return 0;
}

struct raw {
	unsigned int programs; /* seen so far */
	char *last;            /* the COUNT line before */
	double seconds;        /* of a TIME line, 0 if none */
};

/*
 * The programs print no name and, but for some, no time: the count is kept as what
 * it is. Two processes of context1 print the same line twice.
 */
static int count(const struct text *t, size_t i, struct raw *raw,
		 struct import_result *res, struct err *e)
{
	const char *s = text_line(t, i);
	struct import_metric *m;
	struct span f[5];
	uint64_t base;
	char *name;
	double v;
	int r;

	if (text_fields(s, "|", f, 5) != 4 ||
	    num_scan_uint(f[2].s, f[2].n, &base) != NUM_OK || !f[3].n)
		return text_bad(t, i, e, "COUNT|n|base|unit", "'%s' is no such line",
				TEXT_QUOTE(span_of(s)));
	r = text_number(t, i, f[1], "a count", &v, e);
	if (r < 0)
		return r;
	if (raw->last && !strcmp(raw->last, s)) {
		metric_note(&res->metrics[res->n_metrics - 1],
			    "printed twice, by both of its processes: counted once");
		return 0;
	}
	free(raw->last);
	raw->last = xstrdup(s);
	name = xasprintf("COUNT %u", ++raw->programs);
	m = result_metric(res, NULL, name, "loops", IMPORT_HIGHER_IS_BETTER, i);
	free(name);
	metric_value(m, v);
	metric_note(
		m, "neither the test nor how long it ran is in the text: comparable only "
		   "with the same program, run as long");
	return 0;
}

/* "2 CPUs in system; running 8 parallel copies of tests" */
static char *copies(const char *s)
{
	const char *from = strstr(s, "; running "), *to;

	if (!from)
		return NULL;
	from += strlen("; running ");
	to = strstr(from, " of tests");
	return to ? xstrndup(from, to - from) : NULL;
}

static size_t parts(const struct text *t)
{
	size_t i, n = 0;
	char *s;

	for (i = 0; i < t->n; i++) {
		s = copies(text_line(t, i));
		n += s != NULL;
		free(s);
	}
	return n;
}

static int parse(const struct text *t, const struct import_opts *opts,
		 struct import_result *res, struct err *e)
{
	bool several = parts(t) > 1;
	char *part = NULL, *next;
	struct raw raw = { 0 };
	struct line l;
	size_t i;
	int r = 0;

	for (i = 0; i < t->n && r >= 0; i++) {
		const char *s = text_line(t, i);

		next = copies(s);
		if (next) {
			free(part);
			part = next;
		} else if (is_result(s, &l)) {
			r = result(t, i, &l, several ? part : NULL, res, e);
		} else if (text_starts(s, "COUNT|", NULL)) {
			r = count(t, i, &raw, res, e);
		} else if (strstr(s, "no measured results")) {
			result_warn(res, "line %zu: '%s'", i + 1, TEXT_QUOTE(span_of(s)));
		}
	}
	free(part);
	free(raw.last);
	return r;
}

const struct importer import_unixbench = {
	.name = "unixbench",
	.about = "UnixBench results",
	.claim = claim,
	.parse = parse,
};
