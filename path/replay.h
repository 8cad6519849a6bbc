/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the two halves of profile.h: following the trace, and what was counted. */
#ifndef PATH_REPLAY_H
#define PATH_REPLAY_H

#include "path/profile.h"

/* Distinct lines of memory: gathered with repetitions, told apart at the end. */
struct lines {
	uint64_t *v;
	size_t n, cap;
};

struct footprint {
	struct lines data[PROFILE_SIDES];
	uint8_t *sides; /* of each instruction: bits of the sides it ran on */
};

/* Fills nodes and functions of @p, and @f. */
void replay(const struct profile_input *in, struct profile *p, struct footprint *f);

#endif
