/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Random numbers for resampling. GSL's generators sit behind a pointer and cost 6 to 10
 * ns a draw, which alone would spend the second that 10,000 resamples of 60 workloads may
 * take; this one costs one, needs no memory, and gives the same numbers everywhere.
 * Sources: xoshiro256++: Blackman and Vigna, "Scrambled linear pseudorandom number
 * generators", ACM Trans. Math. Softw. 47 (2021); splitmix64 for the seed: Steele, Lea,
 * Flood 2014; the draw below n: Lemire, "Fast random integer generation in an interval",
 * ACM Trans. Model. Comput. Simul. 29 (2019).
 */
#ifndef STATS_RANDOM_H
#define STATS_RANDOM_H

#include <stdint.h>

struct random_state {
	uint64_t s[4];
};

/* All that follows is decided by @seed. */
struct random_state random_seeded(uint64_t seed);

static inline uint64_t random_rotate(uint64_t x, int k)
{
	return x << k | x >> (64 - k);
}

/* 64 random bits. */
static inline uint64_t random_bits(struct random_state *r)
{
	uint64_t *s = r->s, result = random_rotate(s[0] + s[3], 23) + s[0],
		 t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = random_rotate(s[3], 45);
	return result;
}

/* Brings 32 random bits to 0 .. @n - 1, n > 0; draws again where that would not be even.
 */
static inline uint32_t random_scale(struct random_state *r, uint32_t bits, uint32_t n)
{
	uint64_t m = (uint64_t)bits * n;

	if ((uint32_t)m < n) {
		uint32_t reject = -n % n;

		while ((uint32_t)m < reject)
			m = (random_bits(r) >> 32) * n;
	}
	return (uint32_t)(m >> 32);
}

/* Uniform on 0 .. @n - 1, n > 0. */
static inline uint32_t random_below(struct random_state *r, uint32_t n)
{
	return random_scale(r, (uint32_t)(random_bits(r) >> 32), n);
}

/* Two of them from one draw: resampling needs many. */
static inline void random_two_below(struct random_state *r, uint32_t n, uint32_t *ret_i,
				    uint32_t *ret_j)
{
	uint64_t bits = random_bits(r);

	*ret_i = random_scale(r, (uint32_t)(bits >> 32), n);
	*ret_j = random_scale(r, (uint32_t)bits, n);
}

/* Uniform on [0, 1), 53 bits. */
static inline double random_uniform(struct random_state *r)
{
	return (double)(random_bits(r) >> 11) * 0x1p-53;
}

#endif
