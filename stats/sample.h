/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What every analysis does first with an array from outside: look for values that
 * cannot enter, and make a sorted or a logarithmic copy. Nothing is ever clamped or
 * dropped (STATISTICS.md, sections 2 and 9).
 */
#ifndef STATS_SAMPLE_H
#define STATS_SAMPLE_H

#include <stddef.h>

/* Index of the first NaN or infinity in @x[@n]; @n when there is none. */
size_t sample_first_not_finite(const double *x, size_t n);

/* Index of the first value that has no logarithm: not finite, zero or negative. */
size_t sample_first_not_positive(const double *x, size_t n);

/*
 * Copies @x[@n], ascending; the caller frees. @n may be 0: the copy is then still
 * something to free. -EINVAL when a value is not finite; -ENOMEM.
 */
int sample_sorted(const double *x, size_t n, double **ret_sorted);

/* ln of each of @x[@n], in the order given; the caller frees. -EINVAL; -ENOMEM. */
int sample_logs(const double *x, size_t n, double **ret_logs);

/*
 * ln(@b[i]) - ln(@a[i]): the paired differences of costs, positive where @b is slower.
 * The caller frees. -EINVAL; -ENOMEM.
 */
int sample_log_ratios(const double *a, const double *b, size_t n, double **ret_d);

#endif
