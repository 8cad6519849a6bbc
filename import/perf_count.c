/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See perf_count.h. */
#include "import/perf_count.h"

#include "base/str.h"
#include "import/number.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *perf_missing(const char *s, size_t *ret_len)
{
	static const char *const words[] = { "<not counted>", "<not supported>" };
	size_t i;

	for (i = 0; i < 2; i++) {
		if (text_starts(s, words[i], NULL)) {
			*ret_len = strlen(words[i]);
			return words[i];
		}
	}
	return NULL;
}

char *perf_name(const struct perf_count *c)
{
	struct str s = STR_INIT;

	str_addn(&s, c->event.s, c->event.n);
	if (c->cgroup.n)
		str_addf(&s, " %.*s", (int)c->cgroup.n, c->cgroup.s);
	if (c->id.n)
		str_addf(&s, " %.*s", (int)c->id.n, c->id.s);
	if (c->time.n)
		str_addf(&s, " @%.*s", (int)c->time.n, c->time.s);
	return str_detach(&s);
}

const char *perf_unit(const struct perf_count *c, char *buf)
{
	size_t n = c->unit.n < 31 ? c->unit.n : 31;

	if (!c->unit.n && span_starts(c->event, "msr/tsc/"))
		return "ticks";
	if (n)
		memcpy(buf, c->unit.s, n);
	buf[n] = 0;
	return buf;
}

/* The event without its modifiers ":u", and without the PMU before it. */
static struct span bare(struct span event)
{
	const char *colon = memchr(event.s, ':', event.n), *slash;

	if (colon)
		event.n = colon - event.s;
	if (event.n && event.s[event.n - 1] == '/') {
		slash = memchr(event.s, '/', event.n - 1);
		if (slash) {
			event.n = event.s + event.n - 1 - (slash + 1);
			event.s = slash + 1;
		}
	}
	return event;
}

static enum import_direction perf_direction(const struct perf_count *c,
					    const struct perf_runs *runs)
{
	static const char *const costs[] = {
		"task-clock",
		"cpu-clock",
		"duration_time",
		"user_time",
		"system_time",
		"cycles",
		"cpu-cycles",
		"instructions",
		"ref-cycles",
		"bus-cycles",
		"branches",
		"branch-instructions",
		"page-faults",
		"faults",
		"minor-faults",
		"major-faults",
		"context-switches",
		"cs",
		"cpu-migrations",
		"CPU-migrations",
		"migrations",
		"alignment-faults",
		"emulation-faults",
		"stalled-cycles-frontend",
		"stalled-cycles-backend",
		"tsc",
	};
	struct span event = bare(c->event);
	size_t i;

	/* A count of a period of time is no cost of anything. */
	if (!runs->fixed_work || c->id.n || c->time.n || c->cgroup.n)
		return IMPORT_DIRECTION_UNKNOWN;
	for (i = 0; i < sizeof(costs) / sizeof(costs[0]); i++)
		if (span_is(event, costs[i]))
			return IMPORT_LOWER_IS_BETTER;
	if (event.n > 7 && !memcmp(event.s + event.n - 7, "-misses", 7))
		return IMPORT_LOWER_IS_BETTER;
	return IMPORT_DIRECTION_UNKNOWN;
}

/* What one printed value of several runs is, see perf_count.h. */
static void summarise(const struct perf_count *c, const struct perf_runs *runs,
		      struct import_metric *m)
{
	struct import_summary s = { .value = c->value, .n = runs->n };

	s.center = runs->old_perf ? IMPORT_CENTER_MEAN : IMPORT_CENTER_MEAN_OR_LAST;
	/* In % of 0 it is printed as 0, whatever it is. */
	if (c->spread_printed && c->value > 0) {
		s.spread = c->spread_pct;
		s.spread_kind = IMPORT_SPREAD_REL_SE_PCT;
		s.spread_pct = true;
	}
	/*
	 * The text leaves the spread out if it is exactly 0 (or if the last count is):
	 * then all runs were equal, and the last one is the mean.
	 */
	if (!c->spread_printed && runs->text && c->value > 0 && !c->id.n &&
	    !c->cgroup.n) {
		s.center = IMPORT_CENTER_MEAN;
		s.spread_kind = IMPORT_SPREAD_REL_SE_PCT;
		s.spread_pct = true;
	}
	metric_summary(m, &s);
	if (s.center == IMPORT_CENTER_MEAN_OR_LAST)
		metric_note(m,
			    "perf 6.1 and later print the last run's count here, not the "
			    "mean; -v prints every run");
	if (!runs->n)
		metric_note(m, "how many runs is not printed");
	if (s.spread_kind == IMPORT_SPREAD_NONE)
		metric_note(m, "no spread is printed for it");
}

int perf_store(const struct text *t, const struct perf_count *c,
	       const struct perf_runs *runs, struct import_result *res, struct err *e)
{
	char *name = perf_name(c), buf[32];
	struct import_metric *m = result_find(res, runs->group, name, perf_unit(c, buf));

	if (m && m->last_line > runs->since) {
		free(name);
		return text_bad(t, c->line, e, "one run, or the runs told apart",
				"'%s' stands here again, after line %lu",
				TEXT_QUOTE(c->event), m->last_line);
	}
	m = result_metric(res, runs->group, name, perf_unit(c, buf),
			  perf_direction(c, runs), c->line);
	free(name);
	if (c->missing) {
		metric_refuse(m, "%s", c->missing);
		return 0;
	}
	if (m->has_summary || (m->n_values && runs->n != 1))
		return text_bad(t, c->line, e, "one perf stat -r in a file",
				"'%s' stands here a second time", TEXT_QUOTE(c->event));
	if (runs->n == 1)
		metric_value(m, c->value);
	else
		summarise(c, runs, m);
	if (c->running_pct < 100)
		metric_note(m, "scaled: counted %.2f %% of the time", c->running_pct);
	if (c->time.n)
		metric_note(m, "an interval of one run, not a run");
	return 0;
}

/* "S0", "D12" ... at @w; the rest in @w. */
static bool eat(struct span *w, const char *prefix)
{
	size_t n = strlen(prefix), i = n;

	if (!span_starts(*w, prefix))
		return false;
	while (i < w->n && isdigit((unsigned char)w->s[i]))
		i++;
	if (i == n)
		return false;
	w->s += i;
	w->n -= i;
	return true;
}

bool perf_is_place(struct span w)
{
	if (span_starts(w, "CPU"))
		return eat(&w, "CPU") && !w.n;
	if (eat(&w, "N"))
		return !w.n;
	if (!eat(&w, "S"))
		return false;
	eat(&w, "-D");
	if (!eat(&w, "-CLS") && !eat(&w, "-C") && eat(&w, "-L"))
		eat(&w, "-ID");
	return !w.n;
}

bool perf_place_has_count(struct span w)
{
	return !span_starts(w, "CPU");
}

bool perf_is_time(struct span w)
{
	const char *dot = memchr(w.s, '.', w.n);
	size_t i;

	if (!dot || dot == w.s || w.n - (dot - w.s) != 10)
		return false;
	for (i = 0; i < w.n; i++)
		if (w.s + i != dot && !isdigit((unsigned char)w.s[i]))
			return false;
	return true;
}
