/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scanner of numbers: whole tokens, every locale's marks, nothing guessed. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/import/util.h"

#include "import/number.h"

#include <locale.h>
#include <stdlib.h>
#include <unistd.h>

static enum num_status scan(const char *s, double *v)
{
	*v = -1;
	return num_scan(s, strlen(s), v);
}

static void plain_numbers_are_read_exactly(void **state)
{
	static const struct {
		const char *s;
		double v;
	} ok[] = {
		{ "0", 0 },
		{ "1.5", 1.5 },
		{ "-2", -2 },
		{ "+3", 3 },
		{ ".5", 0.5 },
		{ "5.", 5 },
		{ "1e3", 1000 },
		{ "1E-3", 1e-3 },
		{ "2.3e-308", 2.3e-308 },
		{ "1.7976931348623157e308", 1.7976931348623157e308 },
		{ "0.1", 0.1 },
		{ "123456789012345678", 123456789012345678.0 },
	};
	double v;
	size_t i;

	for (i = 0; i < sizeof(ok) / sizeof(ok[0]); i++) {
		assert_int_equal(scan(ok[i].s, &v), NUM_OK);
		assert_true(v == ok[i].v);
	}
}

static void what_is_no_number_is_told_apart(void **state)
{
	static const struct {
		const char *s;
		enum num_status st;
	} bad[] = {
		{ "", NUM_EMPTY },          { "nan", NUM_NAN },
		{ "NaN", NUM_NAN },         { "-nan", NUM_NAN },
		{ "nan(0x1)", NUM_NAN },    { "inf", NUM_INF },
		{ "-Infinity", NUM_INF },   { "1e400", NUM_RANGE },
		{ "-1e400", NUM_RANGE },    { "1e-400", NUM_RANGE },
		{ "1e-320", NUM_RANGE },    { "10,5", NUM_COMMA },
		{ "1,234,567", NUM_COMMA }, { "0x1f", NUM_HEX },
		{ "x3", NUM_TEXT },         { "3x", NUM_TEXT },
		{ "1.2.3", NUM_TEXT },      { "--1", NUM_TEXT },
		{ "1e", NUM_TEXT },         { ".", NUM_TEXT },
		{ "1 2", NUM_TEXT },        { "1_000", NUM_TEXT },
		{ "e5", NUM_TEXT },
	};
	double v;
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		if (scan(bad[i].s, &v) != bad[i].st)
			fail_msg("'%s' is %d", bad[i].s, scan(bad[i].s, &v));
		assert_true(v == -1);
		assert_non_null(num_problem(bad[i].st));
	}
}

static void the_locale_of_the_process_does_not_matter(void **state)
{
	char command[128], dir[] = "/tmp/ktoll-locale.XXXXXX";
	double v;

	assert_non_null(mkdtemp(dir));
	snprintf(command, sizeof(command), "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8",
		 dir);
	if (system(command)) {
		rmdir(dir);
		print_message("# no German locale can be made (package locales)\n");
		skip();
	}
	setenv("LOCPATH", dir, 1);
	assert_non_null(setlocale(LC_ALL, "de_DE.UTF-8"));
	assert_true(strtod("1,5", NULL) == 1.5);
	assert_int_equal(scan("1.5", &v), NUM_OK);
	assert_true(v == 1.5);
	assert_int_equal(scan("1,5", &v), NUM_COMMA);
	setlocale(LC_ALL, "C");
	snprintf(command, sizeof(command), "rm -r %s", dir);
	assert_int_equal(system(command), 0);
}

static void counts_end_at_two_to_the_64(void **state)
{
	uint64_t v;

	assert_int_equal(num_scan_uint("18446744073709551615", 20, &v), NUM_OK);
	assert_true(v == UINT64_MAX);
	assert_int_equal(num_scan_uint("18446744073709551616", 20, &v), NUM_RANGE);
	assert_int_equal(num_scan_uint("-1", 2, &v), NUM_TEXT);
	assert_int_equal(num_scan_uint("", 0, &v), NUM_EMPTY);
}

static void check_grouped(const char *s, uint32_t decimal, double want,
			  unsigned int digits)
{
	struct num_style style = { .decimal = decimal };
	unsigned int got;
	double v;

	if (num_scan_grouped(s, strlen(s), &style, &v, &got) != NUM_OK)
		fail_msg("'%s' refused", s);
	if (v != want || got != digits)
		fail_msg("'%s' is %.17g with %u decimals", s, v, got);
}

static void grouping_of_every_locale_is_read(void **state)
{
	check_grouped("3035", 0, 3035, 0);
	check_grouped("3.035", ',', 3035, 0);
	check_grouped("3,035", '.', 3035, 0);
	check_grouped("386.093.526", 0, 386093526, 0);
	check_grouped("38,96,87,592", '.', 389687592, 0);
	check_grouped("1,23,456.78", 0, 123456.78, 2);
	check_grouped("1,032.58", 0, 1032.58, 2);
	check_grouped("1.032,58", 0, 1032.58, 2);
	check_grouped("392\xe2\x80\xaf"
		      "409\xe2\x80\xaf"
		      "276",
		      ',', 392409276, 0);
	check_grouped("3\xe2\x80\x99"
		      "034",
		      '.', 3034, 0);
	check_grouped("3\xc2\xa0"
		      "034",
		      ',', 3034, 0);
	check_grouped("12086,420666", ',', 12086.420666, 6);
	check_grouped("0.31", 0, 0.31, 2);
}

static void ambiguous_marks_are_refused(void **state)
{
	static const struct {
		const char *s;
		uint32_t decimal;
	} bad[] = {
		{ "3.035", '.' }, /* a fraction of three digits: no count has that */
		{ "0.302", 0 },   /* no group begins with a zero */
		{ "1,2345", 0 },  /* neither two, three nor six digits */
		{ "1,23.4", 0 },   { "1.234,567.8", 0 }, { "12,34", '.' },
		{ "1.234.56", 0 }, { "1,2,345", 0 },     { "1234,567", 0 },
	};
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct num_style style = { .decimal = bad[i].decimal };
		unsigned int digits;
		double v;

		if (num_scan_grouped(bad[i].s, strlen(bad[i].s), &style, &v, &digits) !=
		    NUM_COMMA)
			fail_msg("'%s' not refused", bad[i].s);
	}
}

static void one_file_has_one_decimal_mark(void **state)
{
	struct num_style style = { 0 };
	double v;

	assert_int_equal(num_scan_plain("0,14", 4, &style, &v), NUM_OK);
	assert_true(v == 0.14 && style.decimal == ',');
	assert_int_equal(num_scan_plain("0.14", 4, &style, &v), NUM_COMMA);
	assert_int_equal(num_scan_plain("14", 2, &style, &v), NUM_OK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_numbers_are_read_exactly),
		cmocka_unit_test(what_is_no_number_is_told_apart),
		cmocka_unit_test(the_locale_of_the_process_does_not_matter),
		cmocka_unit_test(counts_end_at_two_to_the_64),
		cmocka_unit_test(grouping_of_every_locale_is_read),
		cmocka_unit_test(ambiguous_marks_are_refused),
		cmocka_unit_test(one_file_has_one_decimal_mark),
	};

	return cmocka_run_group_tests_name("number", tests, NULL, NULL);
}
