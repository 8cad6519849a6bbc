/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See schedule.h. */
#include "lab/schedule.h"

/* SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators"
 * (2014). */
uint64_t draw_next(struct draw *d)
{
	uint64_t z = d->state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

size_t draw_below(struct draw *d, size_t n)
{
	/* The values beyond the last whole multiple of n would favour the small ones. */
	uint64_t limit = UINT64_MAX - UINT64_MAX % n, v;

	do {
		v = draw_next(d);
	} while (v >= limit);
	return (size_t)(v % n);
}

void schedule_round(struct draw *d, size_t *list, size_t n)
{
	for (size_t i = n; i > 1; i--) {
		size_t j = draw_below(d, i), t = list[i - 1];

		list[i - 1] = list[j];
		list[j] = t;
	}
}
