/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path/layout.h: each branch of its rule, on profiles made by hand. */
#include "path/layout.h"
#include "tests/unit.h"

#include <stdio.h>
#include <stdlib.h>

struct made_fn {
	const char *name;
	unsigned long long addr; /* 0: none */
	unsigned int insns;
};

/* Functions one after the other on the kernel's side, with @costs in the first. */
static void make(struct kept *k, unsigned int units, const struct made_fn *f, size_t n,
		 const char *costs, unsigned int code_lines)
{
	char fns[1024] = "", nodes[1024] = "", text[4096], addr[32];
	struct err e;

	for (size_t i = 0; i < n; i++) {
		const char *comma = i ? "," : "";

		snprintf(addr, sizeof(addr), "%llx", f[i].addr);
		snprintf(fns + strlen(fns), sizeof(fns) - strlen(fns),
			 "%s[\"%s\",\"%s\"]", comma, f[i].name, f[i].addr ? addr : "");
		snprintf(nodes + strlen(nodes), sizeof(nodes) - strlen(nodes),
			 "%s[0,1,%zu,0,%u,1,4,2,3,1,{%s}]", comma, i, f[i].insns,
			 i ? "" : costs);
	}
	snprintf(text, sizeof(text),
		 "{\"v\":1,\"units\":%u,\"note\":\"\",\"functions\":[%s],\"nodes\":[%s],"
		 "\"lines\":[[0,0,0,0],[%u,2,3,4],[0,0,0,0]]}",
		 units, fns, nodes, code_lines);
	assert_int_equal(kept_parse(text, strlen(text), k, &e), 0);
}

static const struct made_fn path[] = {
	{ "entry_SYSCALL_64", 0xffffffff81800040, 20 },
	{ "do_syscall_64", 0xffffffff81800200, 60 },
	{ "[bpf_jit]", 0, 20 },
};
static const struct made_fn elsewhere_in_the_page[] = {
	{ "entry_SYSCALL_64", 0xffffffff81800040, 20 },
	{ "do_syscall_64", 0xffffffff81800240, 60 },
	{ "[bpf_jit]", 0, 20 },
};
static const struct made_fn elsewhere_in_the_line[] = {
	{ "entry_SYSCALL_64", 0xffffffff81800040, 20 },
	{ "do_syscall_64", 0xffffffff81800210, 60 },
	{ "[bpf_jit]", 0, 20 },
};
/* Another page, the same place in it. */
static const struct made_fn other_pages[] = {
	{ "entry_SYSCALL_64", 0xffffffff81a00040, 20 },
	{ "do_syscall_64", 0xffffffff81b01200, 60 },
	{ "[bpf_jit]", 0, 20 },
};
static const struct made_fn longer[] = {
	{ "entry_SYSCALL_64", 0xffffffff81800040, 20 },
	{ "do_syscall_64", 0xffffffff81800240, 61 },
	{ "[bpf_jit]", 0, 20 },
};
static const struct made_fn nothing_in_common[] = {
	{ "0xffffffff81800080", 0xffffffff81800080, 100 },
};
static const struct made_fn only_jit_in_common[] = {
	{ "another_entry", 0xffffffff81800080, 80 },
	{ "[bpf_jit]", 0, 20 },
};

#define JUDGE(fns, costs) judge(fns, sizeof(fns) / sizeof(fns[0]), costs)

static struct layout_moves moves;

static enum layout judge(const struct made_fn *f, size_t n, const char *costs)
{
	struct kept a, b;
	enum layout l;

	make(&a, 10, path, 3, "\"SWAPGS\":20", 5);
	make(&b, 10, f, n, costs, 5);
	l = layout_judge(&a, &b, &moves);
	kept_release(&a);
	kept_release(&b);
	return l;
}

static void code_that_lies_elsewhere_is_suspected(void **state)
{
	assert_int_equal(JUDGE(elsewhere_in_the_line, "\"SWAPGS\":20"), LAYOUT_MOVED);
	assert_int_equal(moves.functions, 2);
	assert_int_equal(moves.moved_64, 1);
	assert_int_equal(moves.moved_4k, 1);
	assert_int_equal(JUDGE(elsewhere_in_the_page, "\"SWAPGS\":20"), LAYOUT_MOVED);
	assert_int_equal(moves.moved_64, 0);
	assert_int_equal(moves.moved_4k, 1);
}

static void a_count_that_moved_is_the_reason(void **state)
{
	assert_int_equal(JUDGE(longer, "\"SWAPGS\":20"), LAYOUT_COUNT);
}

static void an_expensive_instruction_is_the_reason(void **state)
{
	assert_int_equal(JUDGE(elsewhere_in_the_line, "\"SWAPGS\":20,\"CR3 write\":10"),
			 LAYOUT_WORK);
	assert_int_equal(JUDGE(elsewhere_in_the_line, ""), LAYOUT_WORK);
}

static void the_same_places_are_no_reason(void **state)
{
	assert_int_equal(JUDGE(path, "\"SWAPGS\":20"), LAYOUT_SAME);
	assert_int_equal(JUDGE(other_pages, "\"SWAPGS\":20"), LAYOUT_SAME);
	assert_int_equal(moves.functions, 2);
}

static void without_common_names_nothing_is_said(void **state)
{
	assert_int_equal(JUDGE(nothing_in_common, "\"SWAPGS\":20"), LAYOUT_UNKNOWN);
	assert_int_equal(JUDGE(only_jit_in_common, "\"SWAPGS\":20"), LAYOUT_UNKNOWN);
}

/* Batches of different length are compared per unit. */
static void the_length_of_a_batch_does_not_matter(void **state)
{
	static const struct made_fn twice[] = {
		{ "entry_SYSCALL_64", 0xffffffff81800040, 40 },
		{ "do_syscall_64", 0xffffffff81800210, 160 },
	};
	static const struct made_fn once[] = {
		{ "entry_SYSCALL_64", 0xffffffff81800040, 20 },
		{ "do_syscall_64", 0xffffffff81800200, 80 },
	};
	struct kept a, b;

	make(&a, 10, once, 2, "\"SWAPGS\":20", 5);
	make(&b, 20, twice, 2, "\"SWAPGS\":40", 5);
	assert_int_equal(layout_judge(&a, &b, &moves), LAYOUT_MOVED);
	kept_release(&a);
	kept_release(&b);
}

static void only_what_differs_is_in_the_footprint(void **state)
{
	struct footprint_row rows[FOOTPRINT_MAX];
	struct kept a, b;

	make(&a, 10, path, 3, "\"SWAPGS\":20", 5);
	make(&b, 10, path, 3, "\"SWAPGS\":20", 5);
	assert_int_equal(footprint_differs(&a, &b, rows), 0);
	kept_release(&b);
	make(&b, 10, path, 3, "\"SWAPGS\":20,\"CR3 write\":10", 7);
	assert_int_equal(footprint_differs(&a, &b, rows), 2);
	assert_string_equal(rows[0].what, "code lines");
	assert_true(rows[0].a == 5 && rows[0].b == 7);
	assert_int_equal(rows[0].side, PROFILE_KERNEL);
	assert_string_equal(rows[1].what, "CR3 write");
	assert_true(rows[1].a == 0 && rows[1].b == 1);
	kept_release(&a);
	kept_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(code_that_lies_elsewhere_is_suspected),
		cmocka_unit_test(a_count_that_moved_is_the_reason),
		cmocka_unit_test(an_expensive_instruction_is_the_reason),
		cmocka_unit_test(the_same_places_are_no_reason),
		cmocka_unit_test(without_common_names_nothing_is_said),
		cmocka_unit_test(the_length_of_a_batch_does_not_matter),
		cmocka_unit_test(only_what_differs_is_in_the_footprint),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
