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

struct check_limit {
	const char *workload;
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

/* The few lines that matter. */
void check_text(const struct check_options *o, const struct check_outcome *c,
		struct str *out);

/* Whether a row is what makes it bad. */
bool check_row_bad(const struct check_options *o, const struct compare_row *row);

#endif
