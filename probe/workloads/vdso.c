/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the vDSO answers without the kernel. Whether it does is tried first, under a
 * filter that lets no system call through: with a clock source that user code cannot read
 * it makes the call, and that is syscall.clock_gettime.
 */
#include "probe/vdso.h"

#include "probe/task.h"
#include "probe/workload.h"

#include <linux/auxvec.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

static int (*clock_gettime)(int clock, struct k_timespec *ts);

struct attempt {
	bool filtered;
	long refused; /* the filter was, with this -errno */
	int result;
};

/* Of the calling task: nothing but its exit. */
static long forbid_calls(void)
{
	static struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_exit, 2, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_exit_group, 1, 0),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { sizeof(filter) / sizeof(filter[0]), filter };
	long r = sys_prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);

	return r < 0 ? r : sys3(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, P(&prog));
}

static void try_it(void *arg)
{
	struct attempt *a = arg;
	struct k_timespec ts;

	if (a->filtered)
		a->refused = forbid_calls();
	if (!a->refused)
		a->result = clock_gettime(CLOCK_MONOTONIC, &ts);
}

static int setup(struct wl *w)
{
	const void *image = (const void *)auxv(AT_SYSINFO_EHDR);
	struct attempt free = { 0 }, filtered = { .filtered = true };
	const void *symbol;

	if (!image)
		return workload_skip(w, "this kernel maps no vDSO for this ABI "
					"(AT_SYSINFO_EHDR)");
	symbol = vdso_symbol(image, "__vdso_clock_gettime");
	if (!symbol)
		return workload_skip(w, "the vDSO has no __vdso_clock_gettime");
	clock_gettime = (int (*)(int, struct k_timespec *))symbol;
	if (task_survives(try_it, &free) != 0)
		return workload_skip(w,
				     "the vDSO's clock_gettime raises a signal: the time "
				     "stamp counter is turned off");
	if (free.result)
		return workload_fail(w, free.result, "the vDSO's clock_gettime failed");
	if (task_survives(try_it, &filtered) != 0 || filtered.refused)
		return workload_skip(w,
				     "without seccomp filters there is no proof that the "
				     "vDSO makes no system call");
	if (filtered.result)
		return workload_skip(
			w, "the vDSO cannot read this clock source: it makes the "
			   "system call");
	return 0;
}

WORKLOAD(vdso_clock_gettime, .name = "vdso.clock_gettime", .rev = 1, .setup = setup,
	 .summary = "clock_gettime of CLOCK_MONOTONIC by the vDSO, without a system call")
{
	struct k_timespec ts;

	return clock_gettime(CLOCK_MONOTONIC, &ts);
}
