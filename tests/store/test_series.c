/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit.h"

#include "store/series.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char path[64];
static struct store *s;
static struct err e;
static int64_t id;

static int make(void **state)
{
	const struct store_new_experiment x = {
		"series", "[]", "0.1", "boot 1 2", 7, 1000
	};
	const struct store_series_arm arms[] = {
		{ .name = (char *)"a", .source = (char *)"/a" },
		{ .name = (char *)"b",
		  .source = (char *)"1234",
		  .is_commit = true,
		  .subject = (char *)"subject",
		  .modifiers = (char *)"notsc" },
	};
	const struct store_series_boot boots[] = { { .arm = 0 }, { .arm = 1 } };

	snprintf(path, sizeof(path), "/tmp/ktoll-series.%ld.db", (long)getpid());
	unlink(path);
	if (store_open(path, STORE_CREATE, &s, &e) ||
	    store_experiment_begin(s, &x, &id, &e) ||
	    store_series_add(s, id, "fnv:1", "{}", arms, 2, &e) ||
	    store_series_plan(s, id, boots, 2, &e))
		return -1;
	return 0;
}

static int drop(void **state)
{
	char other[80];

	store_close(s);
	unlink(path);
	snprintf(other, sizeof(other), "%s-wal", path);
	unlink(other);
	snprintf(other, sizeof(other), "%s-shm", path);
	unlink(other);
	return 0;
}

static int64_t boot(bool ended)
{
	int64_t b = 0;

	assert_int_equal(store_boot_begin(s, id, "a", "vm", STORE_INSTRUCTIONS, 1, NULL,
					  0, &b, &e),
			 0);
	if (ended)
		assert_int_equal(store_boot_end(s, b, 2, NULL, 0, &e), 0);
	return b;
}

static void arms_keep_their_order_and_what_becomes_of_them(void **state)
{
	struct store_series_arm *arms,
		set = { .number = 1, .state = STORE_ARM_BROKEN, .reason = (char *)"why" };
	size_t n;

	assert_int_equal(store_series_arm_set(s, id, &set, &e), 0);
	assert_int_equal(store_series_arms(s, id, &arms, &n, &e), 0);
	assert_int_equal(n, 2);
	assert_string_equal(arms[0].name, "a");
	assert_int_equal(arms[0].state, STORE_ARM_PLANNED);
	assert_string_equal(arms[0].modifiers, "");
	assert_true(arms[1].is_commit);
	assert_string_equal(arms[1].subject, "subject");
	assert_int_equal(arms[1].state, STORE_ARM_BROKEN);
	assert_string_equal(arms[1].reason, "why");
	store_series_arms_free(arms, n);
}

static void a_boot_that_a_kill_cut_short_is_dropped(void **state)
{
	struct store_boot *boots;
	int64_t loose = -1;
	size_t n;

	boot(false);
	assert_int_equal(store_series_tidy(s, id, &loose, &e), 0);
	assert_int_equal(loose, 0);
	assert_int_equal(store_boots(s, id, &boots, &n, &e), 0);
	assert_int_equal(n, 0);
	store_boots_free(boots, n);
}

static void a_boot_that_ended_before_it_was_noted_is_found(void **state)
{
	struct store_series_boot done = { .number = 0,
					  .state = STORE_BOOT_DONE,
					  .attempts = 1 };
	struct store_series_boot *list;
	int64_t loose = -1, first = boot(true), second;
	size_t n;

	assert_int_equal(store_series_tidy(s, id, &loose, &e), 0);
	assert_int_equal(loose, first);
	done.boot_id = first;
	assert_int_equal(store_series_boot_set(s, id, &done, &e), 0);
	assert_int_equal(store_series_tidy(s, id, &loose, &e), 0);
	assert_int_equal(loose, 0);
	second = boot(true);
	assert_int_equal(store_series_tidy(s, id, &loose, &e), 0);
	assert_int_equal(loose, second);
	assert_int_equal(store_series_boots(s, id, &list, &n, &e), 0);
	assert_int_equal(n, 2);
	assert_int_equal(list[0].state, STORE_BOOT_DONE);
	assert_int_equal(list[0].boot_id, first);
	assert_int_equal(list[1].state, STORE_BOOT_PLANNED);
	free(list);
}

static void only_one_takes_it_over(void **state)
{
	assert_int_equal(store_series_take(s, id, "boot 1 2", "boot 3 4", &e), 0);
	assert_int_equal(store_series_take(s, id, "boot 1 2", "boot 5 6", &e), -EBUSY);
}

static void what_is_no_series_is_said(void **state)
{
	struct store_series row;

	assert_int_equal(store_series_get(s, id, &row, &e), 0);
	assert_string_equal(row.machine, "fnv:1");
	assert_null(row.ops);
	store_series_clear(&row);
	assert_int_equal(store_series_get(s, 99, &row, &e), -ENOENT);
	assert_non_null(strstr(e.what, "is no series"));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, make, drop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(arms_keep_their_order_and_what_becomes_of_them),
		TEST(a_boot_that_a_kill_cut_short_is_dropped),
		TEST(a_boot_that_ended_before_it_was_noted_is_found),
		TEST(only_one_takes_it_over),
		TEST(what_is_no_series_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
