/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a command costs, run again and again: the report of `ktoll stat`. Gets finished
 * numbers; no SQL, no mathematics.
 */
#ifndef REPORT_STAT_H
#define REPORT_STAT_H

#include "base/str.h"
#include "report/run.h"

/* One metric over the runs. */
struct stat_metric {
	const char *name;   /* "wall-time", "instructions:k" */
	const char *pmu;    /* of a hybrid CPU; else "" */
	const char *unit;   /* "ns"; "" for a count */
	bool everywhere;    /* of all CPUs while it ran, not of the command */
	bool scaled;        /* some runs had a counter for less than 95 % of the time */
	double running_pct; /* of the time; mean over the runs; NAN: no counter */
	const char *reason; /* why there is no number; NULL if there is one */
	/* Per run; NAN: none. */
	double mean, lo, hi, sd, best, median, worst;
	const double *values; /* of each run, in order */
	size_t n;
};

struct stat_report {
	const char *arm, *workload, *command;
	const char *state, *reason; /* done, interrupted, failed; why it failed */
	const char *why;            /* the first run that gave no numbers did not */
	long long experiment;
	const char *machine; /* one line: CPU, kernel */
	double confidence_pct;
	size_t runs, failed; /* that gave numbers; that gave none */
	size_t nonzero;      /* of the runs, those with another exit status than 0 */
	double cpus;         /* CPUs used: task-clock by wall time; NAN: not known */
	double first; /* wall time of the first run by the median of the others, if it is
			 the longest by far; else NAN */
	double ipc;   /* instructions per cycle of one group; NAN */
	const struct stat_metric *metrics;
	size_t n;
	const struct run_fact *facts;
	size_t n_facts;
};

void stat_report_text(const struct stat_report *r, const struct look *look,
		      struct str *out);

/* docs/json.md describes it. */
void stat_report_json(const struct stat_report *r, struct str *out);

/* One line a metric; a header line first. */
void stat_report_csv(const struct stat_report *r, struct str *out);

#endif
