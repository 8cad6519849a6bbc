/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See insn.h. */
#include "path/insn.h"

#include <string.h>

/* An instruction under way: its prefixes are read, .op is at the opcode. */
struct scan {
	const uint8_t *op;
	size_t left;
	unsigned int bits;
	bool lock, repe, repne, rex_r;
	struct insn_kind kind;
};

static unsigned int byte(const struct scan *s, size_t i)
{
	return i < s->left ? s->op[i] : 0;
}

static unsigned int modrm_reg(unsigned int modrm)
{
	return modrm >> 3 & 7;
}

static bool modrm_memory(unsigned int modrm)
{
	return modrm >> 6 != 3;
}

static void prefixes(struct scan *s)
{
	for (; s->left; s->op++, s->left--) {
		unsigned int b = s->op[0];

		if (b == 0xf0)
			s->lock = true;
		else if (b == 0xf2)
			s->repne = true;
		else if (b == 0xf3)
			s->repe = true;
		else if (b != 0x66 && b != 0x67 && b != 0x26 && b != 0x2e && b != 0x36 &&
			 b != 0x3e && b != 0x64 && b != 0x65)
			break;
	}
	if (s->bits == 64 && s->left && (s->op[0] & 0xf0) == 0x40) {
		s->rex_r = s->op[0] & 4;
		s->op++;
		s->left--;
	}
}

/* A jump relative to the instruction's end, of its last @n bytes. */
static void relative(struct scan *s, enum insn_flow flow, uint64_t end, size_t n)
{
	int32_t wide = 0;

	s->kind.flow = flow;
	if (s->left < n)
		return;
	if (n == 1)
		wide = (int8_t)s->op[s->left - 1];
	else
		memcpy(&wide, s->op + s->left - 4, 4);
	s->kind.direct = true;
	s->kind.target = end + (uint64_t)(int64_t)wide;
	if (s->bits == 32)
		s->kind.target &= 0xffffffffu;
}

/* 0f ae: state, fences */
static enum insn_cost group15(const struct scan *s, unsigned int modrm)
{
	static const enum insn_cost memory[8] = {
		COST_XSAVE, COST_XRSTOR, COST_NONE,  COST_NONE,
		COST_XSAVE, COST_XRSTOR, COST_XSAVE, COST_NONE,
	};

	if (modrm_memory(modrm))
		return memory[modrm_reg(modrm)];
	if (s->repe)
		return modrm_reg(modrm) == 2 || modrm_reg(modrm) == 3 ? COST_SEGMENT
								      : COST_NONE;
	switch (modrm_reg(modrm)) {
	case 5: return COST_LFENCE;
	case 6:
	case 7: return COST_FENCE;
	default: return COST_NONE;
	}
}

/* 0f 01 */
static enum insn_cost group7(unsigned int modrm)
{
	switch (modrm) {
	case 0xf8: return COST_SWAPGS;
	case 0xf9: return COST_RDTSC;
	case 0xe8: return COST_FENCE;
	default:
		return modrm_memory(modrm) && modrm_reg(modrm) == 7 ? COST_TLB
								    : COST_NONE;
	}
}

/* 0f c7 */
static enum insn_cost group9(unsigned int modrm)
{
	if (!modrm_memory(modrm))
		return COST_NONE;
	switch (modrm_reg(modrm)) {
	case 3: return COST_XRSTOR;
	case 4:
	case 5: return COST_XSAVE;
	default: return COST_NONE;
	}
}

static enum insn_cost two_byte_cost(const struct scan *s)
{
	const unsigned int modrm = byte(s, 2);

	switch (byte(s, 1)) {
	case 0x00:
		return modrm_reg(modrm) == 5                            ? COST_VERW
		       : modrm_reg(modrm) == 2 || modrm_reg(modrm) == 3 ? COST_SEGMENT
									: COST_NONE;
	case 0x01: return group7(modrm);
	case 0x07:
	case 0x35: return COST_SYSRET;
	case 0x22: return modrm_reg(modrm) == 3 && !s->rex_r ? COST_CR3 : COST_CR;
	case 0x23: return COST_CR;
	case 0x30: return COST_WRMSR;
	case 0x31: return COST_RDTSC;
	case 0x32: return COST_RDMSR;
	case 0x38: return modrm == 0x82 ? COST_TLB : COST_NONE;
	case 0xa1:
	case 0xa9:
	case 0xb2:
	case 0xb4:
	case 0xb5: return COST_SEGMENT;
	case 0xa2: return COST_CPUID;
	case 0xae: return group15(s, modrm);
	case 0xc7: return group9(modrm);
	default: return COST_NONE;
	}
}

static void two_bytes(struct scan *s, uint64_t end)
{
	const unsigned int b = byte(s, 1);

	s->kind.cost = two_byte_cost(s);
	if (b >= 0x80 && b <= 0x8f)
		relative(s, FLOW_BRANCH, end, 4);
	else if (b == 0x05 || b == 0x34)
		s->kind.flow = FLOW_ENTER;
	else if (b == 0x07 || b == 0x35)
		s->kind.flow = FLOW_LEAVE;
	else if (b == 0x0b)
		s->kind.flow = FLOW_TRAP;
}

/* ff: calls and jumps through a register or memory */
static void group5(struct scan *s)
{
	switch (modrm_reg(byte(s, 1))) {
	case 2:
	case 3: s->kind.flow = FLOW_CALL; break;
	case 4:
	case 5: s->kind.flow = FLOW_JUMP; break;
	}
}

static enum insn_cost one_byte_cost(const struct scan *s)
{
	const unsigned int b = byte(s, 0);

	switch (b) {
	case 0x07:
	case 0x17:
	case 0x1f: return s->bits == 32 ? COST_SEGMENT : COST_NONE;
	case 0xc4:
	case 0xc5:
		return s->bits == 32 && modrm_memory(byte(s, 1)) ? COST_SEGMENT
								 : COST_NONE;
	case 0x8e: return COST_SEGMENT;
	case 0xcf: return COST_IRET;
	case 0xf4: return COST_HLT;
	case 0x86:
	case 0x87: return modrm_memory(byte(s, 1)) ? COST_LOCK : COST_NONE;
	case 0x6c ... 0x6f:
	case 0xe4 ... 0xe7:
	case 0xec ... 0xef: return COST_IO;
	default: return COST_NONE;
	}
}

static void one_byte(struct scan *s, uint64_t end)
{
	const unsigned int b = byte(s, 0);

	s->kind.cost = one_byte_cost(s);
	switch (b) {
	case 0x70 ... 0x7f:
	case 0xe0 ... 0xe3: relative(s, FLOW_BRANCH, end, 1); break;
	case 0xeb: relative(s, FLOW_JUMP, end, 1); break;
	case 0xe9: relative(s, FLOW_JUMP, end, 4); break;
	case 0xe8: relative(s, FLOW_CALL, end, 4); break;
	case 0x9a: s->kind.flow = s->bits == 32 ? FLOW_CALL : FLOW_NEXT; break;
	case 0xea: s->kind.flow = s->bits == 32 ? FLOW_JUMP : FLOW_NEXT; break;
	case 0xc2:
	case 0xc3:
	case 0xca:
	case 0xcb: s->kind.flow = FLOW_RET; break;
	case 0xcc:
	case 0xf1: s->kind.flow = FLOW_TRAP; break;
	case 0xcd: s->kind.flow = FLOW_ENTER; break;
	case 0xcf: s->kind.flow = FLOW_IRET; break;
	case 0xff: group5(s); break;
	case 0x6c ... 0x6f:
	case 0xa4 ... 0xa7:
	case 0xaa ... 0xaf: s->kind.repeated = s->repe || s->repne; break;
	}
}

struct insn_kind insn_decode(const uint8_t *bytes, size_t size, uint64_t vaddr,
			     unsigned int bits)
{
	struct scan s = {
		.op = bytes,
		.left = size,
		.bits = bits,
		.kind = { .flow = FLOW_NEXT, .cost = COST_NONE },
	};

	prefixes(&s);
	if (byte(&s, 0) == 0x0f)
		two_bytes(&s, vaddr + size);
	else
		one_byte(&s, vaddr + size);
	if (s.lock)
		s.kind.cost = COST_LOCK;
	return s.kind;
}

const char *insn_cost_name(enum insn_cost cost)
{
	static const char *const names[] = {
		[COST_CR3] = "CR3 write",
		[COST_CR] = "CR/DR write",
		[COST_WRMSR] = "WRMSR",
		[COST_RDMSR] = "RDMSR",
		[COST_IRET] = "IRET",
		[COST_SYSRET] = "SYSRET",
		[COST_VERW] = "VERW",
		[COST_CPUID] = "CPUID",
		[COST_XSAVE] = "XSAVE",
		[COST_XRSTOR] = "XRSTOR",
		[COST_LFENCE] = "LFENCE",
		[COST_FENCE] = "MFENCE",
		[COST_SEGMENT] = "segment load",
		[COST_SWAPGS] = "SWAPGS",
		[COST_TLB] = "INVLPG",
		[COST_LOCK] = "LOCK",
		[COST_RDTSC] = "RDTSC",
		[COST_HLT] = "HLT",
		[COST_IO] = "IN/OUT",
		[COST_NONE] = "none",
	};

	return names[cost];
}
