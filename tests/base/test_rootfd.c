/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit.h"

#include "base/rootfd.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static int root;

static void put(const char *path, const char *text, size_t len)
{
	int fd = openat(root, path, O_CREAT | O_TRUNC | O_WRONLY, 0600);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, len), len);
	close(fd);
}

static void reads_a_file_and_strips_a_line(void **state)
{
	char *s;

	put("line", "tsc \n\n", 6);
	assert_int_equal(root_read_line(root, "line", &s), 0);
	assert_string_equal(s, "tsc");
	free(s);
}

static void a_number_must_be_all_there_is(void **state)
{
	long long v = 5;

	put("n", "-42\n", 4);
	assert_int_equal(root_read_number(root, "n", &v), 0);
	assert_int_equal(v, -42);
	put("n", "12x", 3);
	assert_int_equal(root_read_number(root, "n", &v), -EINVAL);
	put("n", "", 0);
	assert_int_equal(root_read_number(root, "n", &v), -EINVAL);
	put("n", "99999999999999999999", 20);
	assert_int_equal(root_read_number(root, "n", &v), -EINVAL);
	assert_int_equal(v, -42);
}

static void what_is_missing_or_a_directory_is_an_error(void **state)
{
	char *s = NULL;

	assert_int_equal(root_read(root, "nothing", &s, NULL), -ENOENT);
	assert_int_equal(root_read(root, ".", &s, NULL), -EISDIR);
	assert_null(s);
}

static void a_file_beyond_the_limit_is_refused(void **state)
{
	char *big = calloc(1, 5 << 20), *s = NULL;

	put("big", big, 5 << 20);
	free(big);
	assert_int_equal(root_read(root, "big", &s, NULL), -EFBIG);
	assert_null(s);
}

static int make_root(void **state)
{
	char dir[] = "/tmp/ktoll-test.XXXXXX";

	root = open(mkdtemp(dir), O_PATH | O_DIRECTORY);
	return root < 0;
}

static int drop_root(void **state)
{
	unlinkat(root, "line", 0);
	unlinkat(root, "n", 0);
	unlinkat(root, "big", 0);
	return close(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_a_file_and_strips_a_line),
		cmocka_unit_test(a_number_must_be_all_there_is),
		cmocka_unit_test(what_is_missing_or_a_directory_is_an_error),
		cmocka_unit_test(a_file_beyond_the_limit_is_refused),
	};

	return cmocka_run_group_tests(tests, make_root, drop_root);
}
