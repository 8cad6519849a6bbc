/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A thread's beginning and end, with the clone(2) flags of a thread library and its way
 * to join: the kernel clears a word and wakes who waits for it. The words are in private
 * memory, as a library's are: a futex in shared memory takes another path.
 */
#include "probe/workloads/proc.h"

#define THREAD_FLAGS                                                        \
	(CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | \
	 CLONE_SYSVSEM | CLONE_CHILD_CLEARTID)

static struct proc_child threads[PROC_CHILDREN];

static void thread_main(void *arg)
{
	struct proc_child *c = arg;

	child_park(&c->go, FUTEX_PRIVATE_FLAG);
}

static inline long create(void)
{
	unsigned int i = proc->next++;

	return arch_clone(THREAD_FLAGS, proc->stack[i + 1], NULL, (int *)&threads[i].gone,
			  thread_main, &threads[i]);
}

static int rewind(struct wl *w, unsigned long n)
{
	for (unsigned long i = 0; i < n; i++)
		threads[i] = (struct proc_child){ .gone = 1 };
	return proc_rewind(w, n);
}

static int end_all(struct wl *w, unsigned long n)
{
	for (unsigned long i = 0; i < n; i++)
		child_release(&threads[i].go, FUTEX_PRIVATE_FLAG);
	for (unsigned long i = 0; i < n; i++)
		while (*(volatile uint32_t *)&threads[i].gone)
			/* Waiting without sleep would keep the CPU from those waited for.
			 */
			if (sys_futex(&threads[i].gone, FUTEX_WAIT, 1, NULL) == -ENOSYS)
				return child_no_futexes(w);
	return 0;
}

static int create_all(struct wl *w, unsigned long n)
{
	int error = rewind(w, n);

	for (unsigned long i = 0; i < n; i++) {
		long tid = create();

		if (tid < 0)
			return workload_fail(w, tid, "cannot start a thread");
	}
	for (unsigned long i = 0; i < n && !error; i++)
		error = child_await_parked(w, &threads[i].go, FUTEX_PRIVATE_FLAG);
	proc->next = 0;
	return error;
}

static inline long end_one(void)
{
	struct proc_child *c = &threads[proc->next++];
	long woken = child_release(&c->go, FUTEX_PRIVATE_FLAG);

	sys_futex(&c->gone, FUTEX_WAIT, 1, NULL);
	return (woken - 1) | op_bad(*(volatile uint32_t *)&c->gone != 0);
}

WORKLOAD(proc_thread_create_0mib, .name = "proc.thread.create.0mib", .rev = 1, .tasks = true,
	 .max_ops = PROC_CHILDREN, .setup = proc_start_0mib, .before = rewind,
	 .after = end_all,
	 .summary = "clone(2) of a thread: the creator's call, the thread not run")
{
	return create();
}

WORKLOAD(proc_thread_create_1mib, .name = "proc.thread.create.1mib", .rev = 1, .tasks = true,
	 .max_ops = PROC_CHILDREN, .setup = proc_start_1mib, .before = rewind,
	 .after = end_all,
	 .summary = "clone(2) of a thread, 1 MiB touched: the creator's call, the thread "
		    "not run")
{
	return create();
}

WORKLOAD(proc_thread_create_16mib, .name = "proc.thread.create.16mib", .rev = 1, .tasks = true,
	 .max_ops = PROC_CHILDREN, .setup = proc_start_16mib, .before = rewind,
	 .after = end_all,
	 .summary = "clone(2) of a thread, 16 MiB touched: the creator's call, the "
		    "thread not run")
{
	return create();
}

WORKLOAD(proc_thread_exit_0mib, .name = "proc.thread.exit.0mib", .rev = 1, .tasks = true,
	 .max_ops = PROC_CHILDREN, .setup = proc_setup_0mib, .before = create_all,
	 .summary = "a blocked thread is woken and exits, futex(2) wait for its end: 2 "
		    "switches")
{
	return end_one();
}

WORKLOAD(proc_thread_exit_1mib, .name = "proc.thread.exit.1mib", .rev = 1, .tasks = true,
	 .max_ops = PROC_CHILDREN, .setup = proc_setup_1mib, .before = create_all,
	 .summary = "a blocked thread is woken and exits, 1 MiB touched, futex(2) wait "
		    "for its end")
{
	return end_one();
}

WORKLOAD(proc_thread_exit_16mib, .name = "proc.thread.exit.16mib", .rev = 1, .tasks = true,
	 .max_ops = PROC_CHILDREN, .setup = proc_setup_16mib, .before = create_all,
	 .summary = "a blocked thread is woken and exits, 16 MiB touched, futex(2) wait "
		    "for its end")
{
	return end_one();
}
