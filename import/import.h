/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Results of other tools, out of their text. A parser gets the bytes and the file's
 * name (for messages only) and gives an array of metrics; it reads no file, prints
 * nothing and knows no database. A format that cannot be told with certainty, and a
 * number that cannot, is refused with the reason: nothing is ever guessed.
 */
#ifndef IMPORT_IMPORT_H
#define IMPORT_IMPORT_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Larger files and longer lines are refused (a JSON document may be one line). */
#define IMPORT_MAX_FILE_BYTES (64u << 20)
#define IMPORT_MAX_LINE_BYTES (1u << 20)
#define IMPORT_MAX_METRICS    (1u << 18)

/* Declared by the importer, from what the tool says the number is. */
enum import_direction {
	IMPORT_DIRECTION_UNKNOWN,
	IMPORT_LOWER_IS_BETTER,
	IMPORT_HIGHER_IS_BETTER,
};

enum import_spread_kind {
	IMPORT_SPREAD_NONE,       /* none was printed */
	IMPORT_SPREAD_SD,         /* standard deviation of single runs */
	IMPORT_SPREAD_SE,         /* standard error of the mean */
	IMPORT_SPREAD_REL_SE_PCT, /* the same, in % of the value printed beside it */
	IMPORT_SPREAD_RMSE,       /* root mean square deviation of single runs */
	IMPORT_SPREAD_PRINTED,    /* a "+-" of which the text does not say what it is */
};

/* What the one printed value of a summary is. */
enum import_center {
	IMPORT_CENTER_MEAN,
	IMPORT_CENTER_MEAN_OR_LAST, /* perf stat -r: the mean before 6.1, since then the
				       count of the last run; the text does not say */
	IMPORT_CENTER_LAST,         /* proven to be the last run's */
	IMPORT_CENTER_OTHER,        /* another statistic; a note says which */
};

struct import_summary {
	double value;
	enum import_center center;
	double spread; /* in the metric's unit, but for REL_SE_PCT and PRINTED: see pct */
	enum import_spread_kind spread_kind;
	bool spread_pct; /* the spread is in % of the value */
	uint64_t n;      /* runs (or single values) behind it; 0: not printed */
};

struct import_metric {
	char *group; /* part of the file it is from ("note: after", host and kernel),
			"" where the file has one part only */
	char *name;
	char *unit; /* "" where the tool prints none: a count, or a bare column */
	enum import_direction direction;
	double *values; /* single values in the order of the file */
	size_t n_values;
	bool has_summary; /* the tool gave a summary; values, if any, are preferred */
	struct import_summary summary;
	char *refused; /* why no number is given; then no values and no summary */
	bool derived;  /* computed by the tool from another metric here: not a
			  measurement of its own */
	char **notes;  /* what a reader must know: "scaled: counted 33 % of the time" */
	size_t n_notes;
	unsigned long line, last_line; /* first and last line it came from, from 1 */
};

struct import_index;

struct import_result {
	const char *format; /* static: one of import_format_name() */
	struct import_metric *metrics;
	size_t n_metrics;
	char **warnings; /* about the file as a whole, each with its line if it has one */
	size_t n_warnings;

	/* Private to the importers. */
	size_t cap_metrics;
	struct import_index *index;
	bool too_many;
};

/*
 * What the user knows and the text does not say. All may be zero. @name, @unit and
 * @direction are for numbers that come without (columns, perf-bench-simple).
 */
struct import_opts {
	const char *format; /* one of import_format_name(); NULL: find out */
	const char *name, *unit;
	enum import_direction direction;
	unsigned int column; /* which column of numbers, from 1 */
	uint64_t loops;      /* operations behind one total time (perf-bench-simple) */
};

/*
 * Parses @len bytes. @opts may be NULL. On success *@ret_result holds at least one
 * metric (all may be refused) and is the caller's, to be given to
 * import_result_free(). Order and content depend on the bytes and @opts only.
 * Returns 0, or -EINVAL (not understood, bad number, several formats, nothing in
 * it), -EFBIG or -E2BIG (limits), with @e saying what and FILE:LINE and nothing else
 * written.
 */
int import_parse(const char *buf, size_t len, const char *file,
		 const struct import_opts *opts, struct import_result **ret_result,
		 struct err *e);

/* NULL is fine. */
void import_result_free(struct import_result *r);

/*
 * Mean, standard deviation of single runs and their number, from the values, else
 * from the summary (rmse * sqrt(n / (n - 1)), SE * sqrt(n)). The deviation is 0 when
 * n is 1. Returns 0, or -ENODATA with *@ret_why a static text: the metric is
 * refused, the summary is not known to be a mean, n or the kind of the spread is not
 * known. A summary of more than one run without a usable spread is no data either.
 */
int import_metric_moments(const struct import_metric *m, double *ret_mean, double *ret_sd,
			  uint64_t *ret_n, const char **ret_why);

/* The formats in alphabetic order; NULL beyond the last. */
const char *import_format_name(size_t i);
const char *import_format_about(size_t i);

#endif
