/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host/cpumask.h and host/cmdline.h: the kernel's text forms. */
#include "host/cmdline.h"
#include "host/cpumask.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <string.h>

static void test_a_list_reads_and_writes_the_same(void **state)
{
	static const char *const lists[] = { "",      "0",      "0-3,7", "1,3,5",
					     "63-64", "0-8191", "8191" };
	struct cpumask m;
	char buf[64];
	size_t i;

	for (i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		assert_int_equal(cpumask_parse(lists[i], &m), 0);
		assert_string_equal(cpumask_format(&m, buf, sizeof(buf)), lists[i]);
	}
}

static void test_order_and_blanks_do_not_matter(void **state)
{
	struct cpumask m;
	char buf[64];

	assert_int_equal(cpumask_parse(" 7,2-3,1,3\n", &m), 0);
	assert_string_equal(cpumask_format(&m, buf, sizeof(buf)), "1-3,7");
	assert_int_equal(cpumask_count(&m), 4);
	assert_int_equal(cpumask_first(&m), 1);
	assert_int_equal(cpumask_last(&m), 7);
}

static void test_what_is_no_list_is_refused(void **state)
{
	static const char *const lists[] = { "x",   "1-",     "-1",    "1,,2",
					     "1,",  ",1",     "3-1",   "1 2",
					     "0x3", "(null)", "1-2-3", "1\x01" };
	struct cpumask m;
	size_t i;

	for (i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		assert_int_equal(cpumask_parse(lists[i], &m), -EINVAL);
	assert_int_equal(cpumask_parse("8192", &m), -ERANGE);
	assert_int_equal(cpumask_parse("0-99999999999999999999", &m), -ERANGE);
}

static void test_a_small_buffer_ends_in_dots(void **state)
{
	struct cpumask m;
	char buf[12];

	assert_int_equal(cpumask_parse("0,2,4,6,8,10,12", &m), 0);
	assert_string_equal(cpumask_format(&m, buf, sizeof(buf)), "0,2,4,6,...");
}

static void test_sets_combine(void **state)
{
	struct cpumask a, b, c;
	char buf[64];

	cpumask_parse("0-3,100", &a);
	cpumask_parse("2-5", &b);
	c = a;
	cpumask_and(&c, &b);
	assert_string_equal(cpumask_format(&c, buf, sizeof(buf)), "2-3");
	c = a;
	cpumask_or(&c, &b);
	assert_string_equal(cpumask_format(&c, buf, sizeof(buf)), "0-5,100");
	cpumask_andnot(&c, &b);
	assert_string_equal(cpumask_format(&c, buf, sizeof(buf)), "0-1,100");
	assert_false(cpumask_equal(&a, &c));
	assert_true(cpumask_has(&c, 100));
	assert_false(cpumask_has(&c, -1));
	assert_false(cpumask_has(&c, CPUMASK_BITS));
	cpumask_andnot(&c, &c);
	assert_int_equal(cpumask_first(&c), -1);
	assert_int_equal(cpumask_last(&c), -1);
}

static void test_the_last_parameter_of_a_name_wins(void **state)
{
	char buf[32] = "kept";

	assert_true(cmdline_get("quiet a=1 b a=2", "a", buf, sizeof(buf)));
	assert_string_equal(buf, "2");
	assert_true(cmdline_get("quiet a=1 b a=2", "b", buf, sizeof(buf)));
	assert_string_equal(buf, "");
	strcpy(buf, "kept");
	assert_false(cmdline_get("quiet a=1", "ab", buf, sizeof(buf)));
	assert_false(cmdline_get("", "ab", buf, sizeof(buf)));
	assert_string_equal(buf, "kept");
}

static void test_dashes_quotes_and_the_end_are_the_kernels(void **state)
{
	char buf[8];

	assert_true(cmdline_get("rcu-nocbs=3", "rcu_nocbs", buf, sizeof(buf)));
	assert_string_equal(buf, "3");
	assert_true(cmdline_get("x=\"a b\" y=c", "x", buf, sizeof(buf)));
	assert_string_equal(buf, "a b");
	assert_true(cmdline_get("x=\"a b\" y=c", "y", buf, sizeof(buf)));
	assert_string_equal(buf, "c");
	assert_false(cmdline_get("x -- y=1", "y", buf, sizeof(buf)));
	assert_true(cmdline_get("x=123456789", "x", buf, sizeof(buf)));
	assert_string_equal(buf, "1234567");
	assert_true(cmdline_get("x=\"open end", "x", buf, sizeof(buf)));
	assert_string_equal(buf, "open en");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_list_reads_and_writes_the_same),
		cmocka_unit_test(test_order_and_blanks_do_not_matter),
		cmocka_unit_test(test_what_is_no_list_is_refused),
		cmocka_unit_test(test_a_small_buffer_ends_in_dots),
		cmocka_unit_test(test_sets_combine),
		cmocka_unit_test(test_the_last_parameter_of_a_name_wins),
		cmocka_unit_test(test_dashes_quotes_and_the_end_are_the_kernels),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
