/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The summaries that the store keeps beside the samples of a process. */
#ifndef LAB_SUMMARISE_H
#define LAB_SUMMARISE_H

#include "store/store.h"

/*
 * Costs in ns per unit of the samples that are not warm-up; @per units in an op body. The
 * array (*@ret_n long) is the caller's; NULL if there are none, or no rate of the clock.
 */
double *sample_costs(const struct store_process *p, unsigned int per, size_t *ret_n);

/*
 * The store's word for why a process has no number, as a constant: skip, timeout, crash,
 * else fail, also of one that is `done`.
 */
const char *trouble_word(const char *status);

/* Fills p->summary: NAN throughout unless the process is `done` and has samples. */
void summarise(struct store_process *p, unsigned int per);

#endif
