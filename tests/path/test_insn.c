/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path/insn.h: instructions from the manual's tables. */
#include "path/insn.h"
#include "tests/unit.h"

struct example {
	const char *bytes;
	size_t size;
	unsigned int bits;
	enum insn_flow flow;
	enum insn_cost cost;
};

#define B(text) text, sizeof(text) - 1

static const struct example examples[] = {
	{ B("\x90"), 64, FLOW_NEXT, COST_NONE },
	{ B("\x0f\x1f\x44\x00\x00"), 64, FLOW_NEXT, COST_NONE },
	{ B("\x74\x05"), 64, FLOW_BRANCH, COST_NONE },
	{ B("\x0f\x84\x00\x01\x00\x00"), 64, FLOW_BRANCH, COST_NONE },
	{ B("\xe8\x00\x00\x00\x00"), 64, FLOW_CALL, COST_NONE },
	{ B("\xff\xd0"), 64, FLOW_CALL, COST_NONE },
	{ B("\x41\xff\xd3"), 64, FLOW_CALL, COST_NONE },
	{ B("\xff\xe0"), 64, FLOW_JUMP, COST_NONE },
	{ B("\x3e\xff\xe1"), 64, FLOW_JUMP, COST_NONE },
	{ B("\xff\x75\x00"), 64, FLOW_NEXT, COST_NONE }, /* push */
	{ B("\xeb\xfe"), 64, FLOW_JUMP, COST_NONE },
	{ B("\xc3"), 64, FLOW_RET, COST_NONE },
	{ B("\xf3\xc3"), 64, FLOW_RET, COST_NONE },
	{ B("\x0f\x05"), 64, FLOW_ENTER, COST_NONE },
	{ B("\x0f\x34"), 32, FLOW_ENTER, COST_NONE },
	{ B("\xcd\x80"), 32, FLOW_ENTER, COST_NONE },
	{ B("\x48\x0f\x07"), 64, FLOW_LEAVE, COST_SYSRET },
	{ B("\x0f\x35"), 32, FLOW_LEAVE, COST_SYSRET },
	{ B("\x48\xcf"), 64, FLOW_IRET, COST_IRET },
	{ B("\x0f\x0b"), 64, FLOW_TRAP, COST_NONE },
	{ B("\xcc"), 64, FLOW_TRAP, COST_NONE },
	{ B("\x0f\x22\xd8"), 64, FLOW_NEXT, COST_CR3 },  /* mov %rax,%cr3 */
	{ B("\x0f\x22\xe0"), 64, FLOW_NEXT, COST_CR },   /* mov %rax,%cr4 */
	{ B("\x0f\x20\xd8"), 64, FLOW_NEXT, COST_NONE }, /* mov %cr3,%rax */
	{ B("\x0f\x30"), 64, FLOW_NEXT, COST_WRMSR },
	{ B("\x0f\x32"), 64, FLOW_NEXT, COST_RDMSR },
	{ B("\x0f\x00\x2d\x01\x02\x03\x04"), 64, FLOW_NEXT, COST_VERW },
	{ B("\x0f\xa2"), 64, FLOW_NEXT, COST_CPUID },
	{ B("\x48\x0f\xae\x27"), 64, FLOW_NEXT, COST_XSAVE },
	{ B("\x48\x0f\xc7\x27"), 64, FLOW_NEXT, COST_XSAVE },  /* xsavec */
	{ B("\x48\x0f\xae\x2f"), 64, FLOW_NEXT, COST_XRSTOR }, /* not LFENCE */
	{ B("\x48\x0f\xc7\x1f"), 64, FLOW_NEXT, COST_XRSTOR }, /* xrstors */
	{ B("\x0f\xae\xe8"), 64, FLOW_NEXT, COST_LFENCE },
	{ B("\x0f\xae\xf0"), 64, FLOW_NEXT, COST_FENCE },
	{ B("\xf3\x48\x0f\xae\xd8"), 64, FLOW_NEXT, COST_SEGMENT }, /* wrgsbase */
	{ B("\xf3\x48\x0f\xae\xc8"), 64, FLOW_NEXT, COST_NONE },    /* rdgsbase */
	{ B("\x8e\xd8"), 64, FLOW_NEXT, COST_SEGMENT },
	{ B("\x1f"), 32, FLOW_NEXT, COST_SEGMENT },
	{ B("\x0f\xa1"), 32, FLOW_NEXT, COST_SEGMENT },
	{ B("\x0f\x01\xf8"), 64, FLOW_NEXT, COST_SWAPGS },
	{ B("\x0f\x01\x38"), 64, FLOW_NEXT, COST_TLB },
	{ B("\x66\x0f\x38\x82\x04\x24"), 64, FLOW_NEXT, COST_TLB },
	{ B("\xf0\x0f\xb1\x17"), 64, FLOW_NEXT, COST_LOCK },
	{ B("\x48\x87\x07"), 64, FLOW_NEXT, COST_LOCK }, /* xchg with memory */
	{ B("\x48\x87\xc7"), 64, FLOW_NEXT, COST_NONE }, /* of registers */
	{ B("\x0f\x31"), 64, FLOW_NEXT, COST_RDTSC },
	{ B("\xf4"), 64, FLOW_NEXT, COST_HLT },
	{ B("\xee"), 64, FLOW_NEXT, COST_IO },
};

static void kinds_are_told_from_the_bytes(void **state)
{
	for (size_t i = 0; i < sizeof(examples) / sizeof(examples[0]); i++) {
		const struct example *x = &examples[i];
		struct insn_kind k =
			insn_decode((const uint8_t *)x->bytes, x->size, 0x1000, x->bits);

		if (k.flow != x->flow || k.cost != x->cost)
			fail_msg("example %zu: flow %d cost %s", i, (int)k.flow,
				 insn_cost_name(k.cost));
	}
}

static void targets_are_relative_to_the_end(void **state)
{
	struct insn_kind k =
		insn_decode((const uint8_t *)"\xe8\x0b\x00\x00\x00", 5, 0x1000, 64);

	assert_true(k.direct);
	assert_int_equal(k.target, 0x1010);
	k = insn_decode((const uint8_t *)"\xeb\xfe", 2, 0x1000, 64);
	assert_int_equal(k.target, 0x1000);
	k = insn_decode((const uint8_t *)"\xe9\x00\x00\x00\x80", 5, 0xc0000000u, 32);
	assert_int_equal(k.target, 0x40000005);
}

static void repeated_ones_are_known(void **state)
{
	assert_true(insn_decode((const uint8_t *)"\xf3\xa4", 2, 0, 64).repeated);
	assert_true(insn_decode((const uint8_t *)"\xf3\x48\xab", 3, 0, 64).repeated);
	assert_false(insn_decode((const uint8_t *)"\xa4", 1, 0, 64).repeated);
	assert_false(insn_decode((const uint8_t *)"\xf3\x90", 2, 0, 64).repeated);
}

static void truncated_ones_are_none(void **state)
{
	insn_decode((const uint8_t *)"\x0f", 1, 0, 64);
	insn_decode((const uint8_t *)"\xe8\x00", 2, 0, 64);
	insn_decode((const uint8_t *)"\x66\x66\x48", 3, 0, 64);
	insn_decode((const uint8_t *)"", 0, 0, 32);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kinds_are_told_from_the_bytes),
		cmocka_unit_test(targets_are_relative_to_the_end),
		cmocka_unit_test(repeated_ones_are_known),
		cmocka_unit_test(truncated_ones_are_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
