/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * x86_64: the system call instruction, the time stamp counter, signal frames, processor
 * features. Same names as in arch/i386/arch.h.
 */
#ifndef PROBE_ARCH_H
#define PROBE_ARCH_H

#include <stdint.h>

#define ARCH_NAME "x86_64"

static inline long sys0(long nr)
{
	long r;

	asm volatile("syscall" : "=a"(r) : "0"(nr) : "rcx", "r11", "memory");
	return r;
}

static inline long sys1(long nr, long a)
{
	long r;

	asm volatile("syscall" : "=a"(r) : "0"(nr), "D"(a) : "rcx", "r11", "memory");
	return r;
}

static inline long sys2(long nr, long a, long b)
{
	long r;

	asm volatile("syscall"
		     : "=a"(r)
		     : "0"(nr), "D"(a), "S"(b)
		     : "rcx", "r11", "memory");
	return r;
}

static inline long sys3(long nr, long a, long b, long c)
{
	long r;

	asm volatile("syscall"
		     : "=a"(r)
		     : "0"(nr), "D"(a), "S"(b), "d"(c)
		     : "rcx", "r11", "memory");
	return r;
}

static inline long sys4(long nr, long a, long b, long c, long d)
{
	register long r10 asm("r10") = d;
	long r;

	asm volatile("syscall"
		     : "=a"(r)
		     : "0"(nr), "D"(a), "S"(b), "d"(c), "r"(r10)
		     : "rcx", "r11", "memory");
	return r;
}

static inline long sys5(long nr, long a, long b, long c, long d, long e)
{
	register long r10 asm("r10") = d;
	register long r8 asm("r8") = e;
	long r;

	asm volatile("syscall"
		     : "=a"(r)
		     : "0"(nr), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8)
		     : "rcx", "r11", "memory");
	return r;
}

static inline long sys6(long nr, long a, long b, long c, long d, long e, long f)
{
	register long r10 asm("r10") = d;
	register long r8 asm("r8") = e;
	register long r9 asm("r9") = f;
	long r;

	asm volatile("syscall"
		     : "=a"(r)
		     : "0"(nr), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
		     : "rcx", "r11", "memory");
	return r;
}

/* The 32-bit entry, taken from 64-bit code: numbers are those of i386. */
static inline long int80_sys0(long nr)
{
	long r;

	asm volatile("int $0x80"
		     : "=a"(r)
		     : "0"(nr)
		     : "r8", "r9", "r10", "r11", "memory");
	return r;
}

/*
 * The counter, fenced on both sides: nothing that was begun before is still under way,
 * and nothing after it has begun.
 */
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

#define ARCH_VECTOR_REGS 16

/* A loop of @n iterations, two instructions each, that touches no memory. */
static inline void arch_spin(unsigned long n)
{
	asm volatile("1: dec %0; jnz 1b" : "+r"(n) : : "cc");
}

/*
 * A load from @p which may fault: the handler sets the instruction pointer to
 * arch_fault_resume.
 */
extern char arch_fault_resume[];
void arch_fault_load(const void *p);

/* Offsets in the kernel's `struct ucontext`, as a handler gets it. */
#define UC_IP         168
#define UC_SP         160
#define UC_FPSTATE    224 /* pointer to the saved extended state */
#define UC_IN_FRAME   8   /* where it is in `struct rt_sigframe` */
#define FPSTATE_FX    0   /* where the FXSAVE image is in the extended state */
#define ARCH_NSIG_LEN 8

static inline void arch_uc_set_ip(void *uc, const void *ip)
{
	*(const void **)((char *)uc + UC_IP) = ip;
}

/*
 * Runs rt_sigreturn on the frame that a signal left at @frame (where the handler's return
 * address stood, with its ucontext at @uc), after making it return to the caller.
 */
void arch_sigreturn(void *frame, void *uc);

void arch_restorer(void);

/*
 * clone(2) with a stack of its own: @fn(@arg) runs on it and the task exits with 0 when
 * it returns. Gives what clone(2) gives in the parent.
 */
long arch_clone(unsigned long flags, void *stack_top, int *ptid, int *ctid,
		void (*fn)(void *), void *arg);

#endif
