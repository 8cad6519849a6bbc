/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit.h"

#include "report/compare.h"
#include "stats/family.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const struct look wide = { .width = 0 };
static const struct look mail = LOOK_MAIL;

/* Eight pairs around @change, the same every time. */
static struct comparison compared(double change, double noise)
{
	static const double z[] = { -1.2, 0.4, 0.9, -0.3, 0.1, -0.8, 1.3, -0.4 };
	struct compare_params p = COMPARE_PARAMS_DEFAULT;
	struct comparison c;
	double d[8];

	for (size_t i = 0; i < 8; i++)
		d[i] = log1p(change) + noise * z[i];
	assert_int_equal(compare_pairs(d, 8, &p, &c), 0);
	return c;
}

static struct compare_row row_of(const char *label, struct comparison c)
{
	return (struct compare_row){
		.label = label,
		.workload = label,
		.abi = "x86_64",
		.unit = "ns",
		.per = "op",
		.value_a = 100,
		.value_b = 100 * exp(c.estimate_log),
		.n_a = c.n_a,
		.n_b = c.n_b,
		.compared = true,
		.c = c,
	};
}

static struct compare_report report_of(const struct compare_row *rows, size_t n)
{
	return (struct compare_report){
		.arm_a = "before",
		.arm_b = "after",
		.design = "process pairs, in turns on one CPU (duet)",
		.paired = true,
		.more_of = "process pairs",
		.margin_pct = 1,
		.confidence_pct = 95,
		.family = n,
		.n_same = 300,
		.rows = rows,
		.n = n,
	};
}

static void every_verdict_has_its_word_and_its_meaning(void **state)
{
	const struct compare_row rows[] = {
		row_of("a.slower", compared(0.05, 0.001)),
		row_of("b.faster", compared(-0.05, 0.001)),
		row_of("c.same", compared(0, 0.001)),
		row_of("d.unknown", compared(0, 0.05)),
	};
	struct compare_report r = report_of(rows, 4);
	struct str out = STR_INIT;

	compare_report_text(&r, &wide, &out);
	assert_non_null(strstr(out.s, "a.slower      100.0     105.0  +5.00%   "
				      "+4.92..+5.09  SLOWER\n"));
	assert_non_null(strstr(out.s, "FASTER\n"));
	assert_non_null(strstr(
		out.s, "  same     no difference beyond +-1%, positively established"));
	assert_non_null(strstr(out.s, "d.unknown - "));
	assert_non_null(strstr(out.s, "more process pairs would decide"));
	assert_non_null(strstr(out.s, "  facts    all 300 known facts"));
	assert_non_null(strstr(out.s, "(duet); n 8\n"));
	str_release(&out);
}

/* What was counted in the workload of the row before it. */
static struct compare_row counted_in(const char *event, struct comparison c)
{
	struct compare_row row = row_of("syscall.null page-faults", c);

	row.workload = "syscall.null";
	row.event = event;
	return row;
}

static void what_was_counted_is_indented_below_its_workload(void **state)
{
	const struct look looks[] = { wide, mail, { .width = 40 } };
	const struct compare_row rows[] = {
		row_of("syscall.null", compared(0, 0.001)),
		counted_in("page-faults", compared(0, 0.001)),
		counted_in("-\033[31m", compared(0, 0.001)),
		counted_in("mem_load_retired.l1_hit.and.a.long.name:k",
			   compared(0, 0.001)),
	};
	const struct compare_report r = report_of(rows, 4);
	struct str out = STR_INIT;

	for (size_t i = 0; i < 3; i++) {
		str_reset(&out);
		compare_report_text(&r, &looks[i], &out);
		assert_non_null(strstr(str_get(&out), "\nsyscall.null"));
		assert_non_null(strstr(str_get(&out), "\n  page-faults"));
		assert_non_null(strstr(str_get(&out), "\n  - [31m"));
		assert_non_null(strstr(str_get(&out), "\n  mem_load_retired"));
		assert_non_null(strstr(str_get(&out), "events"));
		for (char *line = strtok(out.s, "\n"); line && looks[i].width;
		     line = strtok(NULL, "\n"))
			assert_true((int)strlen(line) <= looks[i].width);
	}
	str_release(&out);
}

static void no_line_of_a_mail_is_longer_than_72_columns(void **state)
{
	char label[200];
	struct compare_row rows[2];
	struct compare_report r = report_of(rows, 2);
	struct str out = STR_INIT;
	struct compare_fact fact = { "kernel.cmdline", "a", NULL };
	char *cmdline = calloc(3001, 1);

	memset(label, 'x', sizeof(label) - 1);
	label[sizeof(label) - 1] = 0;
	memset(cmdline, 'y', 3000);
	fact.b = cmdline;
	rows[0] = row_of(label, compared(0.05, 0.001));
	rows[1] = row_of("i386.ctx.socketpair.process.other-cpu", compared(0, 0.05));
	r.arm_a = label;
	r.arm_b = "\xc3\xa4\x1b[31m";
	r.differ = &fact;
	r.n_differ = 1;
	compare_report_text(&r, &mail, &out);
	for (char *line = strtok(out.s, "\n"); line; line = strtok(NULL, "\n")) {
		assert_true(strlen(line) <= 72);
		for (char *p = line; *p; p++)
			assert_in_range(*p, 0x20, 0x7e);
		/* what git or a mailer would take for something */
		assert_int_not_equal(line[0], '#');
		assert_true(strncmp(line, "---", 3));
		assert_true(strncmp(line, "From ", 5));
		assert_true(strncmp(line, "diff -", 6));
	}
	free(cmdline);
	str_release(&out);
}

static void json_has_the_keys_that_were_promised(void **state)
{
	static const char *const keys[] = {
		"workload",     "abi", "unit",       "a",       "b",    "change_pct",
		"interval_pct", "p",   "p_adjusted", "verdict", "more", "remarks"
	};
	struct compare_row rows[] = {
		row_of("a", compared(0.05, 0.001)),
		{ .label = "b",
		  .workload = "b",
		  .abi = "x86_64",
		  .unit = "ns",
		  .per = "op",
		  .value_a = NAN,
		  .value_b = NAN,
		  .status = "skip",
		  .why = "only in a" },
	};
	struct compare_report r = report_of(rows, 2);
	struct str out = STR_INIT;
	json_t *j, *list;

	compare_report_json(&r, 1, &out);
	j = json_loads(str_get(&out), 0, NULL);
	assert_non_null(j);
	assert_int_equal(json_integer_value(json_object_get(j, "schema")), 1);
	assert_true(json_number_value(json_object_get(j, "margin_pct")) == 1);
	list = json_object_get(j, "rows");
	assert_int_equal(json_array_size(list), 2);
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		assert_non_null(json_object_get(json_array_get(list, 0), keys[i]));
	assert_string_equal(
		json_string_value(json_object_get(json_array_get(list, 0), "verdict")),
		"slower");
	assert_string_equal(
		json_string_value(json_object_get(json_array_get(list, 1), "verdict")),
		"unknown");
	json_decref(j);
	str_release(&out);
}

static void what_is_sure_of_an_unknown_is_said_as_a_sentence(void **state)
{
	struct compare_row row = row_of("a", compared(0.05, 0.001));
	struct compare_report r = report_of(&row, 1);
	struct str out = STR_INIT;

	row.c.verdict = VERDICT_UNKNOWN;
	row.c.slowdown_bound_pct = 1.25;
	compare_report_text(&r, &wide, &out);
	assert_non_null(strstr(out.s, "no slowdown above 1.2%"));
	str_reset(&out);
	row.c.slowdown_bound_pct = -2.9;
	compare_report_text(&r, &wide, &out);
	assert_non_null(strstr(out.s, "no slowdown"));
	assert_null(strstr(out.s, "no slowdown above"));
	str_release(&out);
}

static void what_was_not_counted_is_said_by_reason_and_arm(void **state)
{
	static const struct compare_refusal refused[] = {
		{ "cycles", "no PMU", NULL },
		{ "cs", "no right", NULL },
		{ "instructions", "no PMU", NULL },
		{ "faults", "no PMU", "after" },
	};
	struct compare_row row = { .label = "x cycles",
				   .event = "cycles",
				   .why = "none" };
	struct compare_report r[] = { report_of(&row, 1), report_of(&row, 1) };
	struct str out = STR_INIT;
	json_t *json;

	r[0].not_counted = r[1].not_counted = refused;
	r[0].n_not_counted = 4;
	r[1].n_not_counted = 1;
	r[1].arm_b = "later";
	compare_report_text(&r[0], &wide, &out);
	assert_non_null(strstr(out.s, "  not counted: cycles, instructions (no PMU)\n"
				      "  not counted: cs (no right)\n"
				      "  not counted in after: faults (no PMU)\n"));
	assert_null(strstr(out.s, "not compared"));
	str_reset(&out);
	row.event = "faults";
	compare_report_text(&r[0], &wide, &out);
	assert_non_null(strstr(out.s, "not compared: x cycles (none)"));
	str_reset(&out);
	compare_report_json(r, 2, &out);
	json = json_loads(out.s, 0, NULL);
	/* three for both arms, one for one, and the third arm's */
	assert_int_equal(json_array_size(json_object_get(json, "not_counted")), 8);
	json_decref(json);
	str_release(&out);
}

static void nothing_to_compare_is_said(void **state)
{
	struct compare_report r = report_of(NULL, 0);
	struct str out = STR_INIT;

	compare_report_text(&r, &wide, &out);
	assert_non_null(strstr(out.s, "nothing to compare"));
	str_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_verdict_has_its_word_and_its_meaning),
		cmocka_unit_test(what_was_counted_is_indented_below_its_workload),
		cmocka_unit_test(what_is_sure_of_an_unknown_is_said_as_a_sentence),
		cmocka_unit_test(no_line_of_a_mail_is_longer_than_72_columns),
		cmocka_unit_test(json_has_the_keys_that_were_promised),
		cmocka_unit_test(what_was_not_counted_is_said_by_reason_and_arm),
		cmocka_unit_test(nothing_to_compare_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
