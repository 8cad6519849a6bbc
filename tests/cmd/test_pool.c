/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of cmd/pool.h. */
#include "cmd/pool.h"

#include "report/run.h"
#include "tests/unit.h"

#include <math.h>
#include <string.h>

/* Three samples of 10, 20 and 30 ticks, the first a warm-up; @preempted of the others. */
static struct store_row row_of(int64_t ticks[3], uint8_t flags[3], int64_t preempted)
{
	return (struct store_row){
		.per = 1,
		.samples = 3,
		.warmup = 1,
		.preempted = preempted,
		.process = { .n = 3,
			     .ticks = ticks,
			     .flags = flags,
			     .ops = 10,
			     .ns_per_tick = 2 },
	};
}

static void samples_are_pooled_without_the_warmup(void **state)
{
	int64_t ticks[3] = { 10, 20, 30 };
	uint8_t flags[3] = { STORE_WARMUP, 0, 0 };
	struct store_row row = row_of(ticks, flags, 1);
	struct pool p = { 0 };

	assert_true(isnan(pool_mean(&p)));
	assert_true(isnan(pool_preempted_pct(&p)));
	pool_add(&p, &row);
	pool_add(&p, &row);
	assert_int_equal(p.n, 4);
	assert_true(fabs(pool_mean(&p) - 5) < 1e-12);
	assert_true(fabs(pool_preempted_pct(&p) - 50) < 1e-12);
	pool_reset(&p);
	assert_int_equal(p.n, 0);
	assert_true(isnan(pool_preempted_pct(&p)));
	pool_release(&p);
}

static void a_clock_that_drifts_is_marked(void **state)
{
	int64_t ticks[3] = { 10, 20, 30 };
	uint8_t flags[3] = { 0 };
	struct store_row row = row_of(ticks, flags, 0);
	const struct headline h = { 5, NAN, NAN };
	struct pool p = { 0 };

	row.process.clock_drift = -0.002;
	pool_add(&p, &row);
	assert_int_equal(pool_marks(&p, &h, 3, 0, false), RUN_CLOCK);
	pool_release(&p);
}

static void few_processes_have_no_interval(void **state)
{
	const double x[] = { 10, 11, 12 };
	struct headline h = headline_of(x, 2, false, 0.05);

	assert_true(h.value > 10 && h.value < 11);
	assert_true(isnan(h.lo) && isnan(h.hi));
	h = headline_of(x, 3, false, 0.05);
	assert_true(h.lo < h.value && h.value < h.hi);
	assert_true(isnan(headline_of(x, 0, false, 0.05).value));
	assert_true(isnan(headline_of(x, 0, true, 0.05).value));
}

static void what_was_counted_has_a_range(void **state)
{
	const double x[] = { 340, 338, 341 }, same[] = { 7, 7 };
	struct headline h = headline_of(x, 3, true, 0.05);
	struct pool p = { 0 };

	assert_true(h.value == 340 && h.lo == 338 && h.hi == 341);
	assert_int_equal(pool_marks(&p, &h, 3, 0, true), RUN_VARIES);
	h = headline_of(same, 2, true, 0.05);
	assert_int_equal(pool_marks(&p, &h, 2, 0, true), 0);
	assert_int_equal(pool_marks(&p, &h, 2, 1, true), RUN_FAILURES);
}

static void what_was_refused_is_listed_once(void **state)
{
	struct str list = STR_INIT;

	refusals_add(&list, "{\"nice\": \"refused EACCES\", \"affinity\": \"set\"}");
	assert_string_equal(str_get(&list), "nice EACCES");
	refusals_add(&list,
		     "{\"nice\": \"refused EACCES\", \"lock\": \"refused EPERM\"}");
	assert_string_equal(str_get(&list), "nice EACCES, lock EPERM");
	refusals_add(&list, "not JSON");
	refusals_add(&list, "[1]");
	assert_string_equal(str_get(&list), "nice EACCES, lock EPERM");
	str_release(&list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(samples_are_pooled_without_the_warmup),
		cmocka_unit_test(a_clock_that_drifts_is_marked),
		cmocka_unit_test(few_processes_have_no_interval),
		cmocka_unit_test(what_was_counted_has_a_range),
		cmocka_unit_test(what_was_refused_is_listed_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
