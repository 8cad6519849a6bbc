/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One number of each process, for comparisons of very many. */
#include "store/internal.h"

#include "base/cleanup.h"
#include "base/xalloc.h"

static const char *const columns[] = { "p25_ns",  "min_ns",     "p10_ns", "median_ns",
				       "mean_ns", "trimmed_ns", "p90_ns", "p99_ns" };

int store_each_value(struct store *s, const char *arm, enum store_statistic statistic,
		     int (*row)(void *ctx, const struct store_value_row *row), void *ctx,
		     struct err *e)
{
	/* A column cannot be bound; it is one of the list above. CROSS JOIN keeps the
	 * order. */
	_cleanup_free_ char *sql = xasprintf(
		"SELECT w.id, b.id, w.name, w.abi, w.unit, p.mode, p.status, p.reason, w.rev, "
		"CASE b.metric WHEN 'instructions' THEN p.exact ELSE p.%s END, b.metric "
		"FROM arm a CROSS JOIN boot b ON b.arm_id = a.id "
		"CROSS JOIN process p INDEXED BY process_of_boot ON p.boot_id = b.id "
		"CROSS JOIN workload w ON w.id = p.workload_id WHERE a.name = ?",
		columns[statistic]);
	sqlite3_stmt *st;
	int r = sql_prepare(s, &st, e, sql, "t", arm);

	while ((r = sql_next(s, st, r, e)) > 0) {
		const struct store_value_row one = {
			.workload_id = sqlite3_column_int64(st, 0),
			.boot_id = sqlite3_column_int64(st, 1),
			.workload = sql_text(st, 2),
			.abi = sql_text(st, 3),
			.unit = sql_text(st, 4),
			.mode = sql_text(st, 5),
			.status = sql_text(st, 6),
			.reason = sql_text(st, 7),
			.rev = (unsigned int)sqlite3_column_int64(st, 8),
			.value = sql_real(st, 9),
			.metric = sql_metric(st, 10),
		};

		r = row(ctx, &one);
	}
	return r;
}
