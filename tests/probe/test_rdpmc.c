/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit.h"

#include <linux/perf_event.h>

static uint64_t fake_pmc(uint32_t index);

#define RDPMC fake_pmc
#include "probe/rdpmc.h"

static struct perf_event_mmap_page page;
static uint64_t raw;
static unsigned int moves; /* how often the kernel moves the counter while it is read */

static uint64_t fake_pmc(uint32_t index)
{
	assert_int_equal(index, 6);
	if (moves) {
		moves--;
		page.lock++;
		page.offset += 1000;
	}
	return raw;
}

static void set(uint32_t index, int64_t offset, uint64_t value, uint16_t width)
{
	page = (struct perf_event_mmap_page){ .index = index,
					      .offset = offset,
					      .pmc_width = width };
	raw = value;
	moves = 0;
}

static void the_count_is_what_the_kernel_had_and_what_came_since(void **state)
{
	set(7, 5000, 42, 48);
	assert_int_equal(rdpmc_count(&page), 5042);
}

static void the_hardware_counts_up_from_a_negative_number(void **state)
{
	/* 48 bits of -100, as the kernel programs a counter that is to overflow. */
	set(7, 5000, 0xffffffffff9c, 48);
	assert_int_equal(rdpmc_count(&page), 4900);
	set(7, 5000, 0xffffffff9c, 40);
	assert_int_equal(rdpmc_count(&page), 4900);
	set(7, 5000, (uint64_t)-100, 64);
	assert_int_equal(rdpmc_count(&page), 4900);
}

static void a_counter_that_is_not_on_the_cpu_is_not_read(void **state)
{
	set(0, 5000, 42, 48);
	assert_int_equal(rdpmc_count(&page), 5000);
}

static void a_reading_during_which_it_moved_is_taken_again(void **state)
{
	set(7, 5000, 42, 48);
	moves = 2;
	assert_int_equal(rdpmc_count(&page), 7042);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_count_is_what_the_kernel_had_and_what_came_since),
		cmocka_unit_test(the_hardware_counts_up_from_a_negative_number),
		cmocka_unit_test(a_counter_that_is_not_on_the_cpu_is_not_read),
		cmocka_unit_test(a_reading_during_which_it_moved_is_taken_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
