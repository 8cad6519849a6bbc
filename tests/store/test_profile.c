/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store/profile.h */
#include "store/internal.h"
#include "store/profile.h"
#include "tests/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static char dir[64], path[96];

static int set_up(void **state)
{
	strcpy(dir, "/tmp/ktoll-profile.XXXXXX");
	if (!mkdtemp(dir))
		return -1;
	snprintf(path, sizeof(path), "%s/ktoll.db", dir);
	return 0;
}

static int tear_down(void **state)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf %s", dir);
	return system(command);
}

/* A counted boot with one process, and its profile (NULL: none); the process's id. */
static int64_t counted(struct store *s, const char *arm, const char *sha256,
		       const char *build_id, const char *profile)
{
	const struct store_new_experiment x = { "path", "[]", "0", "owner", 1, 1 };
	const struct store_fact facts[] = {
		{ (char *)"id.vm.image.sha256", (char *)sha256, NULL },
		{ (char *)"vm.cpu_model", (char *)"Haswell", NULL },
	};
	struct store_process p = { .mode = "batch",
				   .modifiers = "",
				   .status = "done",
				   .conditions = "{}",
				   .exact = 340.5,
				   .agree = 1,
				   .ns_per_tick = 1,
				   .clock_drift = NAN,
				   .ops = 10 };
	int64_t experiment, id;
	struct err e;

	assert_int_equal(store_experiment_begin(s, &x, &experiment, &e), 0);
	assert_int_equal(store_boot_begin(s, experiment, arm, "vm", STORE_INSTRUCTIONS, 1,
					  facts, 2, &p.boot_id, &e),
			 0);
	assert_int_equal(store_workload(s, "syscall.null", "x86_64", 1, "op", 1,
					&p.workload_id, &e),
			 0);
	assert_int_equal(store_process_add(s, &p, &id, &e), 0);
	if (profile)
		assert_int_equal(store_profile_add(s, id, build_id, profile, &e), 0);
	return id;
}

static size_t found(struct store *s, struct store_profile_wish w, char *ret_first,
		    size_t size)
{
	struct store_profile *list;
	struct err e;
	size_t n;

	assert_int_equal(store_profiles(s, &w, 10, &list, &n, &e), 0);
	snprintf(ret_first, size, "%s", n ? list[0].profile : "");
	store_profiles_free(list, n);
	return n;
}

static void a_profile_is_found_by_arm_build_and_image(void **state)
{
	struct store *s = NULL;
	struct store_profile *list;
	char first[16];
	struct err e;
	size_t n;

	assert_int_equal(store_open(path, STORE_CREATE, &s, &e), 0);
	counted(s, "before", "aa", "11", "one");
	counted(s, "before", "aa", "11", "two");
	counted(s, "after", "bb", "", "three");

#define FOUND(...) \
	found(s, (struct store_profile_wish){ __VA_ARGS__ }, first, sizeof(first))
	assert_int_equal(FOUND(0), 3);
	assert_int_equal(FOUND(.arm = "before"), 2);
	assert_string_equal(first, "two");
	assert_int_equal(
		FOUND(.arm = "before", .workload = "syscall.null", .abi = "i386"), 0);
	assert_int_equal(FOUND(.build_id = "11"), 2);
	assert_int_equal(FOUND(.image_sha256 = "bb"), 1);
	assert_string_equal(first, "three");
	assert_int_equal(FOUND(.arm = "none", .build_id = "11", .image_sha256 = "bb"), 3);
	assert_int_equal(FOUND(.experiment = 1), 1);
	/* What has no build id is nobody's equal. */
	assert_int_equal(FOUND(.build_id = ""), 0);

	assert_int_equal(store_profiles(s, &(struct store_profile_wish){ .arm = "after" },
					1, &list, &n, &e),
			 0);
	assert_string_equal(list[0].workload, "syscall.null");
	assert_string_equal(list[0].cpu_model, "Haswell");
	assert_null(list[0].append);
	assert_true(list[0].exact == 340.5);
	store_profiles_free(list, n);
	store_close(s);
}

static void a_process_has_one_profile(void **state)
{
	struct store *s = NULL;
	struct err e;
	int64_t id;

	assert_int_equal(store_open(path, STORE_CREATE, &s, &e), 0);
	id = counted(s, "before", "aa", "11", "one");
	assert_true(store_profile_add(s, id, "11", "two", &e) < 0);
	assert_true(store_profile_add(s, 777, "11", "two", &e) < 0);
	store_close(s);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

static int one_step(void *steps)
{
	++*(size_t *)steps;
	return 0;
}

/* What SQLite does to find the profiles of syscall.null that @arm's modifiers fit. */
static size_t steps_of_a_search(struct store *s, const char *arm)
{
	const struct store_profile_wish w = { .workload = "syscall.null",
					      .abi = "x86_64",
					      .image_sha256 = "aa",
					      .as_arm = arm };
	struct store_profile *list;
	size_t n, steps = 0;
	struct err e;

	sqlite3_progress_handler(s->db, 1, one_step, &steps);
	assert_int_equal(store_profiles(s, &w, 32, &list, &n, &e), 0);
	sqlite3_progress_handler(s->db, 0, NULL, NULL);
	assert_int_equal(n, 1);
	store_profiles_free(list, n);
	return steps;
}

/* Reports look for them for every row and margin. */
static void finding_them_takes_no_longer_with_more_processes(void **state)
{
	struct store *s;
	struct err e;
	size_t before;

	assert_int_equal(store_open(path, STORE_CREATE, &s, &e), 0);
	counted(s, "a", "aa", "", "one");
	before = steps_of_a_search(s, "a");
	for (int i = 0; i < 200; i++)
		counted(s, "b", "bb", "", NULL);
	assert_true(steps_of_a_search(s, "a") < before + 100);
	store_close(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_profile_is_found_by_arm_build_and_image),
		TEST(a_process_has_one_profile),
		TEST(finding_them_takes_no_longer_with_more_processes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
