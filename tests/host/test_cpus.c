/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host/cpus.h: which CPU is measured, and which are its company. */
#include "host/cpus.h"
#include "tests/host/tree.h"

static void choose(struct tree *t, int wish, struct cpu_choice *c)
{
	struct err e;

	assert_int_equal(cpus_choose(t->fd, wish, c, &e), 0);
}

static void allow(struct tree *t, const char *list)
{
	char status[128];

	snprintf(status, sizeof(status), "Name:\tx\nCpus_allowed_list:\t%s\n", list);
	tree_put(t, "proc/self/status", status);
}

static void test_the_last_cpu_off_the_first_core_is_measured(void **state)
{
	struct cpu_choice c;
	struct tree t;

	tree_load(&t, "intel-metal");
	choose(&t, -1, &c);
	assert_int_equal(c.measure, 7);
	assert_int_equal(c.sibling, 3);
	assert_int_equal(c.other, 6);
	assert_int_equal(c.shared_cache, 3);
	assert_int_equal(c.self, 0);
	assert_true(c.cores_known);
	assert_false(c.isolated);
	tree_release(&t);
}

static void test_a_guest_of_two_cpus_keeps_ktoll_on_the_other(void **state)
{
	struct cpu_choice c;
	struct tree t;

	tree_load(&t, "amd-vm");
	choose(&t, -1, &c);
	assert_int_equal(c.measure, 1);
	assert_int_equal(c.other, 0);
	assert_int_equal(c.sibling, -1);
	assert_int_equal(c.self, 0);
	tree_release(&t);
}

static void test_one_cpu_does_everything(void **state)
{
	struct cpu_choice c;
	struct tree t;

	tree_load(&t, "i386-guest");
	choose(&t, -1, &c);
	assert_int_equal(c.measure, 0);
	assert_int_equal(c.other, -1);
	assert_int_equal(c.sibling, -1);
	assert_int_equal(c.self, 0);
	tree_release(&t);
}

static void test_a_wish_is_honoured(void **state)
{
	struct cpu_choice c;
	struct tree t;

	tree_load(&t, "intel-metal");
	choose(&t, 0, &c);
	assert_int_equal(c.measure, 0);
	assert_int_equal(c.sibling, 4);
	assert_true(c.other != 4 && c.other > 0);
	assert_int_not_equal(c.self, 0);
	tree_release(&t);
}

static void test_a_wish_that_cannot_be_says_what_can(void **state)
{
	struct cpu_choice c;
	struct tree t;
	struct err e;

	tree_load(&t, "intel-metal");
	allow(&t, "0-1,6");
	assert_int_equal(cpus_choose(t.fd, 99, &c, &e), -EINVAL);
	assert_string_equal(e.what, "CPU 99 is not online or not allowed");
	assert_string_equal(e.expected, "one of 0-1,6");
	assert_int_equal(cpus_choose(t.fd, 7, &c, &e), -EINVAL);
	assert_int_equal(cpus_choose(t.fd, 1000000, &c, &e), -EINVAL);
	tree_release(&t);
}

static void test_only_allowed_cpus_are_chosen(void **state)
{
	struct cpu_choice c;
	struct tree t;

	tree_load(&t, "intel-metal");
	allow(&t, "0-2");
	choose(&t, -1, &c);
	assert_int_equal(c.measure, 2);
	assert_int_equal(c.other, 1);
	assert_int_equal(c.sibling, -1);
	assert_int_equal(c.self, 0);
	/* Only the two threads of the first core: they are no pair of cores. */
	allow(&t, "0,4");
	choose(&t, -1, &c);
	assert_int_equal(c.measure, 4);
	assert_int_equal(c.sibling, 0);
	assert_int_equal(c.other, -1);
	assert_int_equal(c.self, 0);
	tree_release(&t);
}

static void test_the_peer_shares_the_closest_cache(void **state)
{
	char path[96];
	struct cpu_choice c;
	struct tree t;
	int i;

	/* Two last level caches: cores 0 and 3, cores 1 and 2. */
	tree_load(&t, "intel-metal");
	for (i = 0; i < 8; i++) {
		snprintf(path, sizeof(path),
			 "sys/devices/system/cpu/cpu%d/cache/index3/shared_cpu_map", i);
		tree_put(&t, path, i % 4 == 0 || i % 4 == 3 ? "99" : "66");
	}
	choose(&t, 7, &c);
	assert_int_equal(c.other, 4);
	assert_int_equal(c.shared_cache, 3);
	choose(&t, 2, &c);
	assert_int_equal(c.other, 5);
	/* None is allowed under the same cache: the peer is far, and known to be. */
	allow(&t, "0,1");
	choose(&t, 1, &c);
	assert_int_equal(c.other, 0);
	assert_int_equal(c.shared_cache, 0);
	tree_release(&t);
}

static void test_isolated_cpus_are_preferred_if_nobody_chose_otherwise(void **state)
{
	struct cpu_choice c;
	struct tree t;

	tree_load(&t, "intel-metal");
	tree_put(&t, "sys/devices/system/cpu/isolated", "1-2\n");
	allow(&t, "0,3-7");
	choose(&t, -1, &c);
	assert_int_equal(c.measure, 2);
	assert_true(c.isolated);
	assert_int_equal(c.other, 1);
	assert_int_equal(c.self, 0);
	/* Restricted by somebody, and not to these. */
	allow(&t, "0,3-5");
	choose(&t, -1, &c);
	assert_int_equal(c.measure, 5);
	choose(&t, 1, &c);
	assert_int_equal(c.measure, 1);
	assert_true(c.isolated);
	tree_release(&t);
}

static void test_offline_cpus_of_the_mask_do_not_count(void **state)
{
	struct cpu_choice c;
	struct tree t;
	struct err e;

	tree_load(&t, "intel-metal");
	tree_put(&t, "sys/devices/system/cpu/online", "0-5\n");
	allow(&t, "0-127");
	choose(&t, -1, &c);
	assert_int_equal(c.measure, 5);
	assert_int_equal(cpus_choose(t.fd, 6, &c, &e), -EINVAL);
	assert_string_equal(e.expected, "one of 0-5");
	tree_release(&t);
}

static void test_without_a_topology_every_cpu_is_a_core(void **state)
{
	struct cpu_choice c;
	struct tree t;

	tree_init(&t);
	choose(&t, -1, &c);
	assert_false(c.cores_known);
	assert_int_equal(c.shared_cache, 0);
	assert_int_equal(c.sibling, -1);
	assert_true(c.measure >= 0);
	assert_true(cpumask_has(&c.allowed, c.measure));
	tree_release(&t);
}

static void test_hostile_lists_are_as_good_as_none(void **state)
{
	struct cpu_choice c;
	struct tree t;

	tree_load(&t, "intel-metal");
	tree_put(&t, "sys/devices/system/cpu/online", "0-99999999999\n");
	tree_put(&t, "sys/devices/system/cpu/isolated", "\x01\xff,,");
	choose(&t, -1, &c);
	assert_int_equal(c.measure, 7);
	assert_false(c.isolated);
	tree_release(&t);
}

static void test_the_environment_is_as_before(void **state)
{
	struct cpu_choice c;
	struct tree t;

	tree_load(&t, "amd-vm");
	choose(&t, -1, &c);
	assert_null(getenv("HWLOC_FSROOT"));
	assert_null(getenv("HWLOC_HIDE_ERRORS"));
	tree_release(&t);
}

static void test_this_machine_has_a_cpu_to_measure(void **state)
{
	int root = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct cpu_choice c;
	struct err e;

	assert_int_equal(cpus_choose(root, -1, &c, &e), 0);
	assert_true(cpumask_has(&c.online, c.measure));
	assert_true(cpumask_has(&c.online, c.self));
	assert_int_equal(cpus_choose(root, 8000, &c, &e), -EINVAL);
	close(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_last_cpu_off_the_first_core_is_measured),
		cmocka_unit_test(test_a_guest_of_two_cpus_keeps_ktoll_on_the_other),
		cmocka_unit_test(test_one_cpu_does_everything),
		cmocka_unit_test(test_a_wish_is_honoured),
		cmocka_unit_test(test_a_wish_that_cannot_be_says_what_can),
		cmocka_unit_test(test_only_allowed_cpus_are_chosen),
		cmocka_unit_test(test_the_peer_shares_the_closest_cache),
		cmocka_unit_test(
			test_isolated_cpus_are_preferred_if_nobody_chose_otherwise),
		cmocka_unit_test(test_offline_cpus_of_the_mask_do_not_count),
		cmocka_unit_test(test_without_a_topology_every_cpu_is_a_core),
		cmocka_unit_test(test_hostile_lists_are_as_good_as_none),
		cmocka_unit_test(test_the_environment_is_as_before),
		cmocka_unit_test(test_this_machine_has_a_cpu_to_measure),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
