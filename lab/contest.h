/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two arms inside one boot: process pairs of all workloads interleaved, each workload
 * until its verdict stands at one of the planned looks, or the time is over
 * (docs/statistics.md). Each pair is stored when it has ended.
 */
#ifndef LAB_CONTEST_H
#define LAB_CONTEST_H

#include "lab/command.h"
#include "lab/duet.h"
#include "lab/execute.h"
#include "lab/session.h"
#include "stats/compare.h"

struct contest_arm {
	int64_t boot;                 /* of the store */
	const char *const *modifiers; /* NULL-terminated, or NULL */
	/*
	 * Shell commands around each of its processes; NULL: none. If either arm has one,
	 * the arms cannot share the CPU slice by slice: whole processes take turns then.
	 */
	const char *setup, *teardown;
	/* What is run instead of the probe, in turns as well; NULL: the probe. */
	const struct command_how *command;
};

/*
 * The looks of `ktoll ab`: after 16 pairs, and after twice as many each time. Who shows a
 * stored one again needs them, to adjust as it did.
 */
#define CONTEST_LOOKS 6
#define CONTEST_FIRST 16
#define CONTEST_RATIO 2

struct contest_options {
	struct duet_shape shape;
	uint32_t target_ns; /* length of a batch */
	double margin;      /* relative */
	double confidence;
	unsigned int looks; /* at first, 2 first, 4 first ... pairs */
	size_t first;
	double budget_s;  /* of measuring; 0: until all is decided or the last look */
	bool fixed;       /* do not stop early: for proofs of the procedure itself */
	size_t pairs_max; /* of each workload when fixed; 0: until the budget is over */
	uint64_t seed;
};

struct contest_row {
	const struct catalogue_entry *entry;
	int64_t workload;
	uint32_t ops;       /* of both arms; 0: it does not run */
	const char *status; /* done, or why there is no number */
	char why[INGEST_WHY_MAX];
	double *d;     /* of the pairs, in order of time; ln b - ln a */
	double *a, *b; /* ns per unit: headlines of the processes; same length */
	size_t n, cap;
	size_t failed;                       /* pairs that gave no number */
	bool stopped;                        /* decided at a look */
	double seconds;                      /* of measuring it */
	double earlier_p_diff, earlier_p_eq; /* of looks before the last, 1 if none */
	struct comparison comparison; /* as of the last look, for a family of one */
};

struct contest {
	struct contest_options options;
	struct executor executor; /* its modifiers are those of the arms; released by the
				     caller */
	struct contest_arm arm[2];
	struct store *store;
	session_progress_fn *progress; /* may be NULL */
	void *ctx;
};

/*
 * Runs @entries. *@ret_rows has @n rows, the caller's (contest_free()). 0; -EINTR if
 * stopped (rows are what there is); -ECANCELED: a set-up command failed, or a command
 * that is measured (unless its failures are ignored), @e has its output's end; other
 * -errno: trouble of our own.
 */
int contest_run(struct contest *c, const struct catalogue_entry *const *entries, size_t n,
		struct contest_row **ret_rows, struct err *e);

void contest_free(struct contest_row *rows, size_t n);

#endif
