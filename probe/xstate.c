/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See xstate.h. The names are in chapter 13 of Intel's manual, volume 1. */
#include "probe/xstate.h"

#include "probe/sys.h"

#define CPUID1_OSXSAVE (1u << 27)
#define CPUID1_AVX     (1u << 28)
#define CPUID7_AVX512F (1u << 16)
#define XCR0_AVX       0x06u /* SSE and AVX state */
#define XCR0_AVX512    0xe6u /* and opmask, upper halves, upper registers */

static uint32_t xcr0(void)
{
	uint32_t lo, hi;

	asm volatile("xgetbv" : "=a"(lo), "=d"(hi) : "c"(0));
	return lo;
}

bool xstate_has_avx(void)
{
	uint32_t r[4];

	arch_cpuid(1, 0, r);
	return (r[2] & CPUID1_OSXSAVE) && (r[2] & CPUID1_AVX) &&
	       (xcr0() & XCR0_AVX) == XCR0_AVX;
}

bool xstate_has_avx512(void)
{
	uint32_t r[4];

	arch_cpuid(0, 0, r);
	if (!xstate_has_avx() || r[0] < 7)
		return false;
	arch_cpuid(7, 0, r);
	return (r[1] & CPUID7_AVX512F) && (xcr0() & XCR0_AVX512) == XCR0_AVX512;
}

#define ONES_AVX(n)    "vcmptrueps %%ymm" #n ", %%ymm" #n ", %%ymm" #n "\n\t"
#define ONES_AVX512(n) "vpternlogd $255, %%zmm" #n ", %%zmm" #n ", %%zmm" #n "\n\t"

#ifdef __x86_64__
#define ALL_LOW(op)                                                                      \
	op(0) op(1) op(2) op(3) op(4) op(5) op(6) op(7) op(8) op(9) op(10) op(11) op(12) \
		op(13) op(14) op(15)
#define ALL(op)                                                                      \
	ALL_LOW(op)                                                                  \
	op(16) op(17) op(18) op(19) op(20) op(21) op(22) op(23) op(24) op(25) op(26) \
		op(27) op(28) op(29) op(30) op(31)
#else
#define ALL_LOW(op) op(0) op(1) op(2) op(3) op(4) op(5) op(6) op(7)
#define ALL(op)     ALL_LOW(op)
#endif

/* No clobbers are named: nothing else in the probe uses these registers. */
void xstate_dirty_avx(void)
{
	asm volatile(ALL_LOW(ONES_AVX)::);
}

void xstate_dirty_avx512(void)
{
	asm volatile(ALL(ONES_AVX512)::);
}
