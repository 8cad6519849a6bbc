/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A signal that a task sends itself: tgkill(2), the frame, the handler, rt_sigreturn(2).
 * The handler counts.
 */
#include "probe/task.h"
#include "probe/workloads/signal-frame.h"
#include "probe/xstate.h"

static struct wl *counting;
static int self;
static uint32_t state; /* that has to be live */

static void handler(int sig, const void *info, void *uc)
{
	(void)sig;
	(void)info;
	(void)uc;
	counting->events++;
}

static int install(struct wl *w, unsigned long flags)
{
	struct signal_frame frame;
	int error = signal_frame_take(w, flags, &frame);
	long r;

	if (error)
		return error;
	if (frame.on_altstack != !!(flags & SA_ONSTACK_F))
		return workload_fail(w, -EIO,
				     "a handler ran on another stack than asked for");
	counting = w;
	self = (int)sys_getpid();
	r = task_handle(SIGNAL_USR1, handler, flags | SA_SIGINFO_F);
	return r < 0 ? workload_fail(w, r, "cannot install a handler") : 0;
}

static int setup(struct wl *w)
{
	return install(w, workload_sa_flags(w));
}

static int setup_altstack(struct wl *w)
{
	return workload_altstack(w) ?: install(w, SA_ONSTACK_F);
}

static int setup_avx(struct wl *w)
{
	if (!xstate_has_avx())
		return workload_skip(
			w, "this CPU has no AVX, or the kernel has not enabled it");
	state = STATE_AVX;
	xstate_dirty_avx();
	return setup_altstack(w);
}

static int setup_avx512(struct wl *w)
{
	if (!xstate_has_avx512())
		return workload_skip(w, "this CPU has no AVX-512, or the kernel has not "
					"enabled it");
	state = STATE_AVX512;
	xstate_dirty_avx512();
	return setup_altstack(w);
}

static int teardown_state(struct wl *w)
{
	return signal_state_live(w, state);
}

static inline long hit(void)
{
	return sys_tgkill(self, self, SIGNAL_USR1);
}

WORKLOAD(signal_catch, .name = "signal.catch", .rev = 1, .unit = "signal", .events = 1,
	 .setup = setup,
	 .summary = "tgkill(2) to itself, the handler, and rt_sigreturn(2)")
{
	return hit();
}

WORKLOAD(signal_catch_altstack, .name = "signal.catch-altstack", .rev = 1,
	 .unit = "signal", .events = 1, .setup = setup_altstack,
	 .summary = "as signal.catch, with the handler on an alternate stack")
{
	return hit();
}

WORKLOAD(signal_catch_avx, .name = "signal.catch-avx", .rev = 1,
	 .unit = "signal", .events = 1, .setup = setup_avx, .teardown = teardown_state,
	 .summary = "as signal.catch-altstack, with live AVX registers")
{
	return hit();
}

WORKLOAD(signal_catch_avx512, .name = "signal.catch-avx512", .rev = 1,
	 .unit = "signal", .events = 1, .setup = setup_avx512, .teardown = teardown_state,
	 .summary = "as signal.catch-altstack, with live AVX-512 registers")
{
	return hit();
}
