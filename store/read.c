/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is stored, read back. */
#include "store/internal.h"

#include "base/xalloc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define EXPERIMENT_COLUMNS                                                                     \
	"SELECT x.id, x.command, x.arguments, x.version, x.state, x.reason, x.owner, x.seed, " \
	"x.began_ns, coalesce(x.ended_ns, 0), "                                                \
	"(SELECT group_concat(name, ', ') FROM (SELECT DISTINCT a.name FROM boot b "           \
	" JOIN arm a ON a.id = b.arm_id WHERE b.experiment_id = x.id ORDER BY b.id)), "        \
	"(SELECT count(*) FROM process p JOIN boot b ON b.id = p.boot_id "                     \
	" WHERE b.experiment_id = x.id AND p.status = 'done'), "                               \
	"(SELECT count(*) FROM process p JOIN boot b ON b.id = p.boot_id "                     \
	" WHERE b.experiment_id = x.id AND p.status NOT IN ('done', 'skip')) "                 \
	"FROM experiment x "

static void experiment_row(sqlite3_stmt *st, struct store_experiment *x)
{
	x->id = sqlite3_column_int64(st, 0);
	x->command = sql_text(st, 1);
	x->arguments = sql_text(st, 2);
	x->version = sql_text(st, 3);
	x->state = sql_text(st, 4);
	x->reason = sql_text(st, 5);
	x->owner = sql_text(st, 6);
	x->seed = sqlite3_column_int64(st, 7);
	x->began_ns = sqlite3_column_int64(st, 8);
	x->ended_ns = sqlite3_column_int64(st, 9);
	x->arms = sql_text(st, 10);
	x->processes = sqlite3_column_int64(st, 11);
	x->failed = sqlite3_column_int64(st, 12);
}

int store_experiments(struct store *s, struct store_experiment **ret, size_t *ret_n,
		      struct err *e)
{
	struct store_experiment *list = NULL;
	size_t n = 0, cap = 0;
	sqlite3_stmt *st;
	bool more;
	int r = sql_prepare(s, &st, e, EXPERIMENT_COLUMNS "ORDER BY x.id", "");

	if (r < 0)
		return r;
	while (!(r = sql_next(s, st, &more, e)) && more) {
		list = xgrow(list, n, &cap, sizeof(*list));
		experiment_row(st, &list[n++]);
	}
	if (r < 0) {
		store_experiments_free(list, n);
		return r;
	}
	*ret = list;
	*ret_n = n;
	return 0;
}

int store_experiment_get(struct store *s, int64_t id, struct store_experiment *ret,
			 struct err *e)
{
	sqlite3_stmt *st;
	int r = sql_prepare(s, &st, e, EXPERIMENT_COLUMNS "WHERE x.id = ?", "i", id);

	if (r < 0)
		return r;
	switch (sqlite3_step(st)) {
	case SQLITE_ROW: experiment_row(st, ret); break;
	case SQLITE_DONE:
		r = err_set(e, ENOENT, "there is no experiment %lld", (long long)id);
		err_where(e, "%s", s->path);
		err_expect(e, "an id that `ktoll log` shows");
		break;
	default: r = sql_error(s, e, "read the database");
	}
	sqlite3_finalize(st);
	return r;
}

void store_experiment_clear(struct store_experiment *x)
{
	free(x->command);
	free(x->arguments);
	free(x->version);
	free(x->state);
	free(x->reason);
	free(x->owner);
	free(x->arms);
	memset(x, 0, sizeof(*x));
}

void store_experiments_free(struct store_experiment *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		store_experiment_clear(&x[i]);
	free(x);
}

static int boots(struct store *s, sqlite3_stmt *st, struct store_boot **ret,
		 size_t *ret_n, struct err *e)
{
	struct store_boot *list = NULL;
	size_t n = 0, cap = 0;
	bool more;
	int r;

	while (!(r = sql_next(s, st, &more, e)) && more) {
		list = xgrow(list, n, &cap, sizeof(*list));
		list[n++] = (struct store_boot){
			.id = sqlite3_column_int64(st, 0),
			.began_ns = sqlite3_column_int64(st, 1),
			.ended_ns = sqlite3_column_int64(st, 2),
			.arm = sql_text(st, 3),
			.kind = sql_text(st, 4),
			.metric = sql_metric(st, 5),
			.experiment = sqlite3_column_int64(st, 6),
		};
	}
	if (r < 0) {
		store_boots_free(list, n);
		return r;
	}
	*ret = list;
	*ret_n = n;
	return 0;
}

#define BOOT_COLUMNS                                                                   \
	"SELECT b.id, b.began_ns, coalesce(b.ended_ns, 0), a.name, b.kind, b.metric, " \
	"b.experiment_id FROM boot b JOIN arm a ON a.id = b.arm_id "

int store_boots(struct store *s, int64_t experiment, struct store_boot **ret,
		size_t *ret_n, struct err *e)
{
	sqlite3_stmt *st;
	int r = sql_prepare(s, &st, e,
			    BOOT_COLUMNS "WHERE b.experiment_id = ? ORDER BY b.id", "i",
			    experiment);

	return r ? r : boots(s, st, ret, ret_n, e);
}

int store_boots_of_arm(struct store *s, const char *arm, struct store_boot **ret,
		       size_t *ret_n, struct err *e)
{
	sqlite3_stmt *st;
	int r = sql_prepare(s, &st, e,
			    BOOT_COLUMNS
			    "WHERE a.name = ? AND (b.kind = 'import' OR EXISTS "
			    "(SELECT 1 FROM process p WHERE p.boot_id = b.id)) "
			    "ORDER BY b.id",
			    "t", arm);

	return r ? r : boots(s, st, ret, ret_n, e);
}

int store_has_arm(struct store *s, const char *arm, struct err *e)
{
	sqlite3_stmt *st;
	int r = sql_prepare(s, &st, e, "SELECT 1 FROM arm WHERE name = ?", "t", arm);

	if (r < 0)
		return r;
	r = sqlite3_step(st);
	sqlite3_finalize(st);
	if (r == SQLITE_ROW)
		return 0;
	return r == SQLITE_DONE ? err_set(e, ENOENT, "there is no arm '%s'", arm)
				: sql_error(s, e, "read the database");
}

void store_boots_free(struct store_boot *b, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(b[i].arm);
		free(b[i].kind);
	}
	free(b);
}

int store_facts(struct store *s, int64_t boot, struct store_fact **ret, size_t *ret_n,
		struct err *e)
{
	struct store_fact *list = NULL;
	size_t n = 0, cap = 0;
	sqlite3_stmt *st;
	bool more;
	int r = sql_prepare(
		s, &st, e,
		"SELECT key, value, reason FROM fact WHERE boot_id = ? ORDER BY key", "i",
		boot);

	if (r < 0)
		return r;
	while (!(r = sql_next(s, st, &more, e)) && more) {
		list = xgrow(list, n, &cap, sizeof(*list));
		list[n++] = (struct store_fact){ sql_text(st, 0), sql_text(st, 1),
						 sql_text(st, 2) };
	}
	if (r < 0) {
		store_facts_free(list, n);
		return r;
	}
	*ret = list;
	*ret_n = n;
	return 0;
}

void store_facts_free(struct store_fact *f, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(f[i].key);
		free(f[i].value);
		free(f[i].reason);
	}
	free(f);
}
