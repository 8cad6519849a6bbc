/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the files check*.c: one kernel measured and held against a stored arm. */
#ifndef CMD_CHECK_MEASURE_H
#define CMD_CHECK_MEASURE_H

#include "cmd/kernel.h"
#include "cmd/matched.h"
#include "cmd/options.h"

#define CHECK_MAX 64

enum check_result {
	CHECK_GOOD,
	CHECK_BAD,
	CHECK_UNDECIDED, /* some verdict is unknown, or a number missing, and none is bad
			  */
	CHECK_BROKEN,    /* it does not build or boot */
};

extern const char *const check_result_words[];

struct check_limit {
	const char *workload; /* of @len bytes */
	size_t len;
	double value;
};

struct check_options {
	struct measure_options m;
	struct kernel_options k;
	struct build_options build;
	const char *against, *kernel;
	bool different; /* any difference is bad, not only a slower path */
	bool bisect, verify_ends;
	double margin; /* negative: not given */
	double confidence;
	struct check_limit max[CHECK_MAX];
	size_t n_max;
	const char *const *globs;
	size_t n_globs;
	int argc;
	char **argv;
};

#define CHECK_OPTIONS_DEFAULT                                                     \
	{                                                                         \
		.m = MEASURE_OPTIONS_DEFAULT, .k = { .accel = -1 }, .margin = -1, \
		.confidence = 0.95                                                \
	}

struct check_counts {
	size_t slower, faster, same, unknown, missing, over;
};

/* What came of it: to be released. */
struct check_outcome {
	enum check_result result;
	char why[400]; /* CHECK_BROKEN: one line */
	int64_t experiment;
	char *arm;
	struct source a, b;
	struct matched m;
	struct check_counts counts;
	double margin; /* that was used */
};

/*
 * Measures one kernel (@commit of the repository, or --kernel, or this one) and compares.
 * -errno with @e for our own trouble; -EINTR.
 */
int check_measure(const struct check_options *o, const char *commit,
		  struct check_outcome *ret, struct err *e);
void check_outcome_release(struct check_outcome *c);

/*
 * From what experiment @id of the store measured, against the baseline as it is now.
 * -ENOENT if that, or its measurements, are not there.
 */
int check_again(struct store *s, int64_t id, const struct check_options *o,
		struct check_outcome *ret, struct err *e);

/* Options of `ktoll check`. -1: go on; else an exit status, and it was said why. */
int check_parse(int argc, char **argv, struct check_options *o);

/* Prints check @x again, with all of its rows and its boots; an exit status. */
int check_show(struct store *s, const struct store_experiment *x, enum format format);

/* The few lines that matter; @all: every row. */
void check_text(const struct check_options *o, const struct check_outcome *c, bool all,
		struct str *out);
/* As that of compare, and `check` besides: docs/json.md. */
void check_json(const struct check_options *o, const struct check_outcome *c,
		struct str *out);

/* The limit of a row's workload; NULL: none. */
const struct check_limit *check_limit_of(const struct check_options *o,
					 const struct compare_row *row);

/* Whether a row is what makes it bad. */
bool check_row_bad(const struct check_options *o, const struct compare_row *row);

#endif
