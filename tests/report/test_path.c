/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report/path.h: the formats of `ktoll path`. */
#include "report/path.h"
#include "tests/unit.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const struct look wide = { .width = 0 };

static const char *const cost_names[] = { "CR3 write", "IRET" };
static const double none[2], some[2] = { 2, 0 };

static const struct path_node nodes[] = {
	{ 0, PATH_USER, "batch", 1.5, 0, false, 12 },
	{ 0, PATH_KERNEL, "entry", 20, 1, false, 160 },
	{ 1, PATH_KERNEL, "a <b> & \"c\"", 0, 1, false, 0 },
	{ 2, PATH_KERNEL, "leaf", 8.25, 2, false, 66 },
	{ 1, PATH_KERNEL, "leaf", 1, 1, false, 8 },
};

static const struct path_node nodes_b[] = {
	{ 0, PATH_USER, "batch", 1.5, 0, false, 12 },
	{ 0, PATH_KERNEL, "entry", 29.25, 1, false, 234 },
};

static const struct path_function one[] = {
	{ PATH_KERNEL,
	  "entry",
	  { true },
	  { { 20, 1, 4, 5, 3, 2, some } },
	  { 0x81000080 },
	  "same",
	  NULL },
	{ PATH_KERNEL,
	  "leaf",
	  { true },
	  { { 9.25, 3, 0, 0, 0, 0, none } },
	  { 0 },
	  "same",
	  NULL },
	{ PATH_USER,
	  "batch",
	  { true },
	  { { 1.5, 0, 0, 0, 0, 0, none } },
	  { 0x2000 },
	  "same",
	  NULL },
};

static const struct path_function two[] = {
	{ PATH_KERNEL,
	  "leaf",
	  { true, false },
	  { { .insns = 9.25, .calls = 3, .costs = none }, { .costs = none } },
	  { 0 },
	  "only-a",
	  "entry" },
	{ PATH_KERNEL,
	  "entry",
	  { true, true },
	  { { .insns = 20, .calls = 1, .costs = some },
	    { .insns = 29.25, .calls = 1, .costs = none } },
	  { 0 },
	  "more",
	  NULL },
	{ PATH_USER,
	  "batch",
	  { true, true },
	  { { .insns = 1.5, .costs = none }, { .insns = 1.5, .costs = none } },
	  { 0 },
	  "same",
	  NULL },
};

static struct path_report report(size_t n_arms)
{
	struct path_report r = {
		.label = "syscall.null",
		.workload = "syscall.null",
		.abi = "x86_64",
		.unit = "op",
		.modifiers = "",
		.units = 8,
		.n_arms = n_arms,
		.functions = n_arms > 1 ? two : one,
		.n_functions = 3,
		.cost_names = cost_names,
		.n_costs = 2,
	};

	r.arms[0] = (struct path_arm){ .image = "a.deb",
				       .release = "6.1",
				       .build_id = "ab",
				       .cpu_model = "max",
				       .note = "",
				       .exact = 30.75,
				       .agree_pct = 100,
				       .nodes = nodes,
				       .n_nodes = 5 };
	r.arms[1] = (struct path_arm){ .image = "b.deb",
				       .release = "6.12",
				       .build_id = "cd",
				       .cpu_model = "max",
				       .note = "no table",
				       .exact = 30.75,
				       .agree_pct = 90,
				       .nodes = nodes_b,
				       .n_nodes = 2 };
	for (size_t i = 0; i < PATH_ARMS; i++)
		for (int s = 0; s < PATH_SIDES; s++)
			r.arms[i].sides[s].sum.costs = none;
	r.arms[0].sides[PATH_KERNEL].sum.insns = 29.25;
	r.arms[0].sides[PATH_KERNEL].code_lines = 7;
	return r;
}

static void has(const struct str *text, const char *what)
{
	if (!strstr(str_get(text), what))
		fail_msg("no '%s' in:\n%s", what, str_get(text));
}

static void amounts_have_no_more_digits_than_they_need(void **state)
{
	char buf[PATH_AMOUNT_MAX];

	assert_string_equal(path_amount(38, buf), "38");
	assert_string_equal(path_amount(7.25, buf), "7.25");
	assert_string_equal(path_amount(1.0 / 3, buf), "0.333");
	assert_string_equal(path_amount(-0.0001, buf), "0");
	assert_string_equal(path_amount(100, buf), "100");
	assert_string_equal(path_amount(-2.5, buf), "-2.5");
}

static void one_kernel_has_a_tree_and_a_table(void **state)
{
	struct path_report r = report(1);
	struct str text = STR_INIT;

	path_report_text(&r, &wide, &text);
	has(&text,
	    "30.75 = 0 user + 29.25 kernel + 0 interrupts; 100% of batches agree\n");
	has(&text, "[kernel]\n      20       1  entry\n");
	has(&text, "    8.25       2      leaf\n");
	has(&text, " 65.0%       1       4       5        3      2   00/080  entry\n");
	has(&text, "batch [user]\n");
	has(&text, "code lines               0        7           0\n");
	has(&text, "CR3 write             2  entry 2\n");
	assert_null(strstr(str_get(&text), "IRET"));
	str_release(&text);
}

static void two_kernels_are_side_by_side(void **state)
{
	struct path_report r = report(2);
	struct str text = STR_INIT;

	path_report_text(&r, &wide, &text);
	has(&text, "leaf  only in A: inlined into entry?\n");
	has(&text, "      20    29.25     +9.25");
	has(&text, "   30.75    30.75         0  all of the above\n");
	has(&text, "addresses instead of names: no table\n");
	has(&text, "CR3 write             2        0  entry 2->0\n");
	str_release(&text);
}

static void a_narrow_terminal_gets_what_matters_most(void **state)
{
	const struct look look = { .width = 50 };
	struct path_report r = report(2);
	struct str text = STR_INIT;
	char *save = NULL;

	path_report_text(&r, &look, &text);
	has(&text, "       A        B    change  function\n");
	has(&text, "    9.25        -     -9.25  leaf\n"
		   "    only in A: inlined into entry?\n");
	has(&text, "\nleft out for the width: calls, at\n");
	has(&text, "\nCR3 write             2        0\n    entry 2->0\n");
	has(&text, "\nfootprint of B        user   kernel  interrupts\n");
	for (char *line = strtok_r(text.s, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save))
		assert_in_range(strlen(line), 0, 50);
	str_reset(&text);
	r = report(1);
	path_report_text(&r, &look, &text);
	has(&text, "   insns  share   calls  function\n");
	has(&text, "\nleft out for the width: loads, stores, branches,\n  taken, at\n");
	str_release(&text);
}

static void a_function_is_listed_with_what_it_comes_to(void **state)
{
	const struct path_line lines[] = {
		{ .in = { true, true },
		  .count = { 1, 1 },
		  .addr = { 0x10, 0x20 },
		  .text = "je f+0x1c",
		  .other = "je f+0x24",
		  .line = "" },
		{ .in = { false, true }, .count = { 0, 0.5 }, .text = "nop", .line = "" },
	};
	struct path_report r = report(2);
	struct str text = STR_INIT;

	path_report_lines(&r, "f", lines, 2, &text);
	has(&text, "               10               20  je f+0x1c (B: +0x24)\n");
	has(&text, "\nA: 1 of 30.75 instructions per op\n"
		   "B: 1.5 of 30.75 instructions per op\n...: ");
	str_release(&text);
}

static void folded_stacks_add_up_what_is_the_same(void **state)
{
	struct path_report r = report(1);
	struct str text = STR_INIT;

	path_report_folded(&r, &text);
	assert_string_equal(str_get(&text), "kernel;entry 160\n"
					    "kernel;entry;a_<b>_&_\"c\";leaf 66\n"
					    "kernel;entry;leaf 8\n"
					    "user;batch 12\n");
	str_reset(&text);
	r = report(2);
	path_report_folded(&r, &text);
	has(&text, "kernel;entry 160 234\n");
	has(&text, "kernel;entry;leaf 8 0\n");
	str_release(&text);
}

static void json_says_what_the_text_says(void **state)
{
	struct path_report r = report(2);
	struct str text = STR_INIT;
	json_t *top, *f;

	path_report_json(&r, &text);
	top = json_loads(str_get(&text), 0, NULL);
	assert_non_null(top);
	assert_int_equal(json_integer_value(json_object_get(top, "schema")), 1);
	assert_int_equal(json_array_size(json_object_get(top, "arms")), 2);
	f = json_array_get(json_object_get(top, "functions"), 0);
	assert_string_equal(json_string_value(json_object_get(f, "kind")), "only-a");
	assert_string_equal(json_string_value(json_object_get(f, "moved")), "entry");
	assert_true(json_is_null(json_object_get(f, "b")));
	json_decref(top);
	str_release(&text);
}

static void a_flame_graph_escapes_and_stands_alone(void **state)
{
	struct path_report r = report(2);
	struct str text = STR_INIT;

	path_report_svg(&r, &text);
	has(&text,
	    "<title>a &lt;b&gt; &amp; &quot;c&quot;: 8.25 instructions, 0 of its own"
	    "</title>");
	has(&text, "syscall.null on 6.12: 30.75 instructions per op");
	has(&text, "</svg>\n");
	assert_null(strstr(str_get(&text), "href"));
	assert_null(strstr(str_get(&text), "nan"));
	str_release(&text);
}

/* Else the dearer kernel would look as cheap. */
static void two_flame_graphs_have_one_scale(void **state)
{
	static const struct path_node half[] = {
		{ 0, PATH_USER, "batch", 1.5, 0, false, 12 },
		{ 0, PATH_KERNEL, "only_half", 13.875, 1, false, 111 },
	};
	struct path_report r = report(2);
	struct str text = STR_INIT;

	r.arms[1].nodes = half;
	path_report_svg(&r, &text);
	has(&text, "<title>entry: 29.25 instructions, 20 of its own</title>"
		   "<rect x=\"67.56\" y=\"70\" width=\"1122.44\"");
	has(&text, "<title>only_half: 13.875 instructions, 13.875 of its own</title>");
	has(&text, "width=\"532.44\"");
	str_release(&text);
}

static void a_flame_graph_fits_into_a_page(void **state)
{
	struct path_report r = report(2);
	struct str text = STR_INIT;

	path_report_flame(&r, 1, &text);
	assert_int_equal(strncmp(str_get(&text), "<svg ", 5), 0);
	has(&text, ": 30.75 instructions per op");
	assert_null(strstr(str_get(&text), "a &lt;b&gt;"));
	str_release(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(amounts_have_no_more_digits_than_they_need),
		cmocka_unit_test(one_kernel_has_a_tree_and_a_table),
		cmocka_unit_test(two_kernels_are_side_by_side),
		cmocka_unit_test(a_narrow_terminal_gets_what_matters_most),
		cmocka_unit_test(a_function_is_listed_with_what_it_comes_to),
		cmocka_unit_test(folded_stacks_add_up_what_is_the_same),
		cmocka_unit_test(json_says_what_the_text_says),
		cmocka_unit_test(a_flame_graph_escapes_and_stands_alone),
		cmocka_unit_test(two_flame_graphs_have_one_scale),
		cmocka_unit_test(a_flame_graph_fits_into_a_page),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
