/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What proc.* workloads have in common: the memory that the process has touched before,
 * and the children of one batch, which are all reaped when it ends.
 */
#ifndef PROBE_WORKLOADS_PROC_H
#define PROBE_WORKLOADS_PROC_H

#include "probe/workloads/child.h"

#define PROC_CHILDREN 64 /* the most ops in a batch */
#define PROC_STACK    4096

struct proc_child {
	uint32_t go;   /* futex: 0 until it is released */
	uint32_t gone; /* futex: of a thread, cleared by the kernel at its end */
	int pid;
};

/*
 * All of it is in shared memory: after fork() the parent's first write to private memory
 * is a fault and a copy, which is not part of the call.
 */
struct proc {
	unsigned int next; /* the child that the next op is about */
	int parent;
	struct proc_child child[PROC_CHILDREN];
	char stack[PROC_CHILDREN][PROC_STACK] __attribute__((aligned(16)));
};

extern struct proc *proc;

/*
 * Setup with so much anonymous memory touched in small pages: start_ for ops that start
 * children which are not to run in them, setup_ for others.
 */
int proc_start_0mib(struct wl *w);
int proc_start_1mib(struct wl *w);
int proc_start_16mib(struct wl *w);
int proc_setup_0mib(struct wl *w);
int proc_setup_1mib(struct wl *w);
int proc_setup_16mib(struct wl *w);

/* .before of ops that create: no child exists, the first op is about the first. */
int proc_rewind(struct wl *w, unsigned long n);

/* Waits for child process @c, which is to exit with 0: 0, or -errno with w->why. */
int proc_reap(struct wl *w, struct proc_child *c);

/* The child that an op is about, and the next op's is the one behind it. */
static inline struct proc_child *proc_next(void)
{
	return &proc->child[proc->next++];
}

/* The top of that child's stack. */
static inline void *proc_stack(const struct proc_child *c)
{
	return proc->stack[c - proc->child + 1];
}

#endif
