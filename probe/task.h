/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Other tasks: a peer that a workload runs against (a process or a thread), a child to
 * try something dangerous in, and the signal state of the process.
 */
#ifndef PROBE_TASK_H
#define PROBE_TASK_H

#include "probe/sys.h"

/*
 * Runs @fn in a child that shares memory, with SIGILL and SIGSEGV caught: 0 if it
 * returned, else the signal's number (-errno if there could be no child).
 */
int task_survives(void (*fn)(void *), void *arg);

/* Every signal to its default, none blocked. Returns how many were not. */
unsigned int task_reset_signals(void);

/* Installs @handler (NULL: default). @flags: SA_..._F; the restorer is added. */
long task_handle(int sig, const void *handler, unsigned long flags);

/* Pins the calling task, and checks that the kernel did. 0 or -errno. */
long task_pin(int cpu);

/*
 * A peer. It shares the parent's memory if it is a thread; in either case the memory of
 * task_shared() is common. It dies with its parent.
 */
struct peer {
	int pid; /* or thread id */
	bool thread;
	uint32_t gone;     /* futex: the kernel clears it when a thread has left */
	uint64_t switches; /* of a process, known when it has been stopped */
};

/* Starts @fn(@arg) on @cpu (-1: inherits). 0 or -errno. */
long peer_start(struct peer *p, bool thread, int cpu, void (*fn)(void *), void *arg);

/* Waits until it has ended by itself: 0, or -EIO if it ended otherwise. */
long peer_join(struct peer *p);

/* Kills a process that would not end by itself; fine if it is gone already. */
void peer_kill(struct peer *p);

/* @bytes of zeroed memory, common to all tasks that are started later. NULL on failure.
 */
void *task_shared(size_t bytes);

/* The same, private: what a process has for itself. */
void *task_memory(size_t bytes);

#endif
