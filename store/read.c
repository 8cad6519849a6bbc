/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Experiments, boots and facts, read back. Processes are in read_process.c. */
#include "store/internal.h"

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

static void experiment_row(sqlite3_stmt *st, void *experiment)
{
	struct store_experiment *x = experiment;

	x->id = sqlite3_column_int64(st, 0);
	x->command = sql_copy(st, 1);
	x->arguments = sql_copy(st, 2);
	x->version = sql_copy(st, 3);
	x->state = sql_copy(st, 4);
	x->reason = sql_copy(st, 5);
	x->owner = sql_copy(st, 6);
	x->seed = sqlite3_column_int64(st, 7);
	x->began_ns = sqlite3_column_int64(st, 8);
	x->ended_ns = sqlite3_column_int64(st, 9);
	x->arms = sql_copy(st, 10);
	x->processes = sqlite3_column_int64(st, 11);
	x->failed = sqlite3_column_int64(st, 12);
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

static void experiment_clear(void *experiment)
{
	store_experiment_clear(experiment);
}

static const struct sql_element experiments = { sizeof(struct store_experiment),
						experiment_row, experiment_clear };

int store_experiments(struct store *s, struct store_experiment **ret, size_t *ret_n,
		      struct err *e)
{
	void *list;
	int r = sql_array(s, &experiments, &list, ret_n, e,
			  EXPERIMENT_COLUMNS "ORDER BY x.id", "");

	if (!r)
		*ret = list;
	return r;
}

void store_experiments_free(struct store_experiment *x, size_t n)
{
	sql_array_free(&experiments, x, n);
}

int store_experiment_get(struct store *s, int64_t id, struct store_experiment *ret,
			 struct err *e)
{
	bool found = false;
	sqlite3_stmt *st;
	int r = sql_prepare(s, &st, e, EXPERIMENT_COLUMNS "WHERE x.id = ?", "i", id);

	while ((r = sql_next(s, st, r, e)) > 0) {
		experiment_row(st, ret);
		found = true;
	}
	if (!r && !found) {
		r = err_set(e, ENOENT, "there is no experiment %lld", (long long)id);
		err_where(e, "%s", s->path);
		err_expect(e, "an id that `ktoll log` shows");
	}
	return r;
}

static void boot_row(sqlite3_stmt *st, void *boot)
{
	*(struct store_boot *)boot = (struct store_boot){
		.id = sqlite3_column_int64(st, 0),
		.began_ns = sqlite3_column_int64(st, 1),
		.ended_ns = sqlite3_column_int64(st, 2),
		.arm = sql_copy(st, 3),
		.kind = sql_copy(st, 4),
		.metric = sql_metric(st, 5),
		.experiment = sqlite3_column_int64(st, 6),
	};
}

static void boot_clear(void *boot)
{
	struct store_boot *b = boot;

	free(b->arm);
	free(b->kind);
}

static const struct sql_element boots = { sizeof(struct store_boot), boot_row,
					  boot_clear };

#define BOOT_COLUMNS                                                                   \
	"SELECT b.id, b.began_ns, coalesce(b.ended_ns, 0), a.name, b.kind, b.metric, " \
	"b.experiment_id FROM boot b JOIN arm a ON a.id = b.arm_id "

int store_boots(struct store *s, int64_t experiment, struct store_boot **ret,
		size_t *ret_n, struct err *e)
{
	void *list;
	int r = sql_array(s, &boots, &list, ret_n, e,
			  BOOT_COLUMNS "WHERE b.experiment_id = ? ORDER BY b.id", "i",
			  experiment);

	if (!r)
		*ret = list;
	return r;
}

int store_boots_of_arm(struct store *s, const char *arm, struct store_boot **ret,
		       size_t *ret_n, struct err *e)
{
	void *list;
	int r = sql_array(s, &boots, &list, ret_n, e,
			  BOOT_COLUMNS
			  "WHERE a.name = ? AND (b.kind = 'import' OR EXISTS "
			  "(SELECT 1 FROM process p WHERE p.boot_id = b.id)) "
			  "ORDER BY b.id",
			  "t", arm);

	if (!r)
		*ret = list;
	return r;
}

void store_boots_free(struct store_boot *b, size_t n)
{
	sql_array_free(&boots, b, n);
}

int store_has_arm(struct store *s, const char *arm, struct err *e)
{
	int64_t n = 0;
	int r = sql_number(s, &n, e, "SELECT count(*) FROM arm WHERE name = ?", "t", arm);

	return r || n ? r : err_set(e, ENOENT, "there is no arm '%s'", arm);
}

static void fact_row(sqlite3_stmt *st, void *fact)
{
	*(struct store_fact *)fact =
		(struct store_fact){ sql_copy(st, 0), sql_copy(st, 1), sql_copy(st, 2) };
}

static void fact_clear(void *fact)
{
	struct store_fact *f = fact;

	free(f->key);
	free(f->value);
	free(f->reason);
}

static const struct sql_element facts = { sizeof(struct store_fact), fact_row,
					  fact_clear };

int store_facts(struct store *s, int64_t boot, struct store_fact **ret, size_t *ret_n,
		struct err *e)
{
	void *list;
	int r = sql_array(
		s, &facts, &list, ret_n, e,
		"SELECT key, value, reason FROM fact WHERE boot_id = ? ORDER BY key", "i",
		boot);

	if (!r)
		*ret = list;
	return r;
}

void store_facts_free(struct store_fact *f, size_t n)
{
	sql_array_free(&facts, f, n);
}
