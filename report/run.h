/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What one arm costs, as text, JSON or CSV: the report of `ktoll run`. Gets finished
 * numbers; no SQL, no mathematics.
 */
#ifndef REPORT_RUN_H
#define REPORT_RUN_H

#include "base/str.h"
#include "report/look.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum run_mark {
	RUN_PREEMPTED = 1 << 0, /* p: more than 5 % of the samples were preempted */
	RUN_MIGRATED = 1 << 1,  /* m: samples that began and ended on different CPUs */
	RUN_CLOCK = 1 << 2,     /* c: two calibrations of a process differ: above 0.1 % */
	RUN_FAILURES = 1 << 3, /* f: some processes failed: the row rests on the others */
	RUN_FEW = 1 << 4,      /* n: too few processes for an interval */
	RUN_MEAN = 1 << 5,     /* t: the mean is far above the headline: a long tail */
	RUN_VARIES = 1 << 6,   /* v: counted, and boots do not agree */
	RUN_MINORITY = 1 << 7, /* u: counted, fewer than half of the batches agree */
};

struct run_row {
	const char *label, *workload, *abi, *unit;
	const char *status; /* done, or why there is no number: skip, fail ... */
	const char *reason; /* of a status other than done; may be NULL */
	size_t processes, failed, samples;
	/* ns per unit; NAN: none */
	double value, lo, hi, best, p10, median, mean, p90, p99;
	double spread_pct; /* interquartile range of the processes, in % of value */
	double preempted_pct;
	double agree_pct; /* counted: the least share of batches that are the mode */
	unsigned int marks;
};

/* What a counter counted per unit while the workload was timed. */
struct run_count {
	const char *label, *workload, *abi, *per;
	const char *event;    /* "instructions:k", with PMU and scope where they matter */
	const char *unit;     /* "ns"; "ratio": not per unit; "" for a count */
	const char *reason;   /* why there is no number; NULL if there is one */
	bool scaled;          /* some processes had a counter for part of the time only */
	bool constant;        /* it is the same in all of several processes */
	size_t n;             /* processes in it */
	double value, lo, hi; /* NAN: none */
	double running_pct;   /* of the time; mean over the processes; NAN: unknown */
};

struct run_fact {
	const char *key, *value, *reason;
};

struct run_report {
	const char *arm, *command, *state, *mode, *modifiers;
	bool exact; /* instructions are counted: values are instructions, lo..hi over
		       boots */
	int64_t experiment;
	uint64_t seed;
	double confidence_pct;
	const char *machine;    /* one line: CPU, kernel */
	const char *calibrated; /* what calibrate says of this machine; NULL */
	const char *not_set;    /* conditions that were refused; "" if none */
	const struct run_fact *facts;
	size_t n_facts;
	const struct run_row *rows;
	size_t n;
	const struct run_count *counts;
	size_t n_counts;
};

/* A table, what its marks mean, what did not run and why. */
void run_report_text(const struct run_report *r, const struct look *look,
		     struct str *out);

/* docs/json.md describes it. */
void run_report_json(const struct run_report *r, struct str *out);

/* One line a workload; a header line first. */
void run_report_csv(const struct run_report *r, struct str *out);

#endif
