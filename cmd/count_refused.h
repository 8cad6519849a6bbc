/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events that were asked for and refused, as the facts of a boot keep them. */
#ifndef CMD_COUNT_REFUSED_H
#define CMD_COUNT_REFUSED_H

#include "report/compare.h"
#include "store/store.h"

/* The event of a fact that says why it was not counted; NULL if it is none. */
const char *count_refused(const struct store_fact *fact);

/*
 * Gives @r what its two arms did not count, by their facts. Strings stay those of the
 * facts; the caller frees r->not_counted.
 */
void count_refused_of_arms(const struct store_fact *a, size_t n_a,
			   const struct store_fact *b, size_t n_b,
			   struct compare_report *r);

#endif
