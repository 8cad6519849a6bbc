/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What timed boots run, without booting: their schedule, and how a series keeps it. */
#include "tests/unit.h"

#include "lab/series_parts.h"
#include "lab/timed_jobs.h"

#include <errno.h>
#include <stdlib.h>

#define N 4

static const struct catalogue_entry entry[N] = {
	{ .name = "syscall.null", .abi = "x86_64" },
	{ .name = "int80.null", .abi = "i386" },
	{ .name = "signal.catch", .abi = "x86_64" },
	{ .name = "fd.read-zero", .abi = "x86_64" },
};
static const struct catalogue_entry *const entries[N] = { &entry[0], &entry[1], &entry[2],
							  &entry[3] };

/* As a calibration leaves them: the second does not run. */
static struct boot_job *calibrated(void)
{
	struct boot_job *jobs = timed_calibration_jobs(entries, N);

	for (size_t i = 0; i < N; i++) {
		assert_string_equal(jobs[i].mode, "calibrate");
		assert_int_equal(jobs[i].ops, 0);
		assert_true(jobs[i].target_ns > 0);
		jobs[i].ops = i == 1 ? 0 : 100 * (uint32_t)(i + 1);
	}
	return jobs;
}

static void each_round_has_every_workload_that_runs_once(void **state)
{
	struct boot_job *from = calibrated(), *jobs;
	struct draw draw = { 5 };
	bool other_order = false;
	size_t n = 0;

	jobs = timed_jobs(from, N, &draw, &n);
	assert_int_equal(n % 3, 0);
	assert_true(n >= 2 * 3);
	for (size_t round = 0; round < n; round += 3) {
		bool seen[N] = { false };

		for (size_t i = round; i < round + 3; i++) {
			size_t k = (size_t)(jobs[i].entry - entry);

			assert_false(seen[k]);
			seen[k] = true;
			assert_string_equal(jobs[i].mode, "batch");
			assert_int_equal(jobs[i].ops, 100 * (k + 1));
			assert_true(jobs[i].batches > 0);
			other_order |= jobs[i].entry != jobs[i % 3].entry;
		}
		assert_false(seen[1]);
	}
	assert_true(other_order);
	free(jobs);
	free(from);
}

static void a_boot_draws_the_same_order_again(void **state)
{
	struct boot_job *from = calibrated(), *a, *b, *c;
	struct draw x = { 7 }, y = { 7 }, z = { 8 };
	size_t n, m, k;

	a = timed_jobs(from, N, &x, &n);
	b = timed_jobs(from, N, &y, &m);
	c = timed_jobs(from, N, &z, &k);
	assert_true(n == m && m == k);
	assert_memory_equal(a, b, n * sizeof(*a));
	assert_memory_not_equal(a, c, n * sizeof(*a));
	free(a);
	free(b);
	free(c);
	free(from);
}

static void nothing_that_runs_is_no_jobs(void **state)
{
	struct boot_job *from = timed_calibration_jobs(entries, N), *jobs;
	struct draw draw = { 1 };
	size_t n = 99;

	jobs = timed_jobs(from, N, &draw, &n);
	assert_int_equal(n, 0);
	free(jobs);
	free(from);
}

static void a_resumed_series_has_the_same_ops(void **state)
{
	struct boot_job *from = calibrated(), *back = NULL;
	char *text = series_ops_text(from, N);

	assert_int_equal(series_ops_read(text, entries, N, &back), 0);
	for (size_t i = 0; i < N; i++) {
		assert_int_equal(back[i].ops, from[i].ops);
		assert_ptr_equal(back[i].entry, from[i].entry);
	}
	free(back);
	free(text);
	free(from);
}

static void damaged_ops_are_refused(void **state)
{
	struct boot_job *back = NULL;

	assert_int_equal(series_ops_read("", entries, N, &back), -EBADMSG);
	assert_int_equal(series_ops_read("[1]", entries, N, &back), -EBADMSG);
	assert_int_equal(series_ops_read("{\"syscall.null\": 5}", entries, N, &back),
			 -EBADMSG);
	assert_int_equal(series_ops_read("{\"syscall.null\": \"5\"}", entries, 1, &back),
			 -EBADMSG);
	assert_null(back);
	/* Out of range: it does not run, rather than running for ever. */
	assert_int_equal(series_ops_read("{\"syscall.null\": -5}", entries, 1, &back), 0);
	assert_int_equal(back[0].ops, 0);
	free(back);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_round_has_every_workload_that_runs_once),
		cmocka_unit_test(a_boot_draws_the_same_order_again),
		cmocka_unit_test(nothing_that_runs_is_no_jobs),
		cmocka_unit_test(a_resumed_series_has_the_same_ops),
		cmocka_unit_test(damaged_ops_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
