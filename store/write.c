/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Experiments, boots, facts and workloads, written. Processes are in process.c. */
#include "store/internal.h"

int store_experiment_begin(struct store *s, const struct store_new_experiment *x,
			   int64_t *ret_id, struct err *e)
{
	int r = sql_run(
		s, e, "store the experiment",
		"INSERT INTO experiment (command, arguments, version, seed, state, "
		"owner, began_ns) VALUES (?, ?, ?, ?, 'running', ?, ?)",
		"tttiti", x->command, x->arguments, x->version, x->seed, x->owner,
		x->began_ns);

	if (!r)
		*ret_id = sqlite3_last_insert_rowid(s->db);
	return r;
}

int store_experiment_end(struct store *s, int64_t id, const char *state,
			 const char *reason, int64_t now_ns, struct err *e)
{
	return sql_run(
		s, e, "end the experiment",
		"UPDATE experiment SET state = ?, reason = ?, ended_ns = ? WHERE id = ?",
		"ttii", state, reason, now_ns, id);
}

static int add_facts(struct store *s, int64_t boot, const struct store_fact *facts,
		     size_t n, struct err *e)
{
	int r = 0;

	for (size_t i = 0; i < n && !r; i++)
		r = sql_run(s, e, "store a fact",
			    "INSERT OR REPLACE INTO fact (boot_id, key, value, reason) "
			    "VALUES (?, ?, ?, ?)",
			    "ittt", boot, facts[i].key, facts[i].value, facts[i].reason);
	return r;
}

int store_boot_begin(struct store *s, int64_t experiment, const char *arm,
		     const char *kind, enum store_metric metric, int64_t now_ns,
		     const struct store_fact *facts, size_t n_facts, int64_t *ret_id,
		     struct err *e)
{
	int64_t id = 0;
	int r = sql_begin(s, e, "store the boot");

	if (r < 0)
		return r;
	r = sql_run(s, e, "store the arm", "INSERT OR IGNORE INTO arm (name) VALUES (?)",
		    "t", arm);
	if (!r)
		r = sql_run(
			s, e, "store the boot",
			"INSERT INTO boot (experiment_id, arm_id, kind, metric, began_ns) "
			"SELECT ?, id, ?, ?, ? FROM arm WHERE name = ?",
			"ittit", experiment, kind,
			metric == STORE_INSTRUCTIONS ? "instructions" : "time", now_ns,
			arm);
	if (!r) {
		id = sqlite3_last_insert_rowid(s->db);
		r = add_facts(s, id, facts, n_facts, e);
	}
	r = sql_finish(s, r, e, "store the boot");
	if (!r)
		*ret_id = id;
	return r;
}

int store_boot_end(struct store *s, int64_t boot, int64_t now_ns,
		   const struct store_fact *facts, size_t n_facts, struct err *e)
{
	int r = sql_begin(s, e, "store the boot");

	if (r < 0)
		return r;
	r = sql_run(s, e, "end the boot", "UPDATE boot SET ended_ns = ? WHERE id = ?",
		    "ii", now_ns, boot);
	if (!r)
		r = add_facts(s, boot, facts, n_facts, e);
	return sql_finish(s, r, e, "store the boot");
}

int store_workload(struct store *s, const char *name, const char *abi, unsigned int rev,
		   const char *unit, unsigned int per, int64_t *ret_id, struct err *e)
{
	int r = sql_run(s, e, "store the workload",
			"INSERT OR IGNORE INTO workload (name, abi, rev, unit, per) "
			"VALUES (?, ?, ?, ?, ?)",
			"ttiti", name, abi, (int64_t)rev, unit, (int64_t)per);
	if (!r)
		r = sql_number(
			s, ret_id, e,
			"SELECT id FROM workload WHERE name = ? AND abi = ? AND rev = ?",
			"tti", name, abi, (int64_t)rev);
	return r;
}
