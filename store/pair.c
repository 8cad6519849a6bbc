/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs of processes, written and read. */
#include "store/internal.h"

int store_pair_add(struct store *s, const struct store_pair *pair,
		   const struct store_process *a, const struct store_process *b,
		   struct err *e)
{
	int64_t id_a = 0, id_b = 0;
	int r = sql_begin(s, e, "store a pair");

	if (r < 0)
		return r;
	r = store_process_add(s, a, &id_a, e);
	if (!r)
		r = store_process_add(s, b, &id_b, e);
	if (!r)
		r = sql_run(
			s, e, "store a pair",
			"INSERT INTO pair (workload_id, number, process_a, process_b, "
			"design, d) VALUES (?, ?, ?, ?, ?, ?)",
			"iiiitr", pair->workload_id, pair->number, id_a, id_b,
			pair->design, pair->d);
	return sql_finish(s, r, e, "store a pair");
}

static void pair_row(sqlite3_stmt *st, struct store_pair_row *row)
{
	const bool turned = sqlite3_column_int(st, 10);
	const double sign = turned ? -1 : 1;

	*row = (struct store_pair_row){
		.workload = sql_text(st, 0),
		.abi = sql_text(st, 1),
		.unit = sql_text(st, 2),
		.design = sql_text(st, 3),
		.rev = (unsigned int)sqlite3_column_int64(st, 4),
		.per = (unsigned int)sqlite3_column_int64(st, 5),
		.experiment = sqlite3_column_int64(st, 6),
		.d = sign * sql_real(st, 7),
		.a_p25 = sql_real(st, turned ? 9 : 8),
		.b_p25 = sql_real(st, turned ? 8 : 9),
	};
}

int store_each_pair(struct store *s, const char *arm_a, const char *arm_b,
		    int (*row)(void *ctx, const struct store_pair_row *row), void *ctx,
		    struct err *e)
{
	struct store_pair_row one;
	sqlite3_stmt *st;
	int r = sql_prepare(
		s, &st, e,
		"SELECT w.name, w.abi, w.unit, p.design, w.rev, w.per, "
		"ba.experiment_id, p.d, x.p25_ns, y.p25_ns, aa.name = ?2 "
		"FROM pair p JOIN process x ON x.id = p.process_a "
		"JOIN process y ON y.id = p.process_b "
		"JOIN boot ba ON ba.id = x.boot_id JOIN boot bb ON bb.id = y.boot_id "
		"JOIN arm aa ON aa.id = ba.arm_id JOIN arm ab ON ab.id = bb.arm_id "
		"JOIN workload w ON w.id = p.workload_id "
		"WHERE (aa.name = ?1 AND ab.name = ?2) OR (aa.name = ?2 AND ab.name = ?1) "
		"ORDER BY w.name, w.abi, w.rev, p.id",
		"tt", arm_a, arm_b);

	while ((r = sql_next(s, st, r, e)) > 0) {
		pair_row(st, &one);
		r = row(ctx, &one);
	}
	return r;
}
