/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of base/self.h. */
#include "base/self.h"
#include "tests/unit.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void it_is_where_this_program_is(void **state)
{
	char *own = self_folder(0), *above = self_folder(1), path[PATH_MAX],
	     here[PATH_MAX];

	assert_non_null(own);
	assert_non_null(above);
	snprintf(path, sizeof(path), "%s/test_self", own);
	assert_int_equal(access(path, X_OK), 0);
	assert_ptr_equal(realpath(own, here), here);
	assert_string_equal(here, own);
	snprintf(path, sizeof(path), "%s%s", above, strrchr(own, '/'));
	assert_string_equal(path, own);
	free(own);
	free(above);
}

static void there_are_only_so_many_levels(void **state)
{
	assert_null(self_folder(1000));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_is_where_this_program_is),
		cmocka_unit_test(there_are_only_so_many_levels),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
