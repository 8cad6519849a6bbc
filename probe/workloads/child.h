/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * For workloads whose tasks must not run while others are timed: children that stand
 * still until they are released, and a parent that knows that they do.
 */
#ifndef PROBE_WORKLOADS_CHILD_H
#define PROBE_WORKLOADS_CHILD_H

#include "probe/workload.h"

/*
 * Sleeps until *@word is not 0. @flag: FUTEX_PRIVATE_FLAG between threads, 0 between
 * processes.
 */
void child_park(uint32_t *word, int flag);

/*
 * Says that there is none of what children wait with, -EOPNOTSUPP: of a 64-bit kernel
 * without CONFIG_COMPAT_32BIT_TIME that is so for 32-bit programs.
 */
int child_no_futexes(struct wl *w);

/* Waits until a task sleeps in child_park(@word). 0, or -errno with w->why. */
int child_await_parked(struct wl *w, uint32_t *word, int flag);

/* Sets *@word, and wakes who sleeps there: how many did (0 or 1), or -errno. */
static inline long child_release(uint32_t *word, int flag)
{
	*word = 1;
	return sys_futex(word, FUTEX_WAKE | flag, 1, NULL);
}

/*
 * What a forked child does first: dies with @parent (the value of getpid there), even if
 * that is dead by now.
 */
void child_tie_to(int parent);

/*
 * Makes the calling task and those that it will start wait their turn: one that is woken
 * does not preempt the one that runs (SCHED_BATCH). 0, or -errno with w->why.
 */
int child_no_preemption(struct wl *w);

/*
 * For timed parts that only start tasks: these run when this one sleeps, even while
 * others compete for the CPU (SCHED_FIFO, not passed on). Without the privilege, which is
 * that for a nice value below 0, the same as child_no_preemption().
 */
int child_run_later(struct wl *w);

/*
 * For .before, after it has forked: writes to what the timed part will write to, the
 * result and the stack, so that the faults and the copies are not part of it.
 */
static inline void child_copied(struct wl *w)
{
	volatile char below[512];

	below[0] = 0;
	*(volatile long *)&w->result |= 0;
}

#endif
