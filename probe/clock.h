/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The clock that times: the time stamp counter where it can be read, else clock_gettime
 * by system call. Ticks stay ticks; what they are in nanoseconds is worked out elsewhere
 * from pairs of readings.
 */
#ifndef PROBE_CLOCK_H
#define PROBE_CLOCK_H

#include "probe/sys.h"

enum clock_kind { CLOCK_TSC, CLOCK_SYSCALL };

struct clock {
	enum clock_kind kind;
	const char *why; /* why it is not the counter; NULL if it is */
};

/* CLOCK_MONOTONIC_RAW in nanoseconds, by system call. */
static inline uint64_t clock_raw_ns(void)
{
	struct k_timespec ts;

	sys_clock_gettime(CLOCK_MONOTONIC_RAW, &ts);
	return (uint64_t)ts.sec * 1000000000u + (uint64_t)ts.nsec;
}

/* The same out of line: two of them stand in every loop of `each`. */
uint64_t clock_slow_ns(void);

static inline uint64_t clock_now(const struct clock *c)
{
	if (__builtin_expect(c->kind == CLOCK_TSC, 1))
		return arch_ticks();
	return clock_slow_ns();
}

/* Finds out which clock this process may use; tries the instruction in a child. */
void clock_choose(struct clock *c);

/*
 * One calibration point: a tick count and a time that belong together, the tightest of a
 * few tries. @ret_width is the number of ticks within which the time was read.
 */
void clock_pair(const struct clock *c, uint64_t *ret_ticks, uint64_t *ret_ns,
		uint64_t *ret_width);

#endif
