/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See random.h. */
#include "stats/random.h"

struct random_state random_seeded(uint64_t seed)
{
	struct random_state r;
	int i;

	for (i = 0; i < 4; i++) {
		uint64_t z = seed += 0x9e3779b97f4a7c15;

		z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
		z = (z ^ z >> 27) * 0x94d049bb133111eb;
		r.s[i] = z ^ z >> 31;
	}
	return r;
}
