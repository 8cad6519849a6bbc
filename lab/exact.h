/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Counted instead of timed: under QEMU's instruction counting a tick is one instruction.
 * Most of many short batches see no interrupt; their mode is the exact count.
 */
#ifndef LAB_EXACT_H
#define LAB_EXACT_H

#include "store/store.h"

/*
 * Fills p->exact and p->agree, and p->summary in instructions per unit, from the samples
 * that are not warm-up: NAN throughout unless the process is `done`. Of values that are
 * equally frequent the smallest is the mode. Sets ns_per_tick to 1: one tick, one
 * instruction.
 */
void exact_summarise(struct store_process *p, unsigned int per);

#endif
