/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf stat's text form: blocks "Performance counter stats for ...", the lines that
 * -v prints for every run before them, and the lines of -I. What stands outside is
 * the output of the command and not looked at, but for what says that it failed.
 */
#include "import/importers.h"

#include "base/xalloc.h"
#include "import/perf_block.h"
#include "import/perf_line.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define HEADER "Performance counter stats for "

static bool is_header(const char *line)
{
	return text_starts(text_skip(line), HEADER, NULL);
}

static bool is_run(const char *line)
{
	return text_starts(line, "[ perf stat: executing run #", NULL);
}

/* "#           time             counts unit events" */
static bool is_interval_head(const char *line, bool *ret_counts)
{
	struct span w[12];
	size_t n = text_words(line, w, 12);

	if (n < 2 || !span_is(w[0], "#") || !span_is(w[1], "time"))
		return false;
	*ret_counts =
		n >= 4 && span_is(w[n - 1], "events") && span_is(w[n - 3], "counts");
	return true;
}

static size_t claim(const struct text *t)
{
	bool counts;
	size_t i;

	for (i = 0; i < t->n; i++)
		if (is_header(text_line(t, i)) || is_run(text_line(t, i)) ||
		    (is_interval_head(text_line(t, i), &counts) && counts))
			return i + 1;
	return 0;
}

struct state {
	const struct text *t;
	struct import_result *res;
	struct num_style style;
	bool several; /* blocks of different commands */
	bool interval;
	struct perf_line
		last; /* count of an interval, to be stored when it is complete */
	struct perf_block block;
	bool in_block;
	bool table;
};

/*
 * "Performance counter stats for 'sleep 1' (5 runs):" - the command may hold line
 * breaks. Returns the line after the header.
 */
static int read_header(struct state *st, size_t i, size_t *ret_next, struct err *e)
{
	const struct text *t = st->t;
	struct perf_block *b = &st->block;
	const char *s = text_skip(text_line(t, i)) + strlen(HEADER), *runs;
	struct span w[2];
	size_t last = i;
	char *quote;

	perf_block_begin(b, i);
	b->runs.fixed_work = !text_starts(s, "'system wide", NULL) &&
			     !text_starts(s, "'CPU(s)", NULL) &&
			     !text_starts(s, "'BPF program", NULL) &&
			     !text_starts(s, "process id", NULL) &&
			     !text_starts(s, "thread id", NULL);
	b->command = xstrdup(s);
	quote = strrchr(b->command, '\'');
	if (quote && quote > b->command)
		quote[1] = 0;
	while (last < t->n && last < i + 64) {
		struct span line = span_trim(span_of(text_line(t, last)));

		if (line.n > 1 && line.s[line.n - 1] == ':' &&
		    (line.s[line.n - 2] == '\'' || line.s[line.n - 2] == ')'))
			break;
		last++;
	}
	if (last == t->n || last == i + 64)
		return text_bad(t, i, e, "COMMAND' (N runs):", "the header has no end");
	runs = strrchr(text_line(t, last), '(');
	b->runs.n = 1;
	if (runs && text_words(runs + 1, w, 2) == 2 && span_is(w[1], "runs):") &&
	    (num_scan_uint(w[0].s, w[0].n, &b->runs.n) != NUM_OK || !b->runs.n))
		return text_bad(t, last, e, "(N runs)", "'%s' is no number of runs",
				TEXT_QUOTE(w[0]));
	b->runs.group = st->several ? b->command : NULL;
	*ret_next = last + 1;
	return 0;
}

/* One line of a block; returns 1 if the block ended before it. */
static int block_line(struct state *st, size_t i, struct err *e)
{
	const char *s = text_skip(text_line(st->t, i));
	struct perf_seconds seconds;
	struct perf_line line;
	double v;
	int r;

	if (!*s) {
		st->block.blanks += !st->block.elapsed.name;
		st->table = false;
		return 0;
	}
	if (perf_read_seconds(st->t, i, &st->style, &seconds))
		return perf_block_seconds(st->t, &st->block, &seconds, e);
	if (text_starts(s, "# Table of individual measurements:", NULL)) {
		st->table = true;
		return 0;
	}
	if (st->table && perf_read_table_row(st->t, i, &st->style, &v)) {
		perf_block_table(&st->block, v);
		return 0;
	}
	if (text_starts(s, "# Final result:", NULL))
		return 0;
	/* After the time the block is over; what follows is not perf's. */
	if (st->block.elapsed.name)
		return 1;
	r = perf_read_line(st->t, i, false, &st->style, &line, e);
	if (r < 0)
		return r;
	if (line.kind == PERF_LINE_COUNT)
		perf_block_count(&st->block, &line);
	else if (line.kind != PERF_LINE_OTHER)
		perf_block_metric(&st->block, &line);
	else
		return text_bad(st->t, i, e,
				"a count and its event (--metric-only has none)",
				"'%s' is no line of perf stat", TEXT_QUOTE(span_of(s)));
	return 0;
}

/* Stores the last count of an interval, if there is one. */
static int flush(struct state *st, struct err *e)
{
	const struct perf_runs one = { .n = 1 };
	int r = 0;

	if (st->last.count.event.n)
		r = perf_store(st->t, &st->last.count, &one, st->res, e);
	st->last = (struct perf_line){ 0 };
	return r;
}

static int interval_line(struct state *st, const struct perf_line *line, struct err *e)
{
	int r;

	if (line->kind == PERF_LINE_MORE) {
		if (st->last.count.event.n)
			perf_add_metric(&st->last, line);
		return 0;
	}
	r = flush(st, e);
	if (r >= 0 && line->kind == PERF_LINE_COUNT)
		st->last = *line;
	return r;
}

/* A line outside of blocks. */
static int other_line(struct state *st, size_t i, struct err *e)
{
	const char *s = text_line(st->t, i);
	struct perf_line line;
	struct perf_raw raw;
	bool failed;
	int r;

	if (st->interval) {
		r = perf_read_line(st->t, i, true, &st->style, &line, e);
		if (r < 0)
			return r;
		if (line.kind != PERF_LINE_OTHER)
			return interval_line(st, &line, e);
	}
	if (is_run(s))
		st->block.runs_seen++;
	else if (perf_read_raw(st->t, i, &raw))
		perf_block_raw(&st->block, &raw);
	else if (text_is_status(s, &failed) && failed)
		result_warn(st->res, "line %zu: '%s': the command failed", i + 1,
			    TEXT_QUOTE(span_of(s)));
	else if (text_starts(s, "Workload failed:", NULL))
		return text_bad(st->t, i, e, "a run that worked",
				"perf could not run the command: '%s'",
				TEXT_QUOTE(span_of(s)));
	return 0;
}

static int end_block(struct state *st, struct err *e)
{
	int r = 0;

	r = flush(st, e);
	if (r >= 0 && st->block.command)
		r = perf_block_store(st->t, &st->block, st->res, e);
	perf_block_release(&st->block);
	st->in_block = false;
	return r;
}

static int learn(struct state *st, struct err *e)
{
	bool in_block = false, interval = false, counts;
	const char *command = NULL;
	size_t i;
	int r;

	for (i = 0; i < st->t->n; i++) {
		const char *s = text_line(st->t, i);

		if (is_header(s)) {
			in_block = true;
			st->several |= command && strcmp(command, text_skip(s)) != 0;
			command = text_skip(s);
			continue;
		}
		interval |= is_interval_head(s, &counts) && counts;
		if (!in_block && !interval)
			continue;
		r = perf_learn(st->t, i, &st->style, e);
		if (r < 0)
			return r;
		if (strstr(s, "seconds time elapsed"))
			in_block = false;
	}
	return 0;
}

static int one_line(struct state *st, size_t *i, struct err *e)
{
	const char *s = text_line(st->t, *i);
	bool counts;
	int r;

	if (is_header(s)) {
		/* Lines of -v stand before the block they belong to. */
		r = st->block.command ? end_block(st, e) : flush(st, e);
		if (r < 0)
			return r;
		st->in_block = true;
		return read_header(st, *i, i, e);
	}
	if (is_interval_head(s, &counts)) {
		if (!counts)
			return text_bad(st->t, *i, e, "counts, without --metric-only",
					"intervals without counts");
		st->interval = true;
		r = st->in_block ? end_block(st, e) : 0;
	} else {
		r = st->in_block ? block_line(st, *i, e) : 1;
		if (r > 0 && st->in_block)
			r = end_block(st, e) ?: 1;
		if (r > 0)
			r = other_line(st, *i, e);
	}
	(*i)++;
	return r;
}

static int parse(const struct text *t, const struct import_opts *opts,
		 struct import_result *res, struct err *e)
{
	struct state st = { .t = t, .res = res };
	size_t i = 0;
	int r;

	r = learn(&st, e);
	while (r >= 0 && i < t->n)
		r = one_line(&st, &i, e);
	if (r >= 0)
		r = end_block(&st, e);
	perf_block_release(&st.block);
	return r;
}

const struct importer import_perf_stat = {
	.name = "perf-stat",
	.about = "what perf stat prints",
	.claim = claim,
	.parse = parse,
};
