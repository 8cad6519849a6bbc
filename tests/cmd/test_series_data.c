/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A timed series from the store to its report, without a machine that could run one: made
 * up boots with a step of 5 % in one workload of three.
 */
#include "tests/unit.h"

#include "cmd/series_data.h"
#include "lab/schedule.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define ARMS      4
#define ROUNDS    12
#define WORKLOADS 3
#define STEP_AT   2         /* this arm and those behind it */
#define LOST      WORKLOADS /* a workload that the last arm does not run */

static const char *const names[WORKLOADS + 1] = { "fd.read-zero", "signal.catch",
						  "syscall.null", "vdso.lost" };
static const char plan[] =
	"{\"exact\": false, \"unpinned\": false, \"cpu\": -1, \"seed\": 5, \"rounds\": 12, "
	"\"retries\": 1, \"jobs\": 0, \"mem_mb\": 0, \"wall_s\": 0, \"silence_s\": 0, "
	"\"margin\": 0.01, \"confidence\": 0.95, "
	"\"workloads\": [\"fd.read-zero\", \"signal.catch\", \"syscall.null\"]}";

static char path[64];
static struct store *s;
static struct series_data d;
static struct err e;
static int64_t id, workload[WORKLOADS + 1];

/* Within 0.3 %. */
static double noise(struct draw *draw)
{
	return 1 + 0.006 * ((double)draw_below(draw, 1000) / 1000 - 0.5);
}

static void one_boot(struct store_series_boot *b, struct draw *draw)
{
	/* QEMU was replaced before the last boot. */
	const bool last = b->number == ARMS * ROUNDS - 1;
	static char keys[3][16] = { "host.cpu.model", "vm.cpu_model", "vm.qemu" };
	static char xeon[] = "Xeon", cpu[] = "host";
	static char qemu[] = "QEMU emulator version 7.2.22 (Debian 1:7.2)";
	static char other[] = "QEMU emulator version 9.0.1";
	const struct store_fact facts[] = {
		{ keys[0], xeon },
		{ keys[1], cpu },
		{ keys[2], last ? other : qemu },
	};
	int64_t boot = 0;

	assert_int_equal(
		store_boot_begin(s, id, "x", "vm", STORE_TIME, 1, facts, 3, &boot, &e),
		0);
	for (size_t w = 0; w <= LOST; w++) {
		const double of_boot = noise(draw);

		for (int i = 0; i < 8; i++) {
			double v = 100 * of_boot * noise(draw);
			struct store_process p = {
				.boot_id = boot,
				.workload_id = workload[w],
				.number = (int64_t)w * 8 + i,
				.began_ns = 1,
				.mode = "batch",
				.modifiers = "",
				.status = "done",
				.conditions = "{}",
				.ns_per_tick = 1,
				.clock_drift = NAN,
				.exact = NAN,
				.agree = NAN,
			};

			if (w == 2 && b->arm >= STEP_AT)
				v *= 1.05;
			if (w == LOST && b->arm == ARMS - 1) {
				p.status = "skip";
				p.reason = "no such call";
				v = NAN;
			}
			p.summary =
				(struct store_summary){ v, v, v, v, v, v, v, v, v, v, 0 };
			if (store_process_add(s, &p, NULL, &e) < 0)
				fail_msg("%s", e.what);
		}
	}
	assert_int_equal(store_boot_end(s, boot, 2, NULL, 0, &e), 0);
	b->boot_id = boot;
	b->attempts = 1;
	b->state = STORE_BOOT_DONE;
	assert_int_equal(store_series_boot_set(s, id, b, &e), 0);
}

static int make(void **state)
{
	const struct store_new_experiment x = {
		"series", "[]", "0.1", "boot 1 2", 7, 1000
	};
	struct store_series_arm arms[ARMS];
	struct store_series_boot boots[ARMS * ROUNDS] = { 0 };
	static char name[ARMS][2] = { "a", "b", "c", "d" };
	struct draw draw = { 11 };

	for (size_t i = 0; i < ARMS; i++)
		arms[i] = (struct store_series_arm){ .name = name[i], .source = name[i] };
	snprintf(path, sizeof(path), "/tmp/ktoll-data.%ld.db", (long)getpid());
	assert_int_equal(store_open(path, STORE_CREATE, &s, &e), 0);
	assert_int_equal(store_experiment_begin(s, &x, &id, &e), 0);
	assert_int_equal(store_series_add(s, id, "", plan, arms, ARMS, &e), 0);
	for (size_t w = 0; w <= LOST; w++)
		assert_int_equal(store_workload(s, names[w], "x86_64", 1, "op", 1,
						&workload[w], &e),
				 0);
	for (size_t i = 0; i < ARMS; i++) {
		arms[i].number = (int64_t)i;
		arms[i].state = STORE_ARM_READY;
		arms[i].sha256 = arms[i].code = arms[i].image = name[i];
		assert_int_equal(store_series_arm_set(s, id, &arms[i], &e), 0);
	}
	for (size_t i = 0; i < ARMS * ROUNDS; i++) {
		boots[i].number = (int64_t)i;
		boots[i].round = (int64_t)(i / ARMS);
		boots[i].arm = (int64_t)(i % ARMS);
	}
	assert_int_equal(store_series_plan(s, id, boots, ARMS * ROUNDS, &e), 0);
	for (size_t i = 0; i < ARMS * ROUNDS; i++)
		one_boot(&boots[i], &draw);
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

static int release(void **state)
{
	series_data_release(&d);
	return 0;
}

static void load(void)
{
	if (series_data_load(s, id, &d, &e) < 0)
		fail_msg("%s", e.what);
}

static void a_step_of_five_percent_is_found_where_it_is(void **state)
{
	load();
	assert_int_equal(d.n_blocks, WORKLOADS + 1);
	for (size_t w = 0; w < WORKLOADS; w++) {
		const struct series_block *b = &d.report.block[w];

		assert_string_equal(b->label, names[w]);
		for (size_t i = 1; i < ARMS; i++) {
			const struct series_step *step = &b->cell[i].prev;
			const bool is = w == 2 && i == STEP_AT;

			assert_true(step->compared);
			assert_int_equal(step->from, i - 1);
			assert_int_equal(step->c.verdict == VERDICT_SLOWER, is);
			assert_int_equal(series_step_changed(&d.report, step), is);
		}
		assert_int_equal(b->moved, w == 2);
		assert_int_equal(b->n_found, w == 2);
	}
	assert_int_equal(d.report.block[2].found[0].at, STEP_AT);
	assert_true(fabs(d.report.block[2].found[0].change_pct - 5) < 0.5);
	/* The step stays in the series so far. */
	assert_int_equal(d.report.block[2].cell[3].base.c.verdict, VERDICT_SLOWER);
	assert_true(d.slower && d.different);
}

static void all_steps_of_all_workloads_are_one_family(void **state)
{
	double least = 1, least_adjusted = 1;

	load();
	assert_int_equal(d.report.family, (WORKLOADS + 1) * (ARMS - 1) - 1);
	for (size_t w = 0; w < WORKLOADS; w++)
		for (size_t i = 1; i < ARMS; i++) {
			const struct comparison *c = &d.report.block[w].cell[i].prev.c;

			assert_true(c->p_diff_adjusted >= c->p_diff);
			if (c->p_diff < least) {
				least = c->p_diff;
				least_adjusted = c->p_diff_adjusted;
			}
		}
	/* Holm: the least of eleven counts eleven times. */
	assert_true(least < 0.001);
	assert_true(fabs(least_adjusted / (11 * least) - 1) < 1e-9);
}

static void a_boot_that_failed_is_counted_and_missed(void **state)
{
	struct store_series_boot failed = { .number = 1,
					    .round = 0,
					    .arm = 1,
					    .attempts = 2,
					    .state = STORE_BOOT_FAILED };
	struct store_series_boot *was;
	size_t n;

	assert_int_equal(store_series_boots(s, id, &was, &n, &e), 0);
	assert_int_equal(store_series_boot_set(s, id, &failed, &e), 0);
	load();
	assert_int_equal(d.report.arm[1].boots, ROUNDS - 1);
	assert_int_equal(d.report.arm[1].failed, 2);
	assert_int_equal(d.report.block[2].cell[1].n, ROUNDS - 1);
	assert_int_equal(d.report.block[2].cell[2].prev.c.verdict, VERDICT_SLOWER);
	assert_int_equal(store_series_boot_set(s, id, &was[1], &e), 0);
	free(was);
}

static void what_the_boots_ran_under_is_said_where_it_differs_too(void **state)
{
	load();
	assert_string_equal(d.report.machine,
			    "QEMU 7.2.22, -cpu host, on Xeon; other boots QEMU 9.0.1, "
			    "-cpu host, on Xeon");
}

static void a_workload_that_an_arm_does_not_run_is_lost_there(void **state)
{
	const struct series_block *b;

	load();
	b = &d.report.block[LOST];
	assert_true(b->lost);
	assert_null(b->why);
	assert_string_equal(b->cell[ARMS - 1].why, "no such call");
	assert_null(b->cell[0].why);
	assert_false(d.report.block[0].lost);
}

/* The step may be that of the arm that has no number, too. */
static void a_step_behind_an_arm_without_a_number_is_at_either(void **state)
{
	struct store_series_boot *was, failed;
	size_t n;

	assert_int_equal(store_series_boots(s, id, &was, &n, &e), 0);
	for (size_t i = 0; i < n; i++) {
		if (was[i].arm != STEP_AT)
			continue;
		failed = was[i];
		failed.state = STORE_BOOT_FAILED;
		assert_int_equal(store_series_boot_set(s, id, &failed, &e), 0);
	}
	load();
	assert_int_equal(d.report.block[2].cell[STEP_AT + 1].prev.from, STEP_AT - 1);
	assert_int_equal(d.report.block[2].n_found, 1);
	assert_int_equal(d.report.block[2].found[0].at, STEP_AT + 1);
	assert_int_equal(d.report.block[2].found[0].from, STEP_AT);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(store_series_boot_set(s, id, &was[i], &e), 0);
	free(was);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(a_step_of_five_percent_is_found_where_it_is,
					  release),
		cmocka_unit_test_teardown(all_steps_of_all_workloads_are_one_family,
					  release),
		cmocka_unit_test_teardown(a_boot_that_failed_is_counted_and_missed,
					  release),
		cmocka_unit_test_teardown(
			what_the_boots_ran_under_is_said_where_it_differs_too, release),
		cmocka_unit_test_teardown(
			a_workload_that_an_arm_does_not_run_is_lost_there, release),
		cmocka_unit_test_teardown(
			a_step_behind_an_arm_without_a_number_is_at_either, release),
	};

	return cmocka_run_group_tests(tests, make, drop);
}
