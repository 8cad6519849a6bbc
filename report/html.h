/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One self-contained page over one arm, or over several against the first: tables and
 * plots that are complete without JavaScript, which only adds sorting, filtering and the
 * margin. Everything arrives computed; everything foreign is escaped here.
 */
#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include "base/str.h"
#include "report/compare.h"
#include "report/run.h"
#include "report/series.h"

#include <stdint.h>

/* Quantiles of all samples, at 0, 1/40 ... 1. */
#define HTML_GRID 41

/* One process, or one value of another tool. */
struct html_point {
	double value; /* in the unit of its workload */
	double at_s;  /* since its session began; NAN: not known */
	bool flagged; /* more than a twentieth of its samples were preempted */
};

/* One arm of one workload. */
struct html_cell {
	const char *status, *reason; /* done, or why there is nothing; NULL: not there */
	struct html_point *points;
	size_t n, cap;
	double *boots; /* one value each, where there are several; else NULL */
	size_t n_boots;
	double value, lo, hi;   /* of the arm; NAN: none */
	double grid[HTML_GRID]; /* NAN: too few samples */
	size_t samples, failed;
	double preempted_pct; /* NAN: not known */
	unsigned int marks;   /* enum run_mark */
	char *flame;          /* <svg> of the path of its ops; NULL: none is kept */
};

/* One arm against the first, in one workload. */
struct html_comparison {
	const struct compare_row *row; /* NULL: none */
	char *by_margin;               /* a letter for each margin: s f e u */
	const double *d_pct; /* of each pair, in order of time; NULL: no pairs */
	size_t n_pairs;
};

struct html_workload {
	char *label, *workload, *abi, *unit, *per;
	const char *summary;                 /* what one op is; NULL: not known */
	struct html_cell *cells;             /* one an arm */
	struct html_comparison *comparisons; /* one an arm; the first is empty */
};

/* What an event counted in a workload. */
struct html_count {
	size_t workload;              /* its index */
	const char *event, *per;      /* "page-faults", "op"; per "": a ratio */
	const struct run_count *only; /* of a single arm; else NULL */
	/* of several: each against the first, which has NULL, as who did not count it */
	const struct compare_row **rows;
};

struct html_arm {
	const char *name, *kernel, *machine, *set_up; /* NULL or "": not known */
	size_t boots;
	const char *not_counted; /* events and why; NULL or "": none */
};

/* An experiment that the numbers come from. */
struct html_origin {
	int64_t id;
	uint64_t seed;
	const char *command; /* as a shell takes it */
	const char *version, *began, *state, *reason;
};

struct html_report {
	const char *version, *made, *title;
	const struct html_arm *arms;
	size_t n_arms;
	const struct html_workload *workloads;
	size_t n;
	const struct html_count *counts; /* those of a workload together */
	size_t n_counts;
	const char *design, *more_of, *machine, *forced;
	bool exact;
	const double *margins_pct; /* those that by_margin has letters for, ascending */
	size_t n_margins, margin;  /* which of them was asked for */
	double confidence_pct;
	size_t family;
	const struct series_report *series; /* that the arms are; NULL */
	/* one report for each arm but the first: facts that differ */
	const struct compare_report *compared;
	const struct html_origin *origins;
	size_t n_origins;
	const char *how;                   /* the command that made the page */
	const struct compare_fact *hashes; /* key, a; what identifies kernel and probe */
	size_t n_hashes;
	const char *not_set; /* conditions that were refused; NULL or "" */
};

void html_report(const struct html_report *r, struct str *out);

/* The letter that by_margin has for a verdict. */
char html_verdict_letter(enum verdict v);

#endif
