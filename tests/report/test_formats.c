/* SPDX-License-Identifier: GPL-3.0-or-later */
/* KTAP, KCIDB and Markdown, by the rules of those who read them. */
#include "tests/unit.h"

#include "report/kcidb.h"
#include "report/ktap.h"
#include "report/markdown.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct compare_row row_of(const char *label, enum verdict v)
{
	return (struct compare_row){
		.label = label,
		.workload = label,
		.abi = "x86_64",
		.unit = "ns",
		.per = "op",
		.value_a = 100,
		.value_b = 104,
		.n_a = 8,
		.n_b = 8,
		.compared = true,
		.status = "done",
		.c = { .verdict = v, .estimate_pct = 4, .diff_pct = { 3, 5 } },
	};
}

static struct compare_report report_of(const char *a, const char *b,
				       const struct compare_row *rows, size_t n)
{
	return (struct compare_report){ .arm_a = a,
					.arm_b = b,
					.design = "pairs",
					.margin_pct = 1,
					.confidence_pct = 95,
					.family = n,
					.rows = rows,
					.n = n };
}

static void ktap_has_plans_subtests_and_verdicts(void **state)
{
	const struct compare_row rows[] = {
		row_of("syscall.null", VERDICT_SLOWER),
		row_of("syscall.getpid", VERDICT_SAME),
		row_of("signal.catch", VERDICT_UNKNOWN),
	};
	const struct compare_report r = report_of("a", "b", rows, 3);
	struct str out = STR_INIT;

	compare_report_ktap(&r, 1, &out);
	assert_string_equal(
		str_get(&out),
		"KTAP version 1\n1..2\n"
		"  KTAP version 1\n  # Subtest: syscall\n  1..2\n"
		"  # unit=ns a=100 b=104 change_pct=4 lo_pct=3 hi_pct=5 margin_pct=1 n_a=8 "
		"n_b=8 verdict=slower\n"
		"  not ok 1 syscall.null\n"
		"  # unit=ns a=100 b=104 change_pct=4 lo_pct=3 hi_pct=5 margin_pct=1 n_a=8 "
		"n_b=8 verdict=same\n"
		"  ok 2 syscall.getpid\n"
		"not ok 1 syscall\n"
		"  KTAP version 1\n  # Subtest: signal\n  1..1\n"
		"  # unit=ns a=100 b=104 change_pct=4 lo_pct=3 hi_pct=5 margin_pct=1 n_a=8 "
		"n_b=8 verdict=unknown\n"
		"  ok 1 signal.catch # SKIP undecided\n"
		"ok 2 signal # SKIP nothing in it was decided\n"
		"# Totals: pass:1 fail:1 xfail:0 xpass:0 skip:1 error:0\n");
	str_release(&out);
}

static void a_dead_guest_is_not_ok(void **state)
{
	const struct run_row rows[] = {
		{ .label = "fork.exit",
		  .unit = "op",
		  .status = "crash",
		  .reason = "kernel panic # not syncing\nok 1 fork.exit" },
		{ .label = "fork.wait", .unit = "op", .status = "timeout" },
		{ .label = "fork.none",
		  .unit = "op",
		  .status = "skip",
		  .reason = "no fork" },
	};
	const struct run_report r = {
		.arm = "x", .rows = rows, .n = 3, .state = "done", .mode = "batch"
	};
	struct str out = STR_INIT;

	run_report_ktap(&r, &out);
	assert_non_null(strstr(str_get(&out), "  not ok 1 fork.exit # ERROR kernel panic "
					      "? not syncing ok 1 fork.exit\n"));
	assert_non_null(
		strstr(str_get(&out), "  not ok 2 fork.wait # TIMEOUT timeout\n"));
	assert_non_null(strstr(str_get(&out), "  ok 3 fork.none # SKIP no fork\n"));
	str_release(&out);
}

static void nothing_at_all_is_a_skipped_plan(void **state)
{
	const struct run_report r = { .arm = "x", .state = "done", .mode = "batch" };
	struct str out = STR_INIT;

	run_report_ktap(&r, &out);
	assert_non_null(strstr(str_get(&out), "1..0 # SKIP nothing was measured\n"));
	str_release(&out);
}

/* Ids that objects refer to exist, and no id is there twice. */
static void check_ids(json_t *top, const char *list, const char *ref, const char *target)
{
	json_t *item, *other;
	size_t i, k;

	json_array_foreach (json_object_get(top, list), i, item) {
		const char *id = json_string_value(json_object_get(item, ref));
		size_t found = 0;

		json_array_foreach (json_object_get(top, target), k, other)
			found += !strcmp(json_string_value(json_object_get(other, "id")),
					 id);
		assert_int_equal(found, 1);
	}
}

static json_t *kcidb(const struct compare_report *r, size_t n)
{
	struct str out = STR_INIT;
	json_t *top;

	compare_report_kcidb(r, n, NULL, &out);
	top = json_loads(str_get(&out), 0, NULL);
	assert_non_null(top);
	str_release(&out);
	check_ids(top, "tests", "build_id", "builds");
	check_ids(top, "builds", "checkout_id", "checkouts");
	check_ids(top, "tests", "id", "tests");
	check_ids(top, "builds", "id", "builds");
	return top;
}

static void kcidb_has_a_number_per_test_and_no_dangling_id(void **state)
{
	const struct compare_row rows[] = { row_of("syscall.null", VERDICT_SLOWER),
					    row_of("a b/../c..d.", VERDICT_SAME) };
	const struct compare_report r[] = { report_of("one", "two", rows, 2),
					    report_of("one", "three", rows, 2) };
	json_t *top = kcidb(r, 2), *test;

	assert_int_equal(json_array_size(json_object_get(top, "builds")), 3);
	/* one: 2 measurements; two and three: 2 measurements and 2 verdicts each */
	assert_int_equal(json_array_size(json_object_get(top, "tests")), 10);
	test = json_array_get(json_object_get(top, "tests"), 0);
	assert_string_equal(json_string_value(json_object_get(test, "status")), "DONE");
	test = json_object_get(test, "number");
	assert_true(fabs(json_number_value(json_object_get(test, "value")) - 1e-7) <
		    1e-15);
	assert_string_equal(json_string_value(json_object_get(test, "unit")), "s");
	json_decref(top);
}

static void a_commit_names_its_checkout(void **state)
{
	const struct compare_row row = row_of("x", VERDICT_SAME);
	const struct compare_report r =
		report_of("0123456789abcdef0123456789abcdef01234567", "b", &row, 1);
	json_t *top = kcidb(&r, 1), *c;

	c = json_array_get(json_object_get(top, "checkouts"), 0);
	assert_non_null(json_object_get(c, "git_commit_hash"));
	c = json_array_get(json_object_get(top, "checkouts"), 1);
	assert_null(json_object_get(c, "git_commit_hash"));
	json_decref(top);
}

static const char *const hostile[] = {
	"<script>",      "a\nok 1 b", "# x",      "- x",           "a|b`c`",
	"[x](http://y)", "@all",      "\xff\xfe", "a\001b\033[1m", "",
};

/* Every line of KTAP is one of the kinds that there are, and results are numbered. */
static void check_ktap(const char *text)
{
	while (*text) {
		const size_t len = strcspn(text, "\n");
		const char *p = text + strspn(text, " ");

		for (size_t i = 0; i < len; i++)
			assert_true(text[i] >= ' ' && text[i] < 127);
		assert_true(!strncmp(p, "KTAP version 1", 14) || !strncmp(p, "1..", 3) ||
			    !strncmp(p, "# ", 2) || !strncmp(p, "ok ", 3) ||
			    !strncmp(p, "not ok ", 7));
		text += len + (text[len] == '\n');
	}
}

static void hostile_names_are_harmless(void **state)
{
	for (size_t i = 0; i < sizeof(hostile) / sizeof(hostile[0]); i++) {
		const struct compare_row row = row_of(hostile[i], VERDICT_SLOWER);
		const struct compare_report r[] = {
			report_of(hostile[i], hostile[i], &row, 1),
			report_of("plain", hostile[i], &row, 1),
		};
		struct str out = STR_INIT;

		compare_report_ktap(r, 2, &out);
		check_ktap(str_get(&out));
		str_reset(&out);
		compare_report_markdown(r, 1, &out);
		/* title, blank, design, blank, three lines of a table ... */
		assert_null(strchr(str_get(&out), '\033'));
		assert_null(strstr(str_get(&out), "\nok 1"));
		if (strchr(hostile[i], '|'))
			assert_non_null(strstr(str_get(&out), "`a\\|b'c'`"));
		str_release(&out);
		json_decref(kcidb(r, 1));
	}
}

static void markdown_says_what_was_counted_and_what_was_not(void **state)
{
	static const struct run_count counts[] = {
		{ .label = "w",
		  .per = "op",
		  .event = "a|b",
		  .unit = "ns",
		  .scaled = true,
		  .n = 3,
		  .value = 100,
		  .lo = 99,
		  .hi = 101,
		  .running_pct = 66 },
		{ .label = "w",
		  .per = "op",
		  .event = "page-faults",
		  .unit = "",
		  .constant = true,
		  .n = 3,
		  .value = 1,
		  .lo = NAN,
		  .hi = NAN },
	};
	static const struct run_fact fact = { "counter.cycles", NULL, "no PMU" };
	const struct run_report r = { .arm = "one",
				      .confidence_pct = 95,
				      .counts = counts,
				      .n_counts = 2,
				      .facts = &fact,
				      .n_facts = 1 };
	struct compare_row rows[] = { row_of("w", VERDICT_SAME),
				      row_of("w page-faults", VERDICT_SAME) };
	struct compare_report both = report_of("one", "two", rows, 2);
	struct str out = STR_INIT;

	run_report_markdown(&r, &out);
	assert_non_null(strstr(str_get(&out),
			       "| `w` | `a\\|b` | 100.0 | op, ns | 99.00..101.0, scaled: "
			       "counted 66% of the time |\n"
			       "| `w` | `page-faults` | 1.000 | op | always |\n"
			       "\n- `cycles` not counted: no PMU\n"));
	str_reset(&out);
	rows[1].event = "page-faults";
	rows[1].c.method = COMPARE_BY_COUNT;
	compare_report_markdown(&both, 1, &out);
	assert_non_null(strstr(str_get(&out), " | every time | same |\n"));
	str_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ktap_has_plans_subtests_and_verdicts),
		cmocka_unit_test(a_dead_guest_is_not_ok),
		cmocka_unit_test(nothing_at_all_is_a_skipped_plan),
		cmocka_unit_test(kcidb_has_a_number_per_test_and_no_dangling_id),
		cmocka_unit_test(a_commit_names_its_checkout),
		cmocka_unit_test(hostile_names_are_harmless),
		cmocka_unit_test(markdown_says_what_was_counted_and_what_was_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
