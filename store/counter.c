/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What counters counted in a process, written and read. */
#include "store/internal.h"

#include "base/str.h"

static const char insert[] =
	"INSERT INTO counter (process_id, event, pmu, scope, unit, grp, status, reason, running, "
	"value, counts) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

static void bind_text(sqlite3_stmt *st, int at, const char *s)
{
	sqlite3_bind_text(st, at, s, -1, SQLITE_STATIC);
}

static int add_one(struct store *s, int64_t process, const struct store_counter *c,
		   struct err *e)
{
	sqlite3_stmt *st = s->add_counter;
	struct str counts = STR_INIT;
	int r = 0;

	sqlite3_bind_int64(st, 1, process);
	bind_text(st, 2, c->event);
	bind_text(st, 3, c->pmu);
	bind_text(st, 4, c->scope);
	bind_text(st, 5, c->unit);
	sqlite3_bind_int64(st, 6, c->group);
	bind_text(st, 7, c->status);
	bind_text(st, 8, c->reason);
	sql_bind_real(st, 9, c->running);
	sql_bind_real(st, 10, c->value);
	if (c->counts) {
		sql_json_array(c->counts, c->n, &counts);
		sqlite3_bind_text(st, 11, str_get(&counts), (int)counts.len,
				  SQLITE_STATIC);
	}
	if (sqlite3_step(st) != SQLITE_DONE)
		r = sql_error(s, e, "store a counter");
	sqlite3_reset(st);
	sqlite3_clear_bindings(st);
	str_release(&counts);
	return r;
}

int sql_add_counters(struct store *s, int64_t process, const struct store_process *p,
		     struct err *e)
{
	int r = 0;

	if (!s->add_counter)
		r = sql_prepare(s, &s->add_counter, e, insert, "");
	for (size_t i = 0; i < p->n_counters && !r; i++)
		r = add_one(s, process, &p->counters[i], e);
	return r;
}

static void counter_row(sqlite3_stmt *st, struct store_counter_row *row)
{
	*row = (struct store_counter_row){
		.counter = {
			.event = sql_text(st, 0),
			.pmu = sql_text(st, 1),
			.scope = sql_text(st, 2),
			.unit = sql_text(st, 3),
			.group = (unsigned int)sqlite3_column_int64(st, 4),
			.status = sql_text(st, 5),
			.reason = sql_text(st, 6),
			.running = sql_real(st, 7),
			.value = sql_real(st, 8),
		},
		.workload_id = sqlite3_column_int64(st, 9),
		.boot_id = sqlite3_column_int64(st, 10),
		.process_id = sqlite3_column_int64(st, 11),
		.arm = sql_text(st, 12),
		.workload = sql_text(st, 13),
		.abi = sql_text(st, 14),
		.per = sql_text(st, 15),
		.mode = sql_text(st, 16),
		.rev = (unsigned int)sqlite3_column_int64(st, 17),
	};
}

int store_each_counter(struct store *s, int64_t experiment, const char *arm,
		       int (*row)(void *ctx, const struct store_counter_row *row),
		       void *ctx, struct err *e)
{
	struct store_counter_row one;
	sqlite3_stmt *st;
	int r = sql_prepare(
		s, &st, e,
		"SELECT c.event, c.pmu, c.scope, c.unit, c.grp, c.status, c.reason, "
		"c.running, c.value, w.id, b.id, p.id, a.name, w.name, w.abi, w.unit, "
		"p.mode, w.rev FROM counter c JOIN process p ON p.id = c.process_id "
		"JOIN boot b ON b.id = p.boot_id JOIN arm a ON a.id = b.arm_id "
		"JOIN workload w ON w.id = p.workload_id "
		"WHERE (?1 = 0 OR b.experiment_id = ?1) AND (?2 IS NULL OR a.name = ?2) "
		"ORDER BY w.name, w.abi, w.rev, c.event, c.pmu, c.scope, b.id, p.number",
		"it", experiment, arm);

	while ((r = sql_next(s, st, r, e)) > 0) {
		counter_row(st, &one);
		r = row(ctx, &one);
	}
	return r;
}

static void pair_row(sqlite3_stmt *st, struct store_counter_pair_row *row)
{
	const bool turned = sqlite3_column_int(st, 12);

	*row = (struct store_counter_pair_row){
		.workload = sql_text(st, 0),
		.abi = sql_text(st, 1),
		.per = sql_text(st, 2),
		.design = sql_text(st, 3),
		.event = sql_text(st, 4),
		.pmu = sql_text(st, 5),
		.scope = sql_text(st, 6),
		.unit = sql_text(st, 7),
		.rev = (unsigned int)sqlite3_column_int64(st, 8),
		.experiment = sqlite3_column_int64(st, 9),
		.a = sql_real(st, turned ? 11 : 10),
		.b = sql_real(st, turned ? 10 : 11),
	};
}

int store_each_counter_pair(struct store *s, int64_t experiment, const char *arm_a,
			    const char *arm_b,
			    int (*row)(void *ctx,
				       const struct store_counter_pair_row *row),
			    void *ctx, struct err *e)
{
	struct store_counter_pair_row one;
	sqlite3_stmt *st;
	int r = sql_prepare(
		s, &st, e,
		"SELECT w.name, w.abi, w.unit, p.design, x.event, x.pmu, x.scope, x.unit, "
		"w.rev, ba.experiment_id, x.value, y.value, aa.name = ?2 FROM pair p "
		"JOIN counter x ON x.process_id = p.process_a "
		"JOIN counter y ON y.process_id = p.process_b AND y.event = x.event "
		"AND y.pmu = x.pmu AND y.scope = x.scope "
		"JOIN process px ON px.id = p.process_a JOIN process py ON py.id = p.process_b "
		"JOIN boot ba ON ba.id = px.boot_id JOIN boot bb ON bb.id = py.boot_id "
		"JOIN arm aa ON aa.id = ba.arm_id JOIN arm ab ON ab.id = bb.arm_id "
		"JOIN workload w ON w.id = p.workload_id "
		"WHERE ((aa.name = ?1 AND ab.name = ?2) OR (aa.name = ?2 AND ab.name = ?1)) "
		"AND (?3 = 0 OR ba.experiment_id = ?3) "
		"ORDER BY w.name, w.abi, w.rev, x.event, x.pmu, x.scope, p.id",
		"tti", arm_a, arm_b, experiment);

	while ((r = sql_next(s, st, r, e)) > 0) {
		pair_row(st, &one);
		r = row(ctx, &one);
	}
	return r;
}
