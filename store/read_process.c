/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Processes read back, with or without their samples. */
#include "store/internal.h"

#include "base/xalloc.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char select_sql[] =
	"SELECT p.id, p.boot_id, p.workload_id, p.number, p.began_ns, p.mode, p.modifiers, "
	"p.status, p.reason, p.probe, p.clock, p.conditions, coalesce(p.ops, 0), p.ns_per_tick, "
	"p.clock_drift, p.min_ns, p.p10_ns, p.p25_ns, p.median_ns, p.mean_ns, p.p75_ns, "
	"p.p90_ns, p.p99_ns, p.max_ns, p.trimmed_ns, p.mad_ns, p.nvcsw, p.nivcsw, p.minflt, "
	"p.majflt, p.user_ns, p.system_ns, p.wall_ns, p.wire_lost, p.wire_corrupt, a.name, "
	"w.name, w.abi, w.unit, w.rev, w.per, p.samples, p.warmup, p.preempted, p.migrated, "
	"p.exact, p.agree, b.metric, CASE WHEN ?1 THEN p.ticks END, CASE WHEN ?2 THEN p.flags END "
	"FROM process p JOIN boot b ON b.id = p.boot_id JOIN arm a ON a.id = b.arm_id "
	"JOIN workload w ON w.id = p.workload_id "
	"WHERE (?3 = 0 OR b.experiment_id = ?3) AND (?4 IS NULL OR a.name = ?4) "
	"ORDER BY w.name, w.abi, p.boot_id, p.number";

struct reader {
	sqlite3_stmt *st;
	int at;
	int64_t *ticks;
	uint8_t *flags;
	size_t cap;
};

static int64_t integer(struct reader *r)
{
	return sqlite3_column_int64(r->st, r->at++);
}

static const char *text(struct reader *r)
{
	return sql_text(r->st, r->at++);
}

static double real(struct reader *r)
{
	return sql_real(r->st, r->at++);
}

static void process_columns(struct reader *r, struct store_process *p)
{
	p->id = integer(r);
	p->boot_id = integer(r);
	p->workload_id = integer(r);
	p->number = integer(r);
	p->began_ns = integer(r);
	p->mode = text(r);
	p->modifiers = text(r);
	p->status = text(r);
	p->reason = text(r);
	p->probe = text(r);
	p->clock = text(r);
	p->conditions = text(r);
	p->ops = (uint32_t)integer(r);
	p->ns_per_tick = real(r);
	p->clock_drift = real(r);
}

static void summary_columns(struct reader *r, struct store_summary *m)
{
	double *const to[] = { &m->min, &m->p10, &m->p25, &m->median,  &m->mean, &m->p75,
			       &m->p90, &m->p99, &m->max, &m->trimmed, &m->mad };

	for (size_t i = 0; i < sizeof(to) / sizeof(to[0]); i++)
		*to[i] = real(r);
}

static void count_columns(struct reader *r, struct store_process *p)
{
	uint64_t *const to[] = { &p->nvcsw,   &p->nivcsw,    &p->minflt,
				 &p->majflt,  &p->user_ns,   &p->system_ns,
				 &p->wall_ns, &p->wire_lost, &p->wire_corrupt };

	for (size_t i = 0; i < sizeof(to) / sizeof(to[0]); i++)
		*to[i] = (uint64_t)integer(r);
}

/* "[1,-2,3]" into the reader's array; what is no such list gives what came before. */
static size_t parse_ticks(struct reader *r, const char *json)
{
	size_t n = 0;
	char *end;

	for (const char *p = json + 1; *p && *p != ']'; p = *end == ',' ? end + 1 : end) {
		long long v = strtoll(p, &end, 10);

		if (end == p)
			break;
		if (n == r->cap) {
			r->cap = r->cap ? r->cap * 2 : 256;
			r->ticks = xreallocarray(r->ticks, r->cap, sizeof(*r->ticks));
			r->flags = xreallocarray(r->flags, r->cap, sizeof(*r->flags));
		}
		r->flags[n] = 0;
		r->ticks[n++] = v;
	}
	return n;
}

static uint8_t flag_bits(const char *letters)
{
	static const char all[] = STORE_FLAG_LETTERS;
	uint8_t bits = 0;

	for (; *letters; letters++) {
		const char *at = strchr(all, *letters);

		if (at)
			bits |= (uint8_t)(1u << (at - all));
	}
	return bits;
}

static void parse_flags(struct reader *r, const char *json, size_t n)
{
	json_t *object = json_loads(json, 0, NULL), *value;
	const char *key;

	json_object_foreach (object, key, value) {
		size_t i = strtoul(key, NULL, 10);

		if (i < n && json_is_string(value))
			r->flags[i] = flag_bits(json_string_value(value));
	}
	json_decref(object);
}

static void sample_columns(struct reader *r, struct store_process *p)
{
	const char *ticks = text(r), *flags = text(r);

	if (!ticks || ticks[0] != '[')
		return;
	p->n = parse_ticks(r, ticks);
	if (flags && flags[1] != '}')
		parse_flags(r, flags, p->n);
	p->ticks = r->ticks;
	p->flags = r->flags;
}

static void whole_row(struct reader *r, struct store_row *row)
{
	memset(row, 0, sizeof(*row));
	r->at = 0;
	process_columns(r, &row->process);
	summary_columns(r, &row->process.summary);
	count_columns(r, &row->process);
	row->arm = text(r);
	row->workload = text(r);
	row->abi = text(r);
	row->unit = text(r);
	row->rev = (unsigned int)integer(r);
	row->per = (unsigned int)integer(r);
	row->samples = integer(r);
	row->warmup = integer(r);
	row->preempted = integer(r);
	row->migrated = integer(r);
	row->process.exact = real(r);
	row->process.agree = real(r);
	row->metric = sql_metric(r->st, r->at++);
	sample_columns(r, &row->process);
}

int store_each_process(struct store *s, int64_t experiment, const char *arm,
		       bool with_ticks,
		       int (*row)(void *ctx, const struct store_row *row), void *ctx,
		       struct err *e)
{
	struct reader reader = { 0 };
	struct store_row one;
	int r = sql_prepare(s, &reader.st, e, select_sql, "iiit", (int64_t)with_ticks,
			    (int64_t)with_ticks, experiment, arm);

	while ((r = sql_next(s, reader.st, r, e)) > 0) {
		whole_row(&reader, &one);
		r = row(ctx, &one);
	}
	free(reader.ticks);
	free(reader.flags);
	return r;
}
