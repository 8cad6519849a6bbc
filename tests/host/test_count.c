/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host/count.h: read buffers of perf events, and the arithmetic of multiplexing. */
#include "host/count.h"

#include "tests/unit.h"

#include <errno.h>
#include <math.h>

static void assert_near(double x, double wanted)
{
	assert_true(fabs(x - wanted) <= 1e-9 * wanted);
}

static double scaled(uint64_t value, uint64_t enabled, uint64_t running,
		     enum count_status wanted)
{
	enum count_status status;
	double v;

	count_scale(value, enabled, running, &v, &status);
	assert_int_equal(status, wanted);
	return v;
}

static void test_what_ran_all_the_time_is_itself(void **state)
{
	assert_true(scaled(12345, 1000, 1000, COUNT_COUNTED) == 12345);
	assert_true(scaled(0, 1000, 1000, COUNT_COUNTED) == 0);
	/* Large counts keep all their digits up to 2^53. */
	assert_true(scaled(9007199254740991u, 7, 7, COUNT_COUNTED) == 9007199254740991.0);
}

static void test_running_a_little_more_than_enabled_is_all_of_it(void **state)
{
	assert_true(scaled(500, 1000, 1003, COUNT_COUNTED) == 500);
	assert_true(count_share(1000, 1003) == 1);
}

static void test_95_percent_are_counted_and_less_is_scaled(void **state)
{
	assert_near(scaled(950, 1000, 950, COUNT_COUNTED), 1000);
	assert_near(scaled(949, 1000, 949, COUNT_SCALED), 1000);
	assert_near(scaled(500, 1000, 250, COUNT_SCALED), 2000);
}

static void test_20_percent_are_scaled_and_less_is_not_used(void **state)
{
	assert_near(scaled(200, 1000, 200, COUNT_SCALED), 1000);
	assert_true(isnan(scaled(199, 1000, 199, COUNT_UNUSED)));
	assert_true(isnan(scaled(0, 1000, 0, COUNT_UNUSED)));
}

static void test_what_was_never_enabled_is_no_zero(void **state)
{
	assert_true(isnan(scaled(0, 0, 0, COUNT_UNUSED)));
	assert_true(count_share(0, 0) == 0);
}

static void test_times_of_days_do_not_overflow(void **state)
{
	const uint64_t week = 7ull * 86400 * 1000000000;

	assert_near(scaled(UINT64_MAX, week, week / 2, COUNT_SCALED),
		    2.0 * (double)UINT64_MAX);
}

/*
 * Recorded: `perf bench sched pipe -l 1000` counted by a group of context-switches,
 * cpu-migrations and page-faults (Linux 6.18, x86_64).
 */
/* clang-format off */
static const uint8_t recorded[] = {
	0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
	0xcb, 0x2d, 0x0a, 0x01, 0x00, 0x00, 0x00, 0x00,
	0xcb, 0x2d, 0x0a, 0x01, 0x00, 0x00, 0x00, 0x00,
	0xeb, 0x07, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
	0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
	0x3a, 0x04, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
};
/* clang-format on */

static void test_a_recorded_group_reads(void **state)
{
	struct count_group g;

	assert_int_equal(count_parse(recorded, sizeof(recorded), &g), 0);
	assert_int_equal(g.n, 3);
	assert_int_equal(g.enabled, 17444299);
	assert_int_equal(g.running, 17444299);
	assert_int_equal(g.value[0], 2027);
	assert_int_equal(g.value[1], 1);
	assert_int_equal(g.value[2], 1082);
}

/* Two groups on a PMU with room for one: this one ran 2 of 5 parts of the time. */
static void test_a_multiplexed_group_is_scaled_as_one(void **state)
{
	const uint64_t words[] = { 2, 10000000, 4000000, 8000, 2400 };
	struct count_group g;

	assert_int_equal(count_parse(words, sizeof(words), &g), 0);
	assert_near(scaled(g.value[0], g.enabled, g.running, COUNT_SCALED), 20000);
	assert_near(scaled(g.value[1], g.enabled, g.running, COUNT_SCALED), 6000);
}

static void test_a_short_or_long_buffer_is_refused(void **state)
{
	uint64_t words[4 + COUNT_GROUP_MAX] = { 3 };
	struct count_group g;

	for (size_t len = 0; len < sizeof(recorded); len++)
		assert_int_equal(count_parse(recorded, len, &g), -EBADMSG);
	assert_int_equal(count_parse(words, 7 * 8, &g), -EBADMSG);
	words[0] = COUNT_GROUP_MAX + 1;
	assert_int_equal(count_parse(words, sizeof(words), &g), -E2BIG);
	words[0] = UINT64_MAX;
	assert_int_equal(count_parse(words, sizeof(words), &g), -E2BIG);
}

static void test_an_empty_read_is_refused(void **state)
{
	struct count_group g;

	/* A pinned group in error state reads as end of file. */
	assert_int_equal(count_parse("", 0, &g), -EBADMSG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_ran_all_the_time_is_itself),
		cmocka_unit_test(test_running_a_little_more_than_enabled_is_all_of_it),
		cmocka_unit_test(test_95_percent_are_counted_and_less_is_scaled),
		cmocka_unit_test(test_20_percent_are_scaled_and_less_is_not_used),
		cmocka_unit_test(test_what_was_never_enabled_is_no_zero),
		cmocka_unit_test(test_times_of_days_do_not_overflow),
		cmocka_unit_test(test_a_recorded_group_reads),
		cmocka_unit_test(test_a_multiplexed_group_is_scaled_as_one),
		cmocka_unit_test(test_a_short_or_long_buffer_is_refused),
		cmocka_unit_test(test_an_empty_read_is_refused),
	};

	return cmocka_run_group_tests_name("count", tests, NULL, NULL);
}
