/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What one x86 instruction does to the flow of control, and whether it is one of the
 * expensive ones: told from its bytes alone (Intel's manual, volume 2, appendix A).
 */
#ifndef PATH_INSN_H
#define PATH_INSN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum insn_flow {
	FLOW_NEXT,
	FLOW_BRANCH, /* conditional */
	FLOW_JUMP,
	FLOW_CALL,
	FLOW_RET,
	FLOW_ENTER, /* into the kernel: SYSCALL, SYSENTER, INT */
	FLOW_TRAP,  /* INT3, UD2 */
	FLOW_LEAVE, /* out of the kernel: SYSRET, SYSEXIT */
	FLOW_IRET,
};

/* Expensive kinds; COST_NONE is the number of them. */
enum insn_cost {
	COST_CR3,
	COST_CR, /* another control register, or a debug register, written */
	COST_WRMSR,
	COST_RDMSR,
	COST_IRET,
	COST_SYSRET,
	COST_VERW,
	COST_CPUID,
	COST_XSAVE,
	COST_XRSTOR,
	COST_LFENCE,
	COST_FENCE, /* MFENCE, SFENCE, SERIALIZE */
	COST_SEGMENT,
	COST_SWAPGS,
	COST_TLB, /* INVLPG, INVPCID */
	COST_LOCK,
	COST_RDTSC,
	COST_HLT,
	COST_IO, /* IN, OUT */
	COST_NONE,
};

struct insn_kind {
	enum insn_flow flow;
	enum insn_cost cost;
	bool direct;     /* .target is known */
	bool repeated;   /* REP: may be begun again and again */
	uint64_t target; /* of a direct branch, jump or call */
};

/* @bits: 64 or 32, of the code. */
struct insn_kind insn_decode(const uint8_t *bytes, size_t size, uint64_t vaddr,
			     unsigned int bits);

/* "CR3 write", "WRMSR" ... */
const char *insn_cost_name(enum insn_cost cost);

#endif
