/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Signals between two threads. Each has all signals blocked but while it waits, so that
 * none is lost, not the end of the other either, and each handler counts: in turns, so
 * that they need no lock.
 */
#include "probe/workloads/pair.h"

static const uint32_t none[2], all[2] = { ~0u, ~0u };
static struct wl *counting;

static void handler(int sig, const void *info, void *uc)
{
	(void)sig;
	(void)info;
	(void)uc;
	counting->events++;
}

static long answer(void)
{
	if (workload_sa_flags(counting) && workload_altstack(counting) < 0)
		return -EIO;
	for (;;) {
		sys_sigsuspend(none);
		if (pair.shared->stop)
			return 0;
		if (sys_tgkill(pair.pid, pair.pid, SIGNAL_USR2) < 0)
			return -EIO;
	}
}

static void call(void)
{
	sys_tgkill(pair.pid, pair.peer.pid, SIGNAL_USR1);
}

static inline long trip(void)
{
	const long r = sys_tgkill(pair.pid, pair.peer.pid, SIGNAL_USR1);

	if (r < 0)
		return r;
	return op_bad(sys_sigsuspend(none) != -EINTR);
}

static int first(struct wl *w)
{
	long r = trip();

	r |= op_bad(w->events != 2);
	w->events = 0;
	return pair_ready(w, r);
}

static int setup(struct wl *w)
{
	const unsigned long flags = SA_SIGINFO_F | workload_sa_flags(w);
	long r = sys_sigprocmask(MASK_BLOCK, all, NULL);

	if (r >= 0)
		r = task_handle(SIGNAL_USR1, handler, flags);
	if (r >= 0)
		r = task_handle(SIGNAL_USR2, handler, flags);
	if (r < 0)
		return workload_fail(w, r, "cannot install handlers");
	counting = w;
	return pair_start(w, answer, call) ?: first(w);
}

static int teardown(struct wl *w)
{
	const uint64_t events = w->events;
	int error = pair_stop(w);

	w->events = events; /* without the signal that ended the peer */
	return error;
}

WORKLOAD(signal_thread_same, .name = "signal.thread.same-cpu", .rev = 1, .per = 2,
	 .unit = "signal", .events = 2, .switches = 2, .setup = setup, .teardown = teardown,
	 .summary = "tgkill(2) to a thread waiting on the same CPU, and one back, both caught")
{
	return trip();
}

WORKLOAD(signal_thread_other, .name = "signal.thread.other-cpu", .rev = 1, .per = 2,
	 .unit = "signal", .events = 2, .switches = 2, .slack = 50,
	 .setup = setup, .teardown = teardown,
	 .summary = "tgkill(2) to a thread waiting on another CPU, and one back, both caught")
{
	return trip();
}
