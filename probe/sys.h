/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * System calls by name, for both ABIs: what the kernel returns is what the caller gets, a
 * negative errno included. All inlined: in a timed loop nothing but the instruction and
 * the loads of its arguments is left.
 */
#ifndef PROBE_SYS_H
#define PROBE_SYS_H

#include <arch.h>

#include <asm-generic/errno.h>
#include <asm/unistd.h>
#include <linux/fcntl.h>
#include <linux/futex.h>
#include <linux/mman.h>
#include <linux/prctl.h>
#include <linux/resource.h>
#include <linux/sched.h>
#include <linux/time.h>
#include <linux/wait.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define P(x) ((long)(x))

static inline long sys_read(int fd, void *buf, size_t n)
{
	return sys3(__NR_read, fd, P(buf), P(n));
}

static inline long sys_write(int fd, const void *buf, size_t n)
{
	return sys3(__NR_write, fd, P(buf), P(n));
}

static inline long sys_open(const char *path, int flags, int mode)
{
	return sys4(__NR_openat, AT_FDCWD, P(path), flags, mode);
}

static inline long sys_close(int fd)
{
	return sys1(__NR_close, fd);
}

static inline long sys_dup(int fd)
{
	return sys1(__NR_dup, fd);
}

static inline long sys_pipe(int fd[2])
{
	return sys2(__NR_pipe2, P(fd), 0);
}

static inline long sys_getpid(void)
{
	return sys0(__NR_getpid);
}

static inline long sys_gettid(void)
{
	return sys0(__NR_gettid);
}

static inline long sys_getppid(void)
{
	return sys0(__NR_getppid);
}

static inline void __attribute__((noreturn)) sys_exit_group(int status)
{
	for (;;)
		sys1(__NR_exit_group, status);
}

static inline long sys_yield(void)
{
	return sys0(__NR_sched_yield);
}

static inline long sys_kill(int pid, int sig)
{
	return sys2(__NR_kill, pid, sig);
}

static inline long sys_tgkill(int tgid, int tid, int sig)
{
	return sys3(__NR_tgkill, tgid, tid, sig);
}

static inline long sys_wait4(int pid, int *status, int options, struct rusage *usage)
{
	return sys4(__NR_wait4, pid, P(status), options, P(usage));
}

static inline long sys_getrusage(int who, struct rusage *usage)
{
	return sys2(__NR_getrusage, who, P(usage));
}

static inline long sys_prctl(int option, long a, long b, long c, long d)
{
	return sys5(__NR_prctl, option, a, b, c, d);
}

static inline long sys_futex(uint32_t *word, int op, uint32_t value, const void *timeout)
{
	return sys4(__NR_futex, P(word), op, (long)value, P(timeout));
}

/* A fork without CLONE_VM: stack and everything else are copied. */
static inline long sys_fork(void)
{
	return sys5(__NR_clone, 17 /* SIGCHLD */, 0, 0, 0, 0);
}

static inline long sys_execve(const char *path, char *const *argv, char *const *envp)
{
	return sys3(__NR_execve, P(path), P(argv), P(envp));
}

static inline long sys_setaffinity(int pid, size_t bytes, const void *mask)
{
	return sys3(__NR_sched_setaffinity, pid, P(bytes), P(mask));
}

static inline long sys_getaffinity(int pid, size_t bytes, void *mask)
{
	return sys3(__NR_sched_getaffinity, pid, P(bytes), P(mask));
}

static inline long sys_getcpu(unsigned int *cpu)
{
	return sys3(__NR_getcpu, P(cpu), 0, 0);
}

static inline long sys_mprotect(void *p, size_t n, int prot)
{
	return sys3(__NR_mprotect, P(p), P(n), prot);
}

static inline long sys_munmap(void *p, size_t n)
{
	return sys2(__NR_munmap, P(p), P(n));
}

static inline long sys_madvise(void *p, size_t n, int advice)
{
	return sys3(__NR_madvise, P(p), P(n), advice);
}

/* @fd -1: anonymous. Offset 0. The address, or a negative errno (see sys_failed()). */
static inline long sys_mmap(void *at, size_t n, int prot, int flags, int fd)
{
#ifdef __x86_64__
	return sys6(__NR_mmap, P(at), P(n), prot, flags, fd, 0);
#else
	return sys6(__NR_mmap2, P(at), P(n), prot, flags, fd, 0);
#endif
}

/* Whether an address that a call returned is an errno: on i386 half of them are
 * "negative". */
static inline bool sys_failed(long r)
{
	return (unsigned long)r > (unsigned long)-4096;
}

/*
 * Signals. The C library's layout differs from the kernel's, which has this one on both
 * ABIs.
 */
struct k_sigaction {
	const void *handler;
	unsigned long flags;
	void (*restorer)(void);
	uint32_t mask[2];
};

#define SIG_DFL_P ((const void *)0)

enum {
	SIGNAL_ILL = 4,
	SIGNAL_KILL = 9,
	SIGNAL_USR1 = 10,
	SIGNAL_SEGV = 11,
	SIGNAL_USR2 = 12,
	SIGNAL_STOP = 19,
	SIGNAL_CHLD = 17,
	SIGNALS = 64,
};

#define SA_SIGINFO_F  0x00000004ul
#define SA_RESTORER_F 0x04000000ul
#define SA_ONSTACK_F  0x08000000ul
#define SA_NODEFER_F  0x40000000ul

static inline long sys_sigaction(int sig, const struct k_sigaction *act)
{
	return sys4(__NR_rt_sigaction, sig, P(act), 0, ARCH_NSIG_LEN);
}

enum { MASK_BLOCK, MASK_UNBLOCK, MASK_SET };

static inline long sys_sigprocmask(int how, const uint32_t set[2], uint32_t old[2])
{
	return sys4(__NR_rt_sigprocmask, how, P(set), P(old), ARCH_NSIG_LEN);
}

static inline long sys_sigsuspend(const uint32_t mask[2])
{
	return sys2(__NR_rt_sigsuspend, P(mask), ARCH_NSIG_LEN);
}

struct k_stack {
	void *sp;
	int flags;
	size_t size;
};

static inline long sys_sigaltstack(const struct k_stack *stack)
{
	return sys2(__NR_sigaltstack, P(stack), 0);
}

/* Seconds and nanoseconds as `long`: on i386 the 32-bit ones, which every kernel has. */
struct k_timespec {
	long sec, nsec;
};

static inline long sys_clock_gettime(int clock, struct k_timespec *ts)
{
	return sys2(__NR_clock_gettime, clock, P(ts));
}

#endif
