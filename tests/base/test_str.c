/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit.h"

#include "base/err.h"
#include "base/str.h"

#include <errno.h>
#include <stdlib.h>

static void grows_as_needed_and_stays_terminated(void **state)
{
	struct str s = STR_INIT;

	assert_string_equal(str_get(&s), "");
	for (int i = 0; i < 1000; i++)
		str_addf(&s, "%d,", i);
	assert_int_equal(s.len, strlen(s.s));
	assert_string_equal(s.s + s.len - 4, "999,");
	str_reset(&s);
	assert_string_equal(str_get(&s), "");
	str_release(&s);
	str_release(&s);
}

static void detach_hands_over_the_text(void **state)
{
	struct str s = STR_INIT;
	char *text;

	str_add(&s, "abc");
	text = str_detach(&s);
	assert_string_equal(text, "abc");
	assert_int_equal(s.len, 0);
	free(text);
	text = str_detach(&s);
	assert_string_equal(text, "");
	free(text);
}

static void an_error_is_one_line_whatever_is_in_it(void **state)
{
	struct err e;
	char line[1024];

	assert_int_equal(err_set(&e, EINVAL, "bad '%s'", "a\nb\x1b[0m"), -EINVAL);
	err_where(&e, "file\r:%d", 7);
	err_expect(&e, "a number");
	assert_string_equal(err_text(&e, line, sizeof(line)),
			    "file?:7: bad 'a?b?[0m' (expected a number)");
	assert_int_equal(err_set(NULL, ENOSPC, "no detail wanted"), -ENOSPC);
	err_errno(&e, ENOENT, "cannot open");
	assert_string_equal(err_text(&e, line, sizeof(line)),
			    "cannot open: No such file or directory");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(grows_as_needed_and_stays_terminated),
		cmocka_unit_test(detach_hands_over_the_text),
		cmocka_unit_test(an_error_is_one_line_whatever_is_in_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
