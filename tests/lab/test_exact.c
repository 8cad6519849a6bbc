/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit.h"

#include "lab/exact.h"

#include <math.h>

static struct store_process process(const int64_t *ticks, const uint8_t *flags, size_t n)
{
	return (struct store_process){ .status = "done",
				       .ops = 10,
				       .ns_per_tick = 0.4,
				       .n = n,
				       .ticks = ticks,
				       .flags = flags };
}

static void the_mode_of_the_batches_is_the_count(void **state)
{
	const int64_t ticks[] = { 9999, 3360, 3360, 5121, 3360, 3361 };
	const uint8_t flags[] = { STORE_WARMUP, 0, 0, 0, 0, 0 };
	struct store_process p = process(ticks, flags, 6);

	exact_summarise(&p, 2);
	assert_true(p.exact == 168);
	assert_true(p.agree == 3.0 / 5);
	assert_true(p.ns_per_tick == 1);
	assert_true(p.summary.min == 168);
	assert_true(p.summary.max == 5121.0 / 20);
}

static void of_equally_frequent_values_it_is_the_smallest(void **state)
{
	const int64_t ticks[] = { 30, 20, 30, 20, 50 };
	const uint8_t flags[5] = { 0 };
	struct store_process p = process(ticks, flags, 5);

	exact_summarise(&p, 1);
	assert_true(p.exact == 2);
	assert_true(p.agree == 0.4);
}

static void a_process_that_failed_has_no_count(void **state)
{
	const int64_t ticks[] = { 30, 20 };
	const uint8_t flags[2] = { 0 };
	struct store_process p = process(ticks, flags, 2);

	p.status = "fail";
	exact_summarise(&p, 1);
	assert_true(isnan(p.exact) && isnan(p.agree) && isnan(p.summary.p25));
	p = process(ticks, flags, 0);
	exact_summarise(&p, 1);
	assert_true(isnan(p.exact));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_mode_of_the_batches_is_the_count),
		cmocka_unit_test(of_equally_frequent_values_it_is_the_smallest),
		cmocka_unit_test(a_process_that_failed_has_no_count),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
