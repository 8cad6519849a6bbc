/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The database: one SQLite file. The only layer that knows SQL. Everything that is
 * written together is one transaction, so that a crash at any moment leaves whole
 * processes only. Several ktoll may use one file at once: a writer waits for the other.
 *
 * All functions return 0 or -errno with @e filled: -ENOSPC disk full, -EACCES not
 * writable, -EBUSY another writer held it too long, -ENOTSUP a newer schema, -EBADF not
 * ours, -EIO anything else that SQLite reports.
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store;

enum store_open_mode {
	STORE_READ,   /* must exist */
	STORE_WRITE,  /* must exist */
	STORE_CREATE, /* made if missing, with its directories */
};

/*
 * Opens @path and brings its schema up to date. What cannot be written can be read: on a
 * mount that is read-only and in a folder of somebody else, if its schema is up to date
 * and no -wal has more than it. Where its writer cannot be seen, reading fails with
 * -EBUSY when the file has changed.
 */
int store_open(const char *path, enum store_open_mode mode, struct store **ret,
	       struct err *e);
void store_close(struct store *s); /* NULL is fine */
const char *store_path(const struct store *s);

/* ---- writing ---- */

struct store_new_experiment {
	const char *command, *arguments, *version, *owner;
	int64_t seed, began_ns;
};

/* Begins one in state `running`. All began, ended and now are CLOCK_REALTIME. */
int store_experiment_begin(struct store *s, const struct store_new_experiment *x,
			   int64_t *ret_id, struct err *e);
/* @state: done, interrupted or failed; @reason may be NULL. */
int store_experiment_end(struct store *s, int64_t id, const char *state,
			 const char *reason, int64_t now_ns, struct err *e);

struct store_fact {
	char *key, *value, *reason; /* value NULL: unknown */
};

enum store_metric { STORE_TIME, STORE_INSTRUCTIONS };

/* A boot of @arm (made if new) with its facts, in one transaction. */
int store_boot_begin(struct store *s, int64_t experiment, const char *arm,
		     const char *kind, enum store_metric metric, int64_t now_ns,
		     const struct store_fact *facts, size_t n_facts, int64_t *ret_id,
		     struct err *e);
/* More facts, known only at the end; replaces those of the same key. */
int store_boot_end(struct store *s, int64_t boot, int64_t now_ns,
		   const struct store_fact *facts, size_t n_facts, struct err *e);

/* Finds or makes the row; its id is what store_process.workload_id takes. */
int store_workload(struct store *s, const char *name, const char *abi, unsigned int rev,
		   const char *unit, unsigned int per, int64_t *ret_id, struct err *e);

enum {
	STORE_WARMUP = 1 << 0,
	STORE_PREEMPTED = 1 << 1,
	STORE_MIGRATED = 1 << 2,
	STORE_BACKWARD = 1 << 3,
	STORE_ZERO = 1 << 4,
};

/* Their letters in the order of the bits, as on the wire (docs/wire.md). */
#define STORE_FLAG_LETTERS "wpmbz"

/* Nanoseconds per unit (instructions, where they are counted); NAN where unknown. */
struct store_summary {
	double min, p10, p25, median, mean, p75, p90, p99, max, trimmed, mad;
};

/* What a counter counted in one process; see the schema. */
struct store_counter {
	const char *event, *pmu, *scope; /* pmu "" but on hybrid CPUs; task, system */
	const char *unit;                /* "ns"; "" for a count */
	const char *status;              /* counted, scaled, unused, unsupported */
	const char *reason;              /* of the last two; may be NULL */
	unsigned int group;
	double running;        /* share of the time, 0..1; NAN: unknown */
	double value;          /* per unit of the workload; NAN: none */
	const int64_t *counts; /* n, one a sample; NULL: none */
	size_t n;
};

/* One execution of the probe. Strings may be NULL where the schema allows it. */
struct store_process {
	int64_t id, boot_id, workload_id, number, began_ns;
	const char *mode, *modifiers, *status, *reason, *probe, *clock, *conditions;
	uint32_t ops;       /* 0: unknown */
	double ns_per_tick; /* NAN: unknown */
	double clock_drift; /* NAN: unknown */
	struct store_summary summary;
	double exact, agree; /* of counted boots; NAN: none */
	uint64_t nvcsw, nivcsw, minflt, majflt, user_ns, system_ns, wall_ns;
	uint64_t wire_lost, wire_corrupt;
	size_t n;
	const int64_t *ticks;                 /* n of them */
	const uint8_t *flags;                 /* n of them */
	const struct store_counter *counters; /* n_counters of them */
	size_t n_counters;
};

/* @ret_id may be NULL. */
int store_process_add(struct store *s, const struct store_process *p, int64_t *ret_id,
		      struct err *e);

/* Two processes that took turns; see the schema. */
struct store_pair {
	int64_t workload_id, number;
	const char *design; /* duet, neighbours */
	double d;           /* ln b - ln a; NAN: neither */
};

/* Both processes and their pair in one transaction. */
int store_pair_add(struct store *s, const struct store_pair *pair,
		   const struct store_process *a, const struct store_process *b,
		   struct err *e);

/* One metric of another tool's output; see the schema. */
struct store_import {
	const char *format, *file, *metric, *unit;
	const char *direction; /* cost, rate, unknown */
	const double *samples; /* NULL: only a summary survived */
	size_t n_samples;
	double mean, sd;     /* NAN: unknown */
	int64_t n;           /* 0: unknown */
	const char *refused; /* why there is no number; else NULL */
	const char *notes;   /* JSON array */
	int64_t line;
};

/* All of them for @boot, or none. */
int store_imports_add(struct store *s, int64_t boot, const struct store_import *list,
		      size_t n, struct err *e);

/* @result: JSON. */
int store_calibration_add(struct store *s, int64_t experiment, const char *machine,
			  int64_t now_ns, const char *result, struct err *e);

/* ---- reading ---- */

struct store_experiment {
	int64_t id;
	char *command, *arguments, *version, *state, *reason, *owner;
	int64_t seed, began_ns, ended_ns; /* ended_ns 0: has not */
	char *arms;                       /* names, ", " between */
	int64_t processes, failed;
};

/* All, by id; the caller's: store_experiments_free(). */
int store_experiments(struct store *s, struct store_experiment **ret, size_t *ret_n,
		      struct err *e);
/* -ENOENT if there is none of this id. What *@ret holds is the caller's. */
int store_experiment_get(struct store *s, int64_t id, struct store_experiment *ret,
			 struct err *e);
void store_experiment_clear(struct store_experiment *x); /* fine on a zeroed one */
void store_experiments_free(struct store_experiment *x, size_t n);

struct store_boot {
	int64_t id, experiment, began_ns, ended_ns; /* ended_ns 0: has not */
	char *arm, *kind;
	enum store_metric metric;
};

/* All of @experiment, by id; the caller's: store_boots_free(). */
int store_boots(struct store *s, int64_t experiment, struct store_boot **ret,
		size_t *ret_n, struct err *e);
void store_boots_free(struct store_boot *b, size_t n);

/* All of @boot, by key; the caller's: store_facts_free(). */
int store_facts(struct store *s, int64_t boot, struct store_fact **ret, size_t *ret_n,
		struct err *e);
void store_facts_free(struct store_fact *f, size_t n);

/* A process with the names that belong to it, while a callback runs. */
struct store_row {
	struct store_process process; /* ticks and flags only if asked for */
	const char *arm, *workload, *abi, *unit;
	unsigned int rev, per;
	enum store_metric metric;
	int64_t samples, warmup, preempted, migrated; /* counts, ticks or no ticks */
};

/*
 * Calls @row for every process of @experiment, or of @arm in all experiments (the other
 * one 0 or NULL), ordered by workload, abi, boot and number. What it gets is valid during
 * the call; a negative return ends the reading and is returned.
 */
int store_each_process(struct store *s, int64_t experiment, const char *arm,
		       bool with_ticks,
		       int (*row)(void *ctx, const struct store_row *row), void *ctx,
		       struct err *e);

enum store_statistic {
	STORE_P25,
	STORE_MIN,
	STORE_P10,
	STORE_MEDIAN,
	STORE_MEAN,
	STORE_TRIMMED,
	STORE_P90,
	STORE_P99,
};

/* What a comparison needs of a process. */
struct store_value_row {
	int64_t workload_id, boot_id;
	const char *workload, *abi, *unit, *mode, *status, *reason;
	unsigned int rev;
	double value; /* ns per unit, or the exact count of instructions; NAN: none */
	enum store_metric metric;
};

/*
 * Calls @row for every process of @arm in all experiments, boot by boot and workload by
 * workload. Reads no samples and sorts nothing: made for millions.
 */
int store_each_value(struct store *s, const char *arm, enum store_statistic statistic,
		     int (*row)(void *ctx, const struct store_value_row *row), void *ctx,
		     struct err *e);

/* Whether anything was ever stored under this name: 0, -ENOENT, or another -errno. */
int store_has_arm(struct store *s, const char *arm, struct err *e);

/* The same of @arm in all experiments; those that are still empty are left out. */
int store_boots_of_arm(struct store *s, const char *arm, struct store_boot **ret,
		       size_t *ret_n, struct err *e);

struct store_pair_row {
	const char *workload, *abi, *unit, *design;
	unsigned int rev, per;
	int64_t experiment;
	double d;            /* NAN: none */
	double a_p25, b_p25; /* ns per unit */
};

/*
 * Calls @row for every pair of @arm_a and @arm_b, ordered by workload, abi and time; d is
 * ln b - ln a whichever of them was first when they were measured.
 */
int store_each_pair(struct store *s, const char *arm_a, const char *arm_b,
		    int (*row)(void *ctx, const struct store_pair_row *row), void *ctx,
		    struct err *e);

/* A counter of a process, with the names that belong to it, while a callback runs. */
struct store_counter_row {
	struct store_counter counter; /* without counts */
	int64_t workload_id, boot_id, process_id;
	const char *arm, *workload, *abi, *per, *mode; /* per: what it is per */
	unsigned int rev;
};

/*
 * Calls @row for every counter of @experiment, or of @arm in all experiments (the other
 * one 0 or NULL), ordered by workload, abi, revision, event, pmu, scope, boot and number.
 */
int store_each_counter(struct store *s, int64_t experiment, const char *arm,
		       int (*row)(void *ctx, const struct store_counter_row *row),
		       void *ctx, struct err *e);

struct store_counter_pair_row {
	const char *workload, *abi, *per, *design, *event, *pmu, *scope, *unit;
	unsigned int rev;
	int64_t experiment;
	double a, b; /* per unit of the workload; NAN: none */
};

/*
 * The same for the pairs of @arm_a and @arm_b, as store_each_pair(); of @experiment only
 * unless it is 0.
 */
int store_each_counter_pair(struct store *s, int64_t experiment, const char *arm_a,
			    const char *arm_b,
			    int (*row)(void *ctx,
				       const struct store_counter_pair_row *row),
			    void *ctx, struct err *e);

/* Calls @row for every imported metric of @arm, in order of import; samples included. */
int store_each_import(struct store *s, const char *arm,
		      int (*row)(void *ctx, const struct store_import *row), void *ctx,
		      struct err *e);

/* The latest result for @machine; -ENOENT if there is none. The caller frees. */
int store_calibration_get(struct store *s, const char *machine, char **ret_result,
			  int64_t *ret_made_ns, struct err *e);

#endif
