/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit.h"

#include "report/escape.h"
#include "report/table.h"
#include "report/wrap.h"

#include <string.h>

static const struct table three = { .c = { { "name", 20, .left = true },
					   { "value", 8 },
					   { "more", 8, .drop = 1 },
					   { "most", 8, .drop = 2 },
					   { "said", 6, .gap = 2, .left = true } },
				    .n = 5 };

static void row_at(int width, const char *name, const char *head, const char *row)
{
	const struct look look = { .width = width };
	const char *const cells[] = { name, "1.5", "2", "3", "yes" };
	struct table t = three;
	struct str out = STR_INIT;

	table_fit(&t, &look);
	table_head(&t, &out);
	assert_string_equal(str_get(&out), head);
	str_reset(&out);
	table_row(&t, cells, &out);
	assert_string_equal(str_get(&out), row);
	str_release(&out);
}

static void a_pipe_has_every_column(void **state)
{
	row_at(0, "abc", "name                    value     more     most  said\n",
	       "abc                       1.5        2        3  yes");
	row_at(0, "a name that is longer than its column",
	       "name                    value     more     most  said\n",
	       "a name that is longer than its column\n"
	       "                          1.5        2        3  yes");
}

static void what_matters_less_goes_first(void **state)
{
	row_at(55, "abc", "name                    value     more     most  said\n",
	       "abc                       1.5        2        3  yes");
	row_at(54, "abc", "name                    value     more  said\n",
	       "abc                       1.5        2  yes");
	row_at(40, "abc", "name                    value  said\n",
	       "abc                       1.5  yes");
}

static void then_the_names_get_lines_of_their_own(void **state)
{
	row_at(30, "abcdefghijklm", "name             value  said\n",
	       "abcdefghijklm      1.5  yes");
	row_at(30, "abcdefghijklmn", "name             value  said\n",
	       "abcdefghijklmn\n                   1.5  yes");
}

static void what_was_left_out_is_said(void **state)
{
	struct look look = { .width = 40 };
	struct table t = three;
	struct str out = STR_INIT;

	table_fit(&t, &look);
	table_left_out(&t, &look, "see elsewhere", &out);
	assert_string_equal(str_get(&out), "  left out for the width: more, most;\n"
					   "  see elsewhere\n");
	look.width = 0;
	t = three;
	str_reset(&out);
	table_fit(&t, &look);
	table_left_out(&t, &look, "see elsewhere", &out);
	assert_string_equal(str_get(&out), "");
	str_release(&out);
}

static void blanks_at_the_end_are_not_written(void **state)
{
	const char *const cells[] = { "abc", "1.5", "", "", "" };
	struct str out = STR_INIT;

	table_row(&three, cells, &out);
	assert_string_equal(str_get(&out), "abc                       1.5");
	str_release(&out);
}

static void a_character_is_one_column(void **state)
{
	const char *const cells[] = { "gr\xc3\xb6\xc3\x9f"
				      "e",
				      "1", "2", "3", "4" };
	struct str out = STR_INIT;

	assert_int_equal(text_columns(cells[0]), 5);
	table_row(&three, cells, &out);
	assert_string_equal(str_get(&out), "gr\xc3\xb6\xc3\x9f"
					   "e                       1"
					   "        2        3  4");
	str_release(&out);
}

static void text_is_one_line_in_the_characters_of_the_locale(void **state)
{
	static const char hostile[] = "a\n\x1b[31m\xc3\xa4\xff\xe2\x80\xae"
				      "b";
	struct str out = STR_INIT;

	escape_text(&out, hostile, 100, false);
	assert_string_equal(str_get(&out), "a  [31m???b");
	str_reset(&out);
	escape_text(&out, hostile, 100, true);
	assert_string_equal(str_get(&out), "a  [31m\xc3\xa4\xef\xbf\xbd\xef\xbf\xbd"
					   "b");
	str_reset(&out);
	escape_text(&out, hostile, 2, false);
	assert_string_equal(str_get(&out), "a ...");
	str_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pipe_has_every_column),
		cmocka_unit_test(what_matters_less_goes_first),
		cmocka_unit_test(then_the_names_get_lines_of_their_own),
		cmocka_unit_test(what_was_left_out_is_said),
		cmocka_unit_test(blanks_at_the_end_are_not_written),
		cmocka_unit_test(a_character_is_one_column),
		cmocka_unit_test(text_is_one_line_in_the_characters_of_the_locale),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
