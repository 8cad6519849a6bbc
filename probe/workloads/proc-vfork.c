/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * vfork(2): the child borrows the parent's memory, and the parent stands still until the
 * child has given it back, here by its exit. So most of the exit is part of the creation;
 * what is left for the other half is to reap it.
 */
#include "probe/workloads/proc.h"

static void child_main(void *unused)
{
	(void)unused;
}

static inline long create(void)
{
	struct proc_child *c = proc_next();
	long pid = arch_clone(CLONE_VM | CLONE_VFORK | SIGNAL_CHLD, proc_stack(c), NULL,
			      NULL, child_main, NULL);

	c->pid = (int)pid;
	return pid;
}

static int reap_all(struct wl *w, unsigned long n)
{
	int error = 0;

	for (unsigned long i = 0; i < n && !error; i++)
		error = proc_reap(w, &proc->child[i]);
	return error;
}

/* Returns when all of them have ended, and wait for somebody to ask. */
static int create_all(struct wl *w, unsigned long n)
{
	proc_rewind(w, n);
	for (unsigned long i = 0; i < n; i++) {
		long pid = create();
		long r = sys5(__NR_waitid, P_PID, pid, 0, WEXITED | WNOWAIT, 0);

		if (pid < 0 || r < 0)
			return workload_fail(w, pid < 0 ? pid : r, "cannot vfork");
	}
	proc->next = 0;
	return 0;
}

static inline long reap(void)
{
	struct proc_child *c = proc_next();
	int status = 0;
	long r = sys_wait4(c->pid, &status, 0, NULL);

	return op_bad(r != c->pid) | op_bad(status != 0);
}

WORKLOAD(proc_vfork_create_0mib, .name = "proc.vfork.create.0mib", .rev = 1, .tasks = true,
	 .max_ops = PROC_CHILDREN, .setup = proc_setup_0mib, .before = proc_rewind,
	 .after = reap_all,
	 .summary = "vfork(2), the child exits at once, until the parent runs again: 2 "
		    "switches")
{
	return create();
}

WORKLOAD(proc_vfork_create_1mib, .name = "proc.vfork.create.1mib", .rev = 1, .tasks = true,
	 .max_ops = PROC_CHILDREN, .setup = proc_setup_1mib, .before = proc_rewind,
	 .after = reap_all,
	 .summary = "vfork(2), 1 MiB touched, the child exits at once, until the parent "
		    "runs again")
{
	return create();
}

WORKLOAD(proc_vfork_create_16mib, .name = "proc.vfork.create.16mib", .rev = 1, .tasks = true,
	 .max_ops = PROC_CHILDREN, .setup = proc_setup_16mib, .before = proc_rewind,
	 .after = reap_all,
	 .summary = "vfork(2), 16 MiB touched, the child exits at once, until the "
		    "parent runs again")
{
	return create();
}

WORKLOAD(proc_vfork_exit_0mib, .name = "proc.vfork.exit.0mib", .rev = 1, .tasks = true,
	 .max_ops = PROC_CHILDREN, .setup = proc_setup_0mib, .before = create_all,
	 .summary = "wait4(2) that reaps a vfork(2) child that has exited before")
{
	return reap();
}

WORKLOAD(proc_vfork_exit_1mib, .name = "proc.vfork.exit.1mib", .rev = 1, .tasks = true,
	 .max_ops = PROC_CHILDREN, .setup = proc_setup_1mib, .before = create_all,
	 .summary = "wait4(2) that reaps a vfork(2) child that has exited before, 1 MiB "
		    "touched")
{
	return reap();
}

WORKLOAD(proc_vfork_exit_16mib, .name = "proc.vfork.exit.16mib", .rev = 1, .tasks = true,
	 .max_ops = PROC_CHILDREN, .setup = proc_setup_16mib, .before = create_all,
	 .summary = "wait4(2) that reaps a vfork(2) child that has exited before, 16 MiB "
		    "touched")
{
	return reap();
}
