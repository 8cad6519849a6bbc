/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host/text.h and host/lines.h: foreign bytes in, bounded printable text out. */
#include "host/lines.h"
#include "host/text.h"
#include "tests/host/tree.h"

#include <limits.h>

static void test_a_line_is_trimmed_and_printable(void **state)
{
	struct tree t;
	char buf[64];

	tree_init(&t);
	tree_bytes(&t, "f", " \ta\x01\x1b[31mb\xff\0c\tz\n\n", 17);
	assert_int_equal(text_line(t.fd, "f", buf, sizeof(buf)), 0);
	assert_string_equal(buf, "a??[31mb??c z");
	tree_release(&t);
}

static void test_a_line_is_cut_at_the_buffer(void **state)
{
	struct tree t;
	char buf[4];

	tree_init(&t);
	tree_put(&t, "f", "abcdefg");
	assert_int_equal(text_line(t.fd, "f", buf, sizeof(buf)), 0);
	assert_string_equal(buf, "abc");
	tree_release(&t);
}

static void test_what_cannot_be_read_writes_nothing(void **state)
{
	struct tree t;
	char buf[8] = "before";
	char *text = (char *)"before";

	tree_init(&t);
	tree_put(&t, "dir/f", "x");
	assert_int_equal(text_line(t.fd, "none", buf, sizeof(buf)), -ENOENT);
	assert_int_equal(text_line(t.fd, "dir", buf, sizeof(buf)), -EISDIR);
	assert_int_equal(text_file(t.fd, "dir/f/g", &text), -ENOTDIR);
	assert_string_equal(buf, "before");
	assert_string_equal(text, "before");
	tree_release(&t);
}

static void test_a_file_keeps_its_lines_and_gets_a_last_newline(void **state)
{
	struct tree t;
	char *text;

	tree_init(&t);
	tree_bytes(&t, "f", "a\tb\n\x02\0c", 7);
	assert_int_equal(text_file(t.fd, "f", &text), 0);
	assert_string_equal(text, "a\tb\n??c\n");
	free(text);
	tree_put(&t, "e", "");
	assert_int_equal(text_file(t.fd, "e", &text), 0);
	assert_string_equal(text, "");
	free(text);
	tree_release(&t);
}

static void test_a_field_is_found_by_its_whole_name(void **state)
{
	const char *text = "model name\t: X\nmodel\t\t: 7 \nempty:\nlast : z";
	char buf[16] = "kept";

	assert_true(text_field(text, "model", buf, sizeof(buf)));
	assert_string_equal(buf, "7");
	assert_true(text_field(text, "model name", buf, sizeof(buf)));
	assert_string_equal(buf, "X");
	assert_true(text_field(text, "empty", buf, sizeof(buf)));
	assert_string_equal(buf, "");
	assert_true(text_field(text, "last", buf, sizeof(buf)));
	assert_string_equal(buf, "z");
	assert_false(text_field(text, "mod", buf, sizeof(buf)));
	assert_false(text_field("", "mod", buf, sizeof(buf)));
}

static void test_words_are_matched_whole(void **state)
{
	assert_true(text_has_word("tsc hpet", "hpet"));
	assert_true(text_has_word(" tsc\n", "tsc"));
	assert_false(text_has_word("tsc_reliable", "tsc"));
	assert_false(text_has_word("", "tsc"));
}

static void test_numbers_saturate(void **state)
{
	const char *end;

	assert_true(text_count("  42 x", &end) == 42);
	assert_string_equal(end, " x");
	assert_true(text_count("99999999999999999999999", NULL) == LLONG_MAX);
	assert_true(text_count("-1", NULL) == -1);
	assert_true(text_count("", NULL) == -1);
	assert_true(text_hundredths("1.29 x") == 129);
	assert_true(text_hundredths("3") == 300);
	assert_true(text_hundredths("0.5") == 50);
	assert_true(text_hundredths("99999999999999999999.1") == LLONG_MAX);
	assert_true(text_hundredths("nan") == -1);
}

static void test_only_lines_with_something_count(void **state)
{
	assert_int_equal(text_count_lines(""), 0);
	assert_int_equal(text_count_lines("\n\n"), 0);
	assert_int_equal(text_count_lines("a\n\nb\nc"), 3);
}

static void test_reasons_are_words(void **state)
{
	assert_string_equal(text_reason(-ENOENT), "no such file");
	assert_string_equal(text_reason(-EACCES), "permission denied");
	assert_string_equal(text_reason(-EIO), "Input/output error");
	assert_string_equal(text_reason(-100000), "unknown error");
}

static void test_lines_come_one_by_one(void **state)
{
	struct tree t;
	struct lines l;
	char *line;

	tree_init(&t);
	tree_put(&t, "f", "one\n\nlast");
	assert_int_equal(lines_open(t.fd, "f", &l), 0);
	assert_int_equal(lines_next(&l, &line), 1);
	assert_string_equal(line, "one");
	assert_int_equal(lines_next(&l, &line), 1);
	assert_string_equal(line, "");
	assert_int_equal(lines_next(&l, &line), 1);
	assert_string_equal(line, "last");
	assert_int_equal(lines_next(&l, &line), 0);
	assert_int_equal(lines_next(&l, &line), 0);
	lines_close(&l);
	assert_int_equal(lines_open(t.fd, "none", &l), -ENOENT);
	tree_release(&t);
}

static void test_an_endless_line_is_cut_and_the_next_one_whole(void **state)
{
	size_t n = 1000000;
	char *big = malloc(n), *line;
	struct tree t;
	struct lines l;

	memset(big, 'x', n);
	memcpy(big + n - 5, "\nend\n", 5);
	tree_init(&t);
	tree_bytes(&t, "f", big, n);
	assert_int_equal(lines_open(t.fd, "f", &l), 0);
	assert_int_equal(lines_next(&l, &line), 1);
	assert_int_equal(strlen(line), 128 << 10);
	assert_int_equal(lines_next(&l, &line), 1);
	assert_string_equal(line, "end");
	assert_int_equal(lines_next(&l, &line), 0);
	lines_close(&l);
	free(big);
	tree_release(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_line_is_trimmed_and_printable),
		cmocka_unit_test(test_a_line_is_cut_at_the_buffer),
		cmocka_unit_test(test_what_cannot_be_read_writes_nothing),
		cmocka_unit_test(test_a_file_keeps_its_lines_and_gets_a_last_newline),
		cmocka_unit_test(test_a_field_is_found_by_its_whole_name),
		cmocka_unit_test(test_words_are_matched_whole),
		cmocka_unit_test(test_numbers_saturate),
		cmocka_unit_test(test_only_lines_with_something_count),
		cmocka_unit_test(test_reasons_are_words),
		cmocka_unit_test(test_lines_come_one_by_one),
		cmocka_unit_test(test_an_endless_line_is_cut_and_the_next_one_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
