/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * rt_sigreturn(2) alone: over and over from a frame that one real signal has left on an
 * alternate stack, where nothing disturbs it. That it happened is seen where it goes on:
 * arch_sigreturn() comes back by what the kernel loads from the frame, or not at all.
 */
#include "probe/task.h"
#include "probe/workloads/signal-frame.h"

static struct signal_frame frame;

static int setup(struct wl *w)
{
	int error = workload_altstack(w) ?: signal_frame_take(w, SA_ONSTACK_F, &frame);

	if (!error && !frame.on_altstack)
		error = workload_fail(w, -EIO, "the frame is not on the alternate stack");
	return error;
}

/* The frame's mask is empty, and the one at the time of the call is not: see after(). */
static const uint32_t usr2[2] = { 1u << (SIGNAL_USR2 - 1), 0 };

static int before(struct wl *w, unsigned long n)
{
	(void)n;
	if (sys_sigprocmask(MASK_BLOCK, usr2, NULL) < 0)
		return workload_fail(w, -EIO, "cannot block a signal");
	return 0;
}

static int after(struct wl *w, unsigned long n)
{
	uint32_t mask[2] = { ~0u, ~0u };

	(void)n;
	sys_sigprocmask(MASK_BLOCK, NULL, mask);
	if (mask[0] || mask[1])
		return workload_fail(w, -EIO, "the frame's mask is not in force");
	return 0;
}

/* The extended state has to be there as it was, or the kernel has restored less. */
static int teardown(struct wl *w)
{
	struct signal_frame now;

	signal_frame_look(frame.uc, &now);
	if (now.fpstate != frame.fpstate || now.live != frame.live)
		return workload_fail(w, -EIO, "the frame's extended state has changed");
	return 0;
}

WORKLOAD(signal_sigreturn, .name = "signal.sigreturn", .rev = 1,
	 .setup = setup, .teardown = teardown, .before = before, .after = after,
	 .summary = "rt_sigreturn(2) alone, from a frame kept on an alternate stack")
{
	arch_sigreturn((char *)frame.uc - UC_IN_FRAME, frame.uc);
	return 0;
}
