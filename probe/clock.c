/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See clock.h. */
#include "probe/clock.h"

#include "probe/task.h"

uint64_t clock_slow_ns(void)
{
	return clock_raw_ns();
}

static void try_counter(void *unused)
{
	(void)unused;
	arch_ticks();
}

static bool has_counter(void)
{
	uint32_t r[4];

	arch_cpuid(1, 0, r);
	/* TSC; SSE2, for the fence */
	return (r[3] & 1u << 4) && (r[3] & 1u << 26);
}

void clock_choose(struct clock *c)
{
	int tsc = 0;

	c->kind = CLOCK_SYSCALL;
	if (!has_counter())
		c->why = "this processor has no time stamp counter";
	else if (sys_prctl(PR_GET_TSC, P(&tsc), 0, 0, 0) == 0 && tsc == PR_TSC_SIGSEGV)
		c->why = "PR_SET_TSC has turned the time stamp counter off";
	else if (task_survives(try_counter, NULL) != 0)
		c->why = "reading the time stamp counter raises a signal";
	else
		*c = (struct clock){ CLOCK_TSC, NULL };
}

void clock_pair(const struct clock *c, uint64_t *ret_ticks, uint64_t *ret_ns,
		uint64_t *ret_width)
{
	uint64_t best = UINT64_MAX;

	for (int i = 0; i < 8; i++) {
		uint64_t t0 = clock_now(c), ns = clock_raw_ns(), t1 = clock_now(c);

		if (t1 - t0 >= best)
			continue;
		best = t1 - t0;
		*ret_ticks = t0 + (best >> 1);
		*ret_ns = ns;
	}
	*ret_width = best;
}
