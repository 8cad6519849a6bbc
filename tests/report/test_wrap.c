/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit.h"

#include "report/wrap.h"

#include <string.h>

#define AE "\xc3\xa4"

static void wrapped(int width, int first, int more, const char *text, const char *want)
{
	struct str out = STR_INIT;

	wrap(&out, width, first, more, text);
	assert_string_equal(str_get(&out), want);
	str_release(&out);
}

static void words_fill_a_line_to_its_last_column(void **state)
{
	wrapped(11, 0, 0, "hello world again", "hello world\nagain\n");
	wrapped(10, 0, 0, "hello world again", "hello\nworld\nagain\n");
	wrapped(11, 0, 0, "hello world", "hello world\n");
}

static void following_lines_have_their_own_indentation(void **state)
{
	wrapped(12, 2, 4, "hello to all the world",
		"  hello to\n    all the\n    world\n");
	wrapped(12, 4, 0, "hello to all the world", "    hello to\nall the\nworld\n");
}

static void a_word_that_no_line_can_hold_is_cut(void **state)
{
	wrapped(8, 0, 2, "abcdefghijklmnop", "abcdefgh\n  ijklmn\n  op\n");
	wrapped(8, 0, 2, "to abcdefghi z", "to\n  abcdef\n  ghi z\n");
	/* one that the next line can hold is not */
	wrapped(8, 0, 2, "to abcdef z", "to\n  abcdef\n  z\n");
	/* behind a first one that was cut no blank comes into the word */
	wrapped(8, 0, 4, "abcdefghi", "abcdefgh\n    i\n");
}

static void characters_count_not_bytes(void **state)
{
	wrapped(5, 0, 0, AE AE " " AE AE " " AE, AE AE " " AE AE "\n" AE "\n");
	wrapped(3, 0, 1, AE AE AE AE AE, AE AE AE "\n " AE AE "\n");
	assert_int_equal(text_columns("gr\xc3\xb6\xc3\x9f"
				      "e"),
			 5);
	assert_int_equal(text_columns(""), 0);
}

static void without_a_width_all_is_one_line(void **state)
{
	struct str text = STR_INIT, want = STR_INIT;

	for (int i = 0; i < 5000; i++)
		str_add(&text, i % 7 ? "x" : " x");
	str_addf(&want, "  %s\n", str_get(&text) + 1);
	wrapped(0, 2, 4, str_get(&text) + 1, str_get(&want));
	str_release(&text);
	str_release(&want);
}

static void gaps_are_one_blank_and_none_ends_a_line(void **state)
{
	wrapped(20, 0, 0, "a   b  ", "a b\n");
	wrapped(3, 0, 0, "aaa    bbb", "aaa\nbbb\n");
	wrapped(20, 2, 4, "", "  \n");
}

static void where_the_indentation_leaves_no_room_words_stay_whole(void **state)
{
	wrapped(4, 6, 6, "hello to", "      hello\n      to\n");
}

static void terms(int width, int indent, int column, const char *term, const char *want)
{
	struct str out = STR_INIT;

	wrap_term(&out, width, indent, column, term, "one two three");
	assert_string_equal(str_get(&out), want);
	str_release(&out);
}

static void all_lines_stand_right_of_a_term(void **state)
{
	terms(14, 2, 6, "x:", "  x:  one two\n      three\n");
	terms(14, 2, 6, AE AE, "  " AE AE "  one two\n      three\n");
	terms(0, 2, 6, "x:", "  x:  one two three\n");
	terms(14, 0, 6, "", "      one two\n      three\n");
}

static void sentences_are_harmless_and_as_wide_as_prose(void **state)
{
	const struct look mail = LOOK_MAIL, utf8 = { .utf8 = true };
	struct str out = STR_INIT, many = STR_INIT;

	sentence(&out, &mail, 0, 2, "%s\n\x1b[m", AE);
	sentence(&out, &utf8, 1, 2, "%s", AE);
	sentence_term(&out, &mail, 0, 4, "x", "%s\n%d", AE, 7);
	assert_string_equal(str_get(&out), "? [m\n " AE "\nx   ? 7\n");
	str_reset(&out);
	for (int i = 0; i < 80; i++)
		str_add(&many, "x ");
	sentence(&out, &mail, 0, 2, "%s", str_get(&many));
	assert_int_equal(strcspn(str_get(&out), "\n"), 71);
	str_reset(&out);
	/* in a pipe too: nobody reads lines of 1000 columns */
	sentence(&out, &utf8, 0, 2, "%s", str_get(&many));
	assert_int_equal(strcspn(str_get(&out), "\n"), 79);
	str_release(&out);
	str_release(&many);
}

/* No line is longer, and nothing is lost. */
static void lines_fit_whatever_the_words(void **state)
{
	static const char text[] =
		"one two three-hundred-characters-are-too-many-for-a-line "
		"\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4 end";
	char all[sizeof(text)], *p = all;

	for (const char *c = text; *c; c++)
		if (*c != ' ')
			*p++ = *c;
	*p = 0;
	for (int width = 8; width < 70; width++)
		for (int first = 0; first < 12; first += 3) {
			struct str out = STR_INIT, seen = STR_INIT;
			char *save = NULL;

			wrap(&out, width, first, 4, text);
			for (char *line = strtok_r(out.s, "\n", &save); line;
			     line = strtok_r(NULL, "\n", &save)) {
				assert_true(text_columns(line) <=
					    (width > first ? width : first));
				for (const char *c = line; *c; c++)
					if (*c != ' ')
						str_addc(&seen, *c);
			}
			assert_string_equal(str_get(&seen), all);
			str_release(&seen);
			str_release(&out);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_fill_a_line_to_its_last_column),
		cmocka_unit_test(following_lines_have_their_own_indentation),
		cmocka_unit_test(a_word_that_no_line_can_hold_is_cut),
		cmocka_unit_test(characters_count_not_bytes),
		cmocka_unit_test(without_a_width_all_is_one_line),
		cmocka_unit_test(gaps_are_one_blank_and_none_ends_a_line),
		cmocka_unit_test(where_the_indentation_leaves_no_room_words_stay_whole),
		cmocka_unit_test(all_lines_stand_right_of_a_term),
		cmocka_unit_test(sentences_are_harmless_and_as_wide_as_prose),
		cmocka_unit_test(lines_fit_whatever_the_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
