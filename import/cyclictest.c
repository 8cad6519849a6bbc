/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cyclictest: its JSON, its "T: 0 (...)" lines, and the foot of its histogram.
 * Whether a time is in microseconds or, with -N, in nanoseconds is said by the JSON
 * only. The lines differ in the width of a field, and no timer wakes up in less than
 * half a microsecond; where neither decides the unit is not known.
 */
#include "import/importers.h"

#include "base/xalloc.h"
#include "import/json.h"
#include "import/number.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COST          IMPORT_LOWER_IS_BETTER
#define MAX_THREADS   4096
#define US_FIELD      5   /* "Act:%5ld" */
#define NS_FIELD      8   /* "Act:%8ld" with -N */
#define IMPOSSIBLE_NS 500 /* a wake-up as short as this */

struct thread {
	uint64_t id, cycles;
	double min, avg, max;
	size_t line;
	const char *unit; /* NULL: not known */
};

static bool is_line(const char *s)
{
	return text_starts(s, "T:", NULL) && strstr(s, " C:") && strstr(s, " Min:") &&
	       strstr(s, " Act:") && strstr(s, " Avg:") && strstr(s, " Max:") &&
	       strstr(s, " I:");
}

static bool is_json(const json_t *doc)
{
	return json_is_object(json_object_get(doc, "thread")) &&
	       json_object_get(doc, "num_threads") &&
	       json_object_get(doc, "resolution_in_ns");
}

static size_t claim(const struct text *t)
{
	bool histogram = false;
	size_t i;

	if (t->json)
		return is_json(t->json);
	for (i = 0; i < t->n; i++) {
		const char *s = text_line(t, i);

		if (is_line(s))
			return i + 1;
		if (text_starts(s, "# Histogram", NULL))
			histogram = true;
		if (histogram && text_starts(s, "# Min Latencies:", NULL))
			return i + 1;
	}
	return 0;
}

static struct import_metric *one(struct import_result *res, const struct thread *th,
				 const char *what)
{
	char name[64];

	snprintf(name, sizeof(name), "thread %llu %s", (unsigned long long)th->id, what);
	return result_metric(res, NULL, name, th->unit ?: "", COST, th->line);
}

/* Three metrics of a thread; @note (may be NULL) goes to each. */
static void store(struct import_result *res, const struct thread *th, const char *note)
{
	static const char *const what[] = { "min", "avg", "max" };
	const double v[] = { th->min, th->avg, th->max };
	struct import_metric *m;
	size_t i;

	for (i = 0; i < 3; i++) {
		m = one(res, th, what[i]);
		if (!th->cycles) {
			metric_refuse(m, "the thread never woke up");
		} else if (!th->unit) {
			metric_refuse(
				m, "%.17g, but nothing says whether us or, with -N, ns",
				v[i]);
		} else if (i == 1) {
			struct import_summary s = { .value = v[i], .n = th->cycles };

			metric_summary(m, &s);
			metric_note(m,
				    "over all wake-ups of one run; their spread is not "
				    "printed");
		} else {
			metric_value(m, v[i]);
			metric_note(m, "the extreme of %llu wake-ups",
				    (unsigned long long)th->cycles);
		}
		if (note)
			metric_note(m, "%s", note);
	}
}

/* How many of the cycles the histogram holds. */
static double histogram_sum(const json_t *thread)
{
	json_t *bins = json_object_get(thread, "histogram"), *bin;
	const char *key;
	double sum = 0;

	json_object_foreach (bins, key, bin)
		sum += json_number_value(bin);
	return sum;
}

static int json_thread(const struct text *t, size_t line, const char *id,
		       const char *unit, const json_t *thread, struct import_result *res,
		       struct err *e)
{
	struct thread th = { .line = line, .unit = unit };
	char note[96] = "";
	double cycles, sum;
	int r;

	if (num_scan_uint(id, strlen(id), &th.id) != NUM_OK)
		return text_bad(t, line, e, "the number of a thread", "'%s' is none",
				TEXT_QUOTE(span_of(id)));
	r = json_get_number(t, line, thread, "cycles", &cycles, e);
	th.cycles = r >= 0 && cycles < 1e18 ? (uint64_t)cycles : 0;
	/* Without a wake-up avg is 0/0. */
	if (r >= 0 && th.cycles)
		r = json_get_number(t, line, thread, "min", &th.min, e);
	if (r >= 0 && th.cycles)
		r = json_get_number(t, line, thread, "avg", &th.avg, e);
	if (r >= 0 && th.cycles)
		r = json_get_number(t, line, thread, "max", &th.max, e);
	if (r < 0)
		return r;
	if (th.min > th.avg || th.avg > th.max)
		return text_bad(t, line, e, "min <= avg <= max",
				"min %.9g, avg %.9g, max %.9g", th.min, th.avg, th.max);
	sum = histogram_sum(thread);
	if (sum > 0 && sum < cycles)
		snprintf(note, sizeof(note),
			 "the histogram holds %.0f of %.0f wake-ups: "
			 "the longest are not in it",
			 sum, cycles);
	store(res, &th, note[0] ? note : NULL);
	return 0;
}

static int parse_json(const struct text *t, struct import_result *res, struct err *e)
{
	json_t *threads = json_object_get(t->json, "thread"), *thread;
	const json_t *ns = json_object_get(t->json, "resolution_in_ns");
	const char *id, *unit;
	struct json_lines lines;
	int r;

	if (!is_json(t->json))
		return 0;
	if (!json_is_integer(ns) || json_integer_value(ns) < 0 ||
	    json_integer_value(ns) > 1)
		return text_bad(t, 0, e, "0 or 1",
				"\"resolution_in_ns\" is not understood");
	unit = json_integer_value(ns) ? "ns" : "us";
	json_lines_init(&lines, t, "cycles");
	json_object_foreach (threads, id, thread) {
		r = json_thread(t, json_lines_next(&lines), id, unit, thread, res, e);
		if (r < 0)
			return r;
	}
	return 0;
}

/* The number after @key, and how many characters its field has. */
static int field(const struct text *t, size_t i, const char *key, double *ret_v,
		 size_t *ret_width, struct err *e)
{
	const char *s = strstr(text_line(t, i), key), *from;
	struct span w;

	from = s + strlen(key);
	if (!text_words(from, &w, 1))
		return text_bad(t, i, e, "a number", "nothing after '%s'", key + 1);
	*ret_width = w.s + w.n - from;
	return text_number(t, i, w, "a number", ret_v, e);
}

/* The field is padded to one of two widths; a number that fills both decides nothing. */
static const char *unit_of_widths(size_t act, size_t avg)
{
	if (act == US_FIELD || avg == US_FIELD)
		return "us";
	if (act == NS_FIELD && avg == NS_FIELD)
		return "ns";
	return NULL;
}

static int read_line(const struct text *t, size_t i, struct thread *th, struct err *e)
{
	double act, cycles, id;
	size_t width, act_width, avg_width;
	int r;

	r = field(t, i, "T:", &id, &width, e);
	if (r >= 0)
		r = field(t, i, " C:", &cycles, &width, e);
	if (r >= 0)
		r = field(t, i, " Min:", &th->min, &width, e);
	if (r >= 0)
		r = field(t, i, " Act:", &act, &act_width, e);
	if (r >= 0)
		r = field(t, i, " Avg:", &th->avg, &avg_width, e);
	if (r >= 0)
		r = field(t, i, " Max:", &th->max, &width, e);
	if (r < 0)
		return r;
	th->id = id < MAX_THREADS ? (uint64_t)id : MAX_THREADS;
	th->cycles = cycles < 1e18 ? (uint64_t)cycles : 0;
	th->line = i;
	th->unit = unit_of_widths(act_width, avg_width);
	if (th->id == MAX_THREADS)
		return text_bad(t, i, e, NULL, "more than %d threads", MAX_THREADS);
	/* The average is an integer division: min <= avg holds all the same. */
	if (th->cycles && (th->min > th->avg || th->avg > th->max))
		return text_bad(t, i, e, "min <= avg <= max",
				"min %.9g, avg %.9g, max %.9g", th->min, th->avg,
				th->max);
	return 0;
}

/* Without -q the lines are printed again and again: the last of a thread counts. */
static int parse_lines(const struct text *t, struct import_result *res, struct err *e)
{
	struct thread *last = xcalloc(MAX_THREADS, sizeof(*last)), th;
	bool updates = false;
	size_t i;
	int r = 0;

	for (i = 0; i < t->n && r >= 0; i++) {
		if (!is_line(text_line(t, i)))
			continue;
		r = read_line(t, i, &th, e);
		if (r < 0)
			break;
		if (last[th.id].line && th.cycles < last[th.id].cycles)
			r = text_bad(t, i, e, "one run in a file",
				     "thread %llu counts fewer cycles than before",
				     (unsigned long long)th.id);
		updates |= last[th.id].line != 0;
		last[th.id] = th;
		last[th.id].line = i + 1;
	}
	for (i = 0; i < MAX_THREADS && r >= 0; i++) {
		if (!last[i].line)
			continue;
		last[i].line--;
		store(res, &last[i], updates ? "the last of several updates" : NULL);
	}
	free(last);
	return r;
}

/* The foot of the histogram: a line for each of these, a number for each thread. */
static const char *const foot_lines[] = { "# Total:", "# Min Latencies:",
					  "# Avg Latencies:", "# Max Latencies:",
					  "# Histogram Overflows:" };

enum { TOTAL, MIN, AVG, MAX, OVERFLOWS, N_FOOT };

struct foot {
	double *v[N_FOOT];
	size_t n[N_FOOT];
	size_t line;
};

static int read_foot(const struct text *t, size_t i, const char *rest, struct foot *f,
		     size_t k, struct err *e)
{
	struct span *w;
	size_t j;
	int r = 0;

	if (f->n[k])
		return text_bad(t, i, e, "one run in a file", "a second '%s'",
				foot_lines[k]);
	w = xcalloc(MAX_THREADS + 1, sizeof(*w));
	f->n[k] = text_words(rest, w, MAX_THREADS + 1);
	f->v[k] = xcalloc(f->n[k], sizeof(*f->v[k]));
	if (f->n[k] > MAX_THREADS)
		r = text_bad(t, i, e, NULL, "more than %d threads", MAX_THREADS);
	for (j = 0; j < f->n[k] && r >= 0; j++) {
		r = text_number(t, i, w[j], "a number", &f->v[k][j], e);
		if (r >= 0 && f->v[k][j] > 1e15)
			r = text_bad(t, i, e, "a latency or a count", "'%s' is too large",
				     TEXT_QUOTE(w[j]));
	}
	free(w);
	return r;
}

static int store_foot(const struct text *t, const struct foot *f,
		      struct import_result *res, struct err *e)
{
	char note[96];
	size_t i;

	/* With -H Total, Max and Overflows have one number more, for all together. */
	if (!f->n[MIN] || f->n[MIN] != f->n[AVG] || f->n[MAX] < f->n[MIN] ||
	    f->n[TOTAL] < f->n[MIN] || f->n[OVERFLOWS] < f->n[MIN])
		return text_bad(t, f->line, e,
				"Total, Min, Avg, Max and Overflows of every thread",
				"the foot of the histogram is not complete");
	for (i = 0; i < f->n[MIN]; i++) {
		double in = f->v[TOTAL][i], out = f->v[OVERFLOWS][i];
		struct thread th = {
			.id = i,
			.line = f->line,
			.min = f->v[MIN][i],
			.avg = f->v[AVG][i],
			.max = f->v[MAX][i],
			.cycles = (uint64_t)(in + out),
		};

		if (th.cycles && (th.min > th.avg || th.avg > th.max))
			return text_bad(t, f->line, e, "min <= avg <= max",
					"min %.9g, avg %.9g, max %.9g", th.min, th.avg,
					th.max);
		th.unit = th.min < IMPOSSIBLE_NS ? "us" : NULL;
		snprintf(note, sizeof(note), "the histogram holds %.0f of %.0f wake-ups",
			 in, in + out);
		store(res, &th, out > 0 ? note : NULL);
	}
	return 0;
}

static int parse_histogram(const struct text *t, struct import_result *res, struct err *e)
{
	struct foot f = { 0 };
	const char *rest;
	size_t i, k;
	int r = 0;

	for (i = 0; i < t->n; i++) {
		for (k = 0; k < N_FOOT && r >= 0; k++) {
			if (!text_starts(text_line(t, i), foot_lines[k], &rest))
				continue;
			f.line = k == MIN ? i : f.line;
			r = read_foot(t, i, rest, &f, k, e);
		}
	}
	if (r >= 0)
		r = store_foot(t, &f, res, e);
	for (k = 0; k < N_FOOT; k++)
		free(f.v[k]);
	return r;
}

static int parse(const struct text *t, const struct import_opts *opts,
		 struct import_result *res, struct err *e)
{
	size_t line = claim(t);

	if (t->json)
		return parse_json(t, res, e);
	if (line && !is_line(text_line(t, line - 1)))
		return parse_histogram(t, res, e);
	return parse_lines(t, res, e);
}

const struct importer import_cyclictest = {
	.name = "cyclictest",
	.about = "a cyclictest result",
	.claim = claim,
	.parse = parse,
};
