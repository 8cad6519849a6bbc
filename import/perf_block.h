/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One "Performance counter stats" block of perf stat: gathers its counts, the lines
 * of its single runs and its times, and stores what they are worth together. Reads no
 * lines.
 */
#ifndef IMPORT_PERF_BLOCK_H
#define IMPORT_PERF_BLOCK_H

#include "import/perf_line.h"

struct perf_block {
	char *command; /* the header from the command on; NULL: not begun yet */
	size_t line;
	struct perf_runs runs;
	struct perf_line *counts;
	size_t n_counts, cap_counts;
	bool in_metrics;      /* of a group, not of the last count */
	struct perf_raw *raw; /* may be gathered before the block begins */
	size_t n_raw, cap_raw;
	size_t runs_seen;                       /* "executing run #N" */
	struct perf_seconds elapsed, user, sys; /* .name NULL: not there */
	double *table;
	size_t n_table, cap_table;
	size_t blanks; /* empty lines before the time */
};

/* Begins the block of which raw counts may be there already. */
void perf_block_begin(struct perf_block *b, size_t line);
void perf_block_count(struct perf_block *b, const struct perf_line *l);
/* A line of metrics: a PERF_LINE_MORE completes the count before it. */
void perf_block_metric(struct perf_block *b, const struct perf_line *l);
void perf_block_raw(struct perf_block *b, const struct perf_raw *raw);
void perf_block_table(struct perf_block *b, double v);
int perf_block_seconds(const struct text *t, struct perf_block *b,
		       const struct perf_seconds *s, struct err *e);

/* Adds it to @res. */
int perf_block_store(const struct text *t, struct perf_block *b,
		     struct import_result *res, struct err *e);

/* Empties it for the next one. */
void perf_block_release(struct perf_block *b);

#endif
