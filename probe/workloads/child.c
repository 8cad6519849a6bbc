/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See child.h. */
#include "probe/workloads/child.h"

#define YIELDS   64
#define PATIENCE 10000 /* naps of a millisecond */

void child_park(uint32_t *word, int flag)
{
	while (!*(volatile uint32_t *)word)
		sys_futex(word, FUTEX_WAIT | flag, 0, NULL);
}

/*
 * Requeues to the same word whoever sleeps there: nothing changes, and the kernel says
 * how many there are.
 */
static long sleepers(uint32_t *word, int flag)
{
	return sys5(__NR_futex, P(word), FUTEX_REQUEUE | flag, 0, 1, P(word));
}

int child_no_futexes(struct wl *w)
{
	return workload_skip(w, "this kernel has no futexes");
}

int child_await_parked(struct wl *w, uint32_t *word, int flag)
{
	struct k_timespec nap = { 0, 1000000 };

	for (int naps = 0; naps < PATIENCE; naps++) {
		for (int i = 0; i < YIELDS; i++) {
			long r = sleepers(word, flag);

			if (r == 1)
				return 0;
			if (r == -ENOSYS)
				return child_no_futexes(w);
			if (r < 0)
				return workload_fail(w, r,
						     "the kernel does not say who waits "
						     "for a futex");
			sys_yield();
		}
		sys2(__NR_nanosleep, P(&nap), 0);
	}
	return workload_fail(w, -ETIMEDOUT,
			     "a child did not come to rest in ten seconds");
}

void child_tie_to(int parent)
{
	sys_prctl(PR_SET_PDEATHSIG, SIGNAL_KILL, 0, 0, 0);
	if (sys_getppid() != parent)
		sys_exit_group(122);
}

static long set_policy(int policy, int priority)
{
	return sys3(__NR_sched_setscheduler, 0, policy, P(&priority));
}

int child_no_preemption(struct wl *w)
{
	long r = set_policy(SCHED_BATCH, 0);

	return r < 0 ? workload_fail(w, r, "SCHED_BATCH refused") : 0;
}

int child_run_later(struct wl *w)
{
	/* What it starts is of the ordinary class again, which is below this one. */
	if (set_policy(SCHED_FIFO | SCHED_RESET_ON_FORK, 1) == 0)
		return 0;
	return child_no_preemption(w);
}
