/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The order in which processes are run: rounds, in each of which every workload comes
 * once, shuffled anew. So each workload is spread over the whole session, and no two keep
 * company. The same seed gives the same order.
 */
#ifndef LAB_SCHEDULE_H
#define LAB_SCHEDULE_H

#include <stddef.h>
#include <stdint.h>

/* A small generator of our own sequence: fixed for ever, so that a seed keeps its
 * meaning. */
struct draw {
	uint64_t state;
};

uint64_t draw_next(struct draw *d);
/* Uniform in 0 .. n-1; n > 0. */
size_t draw_below(struct draw *d, size_t n);

/* Shuffles @list of @n. */
void schedule_round(struct draw *d, size_t *list, size_t n);

#endif
