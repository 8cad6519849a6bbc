/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lines of perf stat's text form. Knows lines, not which belong together.
 */
#ifndef IMPORT_PERF_LINE_H
#define IMPORT_PERF_LINE_H

#include "import/number.h"
#include "import/perf_count.h"

enum perf_line_kind {
	PERF_LINE_COUNT,
	PERF_LINE_MORE,    /* a further metric of the count before it; the spread and
			      the time it was running stand behind the last one */
	PERF_LINE_DERIVED, /* a group of metrics of its own */
	PERF_LINE_OTHER,   /* not of perf stat */
};

struct perf_line {
	enum perf_line_kind kind;
	struct perf_count count;
	unsigned int decimals; /* of the value */
	bool unit_implied;     /* task-clock without a unit: old perf, milliseconds */
	bool old_perf;         /* only perf before 6.1 prints such a line */
};

/*
 * Learns the decimal mark from the numbers of the line that cannot be grouped:
 * percentages, metrics, seconds. -EINVAL if it contradicts what is known.
 */
int perf_learn(const struct text *t, size_t i, struct num_style *style, struct err *e);

/*
 * Reads line @i; with @interval it must begin with a time (else it is OTHER).
 * -EINVAL if it is a line of a count, but not understood.
 */
int perf_read_line(const struct text *t, size_t i, bool interval, struct num_style *style,
		   struct perf_line *ret_line, struct err *e);

/* What a PERF_LINE_MORE says about the count that it follows. */
void perf_add_metric(struct perf_line *count, const struct perf_line *more);

/* "0.455 +- 0.104 seconds time elapsed ( +- 22.94% )" */
struct perf_seconds {
	const char *name; /* "elapsed", "user", "sys" */
	double value;
	bool has_se;
	double se;
	bool has_pct; /* relative; without @has_se only perf before 4.20 prints it */
	double pct;
	unsigned int decimals;
	size_t line;
};

/* Returns false if the line is no such line. */
bool perf_read_seconds(const struct text *t, size_t i, struct num_style *style,
		       struct perf_seconds *ret_s);

/* A row under "Table of individual measurements": "0.01021 (+0.00648) ###". */
bool perf_read_table_row(const struct text *t, size_t i, struct num_style *style,
			 double *ret_value);

/* -v: "page-faults: 3036 255720858 255720858" (count, enabled, running). */
struct perf_raw {
	struct span event;
	uint64_t count, enabled, running;
	size_t line;
};

bool perf_read_raw(const struct text *t, size_t i, struct perf_raw *ret_raw);

#endif
