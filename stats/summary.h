/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is kept of the batches of one process: the headline (25th percentile) and what
 * is shown beside it (STATISTICS.md, section 2). Costs per op, in the unit they came in.
 */
#ifndef STATS_SUMMARY_H
#define STATS_SUMMARY_H

#include <stddef.h>

struct summary {
	size_t n;
	double min, p10, p25, median, mean, p75, max;
	double p90, p99;    /* NaN unless quantile_supported(): n >= 100, n >= 1000 */
	double octile_mean; /* mean without floor(n / 8) values at each end */
	double mad;         /* median absolute deviation from the median, unscaled */
	double sd;          /* divisor n - 1; NaN where n = 1 */
};

/* Makes a MAD comparable with a standard deviation (normal data). */
#define MAD_TO_SD 1.4826

/*
 * Of the batch costs @x[@n], in any order. -ENODATA: n = 0; -EINVAL: a value is not
 * finite or not positive (sample_first_not_positive() tells which); -ENOMEM.
 */
int summary_of(const double *x, size_t n, struct summary *ret_summary);

#endif
