/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit.h"

#include "lab/catalogue.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

static size_t count(const char *glob, int *ret)
{
	const struct catalogue_entry **list = NULL;
	size_t n = 0;
	struct err e;

	*ret = catalogue_select(&glob, 1, &list, &n, &e);
	free(list);
	return n;
}

static void names_are_words_joined_by_dots(void **state)
{
	for (size_t i = 0; i < catalogue_size; i++) {
		const char *p = catalogue[i].name;

		assert_true(isalnum((unsigned char)*p));
		for (; *p; p++)
			assert_true(isalnum((unsigned char)*p) || strchr("-_.", *p));
		assert_null(strstr(catalogue[i].name, ".."));
		assert_true(strlen(catalogue[i].summary) > 10);
		assert_true(strlen(catalogue[i].summary) <= 100);
		assert_true(catalogue[i].rev >= 1);
		assert_true(catalogue[i].per >= 1);
	}
}

static void no_name_comes_twice_for_one_abi(void **state)
{
	for (size_t i = 0; i < catalogue_size; i++)
		for (size_t k = 0; k < i; k++)
			assert_true(strcmp(catalogue[i].name, catalogue[k].name) ||
				    strcmp(catalogue[i].abi, catalogue[k].abi));
}

static void a_glob_matches_labels_and_names(void **state)
{
	int r;

	assert_int_equal(count("syscall.null", &r), 1);
	assert_int_equal(r, 0);
	/* A name without an ABI means the machine's own. */
	assert_int_equal(count("control.empty", &r), 1);
	assert_int_equal(count("i386.control.empty", &r), 1);
	assert_int_equal(count("x86_64.control.empty", &r), 1);
	assert_true(count("syscall.*", &r) >= 4);
	assert_true(count("*", &r) == catalogue_size);
}

static void a_glob_that_matches_nothing_is_an_error_that_names_it(void **state)
{
	const char *const globs[] = { "control.*", "nope.*" };
	const struct catalogue_entry **list = NULL;
	struct err e;
	size_t n;

	assert_int_equal(catalogue_select(globs, 2, &list, &n, &e), -ENOENT);
	assert_non_null(strstr(e.what, "nope.*"));
	assert_null(list);
}

static void labels_show_a_foreign_abi_only(void **state)
{
	char buf[CATALOGUE_LABEL_MAX];

	assert_string_equal(catalogue_label("int80.null", "x86_64", buf), "int80.null");
	assert_string_equal(catalogue_label("int80.null", "i386", buf),
			    "i386.int80.null");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_words_joined_by_dots),
		cmocka_unit_test(no_name_comes_twice_for_one_abi),
		cmocka_unit_test(a_glob_matches_labels_and_names),
		cmocka_unit_test(a_glob_that_matches_nothing_is_an_error_that_names_it),
		cmocka_unit_test(labels_show_a_foreign_abi_only),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
