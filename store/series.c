/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See series.h. */
#include "store/series.h"

#include "store/internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *const arm_states[] = { "planned", "ready", "same", "broken" };
static const char *const boot_states[] = { "planned", "done", "failed" };

static unsigned int state_of(const char *text, const char *const *all, unsigned int n)
{
	for (unsigned int i = 1; text && i < n; i++)
		if (!strcmp(text, all[i]))
			return i;
	return 0;
}

int store_series_add(struct store *s, int64_t experiment, const char *machine,
		     const char *plan, const struct store_series_arm *arms, size_t n,
		     struct err *e)
{
	int r = sql_begin(s, e, "store the series");

	if (r < 0)
		return r;
	r = sql_run(s, e, "store the series",
		    "INSERT INTO series (experiment_id, machine, plan) VALUES (?, ?, ?)",
		    "itt", experiment, machine, plan);
	for (size_t i = 0; i < n && !r; i++)
		r = sql_run(
			s, e, "store an arm of the series",
			"INSERT INTO series_arm (experiment_id, number, name, source, "
			"is_commit, subject, append, modifiers, state) "
			"VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'planned')",
			"iittittt", experiment, (int64_t)i, arms[i].name, arms[i].source,
			(int64_t)arms[i].is_commit, arms[i].subject, arms[i].append,
			arms[i].modifiers ? arms[i].modifiers : "");
	return sql_finish(s, r, e, "store the series");
}

int store_series_get(struct store *s, int64_t experiment, struct store_series *ret,
		     struct err *e)
{
	bool found = false;
	sqlite3_stmt *st;
	int r = sql_prepare(
		s, &st, e,
		"SELECT machine, plan, ops FROM series WHERE experiment_id = ?", "i",
		experiment);

	while ((r = sql_next(s, st, r, e)) > 0) {
		*ret = (struct store_series){ sql_copy(st, 0), sql_copy(st, 1),
					      sql_copy(st, 2) };
		found = true;
	}
	if (!r && !found) {
		r = err_set(e, ENOENT, "experiment %lld is no series",
			    (long long)experiment);
		err_where(e, "%s", s->path);
		err_expect(e, "one that `ktoll log` shows as series");
	}
	return r;
}

void store_series_clear(struct store_series *s)
{
	free(s->machine);
	free(s->plan);
	free(s->ops);
	memset(s, 0, sizeof(*s));
}

int store_series_take(struct store *s, int64_t experiment, const char *old_owner,
		      const char *owner, struct err *e)
{
	int r = sql_run(s, e, "take the series over",
			"UPDATE experiment SET state = 'running', reason = NULL, "
			"ended_ns = NULL, owner = ? WHERE id = ? AND owner = ?",
			"tit", owner, experiment, old_owner);

	if (!r && sqlite3_changes(s->db) != 1)
		r = err_set(e, EBUSY, "another ktoll has just taken experiment %lld over",
			    (long long)experiment);
	return r;
}

int store_series_set_ops(struct store *s, int64_t experiment, const char *ops,
			 struct err *e)
{
	return sql_run(s, e, "store the calibration of the series",
		       "UPDATE series SET ops = ? WHERE experiment_id = ?", "ti", ops,
		       experiment);
}

static void arm_row(sqlite3_stmt *st, void *arm)
{
	*(struct store_series_arm *)arm = (struct store_series_arm){
		.number = sqlite3_column_int64(st, 0),
		.name = sql_copy(st, 1),
		.source = sql_copy(st, 2),
		.is_commit = sqlite3_column_int(st, 3),
		.subject = sql_copy(st, 4),
		.append = sql_copy(st, 5),
		.modifiers = sql_copy(st, 6),
		.state = state_of(sql_text(st, 7), arm_states, 4),
		.image = sql_copy(st, 8),
		.sha256 = sql_copy(st, 9),
		.code = sql_copy(st, 10),
		.same_as = sqlite3_column_int64(st, 11),
		.reason = sql_copy(st, 12),
		.detail = sql_copy(st, 13),
	};
}

static void arm_clear(void *arm)
{
	struct store_series_arm *a = arm;

	free(a->name);
	free(a->source);
	free(a->subject);
	free(a->append);
	free(a->modifiers);
	free(a->image);
	free(a->sha256);
	free(a->code);
	free(a->reason);
	free(a->detail);
}

static const struct sql_element series_arms = { sizeof(struct store_series_arm), arm_row,
						arm_clear };

int store_series_arms(struct store *s, int64_t experiment, struct store_series_arm **ret,
		      size_t *ret_n, struct err *e)
{
	void *list;
	int r = sql_array(s, &series_arms, &list, ret_n, e,
			  "SELECT number, name, source, is_commit, subject, append, "
			  "modifiers, state, image, sha256, code, same_as, reason, "
			  "detail FROM series_arm WHERE experiment_id = ? "
			  "ORDER BY number",
			  "i", experiment);

	if (!r)
		*ret = list;
	return r;
}

void store_series_arms_free(struct store_series_arm *a, size_t n)
{
	sql_array_free(&series_arms, a, n);
}

int store_series_arm_set(struct store *s, int64_t experiment,
			 const struct store_series_arm *a, struct err *e)
{
	return sql_run(
		s, e, "store an arm of the series",
		"UPDATE series_arm SET state = ?, image = ?, sha256 = ?, code = ?, "
		"same_as = ?, reason = ?, detail = ? "
		"WHERE experiment_id = ? AND number = ?",
		"ttttittii", arm_states[a->state], a->image, a->sha256, a->code,
		a->same_as, a->reason, a->detail, experiment, a->number);
}

int store_series_plan(struct store *s, int64_t experiment,
		      const struct store_series_boot *boots, size_t n, struct err *e)
{
	int r = sql_begin(s, e, "plan the series");

	if (r < 0)
		return r;
	for (size_t i = 0; i < n && !r; i++)
		r = sql_run(s, e, "plan the series",
			    "INSERT INTO series_boot (experiment_id, number, round, arm, "
			    "state, attempts) VALUES (?, ?, ?, ?, 'planned', 0)",
			    "iiii", experiment, (int64_t)i, boots[i].round, boots[i].arm);
	return sql_finish(s, r, e, "store the series");
}

static void boot_row(sqlite3_stmt *st, void *boot)
{
	*(struct store_series_boot *)boot = (struct store_series_boot){
		.number = sqlite3_column_int64(st, 0),
		.round = sqlite3_column_int64(st, 1),
		.arm = sqlite3_column_int64(st, 2),
		.attempts = sqlite3_column_int64(st, 3),
		.boot_id = sqlite3_column_int64(st, 4),
		.state = state_of(sql_text(st, 5), boot_states, 3),
	};
}

static const struct sql_element series_boots = { .size = sizeof(struct store_series_boot),
						 .read = boot_row };

int store_series_boots(struct store *s, int64_t experiment,
		       struct store_series_boot **ret, size_t *ret_n, struct err *e)
{
	void *list;
	int r = sql_array(s, &series_boots, &list, ret_n, e,
			  "SELECT number, round, arm, attempts, coalesce(boot_id, 0), "
			  "state FROM series_boot WHERE experiment_id = ? "
			  "ORDER BY number",
			  "i", experiment);

	if (!r)
		*ret = list;
	return r;
}

int store_series_boot_set(struct store *s, int64_t experiment,
			  const struct store_series_boot *b, struct err *e)
{
	return sql_run(s, e, "store a boot of the series",
		       "UPDATE series_boot SET state = ?, attempts = ?, "
		       "boot_id = nullif(?, 0) WHERE experiment_id = ? AND number = ?",
		       "tiiii", boot_states[b->state], b->attempts, b->boot_id,
		       experiment, b->number);
}

/* Boots younger than the last one that was noted. */
#define LOOSE                                                                         \
	" experiment_id = ?1 AND kind = 'vm' AND id > coalesce((SELECT max(boot_id) " \
	"FROM series_boot WHERE experiment_id = ?1), 0)"

int store_series_tidy(struct store *s, int64_t experiment, int64_t *ret_boot,
		      struct err *e)
{
	int r = sql_run(s, e, "drop an unfinished boot",
			"DELETE FROM boot WHERE ended_ns IS NULL AND" LOOSE, "i",
			experiment);

	if (!r)
		r = sql_number(s, ret_boot, e,
			       "SELECT coalesce(max(id), 0) FROM boot WHERE" LOOSE, "i",
			       experiment);
	return r;
}

int store_boot_drop(struct store *s, int64_t boot, struct err *e)
{
	return sql_run(s, e, "drop a boot", "DELETE FROM boot WHERE id = ?", "i", boot);
}
