/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit.h"

#include "report/series.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct look wide = { .width = 0 };
static const struct look mail = LOOK_MAIL;

static struct series_cell cells[2][5];
static struct series_arm arms[5];
static struct series_block blocks[2];
static struct series_report report;
static struct str out = STR_INIT;

static void put(struct series_step *s, double a, double b, size_t from)
{
	struct compare_params p = COMPARE_PARAMS_DEFAULT;

	s->from = from;
	s->compared = true;
	assert_int_equal(compare_counts(a, b, &p, &s->c), 0);
}

static void block(size_t i, const char *label, const double *values)
{
	size_t prev = 0;

	blocks[i] = (struct series_block){ .label = label,
					   .workload = label,
					   .abi = "x86_64",
					   .unit = "instructions",
					   .per = "op",
					   .cell = cells[i] };
	for (size_t k = 0; k < 5; k++) {
		struct series_cell *c = &cells[i][k];

		*c = (struct series_cell){ .value = values[k], .n = !isnan(values[k]) };
		if (!k || !c->n)
			continue;
		if (k == 3)
			c->prev.no_change = true;
		else
			put(&c->prev, values[prev], values[k], prev);
		put(&c->base, values[0], values[k], 0);
		blocks[i].moved |= series_step_changed(&report, &c->prev);
		prev = k;
	}
}

static int make(void **state)
{
	const double moved[] = { 300, 307, NAN, 307, 301 }, still[] = { 9, 9, NAN, 9, 9 };

	report = (struct series_report){ .experiment = 7,
					 .state = "done",
					 .exact = true,
					 .rounds = 2,
					 .machine = "QEMU 7.2.22, -cpu Haswell",
					 .margin_pct = 1,
					 .confidence_pct = 95,
					 .arm = arms,
					 .arms = 5,
					 .block = blocks,
					 .blocks = 2 };
	arms[0] = (struct series_arm){ .name = "aaaaaaaaaaaa",
				       .subject = "the base",
				       .boots = 1 };
	arms[1] = (struct series_arm){
		.name = "bbbbbbbbbbbb",
		.subject =
			"x86: a subject that is far longer than any column of the table",
		.boots = 1
	};
	arms[2] = (struct series_arm){
		.name = "cccccccccccc",
		.subject = "broken",
		.state = SERIES_BROKEN,
		.reason = "does not build: f.c:1: error: no such thing",
		.lines =
			"From here\n# and there\n  \nf.c:1: error: no\n"
			"a line that would be cut just behind a word at the 67th character of it\n"
	};
	arms[3] = (struct series_arm){ .name = "dddddddddddd",
				       .subject = "a comm\303\251nt",
				       .state = SERIES_SAME,
				       .same_as = 2 };
	arms[4] = (struct series_arm){
		.name = "eeeeeeeeeeee", .subject = "less", .boots = 1, .failed = 1
	};
	block(0, "syscall.null", moved);
	block(1, "control.empty", still);
	str_reset(&out);
	return 0;
}

static void has(const char *text)
{
	if (!strstr(str_get(&out), text))
		fail_msg("no '%s' in\n%s", text, str_get(&out));
}

static void each_workload_that_moves_has_a_block(void **state)
{
	series_report_text(&report, &wide, &out);
	has("syscall.null, instructions per op");
	has("   1 x86: a subject that is far ..     307.0        +7        +7  SLOWER +2.33%");
	has("   2 broken                        does not build: f.c:1: error: no such thing\n");
	has("no code change");
	has("301.0        -6        +1  FASTER -1.95%");
	assert_null(strstr(str_get(&out), " vs "));
	assert_null(strstr(str_get(&out), "control.empty, instructions"));
	has("nothing happens (1) - control.empty");
	has("1 of its boots did not come through");
	has("\nQEMU 7.2.22, -cpu Haswell\n5 arms");
}

static void a_sentence_says_which_step_does_what(void **state)
{
	series_report_stands_out(&report, &out);
	has("step 1 (x86: a subject that is far longer than any column of the table) changes "
	    "syscall.null +7 (+2.33%)");
	has("step 4 (less) changes syscall.null -6 (-1.95%)");
}

/* Between 1 and 4 nothing has a number: what 4 shows may be of 2 or 3. */
static void a_step_over_arms_without_a_number_says_so(void **state)
{
	json_t *j, *remarks;

	arms[3].state = SERIES_BROKEN;
	cells[0][3] = (struct series_cell){ .value = NAN };
	put(&cells[0][4].prev, 307, 301, 1);
	series_report_text(&report, &wide, &out);
	has("301.0        -6        +1  FASTER -1.95% vs 1\n");
	has("step 4 (less) changes syscall.null -6 (-1.95%) since 1\n");
	has("  vs N, since N - against arm N, as those between have no number: what they");
	str_reset(&out);
	series_report_json(&report, &out);
	j = json_loads(str_get(&out), 0, NULL);
	remarks =
		json_object_get(json_array_get(json_object_get(j, "rows"), 3), "remarks");
	assert_int_equal(json_array_size(remarks), 1);
	assert_string_equal(
		json_string_value(json_array_get(remarks, 0)),
		"what the arms between the two change, which have no number, is "
		"in it too");
	json_decref(j);
}

/* A patch after which a workload fails is not one that does nothing to it. */
static void a_workload_that_an_arm_lost_is_shown_with_its_reason(void **state)
{
	cells[1][4] = (struct series_cell){ .value = NAN,
					    .why = "no IA32 emulation (ENOEXEC)" };
	blocks[1].lost = true;
	series_report_text(&report, &wide, &out);
	has("control.empty, instructions per op\n");
	has("   4 less                          no number\n");
	has("  4 has no number of control.empty - no IA32 emulation (ENOEXEC)\n");
	assert_null(strstr(str_get(&out), "nothing happens"));
}

static void mail_survives_git(void **state)
{
	char *save = NULL;

	series_report_text(&report, &mail, &out);
	for (const char *p = str_get(&out); *p; p++)
		assert_true(*p == '\n' || (*p >= 0x20 && *p < 0x7f));
	assert_null(strstr(str_get(&out), " \n"));
	assert_null(strstr(str_get(&out), "\nFrom "));
	assert_null(strstr(str_get(&out), "\n#"));
	for (char *line = strtok_r(out.s, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save))
		assert_in_range(strlen(line), 0, 72);
}

static void it_fits_the_terminal(void **state)
{
	for (int width = 40; width <= 90; width++) {
		const struct look look = { .width = width };
		char *save = NULL;

		str_reset(&out);
		series_report_text(&report, &look, &out);
		for (char *line = strtok_r(out.s, "\n", &save); line;
		     line = strtok_r(NULL, "\n", &save))
			assert_true((int)strlen(line) <= width);
	}
}

static void columns_stand_below_each_other(void **state)
{
	const struct look narrow = { .width = 40 };

	/* Not wider than the names are. */
	arms[1].subject = "more";
	series_report_text(&report, &wide, &out);
	has("   # arm           value      prev      base  against prev\n"
	    "   0 the base      300.0\n"
	    "   1 more          307.0        +7        +7  SLOWER +2.33%\n");
	/* No room beside the names. */
	str_reset(&out);
	series_report_text(&report, &narrow, &out);
	has("   #       value      prev  against prev\n"
	    "   0 the base\n"
	    "         300.0\n"
	    "   1 more\n"
	    "         307.0        +7  SLOWER +2.33%\n"
	    "   2 broken\n"
	    "     does not build: f.c:1: error: no..\n");
}

static void names_have_their_characters_where_the_locale_says_so(void **state)
{
	const struct look utf8 = { .width = 0, .utf8 = true };

	arms[0].name = "gr\xc3\xb6\xc3\x9f"
		       "e";
	arms[1].subject =
		"\xc3\xa4 ndern \xff\t\033[1m, more than any column of the table has";
	arms[4].subject = "\xc3\xbc";
	series_report_text(&report, &utf8, &out);
	has("ktoll series: gr\xc3\xb6\xc3\x9f"
	    "e .. ");
	has("   1 \xc3\xa4 ndern \xef\xbf\xbd  [1m, more than a..     307.0        +7 ");
	has("   4 \xc3\xbc                                 301.0        -6 ");
	has("step 4 (\xc3\xbc) changes ");
	str_reset(&out);
	series_report_text(&report, &wide, &out);
	has("ktoll series: gr??e .. ");
	has("   4 ?                                 301.0        -6 ");
	str_reset(&out);
	series_report_text(&report, &mail, &out);
	has("ktoll series: gr??e .. ");
	for (const char *p = str_get(&out); *p; p++)
		assert_true(*p == '\n' || (*p >= 0x20 && *p < 0x7f));
	str_reset(&out);
	series_report_commit(&report, &out);
	has(", gr??e -> ");
}

static void three_lines_fit_a_commit_message(void **state)
{
	series_report_commit(&report, &out);
	assert_string_equal(str_get(&out),
			    "ktoll, instructions counted under QEMU, aaaaaaaaaaaa -> "
			    "eeeeeeeeeeee\n"
			    "  syscall.null 300.0 -> 301.0 (+0.33%)\n"
			    "  1 of 2 workloads change, in 2 of 4 steps; margin 1%\n");
}

static void the_largest_change_comes_first_in_a_commit_message(void **state)
{
	const double more[] = { 100, 102, NAN, 102, 105 };

	block(1, "an.entry.with.a.long.name", more);
	series_report_commit(&report, &out);
	has("\n  an.entry.with.a.long.name 100.0 -> 105.0 (+5.00%), and 1 more\n"
	    "  2 of 2 workloads change, in 2 of 4 steps; margin 1%\n");
}

static void the_base_has_no_verdict(void **state)
{
	series_report_csv(&report, &out);
	has("\nsyscall.null,x86_64,instructions,op,0,aaaaaaaaaaaa,the base,measured,300,1"
	    ",,,,,,,,,,,,\n");
}

static void what_varies_is_no_step(void **state)
{
	for (size_t k = 1; k < 5; k++)
		cells[0][k].prev.varies = true;
	blocks[0].moved = false;
	blocks[0].varies = true;
	series_report_text(&report, &wide, &out);
	has("varies, no verdict (1) - syscall.null");
	has("no step changes anything");
}

/* Timed, with too few boots: that is not "nothing". */
static void what_is_not_decided_is_not_nothing(void **state)
{
	blocks[1].unknown = true;
	series_report_text(&report, &wide, &out);
	has("  unknown, neither a step nor none is established (1) - control.empty\n");
	assert_null(strstr(str_get(&out), "nothing happens"));
}

static void what_is_not_done_says_how_far_it_is(void **state)
{
	const struct series_boot boots[] = {
		{ .arm = 0, .state = "done", .attempts = 1, .boot_id = 4 },
		{ .arm = 1, .state = "done", .attempts = 2, .boot_id = 9 },
		{ .arm = 4, .state = "failed", .attempts = 2, .boot_id = 11 },
		{ .arm = 0, .round = 1, .state = "planned" },
	};

	report.state = "interrupted";
	series_report_text(&report, &mail, &out);
	has("interrupted: nothing was booted yet\n`ktoll series --resume 7` goes on\n");
	str_reset(&out);
	report.boot = boots;
	report.boots = 4;
	series_report_text(&report, &wide, &out);
	has("interrupted: 1 of 4 boots are left, this is of the others\n");
	str_reset(&out);
	report.state = "running";
	series_report_text(&report, &wide, &out);
	assert_null(strstr(str_get(&out), "--resume"));
	str_reset(&out);
	arms[0].source = "/boot/a";
	arms[1].source = "/boot/b";
	arms[1].append = "nopti";
	arms[1].modifiers = "seccomp:9";
	series_report_boots(&report, &wide, &out);
	has("images and boots\n");
	has("   0 /boot/a: boot 4 done, planned\n");
	has("   1 /boot/b, append nopti, with seccomp:9: boot 9 done at attempt 2\n");
	has("   3 ?: the boots of 2\n");
	has("   4 ?: boot 11 failed at attempt 2\n");
}

static void programs_get_arms_rows_and_base(void **state)
{
	json_t *j;

	series_report_json(&report, &out);
	j = json_loads(str_get(&out), 0, NULL);
	assert_non_null(j);
	assert_int_equal(json_array_size(json_object_get(j, "rows")), 8);
	assert_int_equal(json_array_size(json_object_get(j, "arms")), 5);
	assert_int_equal(json_array_size(json_object_get(j, "boots")), 0);
	assert_string_equal(json_string_value(json_object_get(j, "state")), "done");
	json_decref(j);
	str_reset(&out);
	series_report_csv(&report, &out);
	has("syscall.null,x86_64,instructions,op,2,cccccccccccc,broken,broken,,0,,,,,,unknown");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(each_workload_that_moves_has_a_block, make),
		cmocka_unit_test_setup(a_sentence_says_which_step_does_what, make),
		cmocka_unit_test_setup(a_step_over_arms_without_a_number_says_so, make),
		cmocka_unit_test_setup(
			a_workload_that_an_arm_lost_is_shown_with_its_reason, make),
		cmocka_unit_test_setup(mail_survives_git, make),
		cmocka_unit_test_setup(it_fits_the_terminal, make),
		cmocka_unit_test_setup(columns_stand_below_each_other, make),
		cmocka_unit_test_setup(
			names_have_their_characters_where_the_locale_says_so, make),
		cmocka_unit_test_setup(three_lines_fit_a_commit_message, make),
		cmocka_unit_test_setup(the_largest_change_comes_first_in_a_commit_message,
				       make),
		cmocka_unit_test_setup(the_base_has_no_verdict, make),
		cmocka_unit_test_setup(what_varies_is_no_step, make),
		cmocka_unit_test_setup(what_is_not_decided_is_not_nothing, make),
		cmocka_unit_test_setup(what_is_not_done_says_how_far_it_is, make),
		cmocka_unit_test_setup(programs_get_arms_rows_and_base, make),
	};
	int r = cmocka_run_group_tests(tests, NULL, NULL);

	str_release(&out);
	return r;
}
