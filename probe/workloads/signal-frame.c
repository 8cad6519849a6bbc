/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * See signal-frame.h. The kernel marks an extended state with two magic numbers and falls
 * back to restoring less where it does not find them (arch/x86/kernel/fpu/signal.c).
 */
#include "probe/workloads/signal-frame.h"

#include "probe/task.h"

#define FX_MAGIC1    464 /* struct _fpx_sw_bytes, in what FXSAVE leaves to software */
#define FX_XSTATE_BV 512 /* the header that XSAVE writes */
#define MAGIC1       0x46505853u

static void *caught_uc;

static void keep(int sig, const void *info, void *uc)
{
	(void)sig;
	(void)info;
	caught_uc = uc;
}

static bool on_altstack(const void *p)
{
	struct k_stack stack = { 0 };

	sys2(__NR_sigaltstack, 0, P(&stack));
	return (uintptr_t)p - (uintptr_t)stack.sp < stack.size;
}

void signal_frame_look(void *uc, struct signal_frame *ret)
{
	char *fpstate = *(char **)((char *)uc + UC_FPSTATE);
	const char *fx = fpstate + FPSTATE_FX;

	*ret = (struct signal_frame){ .uc = uc, .fpstate = fpstate };
	if (fpstate && *(const uint32_t *)(fx + FX_MAGIC1) == MAGIC1)
		ret->live = *(const uint32_t *)(fx + FX_XSTATE_BV);
	ret->on_altstack = on_altstack(uc) && (!fpstate || on_altstack(fpstate));
}

int signal_frame_take(struct wl *w, unsigned long flags, struct signal_frame *ret)
{
	const int pid = (int)sys_getpid(), tid = (int)sys_gettid();
	long r = task_handle(SIGNAL_USR1, keep, flags | SA_SIGINFO_F);

	if (r < 0)
		return workload_fail(w, r, "cannot install a handler");
	caught_uc = NULL;
	r = sys_tgkill(pid, tid, SIGNAL_USR1);
	if (r < 0 || !caught_uc)
		return workload_fail(w, r < 0 ? r : -EIO, "a signal was not caught");
	signal_frame_look(caught_uc, ret);
	return 0;
}

int signal_state_live(struct wl *w, uint32_t state)
{
	struct signal_frame frame;
	int error = signal_frame_take(w, 0, &frame);

	if (!error && (frame.live & state) != state)
		error = workload_fail(w, -EIO, "the vector registers are not live");
	return error;
}
