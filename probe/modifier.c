/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See modifier.h. */
#include "probe/modifier.h"

#include "probe/xstate.h"

#include <linux/filter.h>
#include <linux/seccomp.h>

#define FILTER_MAX 4096

static unsigned int live; /* PLAN_WITH_AVX..., for tasks that start later */

void workload_enter_task(void)
{
	if (live & PLAN_WITH_AVX512)
		xstate_dirty_avx512();
	else if (live & PLAN_WITH_AVX)
		xstate_dirty_avx();
}

/*
 * A filter that runs @n additions and allows everything. It loads an argument of the
 * call: a filter that looks at the number alone is answered from the kernel's cache of
 * actions and would not run at all.
 */
static int add_filter(struct wl *w, unsigned int n)
{
	static struct sock_filter filter[FILTER_MAX];
	struct sock_fprog prog = { .len = (unsigned short)(n + 2), .filter = filter };
	long r;

	filter[0] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
						 offsetof(struct seccomp_data, args[0]));
	for (unsigned int i = 1; i <= n; i++)
		filter[i] = (struct sock_filter)BPF_STMT(BPF_ALU | BPF_ADD | BPF_K, 1);
	filter[n + 1] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);

	r = sys_prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (r < 0)
		return workload_fail(w, r, "PR_SET_NO_NEW_PRIVS refused");
	/* Not the mitigations that a filter may switch on: only its instructions. */
	r = sys3(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW,
		 P(&prog));
	if (r == -ENOSYS || r == -EINVAL)
		return workload_skip(w, "this kernel has no seccomp filters");
	return r < 0 ? workload_fail(w, r, "seccomp filter refused") : 0;
}

static int add_state(struct wl *w, unsigned int with)
{
	if ((with & PLAN_WITH_AVX512) && !xstate_has_avx512())
		return workload_skip(w, "this CPU has no AVX-512, or the kernel has not "
					"enabled it");
	if ((with & PLAN_WITH_AVX) && !xstate_has_avx())
		return workload_skip(
			w, "this CPU has no AVX, or the kernel has not enabled it");
	live = with & (PLAN_WITH_AVX | PLAN_WITH_AVX512);
	workload_enter_task();
	return 0;
}

int modifiers_apply(struct wl *w)
{
	const struct plan *p = w->plan;
	int r = 0;

	if (p->with & PLAN_WITH_NOTSC &&
	    sys_prctl(PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0) < 0)
		return workload_skip(w,
				     "this kernel cannot turn the time stamp counter off "
				     "(PR_SET_TSC)");
	if (p->with & PLAN_WITH_ALTSTACK)
		r = workload_altstack(w);
	if (!r)
		r = add_state(w, p->with);
	/* Last: it slows whatever comes after it. */
	if (!r && p->with & PLAN_WITH_SECCOMP)
		r = add_filter(w, p->seccomp);
	return r;
}
