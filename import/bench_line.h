/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lines with results that the benchmarks of perf bench print. Knows lines, not
 * the sections they stand in.
 */
#ifndef IMPORT_BENCH_LINE_H
#define IMPORT_BENCH_LINE_H

#include "import/result.h"
#include "import/text.h"

enum bench_kind {
	BENCH_NONE,
	BENCH_TOTAL,     /* "Total time: 10.602 [sec]" */
	BENCH_RATE,      /* "53.011975 usecs/op", "18863 ops/sec", "9.96 GB/sec" */
	BENCH_RUN,       /* "[Run 1]: Wokeup 2 of 2 threads in 0.6570 ms" */
	BENCH_RUNS_MEAN, /* the same without "[Run 1]:" and with "(+-19.38%)" */
	BENCH_AVERAGE,   /* "Averaged 76442 operations/sec (+- 56.00%), ..." */
	BENCH_THREAD,    /* "[thread 0] ..." */
	BENCH_IGNORED,   /* a number that is not a result of its own */
};

struct bench_line {
	enum bench_kind kind;
	double value; /* BENCH_TOTAL: seconds */
	const char *unit;
	enum import_direction direction;
	double spread;
	bool spread_pct;
	struct span what;   /* what was averaged, where that is said */
	uint64_t run;       /* BENCH_RUN */
	uint64_t some, all; /* threads woken, of all */
};

/* BENCH_NONE if the line is none of these; -EINVAL if it is, but broken. */
int bench_read_line(const struct text *t, size_t i, struct bench_line *ret_line,
		    struct err *e);

/* A count, maybe with thousands separated: "10,000,000". */
bool bench_count(struct span w, uint64_t *ret_count);

/* Lines without a result that need no warning. */
bool bench_is_known(const char *line);

#endif
