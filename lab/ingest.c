/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See ingest.h. The types of lines are those of docs/wire.md. */
#include "lab/ingest.h"

#include "base/xalloc.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLES_MAX 4000000u

static void text(const struct wire_word *w, const char *key, char *buf, size_t size)
{
	if (wire_is_key(w, key))
		wire_word_str(w, buf, size);
}

static bool number(const struct wire_word *w, const char *key, uint64_t *ret)
{
	return wire_is_key(w, key) && !wire_word_u64(w, ret, NULL, NULL);
}

static void small(const struct wire_word *w, const char *key, unsigned int *ret)
{
	uint64_t v;

	if (number(w, key, &v) && v <= UINT32_MAX)
		*ret = (unsigned int)v;
}

static void hello(struct ingest *in, const struct wire_word *w)
{
	text(w, "abi", in->abi, sizeof(in->abi));
	text(w, "build", in->build, sizeof(in->build));
	in->hello = true;
}

static void workload(struct ingest *in, const struct wire_word *w)
{
	text(w, "name", in->name, sizeof(in->name));
	text(w, "unit", in->unit, sizeof(in->unit));
	text(w, "mode", in->mode, sizeof(in->mode));
	small(w, "rev", &in->rev);
	small(w, "per", &in->per);
	small(w, "max-ops", &in->max_ops);
}

static void usage(struct ingest *in, const struct wire_word *w)
{
	number(w, "nvcsw", &in->nvcsw);
	number(w, "nivcsw", &in->nivcsw);
	number(w, "minflt", &in->minflt);
	number(w, "majflt", &in->majflt);
	number(w, "user-ns", &in->user_ns);
	number(w, "system-ns", &in->system_ns);
	number(w, "wall-ns", &in->wall_ns);
}

static void calibration(struct ingest *in, const struct wire_word *w)
{
	unsigned int i = in->calibrations;

	if (i >= 3)
		return;
	number(w, "ticks", &in->calibration[i].ticks);
	number(w, "ns", &in->calibration[i].ns);
	/* The last field of its line. */
	in->calibrations += number(w, "width", &in->calibration[i].width);
}

static void end(struct ingest *in, const struct wire_word *w)
{
	text(w, "status", in->status, sizeof(in->status));
	text(w, "why", in->why, sizeof(in->why));
	in->ended = true;
}

static void bye(struct ingest *in, const struct wire_word *w)
{
	in->bye = true;
}

static void clock_line(struct ingest *in, const struct wire_word *w)
{
	text(w, "kind", in->clock, sizeof(in->clock));
}

static const struct {
	const char *type;
	void (*word)(struct ingest *in, const struct wire_word *w);
} types[] = {
	{ "hello", hello },      { "workload", workload }, { "usage", usage },
	{ "end", end },          { "bye", bye },           { "calibration", calibration },
	{ "clock", clock_line },
};

static int flag_bits(const char *letters, size_t n, uint8_t *ret)
{
	static const char all[] = STORE_FLAG_LETTERS;

	*ret = 0;
	for (size_t i = 0; i < n; i++) {
		const char *at = strchr(all, letters[i]);

		if (!at || !letters[i])
			return -1;
		*ret |= (uint8_t)(1u << (at - all));
	}
	return 0;
}

static void grow(struct ingest *in)
{
	if (in->n < in->cap)
		return;
	in->cap = in->cap ? in->cap * 2 : 256;
	in->ticks = xreallocarray(in->ticks, in->cap, sizeof(*in->ticks));
	in->flags = xreallocarray(in->flags, in->cap, sizeof(*in->flags));
	in->ops = xreallocarray(in->ops, in->cap, sizeof(*in->ops));
}

static void sample(struct ingest *in, const struct wire_word *w, uint32_t ops)
{
	const char *letters = NULL;
	size_t n_letters = 0;
	uint64_t v;
	uint8_t bits;

	if (wire_word_u64(w, &v, &letters, &n_letters) < 0 || v > INT64_MAX ||
	    flag_bits(letters, n_letters, &bits) < 0 || in->n >= SAMPLES_MAX) {
		in->malformed = true;
		return;
	}
	grow(in);
	in->ticks[in->n] = bits & STORE_BACKWARD ? -(int64_t)v : (int64_t)v;
	in->flags[in->n] = bits;
	in->ops[in->n++] = ops;
}

static void samples(struct ingest *in, const struct wire_line *line)
{
	unsigned int first = UINT32_MAX, ops = 0;
	struct wire_word w;
	size_t pos = 0;

	while (wire_next(line, &pos, &w)) {
		small(&w, "first", &first);
		small(&w, "ops", &ops);
		if (w.key)
			continue;
		if (first != UINT32_MAX && first != in->n) {
			/* A line between is missing: what follows has no number. */
			in->malformed = true;
			return;
		}
		first = UINT32_MAX;
		sample(in, &w, ops);
	}
}

/* Fields of both kinds of lines; NULL if it is about no event there can be. */
static struct ingest_counter *
counter_fields(struct ingest *in, const struct wire_line *line, unsigned int *ret_first)
{
	struct ingest_counter *c = NULL, read = { 0 };
	unsigned int event = UINT32_MAX, error = 0, cpu = UINT32_MAX;
	struct wire_word w;
	size_t pos = 0;

	while (wire_next(line, &pos, &w)) {
		small(&w, "event", &event);
		small(&w, "first", ret_first);
		small(&w, "errno", &error);
		small(&w, "cpu", &cpu);
		number(&w, "enabled", &read.enabled);
		number(&w, "running", &read.running);
	}
	if (event < INGEST_COUNTERS_MAX)
		c = &in->counters[event];
	if (c && wire_is_type(line, "counter")) {
		c->opened = true;
		c->error = (int)error;
		c->error_cpu = cpu <= INT_MAX ? (int)cpu : -1;
		c->enabled = read.enabled;
		c->running = read.running;
	}
	return c;
}

static void counts(struct ingest *in, const struct wire_line *line)
{
	unsigned int first = UINT32_MAX;
	struct ingest_counter *c = counter_fields(in, line, &first);
	struct wire_word w;
	size_t pos = 0;
	uint64_t v;

	if (!c || first != c->n) {
		in->malformed = true;
		return;
	}
	while (wire_next(line, &pos, &w)) {
		if (w.key)
			continue;
		if (wire_word_u64(&w, &v, NULL, NULL) < 0 || v > INT64_MAX ||
		    c->n >= SAMPLES_MAX) {
			in->malformed = true;
			return;
		}
		c->counts = xgrow(c->counts, c->n, &c->cap, sizeof(*c->counts));
		c->counts[c->n++] = (int64_t)v;
	}
}

static void counter(struct ingest *in, const struct wire_line *line)
{
	unsigned int first = 0;

	if (!counter_fields(in, line, &first))
		in->malformed = true;
}

static void condition(struct ingest *in, const struct wire_line *line)
{
	char what[32] = "?", entry[96];
	uint64_t error = 0;
	struct wire_word w;
	size_t pos = 0, len = strlen(in->conditions);

	while (wire_next(line, &pos, &w)) {
		text(&w, "what", what, sizeof(what));
		number(&w, "errno", &error);
	}
	for (const char *p = what; *p; p++)
		if (*p == '"' || *p == '\\' || *p < 0x20)
			return;
	snprintf(entry, sizeof(entry), "%s\"%s\": \"%s%s%s\"", len > 1 ? ", " : "", what,
		 error ? "refused (" : "set",
		 error ? strerrorname_np((int)error) ?: "?" : "", error ? ")" : "");
	if (len + strlen(entry) + 2 < sizeof(in->conditions))
		strcpy(in->conditions + len, entry);
}

/* Lines that are more than their fields one by one. */
static const struct {
	const char *type;
	void (*line)(struct ingest *in, const struct wire_line *line);
} whole[] = {
	{ "samples", samples },
	{ "condition", condition },
	{ "counter", counter },
	{ "counts", counts },
};

static void take(void *ctx, const struct wire_line *line)
{
	struct ingest *in = ctx;
	struct wire_word w;
	size_t pos = 0;

	for (size_t i = 0; i < sizeof(whole) / sizeof(whole[0]); i++)
		if (wire_is_type(line, whole[i].type)) {
			whole[i].line(in, line);
			return;
		}
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		while (wire_is_type(line, types[i].type) && wire_next(line, &pos, &w))
			types[i].word(in, &w);
}

void ingest_init(struct ingest *in)
{
	memset(in, 0, sizeof(*in));
	wire_reader_init(&in->reader, take, in);
	strcpy(in->conditions, "{");
	in->per = 1;
}

void ingest_feed(struct ingest *in, const char *buf, size_t len)
{
	wire_feed(&in->reader, buf, len);
}

void ingest_release(struct ingest *in)
{
	free(in->ticks);
	free(in->flags);
	free(in->ops);
	for (size_t i = 0; i < INGEST_COUNTERS_MAX; i++)
		free(in->counters[i].counts);
	memset(in, 0, sizeof(*in));
}

static double rate(const struct ingest *in, unsigned int from, unsigned int to)
{
	uint64_t ticks = in->calibration[to].ticks - in->calibration[from].ticks;
	uint64_t ns = in->calibration[to].ns - in->calibration[from].ns;

	return ticks && ns ? (double)ns / (double)ticks : NAN;
}

/*
 * Over the whole process; and the later half against the earlier one, if each is long
 * enough for its readings to be exact to a hundredth of a percent.
 */
static void rates(const struct ingest *in, struct store_process *p)
{
	p->ns_per_tick = p->clock_drift = NAN;
	if (in->calibrations < 2)
		return;
	p->ns_per_tick = rate(in, 0, in->calibrations - 1);
	if (in->calibrations < 3)
		return;
	for (unsigned int i = 0; i < 2; i++) {
		uint64_t span = in->calibration[i + 1].ticks - in->calibration[i].ticks;
		uint64_t width = in->calibration[i].width + in->calibration[i + 1].width;

		if (width > span / 10000)
			return;
	}
	p->clock_drift = rate(in, 1, 2) / rate(in, 0, 1) - 1;
}

static bool known_status(const char *s)
{
	return !strcmp(s, "done") || !strcmp(s, "skip") || !strcmp(s, "fail");
}

/* A count for each sample, of every event that was not refused. */
static bool counts_whole(const struct ingest *in)
{
	for (size_t i = 0; i < INGEST_COUNTERS_MAX; i++) {
		const struct ingest_counter *c = &in->counters[i];

		if (c->n != (c->opened && !c->error ? in->n : 0))
			return false;
	}
	return true;
}

/* What the stream itself is worth, before what it says. */
static const char *damage(struct ingest *in)
{
	const struct wire_reader *r = &in->reader;

	if (!in->hello)
		return "the probe said nothing";
	if (r->corrupt || r->lost)
		snprintf(in->why, sizeof(in->why),
			 "the probe's output is damaged: %llu lines corrupt, %llu lost",
			 (unsigned long long)r->corrupt, (unsigned long long)r->lost);
	else if (!in->bye || !in->ended)
		snprintf(in->why, sizeof(in->why), "the probe's output ends too soon");
	else if (in->malformed || !known_status(in->status) || !counts_whole(in) ||
		 (!strcmp(in->status, "done") && !in->n))
		snprintf(in->why, sizeof(in->why), "the probe's output makes no sense");
	else
		return NULL;
	return in->why;
}

static const char *bad_clock(struct ingest *in)
{
	size_t backward = 0, zero = 0;

	for (size_t i = 0; i < in->n; i++) {
		backward += !!(in->flags[i] & STORE_BACKWARD);
		zero += !!(in->flags[i] & STORE_ZERO);
	}
	if (!backward && !zero)
		return NULL;
	snprintf(in->why, sizeof(in->why),
		 "the clock went back in %zu and stood still in %zu of %zu samples",
		 backward, zero, in->n);
	return in->why;
}

void ingest_finish(struct ingest *in, struct store_process *p)
{
	const char *bad;

	wire_finish(&in->reader);
	p->exact = p->agree = NAN;
	strcat(in->conditions, "}");
	rates(in, p);
	bad = damage(in);
	if (!bad && !strcmp(in->status, "done"))
		bad = bad_clock(in);
	p->status = bad ? "fail" : in->status;
	p->reason = bad ?: in->why[0] ? in->why : NULL;
	p->mode = !strcmp(in->mode, "each") ? "each" : "batch";
	p->probe = in->build;
	p->clock = in->clock[0] ? in->clock : NULL;
	p->conditions = in->conditions;
	p->ops = in->n ? in->ops[0] : 0;
	p->nvcsw = in->nvcsw;
	p->nivcsw = in->nivcsw;
	p->minflt = in->minflt;
	p->majflt = in->majflt;
	p->user_ns = in->user_ns;
	p->system_ns = in->system_ns;
	p->wall_ns = in->wall_ns;
	p->wire_lost = in->reader.lost;
	p->wire_corrupt = in->reader.corrupt;
	p->n = in->n;
	p->ticks = in->ticks;
	p->flags = in->flags;
	p->counters = NULL;
	p->n_counters = 0;
}
