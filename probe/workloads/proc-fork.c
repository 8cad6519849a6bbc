/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fork(2), and the end of what it made. Creation is the parent's call alone: the children
 * wait their turn until the batch has ended (see child_run_later). One page of the
 * probe's own is copied in the timed part of a batch, where it sums up its ops.
 */
#include "probe/workloads/proc.h"

static __attribute__((noinline, noreturn)) void child_main(struct proc_child *c)
{
	child_tie_to(proc->parent);
	child_park(&c->go, 0);
	sys_exit_group(0);
}

/* No arguments: what lives in registers need not go to the stack, and be copied there. */
static inline long create(void)
{
	struct proc_child *c = proc_next();
	long pid = sys0(__NR_fork);

	if (!pid)
		child_main(c);
	c->pid = (int)pid;
	return pid;
}

static int end_all(struct wl *w, unsigned long n)
{
	int error = 0;

	for (unsigned long i = 0; i < n; i++)
		child_release(&proc->child[i].go, 0);
	for (unsigned long i = 0; i < n && !error; i++)
		error = proc_reap(w, &proc->child[i]);
	return error;
}

static int create_all(struct wl *w, unsigned long n)
{
	int error = proc_rewind(w, n);

	for (unsigned long i = 0; i < n; i++) {
		long pid = create();

		if (pid < 0)
			return workload_fail(w, pid, "cannot fork");
	}
	for (unsigned long i = 0; i < n && !error; i++)
		error = child_await_parked(w, &proc->child[i].go, 0);
	proc->next = 0;
	child_copied(w);
	return error;
}

static inline long end_one(void)
{
	struct proc_child *c = proc_next();
	int status = 0;
	long woken = child_release(&c->go, 0);
	long r = sys_wait4(c->pid, &status, 0, NULL);

	return (woken - 1) | op_bad(r != c->pid) | op_bad(status != 0);
}

WORKLOAD(proc_fork_create_0mib, .name = "proc.fork.create.0mib", .rev = 1, .tasks = true,
	 .max_ops = PROC_CHILDREN, .setup = proc_start_0mib, .before = proc_rewind,
	 .after = end_all,
	 .summary = "fork(2), no memory touched beforehand: the parent's call, the child "
		    "not run")
{
	return create();
}

WORKLOAD(proc_fork_create_1mib, .name = "proc.fork.create.1mib", .rev = 1, .tasks = true,
	 .max_ops = PROC_CHILDREN, .setup = proc_start_1mib, .before = proc_rewind,
	 .after = end_all,
	 .summary = "fork(2), 1 MiB touched in small pages: the parent's call, the child "
		    "not run")
{
	return create();
}

WORKLOAD(proc_fork_create_16mib, .name = "proc.fork.create.16mib", .rev = 1, .tasks = true,
	 .max_ops = PROC_CHILDREN, .setup = proc_start_16mib, .before = proc_rewind,
	 .after = end_all,
	 .summary = "fork(2), 16 MiB touched in small pages: the parent's call, the "
		    "child not run")
{
	return create();
}

WORKLOAD(proc_fork_exit_0mib, .name = "proc.fork.exit.0mib", .rev = 1, .tasks = true,
	 .max_ops = PROC_CHILDREN, .setup = proc_setup_0mib, .before = create_all,
	 .summary = "a blocked forked child is woken and exits, wait4(2) returns: 2 "
		    "switches")
{
	return end_one();
}

WORKLOAD(proc_fork_exit_1mib, .name = "proc.fork.exit.1mib", .rev = 1, .tasks = true,
	 .max_ops = PROC_CHILDREN, .setup = proc_setup_1mib, .before = create_all,
	 .summary = "a blocked forked child of 1 MiB is woken and exits, wait4(2) "
		    "returns: 2 switches")
{
	return end_one();
}

WORKLOAD(proc_fork_exit_16mib, .name = "proc.fork.exit.16mib", .rev = 1, .tasks = true,
	 .max_ops = PROC_CHILDREN, .setup = proc_setup_16mib, .before = create_all,
	 .summary = "a blocked forked child of 16 MiB is woken and exits, wait4(2) "
		    "returns: 2 switches")
{
	return end_one();
}
