/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the signed-rank and the Mann-Whitney test have in common: their results. */
#ifndef STATS_RANKTEST_H
#define STATS_RANKTEST_H

#include <stdbool.h>
#include <stddef.h>

#include "stats/interval.h"

struct ranktest {
	double stat;  /* V: sum of the positive ranks; or U of the first sample */
	bool ties;    /* among the ranked values (signed rank: or zeros were dropped) */
	bool exact;   /* the p-values are exact, given the ties; else normal */
	double p_two; /* min(1, twice the smaller one-sided p) */
	double p_greater,
		p_less;  /* one-sided, for: values (second sample) lie higher, lower */
	double p_normal; /* two-sided, normal, with continuity correction */
	double p_normal_plain; /* the same without */
};

/* An interval between two order statistics, the k-th from each end. */
struct rankinterval {
	struct interval ci;
	size_t k;        /* 1-based */
	double achieved; /* its level under the null distribution without ties */
	bool reached; /* achieved >= the level asked; else @ci is the widest there is */
};

/*
 * Normal approximation shared by both: @z_raw = statistic - expectation, its standard
 * deviation @sigma; fills the four p-values and p_normal*. @sigma = 0 gives 1.
 */
void ranktest_normal(double z_raw, double sigma, struct ranktest *t);

/* Exact one-sided tails: P(S >= s) and P(S <= s). */
void ranktest_exact(double upper, double lower, struct ranktest *t);

#endif
