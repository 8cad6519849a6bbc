/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A program run by another. It is to exit with a status that only it can know, so that a
 * target that is missing or is another program is a failure, not a quick exec.
 */
#include "probe/lib.h"
#include "probe/task.h"
#include "probe/workloads/child.h"

#include <linux/auxvec.h>

#define STATUS      42
#define STATUS_TEXT "42"
#define NOT_RUN     127
#define STACK_BYTES 4096

static char stack[STACK_BYTES] __attribute__((aligned(16)));
static const char *target;
static volatile long refused; /* why the last execve(2) came back */

static void child_main(void *unused)
{
	char *const argv[] = { (char *)target, (char *)"-x", (char *)STATUS_TEXT, NULL };
	char *const envp[] = { NULL };

	(void)unused;
	refused = sys_execve(target, argv, envp);
	sys_exit_group(NOT_RUN);
}

static inline long run(int *ret_status)
{
	long pid = arch_clone(CLONE_VM | CLONE_VFORK | SIGNAL_CHLD, stack + STACK_BYTES,
			      NULL, NULL, child_main, NULL);
	long r = sys_wait4((int)pid, ret_status, 0, NULL);

	return pid | op_bad(r != pid);
}

static int complain(struct wl *w, const char *what, long number)
{
	str_copy(w->why, sizeof(w->why), what);
	str_append_u64(w->why, sizeof(w->why), (uint64_t)number);
	str_append(w->why, sizeof(w->why), ": ");
	str_append(w->why, sizeof(w->why), target);
	return -ENOEXEC;
}

static int setup(struct wl *w)
{
	int status = 0;
	long r;

	target = w->plan->exec_target;
	if (!*target)
		target = (const char *)auxv(AT_EXECFN);
	if (!target)
		return workload_fail(w, -ENOEXEC,
				     "no program to run: the kernel does not say "
				     "where the probe is, name an exec-target");
	r = child_no_preemption(w);
	if (r)
		return (int)r;
	r = run(&status);
	if (r < 0)
		return workload_fail(w, -EAGAIN,
				     "cannot vfork, or not wait for the child");
	if (refused)
		return complain(w, "cannot execute the target, errno ", -refused);
	if (status & 0x7f)
		return complain(w, "the target was ended by signal ", status & 0x7f);
	if (status != STATUS << 8)
		return complain(w, "the target, given -x " STATUS_TEXT ", exited with ",
				status >> 8 & 0xff);
	return 0;
}

WORKLOAD(proc_exec, .name = "proc.exec", .rev = 1, .tasks = true, .setup = setup,
	 .summary = "vfork(2), execve(2) of a static program that exits at once, "
		    "wait4(2)")
{
	int status = 0;
	long r = run(&status);

	return r | op_bad(status != STATUS << 8);
}
