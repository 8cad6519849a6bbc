/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What calibrations found out, written and read. */
#include "store/internal.h"

#include <errno.h>

int store_calibration_add(struct store *s, int64_t experiment, const char *machine,
			  int64_t now_ns, const char *result, struct err *e)
{
	return sql_run(
		s, e, "store the calibration",
		"INSERT INTO calibration (experiment_id, machine, made_ns, result) "
		"VALUES (?, ?, ?, ?)",
		"itit", experiment, machine, now_ns, result);
}

int store_calibration_get(struct store *s, const char *machine, char **ret_result,
			  int64_t *ret_made_ns, struct err *e)
{
	bool found = false;
	sqlite3_stmt *st;
	int r = sql_prepare(s, &st, e,
			    "SELECT result, made_ns FROM calibration WHERE machine = ? "
			    "ORDER BY id DESC LIMIT 1",
			    "t", machine);

	while ((r = sql_next(s, st, r, e)) > 0) {
		*ret_result = sql_copy(st, 0);
		*ret_made_ns = sqlite3_column_int64(st, 1);
		found = true;
	}
	if (!r && !found)
		r = err_set(e, ENOENT, "this machine is not calibrated");
	return r;
}
