/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From intervals to one of four words, and how much more it would take
 * (STATISTICS.md section 5, STATISTICS-PIPELINE.md 5.5 and 5.6). All in differences of
 * natural logarithms.
 */
#ifndef STATS_VERDICT_H
#define STATS_VERDICT_H

#include <stdbool.h>
#include <stddef.h>

#include "stats/interval.h"

enum verdict { VERDICT_UNKNOWN, VERDICT_SAME, VERDICT_SLOWER, VERDICT_FASTER };

/* What a larger value means. It comes with the metric and is never guessed. */
enum direction {
	DIRECTION_COST, /* larger is slower: ns, cycles, instructions */
	DIRECTION_RATE  /* larger is faster: ops per second */
};

/*
 * @ci_diff decides differences, @ci_same (of the lower level) sameness within
 * +-@margin_log, ends excluded. An interval that does not exist is unbounded.
 */
enum verdict verdict_of(struct interval ci_diff, struct interval ci_same,
			double margin_log, enum direction direction);

/* How many more units would decide. "About", never a promise. */
struct advice {
	double half;        /* of the interval now */
	double half_needed; /* for a verdict at 80 % power */
	double n_total;     /* units for that */
	double n_certain; /* units after which some verdict must come; infinite for margin
			     0 */
	size_t more; /* n_total - n, at least 1; 0 when it cannot be told or is beyond */
	bool beyond; /* n_total exceeds the cap: not decidable in reasonable time */
};

/*
 * @n units gave the estimate @estimate_log and the interval @ci_diff; @n_cap is the most
 * that is reasonable. A missing or empty interval: all NaN, more = 0.
 */
struct advice verdict_advice(double n, double estimate_log, struct interval ci_diff,
			     double margin_log, double n_cap);

#endif
