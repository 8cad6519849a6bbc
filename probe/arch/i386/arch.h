/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * i386: the system call instruction, the time stamp counter, signal frames, processor
 * features. Same names as in arch/x86_64/arch.h. All calls that are not a workload's own
 * subject go through `int $0x80`, which every 32-bit kernel has.
 */
#ifndef PROBE_ARCH_H
#define PROBE_ARCH_H

#include <stdint.h>

#define ARCH_NAME "i386"

static inline long sys0(long nr)
{
	long r;

	asm volatile("int $0x80" : "=a"(r) : "0"(nr) : "memory");
	return r;
}

static inline long sys1(long nr, long a)
{
	long r;

	asm volatile("int $0x80" : "=a"(r) : "0"(nr), "b"(a) : "memory");
	return r;
}

static inline long sys2(long nr, long a, long b)
{
	long r;

	asm volatile("int $0x80" : "=a"(r) : "0"(nr), "b"(a), "c"(b) : "memory");
	return r;
}

static inline long sys3(long nr, long a, long b, long c)
{
	long r;

	asm volatile("int $0x80" : "=a"(r) : "0"(nr), "b"(a), "c"(b), "d"(c) : "memory");
	return r;
}

static inline long sys4(long nr, long a, long b, long c, long d)
{
	long r;

	asm volatile("int $0x80"
		     : "=a"(r)
		     : "0"(nr), "b"(a), "c"(b), "d"(c), "S"(d)
		     : "memory");
	return r;
}

static inline long sys5(long nr, long a, long b, long c, long d, long e)
{
	long r;

	asm volatile("int $0x80"
		     : "=a"(r)
		     : "0"(nr), "b"(a), "c"(b), "d"(c), "S"(d), "D"(e)
		     : "memory");
	return r;
}

/* The sixth argument is in ebp, which no constraint can name: in assembly. */
long sys6(long nr, long a, long b, long c, long d, long e, long f);

/* Here the ordinary entry. */
static inline long int80_sys0(long nr)
{
	return sys0(nr);
}

/* Through the vDSO's __kernel_vsyscall at @entry: SYSENTER, SYSCALL or int $0x80. */
static inline long vdso32_sys0(const void *entry, long nr)
{
	long r;

	asm volatile("call *%2" : "=a"(r) : "0"(nr), "r"(entry) : "memory");
	return r;
}

static inline uint64_t arch_ticks(void)
{
	uint32_t lo, hi;

	asm volatile("lfence; rdtsc; lfence" : "=a"(lo), "=d"(hi) : : "memory");
	return (uint64_t)hi << 32 | lo;
}

/* A performance counter; faults unless the kernel has allowed it. */
static inline uint64_t arch_rdpmc(uint32_t index)
{
	uint32_t lo, hi;

	asm volatile("rdpmc" : "=a"(lo), "=d"(hi) : "c"(index));
	return (uint64_t)hi << 32 | lo;
}

static inline void arch_cpuid(uint32_t leaf, uint32_t sub, uint32_t r[4])
{
	asm volatile("cpuid"
		     : "=a"(r[0]), "=b"(r[1]), "=c"(r[2]), "=d"(r[3])
		     : "0"(leaf), "2"(sub));
}

#define ARCH_VECTOR_REGS 8

static inline void arch_spin(unsigned long n)
{
	asm volatile("1: dec %0; jnz 1b" : "+r"(n) : : "cc");
}

extern char arch_fault_resume[];
void arch_fault_load(const void *p);

#define UC_IP         76
#define UC_SP         48
#define UC_FPSTATE    96
#define UC_IN_FRAME   144
#define FPSTATE_FX    112
#define ARCH_NSIG_LEN 8

static inline void arch_uc_set_ip(void *uc, const void *ip)
{
	*(const void **)((char *)uc + UC_IP) = ip;
}

void arch_sigreturn(void *frame, void *uc);
void arch_restorer(void);
long arch_clone(unsigned long flags, void *stack_top, int *ptid, int *ctid,
		void (*fn)(void *), void *arg);

#endif
