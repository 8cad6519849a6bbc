/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Many comparisons shown together (STATISTICS.md section 5, STATISTICS-PIPELINE.md 5.7).
 */
#ifndef STATS_FAMILY_H
#define STATS_FAMILY_H

#include <stdbool.h>
#include <stddef.h>

#include "stats/compare.h"

struct family {
	size_t n;            /* comparisons that were tested */
	bool all_same;       /* every one of them is same without adjustment, which is a
			      * valid claim about all together (intersection-union) */
	size_t worth_a_look; /* differences at a false discovery rate of alpha */
};

/*
 * Holm over the looked p of @c[@n], separately for claims of difference and of sameness:
 * fills p_diff_adjusted and p_eq_adjusted and withdraws verdicts that do not survive. A
 * family of one is left as it is. Counts and untested comparisons take no part. To be
 * called once for each comparison. -ENOMEM.
 */
int family_adjust(struct comparison *c, size_t n, struct family *ret_family);

#endif
