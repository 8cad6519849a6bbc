/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One process into the store: the row that carries all its samples. */
#include "store/internal.h"

#include "base/str.h"

#include <stdio.h>

struct counts {
	int64_t warmup, preempted, migrated;
};

static void append_number(struct str *out, int64_t v)
{
	char digits[24], *p = digits + sizeof(digits);
	uint64_t u = v < 0 ? -(uint64_t)v : (uint64_t)v;

	do {
		*--p = (char)('0' + u % 10);
		u /= 10;
	} while (u);
	if (v < 0)
		*--p = '-';
	str_addn(out, p, (size_t)(digits + sizeof(digits) - p));
}

void sql_json_array(const int64_t *v, size_t n, struct str *out)
{
	str_addc(out, '[');
	for (size_t i = 0; i < n; i++) {
		if (i)
			str_addc(out, ',');
		append_number(out, v[i]);
	}
	str_addc(out, ']');
}

static void flags_json(const struct store_process *p, struct str *out)
{
	static const char letters[] = STORE_FLAG_LETTERS;
	bool any = false;

	str_addc(out, '{');
	for (size_t i = 0; i < p->n; i++) {
		if (!p->flags[i])
			continue;
		str_add(out, any ? ",\"" : "\"");
		append_number(out, (int64_t)i);
		str_add(out, "\":\"");
		for (int bit = 0; letters[bit]; bit++)
			if (p->flags[i] & 1u << bit)
				str_addc(out, letters[bit]);
		str_addc(out, '"');
		any = true;
	}
	str_addc(out, '}');
}

static struct counts count(const struct store_process *p)
{
	struct counts c = { 0 };

	for (size_t i = 0; i < p->n; i++) {
		if (p->flags[i] & STORE_WARMUP) {
			c.warmup++;
			continue;
		}
		c.preempted += !!(p->flags[i] & STORE_PREEMPTED);
		c.migrated += !!(p->flags[i] & STORE_MIGRATED);
	}
	return c;
}

static const char insert[] =
	"INSERT INTO process (boot_id, workload_id, number, mode, modifiers, status, reason, "
	"began_ns, probe, clock, ops, ns_per_tick, clock_drift, samples, warmup, preempted, "
	"migrated, min_ns, p10_ns, p25_ns, median_ns, mean_ns, p75_ns, p90_ns, p99_ns, max_ns, "
	"trimmed_ns, mad_ns, nvcsw, nivcsw, minflt, majflt, user_ns, system_ns, wall_ns, "
	"wire_lost, wire_corrupt, conditions, exact, agree, ticks, flags) VALUES "
	"(?,?,?,?,?,?,?,?,?,?,nullif(?,0),?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)";

struct binder {
	sqlite3_stmt *st;
	int at;
};

static void bind_int(struct binder *b, int64_t v)
{
	sqlite3_bind_int64(b->st, b->at++, v);
}

static void bind_text(struct binder *b, const char *s)
{
	sqlite3_bind_text(b->st, b->at++, s, -1, SQLITE_STATIC);
}

static void bind_real(struct binder *b, double v)
{
	sql_bind_real(b->st, b->at++, v);
}

static void bind_summary(struct binder *b, const struct store_summary *m)
{
	const double v[] = { m->min, m->p10, m->p25, m->median,  m->mean, m->p75,
			     m->p90, m->p99, m->max, m->trimmed, m->mad };

	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++)
		bind_real(b, v[i]);
}

static void bind_counts(struct binder *b, const struct store_process *p)
{
	const uint64_t v[] = { p->nvcsw,   p->nivcsw,    p->minflt,
			       p->majflt,  p->user_ns,   p->system_ns,
			       p->wall_ns, p->wire_lost, p->wire_corrupt };

	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++)
		bind_int(b, (int64_t)v[i]);
}

static void bind_all(sqlite3_stmt *st, const struct store_process *p,
		     const struct str *ticks, const struct str *flags)
{
	struct binder b = { st, 1 };
	struct counts c = count(p);

	bind_int(&b, p->boot_id);
	bind_int(&b, p->workload_id);
	bind_int(&b, p->number);
	bind_text(&b, p->mode);
	bind_text(&b, p->modifiers);
	bind_text(&b, p->status);
	bind_text(&b, p->reason);
	bind_int(&b, p->began_ns);
	bind_text(&b, p->probe);
	bind_text(&b, p->clock);
	bind_int(&b, p->ops);
	bind_real(&b, p->ns_per_tick);
	bind_real(&b, p->clock_drift);
	bind_int(&b, (int64_t)p->n);
	bind_int(&b, c.warmup);
	bind_int(&b, c.preempted);
	bind_int(&b, c.migrated);
	bind_summary(&b, &p->summary);
	bind_counts(&b, p);
	bind_text(&b, p->conditions);
	bind_real(&b, p->exact);
	bind_real(&b, p->agree);
	sqlite3_bind_text(st, b.at++, str_get(ticks), (int)ticks->len, SQLITE_STATIC);
	sqlite3_bind_text(st, b.at++, str_get(flags), (int)flags->len, SQLITE_STATIC);
}

/* The row of the process: one statement, a transaction of its own unless one is open. */
static int add_row(struct store *s, const struct store_process *p, int64_t *ret_id,
		   struct err *e)
{
	struct str ticks = STR_INIT, flags = STR_INIT;
	int r = 0;

	if (!s->add_process)
		r = sql_prepare(s, &s->add_process, e, insert, "");
	if (r < 0)
		return r;
	sql_json_array(p->ticks, p->n, &ticks);
	flags_json(p, &flags);
	bind_all(s->add_process, p, &ticks, &flags);
	if (sqlite3_step(s->add_process) != SQLITE_DONE)
		r = sql_error(s, e, "store a process");
	else
		*ret_id = sqlite3_last_insert_rowid(s->db);
	sqlite3_reset(s->add_process);
	sqlite3_clear_bindings(s->add_process);
	str_release(&ticks);
	str_release(&flags);
	return r;
}

int store_process_add(struct store *s, const struct store_process *p, int64_t *ret_id,
		      struct err *e)
{
	const bool own = p->n_counters && sqlite3_get_autocommit(s->db);
	int64_t id = 0;
	int r = own ? sql_begin(s, e, "store a process") : 0;

	if (r < 0)
		return r;
	r = add_row(s, p, &id, e);
	if (!r && p->n_counters)
		r = sql_add_counters(s, id, p, e);
	if (own)
		r = sql_finish(s, r, e, "store a process");
	if (!r && ret_id)
		*ret_id = id;
	return r;
}
