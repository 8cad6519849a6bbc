/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Permutation tests: every arrangement when there are at most as many as the resamples
 * asked for, else a random sample of them, in which the data themselves count as one, so
 * that p is never 0 and the level holds.
 * Sources: Fisher 1935; Phipson and Smyth, "Permutation p-values should never be zero",
 * Stat. Appl. Genet. Mol. Biol. 9 (2010); Westfall and Young, "Resampling-Based Multiple
 * Testing", 1993, single step, for the maximum.
 */
#ifndef STATS_PERMUTE_H
#define STATS_PERMUTE_H

#include <stddef.h>

#include "stats/random.h"

struct permute {
	double observed; /* the statistic of the data */
	size_t total;    /* arrangements seen, the data's own included */
	size_t as_far;   /* of these, at least as far from no effect */
	double p;        /* as_far / total */
};

/*
 * Mean of @b[@nb] - mean of @a[@na], two-sided; all values exchangeable. -ENODATA: a side
 * is empty; -EINVAL: not finite; -ENOMEM.
 */
int permute_two_sample(const double *a, size_t na, const double *b, size_t nb,
		       size_t resamples, struct random_state *rng,
		       struct permute *ret_permute);

/*
 * Mean of @d[@n], two-sided; the sign of each value exchangeable. -ENODATA: n = 0;
 * -EINVAL: not finite; -ENOMEM.
 */
int permute_sign_flip(const double *d, size_t n, size_t resamples,
		      struct random_state *rng, struct permute *ret_permute);

/*
 * The same for @workloads at once over shared rounds: @d[r * workloads + w]. The sign of
 * a round is flipped in all of them together, and each |t| is compared with the largest,
 * which adjusts for their number without assuming independence. Fills |t| and p, one per
 * workload; a workload without spread has t = NaN and p = NaN, and takes no part.
 */
int permute_max_t(const double *d, size_t rounds, size_t workloads, size_t resamples,
		  struct random_state *rng, double *ret_t_abs, double *ret_p);

#endif
