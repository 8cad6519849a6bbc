/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Context switches by sched_yield(2) between two tasks that are both ready to run, so on
 * one CPU only. The kernel may let the caller go on instead: EEVDF of 6.18 never did, in
 * 400,000 calls; of 6.12 it does while the caller has had less of the CPU than the other,
 * CFS of 6.1 while it has had much less. So an op repeats the call until the other has
 * had its turn, as the other does: what that takes is what the kernel charges for a
 * switch by this means.
 */
#include "probe/workloads/pair.h"

/* The peer's orders, in `ping`; `pong` counts its turns. */
enum { PARK, YIELD, END };

static long yield_back(void)
{
	struct pair_shared *s = pair.shared;

	while (!s->stop) {
		while (s->ping == YIELD) {
			s->pong++;
			sys_yield();
		}
		if (sys_futex((uint32_t *)&s->ping, FUTEX_WAIT, PARK, NULL) < -EAGAIN)
			return -EIO;
	}
	return 0;
}

static inline long hand_over(void)
{
	struct pair_shared *s = pair.shared;
	const uint32_t turn = s->pong;
	long r;

	do {
		r = sys_yield();
	} while (s->pong == turn && !s->failed);
	return r | op_bad(s->pong == turn);
}

static void order(uint32_t what)
{
	pair.shared->ping = what;
	sys_futex((uint32_t *)&pair.shared->ping, FUTEX_WAKE, 1, NULL);
}

static void end(void)
{
	order(END);
}

/*
 * Between batches the peer is parked: it must not take the CPU from others that have
 * their turn then, nor from what is between batches.
 */
static int before(struct wl *w, unsigned long n)
{
	(void)n;
	order(YIELD);
	return hand_over() < 0 ? workload_fail(w, -EIO, "the peer is gone") : 0;
}

static int after(struct wl *w, unsigned long n)
{
	(void)w;
	(void)n;
	order(PARK);
	return 0;
}

static int first(struct wl *w)
{
	long r;

	order(YIELD);
	r = hand_over();
	order(PARK);
	return pair_ready(w, r);
}

static int setup(struct wl *w)
{
	return pair_futexes(w) ?: pair_start(w, yield_back, end) ?: first(w);
}

WORKLOAD(ctx_yield_process_same, .name = "ctx.yield.process.same-cpu", .rev = 1,
	 .per = 2, .unit = "switch", .switches = 2, .setup = setup, .teardown = pair_stop,
	 .before = before, .after = after,
	 .summary = "sched_yield(2) until a process on the same CPU has run, and so back")
{
	return hand_over();
}

WORKLOAD(ctx_yield_thread_same, .name = "ctx.yield.thread.same-cpu", .rev = 1,
	 .per = 2, .unit = "switch", .switches = 2, .setup = setup, .teardown = pair_stop,
	 .before = before, .after = after,
	 .summary = "sched_yield(2) until a thread on the same CPU has run, and so back")
{
	return hand_over();
}
