/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a task says about signals beforehand: handlers and the mask. */
#include "probe/task.h"
#include "probe/workload.h"

static const uint32_t usr1[2] = { 1u << (SIGNAL_USR1 - 1), 0 };
static struct k_sigaction action;

static void handler(int sig)
{
	(void)sig;
}

static int setup_install(struct wl *w)
{
	action.handler = handler;
	action.flags = SA_SIGINFO_F | SA_RESTORER_F | workload_sa_flags(w);
	action.restorer = arch_restorer;
	return 0;
}

static int teardown_install(struct wl *w)
{
	struct k_sigaction now = { 0 };
	long r = sys4(__NR_rt_sigaction, SIGNAL_USR1, 0, P(&now), ARCH_NSIG_LEN);

	if (r < 0 || now.handler != handler)
		return workload_fail(w, -EIO, "the handler is not installed");
	return 0;
}

WORKLOAD(signal_install, .name = "signal.install", .rev = 1,
	 .setup = setup_install, .teardown = teardown_install,
	 .summary = "rt_sigaction(2) that sets a handler, without asking for the old one")
{
	return sys_sigaction(SIGNAL_USR1, &action);
}

/* Two calls, so that each has something to change: without, the kernel returns early. */
WORKLOAD(signal_mask, .name = "signal.mask", .rev = 1, .per = 2, .unit = "call",
	 .summary = "rt_sigprocmask(2) that blocks a signal, and one that unblocks it")
{
	const long r = sys_sigprocmask(MASK_BLOCK, usr1, NULL);

	return r | sys_sigprocmask(MASK_UNBLOCK, usr1, NULL);
}
