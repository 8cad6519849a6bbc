/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See proc.h. */
#include "probe/workloads/proc.h"

#include "probe/task.h"

#define PAGE 4096ul

struct proc *proc;

/*
 * Pages that a fork has made read-only stay so: they are not written again. So every fork
 * but the first one finds them alike.
 */
static int touch(struct wl *w, size_t bytes)
{
	struct rusage before, after;
	long r, p = sys_mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS, -1);

	if (sys_failed(p))
		return workload_fail(w, p, "no memory to touch");
	r = sys_madvise((void *)p, bytes, MADV_NOHUGEPAGE);
	/* A kernel without huge pages does not know the advice. */
	if (r < 0 && r != -EINVAL)
		return workload_fail(w, r, "MADV_NOHUGEPAGE refused");
	sys_getrusage(RUSAGE_SELF, &before);
	for (size_t at = 0; at < bytes; at += PAGE)
		*((volatile char *)p + at) = 1;
	sys_getrusage(RUSAGE_SELF, &after);
	if ((unsigned long)(after.ru_minflt - before.ru_minflt) * PAGE < bytes)
		return workload_fail(w, -EIO,
				     "touching small pages took fewer faults than pages: "
				     "they are not small");
	return 0;
}

static int setup(struct wl *w, size_t bytes)
{
	proc = task_shared(sizeof(*proc));
	if (!proc)
		return workload_fail(w, -ENOMEM, "no memory for the children");
	proc->parent = (int)sys_getpid();
	return bytes ? touch(w, bytes) : 0;
}

int proc_start_0mib(struct wl *w)
{
	return setup(w, 0) ?: child_run_later(w);
}

int proc_start_1mib(struct wl *w)
{
	return setup(w, 1ul << 20) ?: child_run_later(w);
}

int proc_start_16mib(struct wl *w)
{
	return setup(w, 16ul << 20) ?: child_run_later(w);
}

int proc_setup_0mib(struct wl *w)
{
	return setup(w, 0) ?: child_no_preemption(w);
}

int proc_setup_1mib(struct wl *w)
{
	return setup(w, 1ul << 20) ?: child_no_preemption(w);
}

int proc_setup_16mib(struct wl *w)
{
	return setup(w, 16ul << 20) ?: child_no_preemption(w);
}

int proc_rewind(struct wl *w, unsigned long n)
{
	(void)w;
	(void)n;
	proc->next = 0;
	for (unsigned int i = 0; i < PROC_CHILDREN; i++)
		proc->child[i] = (struct proc_child){ .gone = 1 };
	return 0;
}

int proc_reap(struct wl *w, struct proc_child *c)
{
	int status = 0;
	long r = sys_wait4(c->pid, &status, 0, NULL);

	if (r != c->pid)
		return workload_fail(w, r < 0 ? r : -ECHILD, "cannot wait for a child");
	return status ? workload_fail(w, -EIO, "a child did not exit by itself") : 0;
}
