/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The QEMU process: in a process group of its own, killed by the kernel when the thread
 * that started it ends, whichever way (kill -9 included).
 */
#ifndef VM_PROCESS_H
#define VM_PROCESS_H

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define PROCESS_FD_FIRST 10
#define PROCESS_FDS_MAX  8

/*
 * Starts @argv[0]. Standard input is empty, output and error go to @output; the @n
 * descriptors @give become PROCESS_FD_FIRST and up there (the same numbers every time, so
 * that command lines compare); all others are closed by O_CLOEXEC. The calling thread has
 * to live as long as the process is to. 0 or -errno with @e.
 */
int process_start(char *const *argv, int output, const int *give, size_t n,
		  pid_t *ret_pid, struct err *e);

/* Kills the group and waits; the status as of waitpid(). */
int process_kill(pid_t pid);

/*
 * How long the threads of @pid have been ready to run and waited for a CPU, together, in
 * ms; 0 where the kernel does not say (/proc/PID/task/TID/schedstat).
 */
int64_t process_waited_ms(pid_t pid);

/* Sets the affinity of thread @tid to @cpu alone and reads it back: 0 or -errno. */
int process_pin(pid_t tid, int cpu);

#endif
