/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sets of CPU numbers and the kernel's text form of them, "0-3,7".
 */
#ifndef HOST_CPUMASK_H
#define HOST_CPUMASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CPUMASK_BITS = 8192 }; /* the largest NR_CPUS of x86 */

struct cpumask {
	uint64_t w[CPUMASK_BITS / 64];
};

static inline bool cpumask_has(const struct cpumask *m, int cpu)
{
	return cpu >= 0 && cpu < CPUMASK_BITS && (m->w[cpu / 64] >> (cpu % 64) & 1);
}

static inline void cpumask_add(struct cpumask *m, int cpu)
{
	m->w[cpu / 64] |= (uint64_t)1 << (cpu % 64);
}

/* @a = @a and @b; @a = @a or @b; @a = @a without @b. */
void cpumask_and(struct cpumask *a, const struct cpumask *b);
void cpumask_or(struct cpumask *a, const struct cpumask *b);
void cpumask_andnot(struct cpumask *a, const struct cpumask *b);

int cpumask_count(const struct cpumask *m);
bool cpumask_equal(const struct cpumask *a, const struct cpumask *b);

/* The lowest and the highest CPU, -1 if it is empty. */
int cpumask_first(const struct cpumask *m);
int cpumask_last(const struct cpumask *m);

/*
 * Reads "0-3,7": ascending or not, blanks around it, "" is the empty set. Returns 0,
 * -EINVAL for anything else, -ERANGE for a number of CPUMASK_BITS or more.
 */
int cpumask_parse(const char *s, struct cpumask *ret_mask);

/* Writes "0-3,7" (cut at a comma and ended by "..." if @size is too small) and returns
 * @buf. */
char *cpumask_format(const struct cpumask *m, char *buf, size_t size);

#endif
