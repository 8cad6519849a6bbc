/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Does a difference drift during the measurement? Pairs in order of time are cut into
 * blocks; where the blocks differ more than their pairs explain, the blocks are the
 * units (STATISTICS.md, section 4). The F test is the one-way analysis of variance of
 * the ranks, since pair differences have tails that would blunt it.
 * Source: Conover and Iman, "Rank transformations as a bridge", Am. Stat. 35 (1981).
 */
#ifndef STATS_BLOCKS_H
#define STATS_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>

enum { BLOCKS_MIN = 20, BLOCKS_PAIRS_MIN = 2 * BLOCKS_MIN };

#define BLOCKS_ALPHA 0.01

struct blocks {
	size_t n;       /* blocks, 20 .. 39 */
	size_t length;  /* pairs in each; the last one takes the remainder too */
	double f, p;    /* of the F test; f = 0, p = 1 where nothing varies */
	bool drifts;    /* p < BLOCKS_ALPHA: the blocks are the units */
	double *median; /* of each block, in order of time */
};

/*
 * Of the finite differences @d[@n] in order of time. -ENODATA: fewer than
 * BLOCKS_PAIRS_MIN; -EINVAL: not finite; -ENOMEM. blocks_release() frees.
 */
int blocks_of(const double *d, size_t n, struct blocks *ret_blocks);

void blocks_release(struct blocks *b);

#endif
