/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every importer shares: limits, bytes that are no text, the choice of format. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/import/util.h"

#include <errno.h>

static void an_empty_file_is_refused(void **state)
{
	refused("", "f:1", "empty");
	refused("\n\n  \n", "f:1", "empty");
	refused("\xef\xbb\xbf", "f:1", "empty");
}

static void crlf_and_byte_order_mark_are_accepted(void **state)
{
	struct import_result *res = parsed("\xef\xbb\xbf"
					   "1\r\n2\r\n3\r\n",
					   NULL);

	ASSERT_VALUES(metric_of(res, "column 1", ""), 1, 2, 3);
	assert_int_equal(res->n_warnings, 0);
	import_result_free(res);
}

static void a_nul_byte_is_refused_with_its_line(void **state)
{
	refused_bytes("1\n2\n3\0\n4\n", 9, NULL, "f:3", "NUL");
	refused_bytes("\x7f"
		      "ELF\1\1\1",
		      7, NULL, "f:1", "0x7f");
	refused_bytes("1\n2\x01\n", 5, NULL, "f:2", "0x01");
}

static void utf_16_is_named(void **state)
{
	refused_bytes("\xff\xfe"
		      "1\0\n\0",
		      6, NULL, "f:1", "UTF-16");
	refused_bytes("\xfe\xff\0"
		      "1\0\n",
		      6, NULL, "f:1", "UTF-16");
}

static void terminal_colours_are_taken_out(void **state)
{
	struct import_result *res =
		parsed("\033[1m1\033[0m\n\033[31m2\n3\033[0;32m\n", NULL);

	ASSERT_VALUES(metric_of(res, "column 1", ""), 1, 2, 3);
	import_result_free(res);
	refused("1\n2\n\033]0;x\n", "f:3", "0x1b");
}

static void a_line_beyond_1_mib_is_refused(void **state)
{
	size_t len = (1u << 20) + 100;
	struct import_result *res = NULL;
	char *s = malloc(len);
	struct err e;

	memset(s, '1', len);
	memcpy(s, "1\n2\n", 4);
	assert_int_equal(import_parse(s, len, "f", NULL, &res, &e), -EFBIG);
	assert_string_equal(e.where, "f:3");
	assert_null(res);
	free(s);
}

static void a_file_beyond_64_mib_is_refused_unread(void **state)
{
	struct import_result *res = NULL;
	struct err e;

	/* Not a byte of it is looked at: there is one only. */
	assert_int_equal(import_parse("1", (size_t)4 << 30, "f", NULL, &res, &e), -EFBIG);
	assert_string_equal(e.where, "f");
	assert_null(res);
}

static void an_unknown_format_is_refused_at_its_first_line(void **state)
{
	refused("# remark\n\nhello world\n1\n2\n3\n", "f:3", "'hello world'");
	refused("{\"a\": 1}\n", "f:1", "no known tool");
	refused("{\n\"a\": [1,\n}\n", "f:3", "not JSON");
	refused("[1, 2, 3]\n", "f:1", "no known format");
}

static void two_formats_in_one_file_are_refused(void **state)
{
	refused("Simple syscall: 1.1531 microseconds\n"
		"# Running 'sched/pipe' benchmark:\n",
		"f:2", "line 1");
}

static void the_name_of_a_format_decides(void **state)
{
	struct import_opts opts = { .format = "lmbench" };
	struct import_result *res = parsed("Simple syscall: 1.1531 microseconds\n"
					   "# Running 'sched/pipe' benchmark:\n",
					   &opts);

	assert_string_equal(res->format, "lmbench");
	ASSERT_VALUES(metric_of(res, "Simple syscall", "us"), 1.1531);
	import_result_free(res);
}

static void an_unknown_name_of_a_format_is_refused(void **state)
{
	struct import_opts opts = { .format = "fio" };
	struct import_result *res = NULL;
	struct err e;

	assert_int_equal(parse_bytes("1\n2\n3\n", 6, &opts, &res, &e), -EINVAL);
	assert_non_null(strstr(e.what, "'fio'"));
	assert_null(res);
}

static void every_format_refuses_what_is_not_its_own(void **state)
{
	static const char *const texts[] = { "",   "\n",           "hello\n",
					     "{}", "{\"a\": [1]}", "1\n" };
	size_t i, k;

	for (i = 0; import_format_name(i); i++) {
		struct import_opts opts = { .format = import_format_name(i) };

		assert_true(strlen(import_format_about(i)) > 3);
		for (k = 0; k < sizeof(texts) / sizeof(texts[0]); k++) {
			struct import_result *res = NULL;
			struct err e = { { 0 }, { 0 }, { 0 } };

			if (parse_bytes(texts[k], strlen(texts[k]), &opts, &res, &e) >= 0)
				fail_msg("%s takes '%s'", opts.format, texts[k]);
			assert_true(e.what[0] && e.where[0]);
		}
	}
	assert_true(i > 15);
	assert_null(import_format_about(i));
}

static void formats_are_sorted_by_name(void **state)
{
	size_t i;

	for (i = 1; import_format_name(i); i++)
		assert_true(strcmp(import_format_name(i - 1), import_format_name(i)) < 0);
}

static void messages_hold_no_control_characters_and_one_line(void **state)
{
	struct import_result *res = NULL;
	struct err e;
	char text[1024];

	parse_bytes("a\tb\rc\n", 6, NULL, &res, &e);
	err_text(&e, text, sizeof(text));
	assert_null(strpbrk(text, "\t\r\n"));
}

static void a_last_line_without_an_end_is_pointed_out(void **state)
{
	struct import_result *res = parsed("1\n2\n3", NULL);

	assert_warning(res, "line 3 has no end");
	import_result_free(res);
}

static void failures_of_tools_are_recognised(void **state)
{
	refused("Workload failed: No such file or directory\n", "f:1", "could not run");
	refused("Error:\nThe cycles event is not supported.\n", "f:2", "could not count");
	refused("| Command | Mean [ms] | Min [ms] |\n|:---|---:|\n| `x` | 1.1 | 1 |\n",
		"f:1", "rounded");
}

static void errors_need_no_place_to_go(void **state)
{
	struct import_result *res = NULL;

	assert_int_equal(import_parse("x\n", 2, "f", NULL, &res, NULL), -EINVAL);
	assert_null(res);
	import_result_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_file_is_refused),
		cmocka_unit_test(crlf_and_byte_order_mark_are_accepted),
		cmocka_unit_test(a_nul_byte_is_refused_with_its_line),
		cmocka_unit_test(utf_16_is_named),
		cmocka_unit_test(terminal_colours_are_taken_out),
		cmocka_unit_test(a_line_beyond_1_mib_is_refused),
		cmocka_unit_test(a_file_beyond_64_mib_is_refused_unread),
		cmocka_unit_test(an_unknown_format_is_refused_at_its_first_line),
		cmocka_unit_test(two_formats_in_one_file_are_refused),
		cmocka_unit_test(the_name_of_a_format_decides),
		cmocka_unit_test(an_unknown_name_of_a_format_is_refused),
		cmocka_unit_test(every_format_refuses_what_is_not_its_own),
		cmocka_unit_test(formats_are_sorted_by_name),
		cmocka_unit_test(messages_hold_no_control_characters_and_one_line),
		cmocka_unit_test(a_last_line_without_an_end_is_pointed_out),
		cmocka_unit_test(failures_of_tools_are_recognised),
		cmocka_unit_test(errors_need_no_place_to_go),
	};

	return cmocka_run_group_tests_name("input", tests, NULL, NULL);
}
