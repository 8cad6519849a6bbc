/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `ktoll calibrate` found, as text and JSON. */
#ifndef REPORT_CALIBRATE_H
#define REPORT_CALIBRATE_H

#include "base/str.h"
#include "report/look.h"
#include "stats/compare.h"

#include <jansson.h>

/* The kernel against itself, one workload. */
struct calibrate_aa {
	const char *label;
	size_t comparisons, pairs_each; /* disjoint comparisons of so many pairs */
	size_t different, same;         /* of them */
	double seconds;                 /* of machine time on this workload */
	double half_pct;                /* half-width of the interval over all pairs */
	double smallest_10s_pct, smallest_60s_pct; /* change that 8 in 10 would see */
	double drift_pct; /* between stretches of it, as separate sessions would be */
};

/* A known cost, injected. */
struct calibrate_step {
	unsigned int instructions; /* more in the filter of b than in that of a */
	double a_ns, b_ns;
	struct comparison c;
	size_t pairs;
};

struct calibrate_report {
	const char *machine;
	double confidence_pct, margin_pct;
	const struct calibrate_aa *aa;
	size_t n_aa;
	size_t comparisons, different, same; /* of all workloads */
	double rate_lo_pct,
		rate_hi_pct; /* exact 95 % interval of the rate of different */
	bool failed;         /* more than chance allows at 1 % */
	const char *ladder_workload;
	const struct calibrate_step *steps;
	size_t n_steps;
	size_t detected;
	bool ordered; /* the steps' estimates grow with the steps */
	double smallest_pct, smallest_seconds; /* for the line that others quote */
	double drift_pct;
};

void calibrate_report_text(const struct calibrate_report *r, const struct look *look,
			   struct str *out);
json_t *calibrate_report_json(const struct calibrate_report *r);

#endif
