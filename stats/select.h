/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Several order statistics at once without sorting the rest: ten percentiles of a
 * process cost a tenth of what gsl_sort() takes, and every stored batch goes through
 * here. GSL selects one order statistic only.
 * Source: Hoare, "Algorithm 65: find", CACM 4 (1961), with a bounded depth as in
 * Musser, "Introspective sorting and selection algorithms" (1997).
 */
#ifndef STATS_SELECT_H
#define STATS_SELECT_H

#include <stddef.h>

/*
 * Rearranges the finite values @x[@n] so that for each of @k[@nk] (0-based, ascending,
 * below @n) x[k] is what it would be in sorted order, with nothing greater before it
 * and nothing smaller after it.
 */
void select_order(double *x, size_t n, const size_t *k, size_t nk);

#endif
