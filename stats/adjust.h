/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * p-values adjusted for how many were looked at. NaN stands for a test that was not
 * made: it stays NaN and does not count.
 * Sources: Holm, Scand. J. Stat. 6 (1979); Hochberg, Biometrika 75 (1988); Benjamini and
 * Hochberg, J. R. Stat. Soc. B 57 (1995); Benjamini and Yekutieli, Ann. Stat. 29 (2001).
 */
#ifndef STATS_ADJUST_H
#define STATS_ADJUST_H

#include <stddef.h>

enum adjust_method {
	ADJUST_BONFERRONI,
	ADJUST_HOLM,     /* family-wise error; what verdicts use */
	ADJUST_HOCHBERG, /* the same for independent tests */
	ADJUST_BH,       /* false discovery rate; the list "worth a look" */
	ADJUST_BY        /* the same under any dependence */
};

/*
 * Adjusts @p[@n] into @ret_adjusted[@n], which may be the same array. -EINVAL: a value
 * is outside [0, 1]; -ENOMEM.
 */
int adjust_p(enum adjust_method method, const double *p, size_t n, double *ret_adjusted);

#endif
