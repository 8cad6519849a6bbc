/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit.h"

#include "store/store.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static char dir[64];
static struct store *store;
static int64_t experiment, boots[2], workload;

static int set_up(void **state)
{
	const struct store_new_experiment x = { "run", "[]", "0", "owner", 1, 1 };
	char path[96];
	struct err e;

	strcpy(dir, "/tmp/ktoll-counter.XXXXXX");
	if (!mkdtemp(dir))
		return -1;
	snprintf(path, sizeof(path), "%s/k.db", dir);
	if (store_open(path, STORE_CREATE, &store, &e) ||
	    store_experiment_begin(store, &x, &experiment, &e) ||
	    store_workload(store, "syscall.null", "x86_64", 1, "op", 1, &workload, &e))
		return -1;
	for (int i = 0; i < 2; i++)
		if (store_boot_begin(store, experiment, i ? "after" : "before", "host",
				     STORE_TIME, 1, NULL, 0, &boots[i], &e))
			return -1;
	return 0;
}

static int tear_down(void **state)
{
	char command[96];

	store_close(store);
	snprintf(command, sizeof(command), "rm -rf %s", dir);
	return system(command);
}

static const int64_t counts[] = { 30, 20 };

static struct store_process a_process(int arm, const struct store_counter *list, size_t n)
{
	static const int64_t ticks[] = { 1, 2 };
	static const uint8_t flags[] = { 0, 0 };

	return (struct store_process){
		.boot_id = boots[arm],
		.workload_id = workload,
		.mode = "batch",
		.modifiers = "",
		.status = "done",
		.conditions = "{}",
		.ops = 10,
		.ns_per_tick = 1,
		.exact = NAN,
		.agree = NAN,
		.n = 2,
		.ticks = ticks,
		.flags = flags,
		.counters = list,
		.n_counters = n,
	};
}

static struct store_counter a_counter(const char *event, double value)
{
	return (struct store_counter){ .event = event,
				       .pmu = "",
				       .scope = "task",
				       .unit = "",
				       .status = "counted",
				       .group = 1,
				       .running = 1,
				       .value = value,
				       .counts = counts,
				       .n = 2 };
}

struct seen {
	unsigned int n;
	double value[4], b[4];
	char event[4][16], status[4][16];
};

static int take(void *ctx, const struct store_counter_row *row)
{
	struct seen *s = ctx;

	assert_string_equal(row->workload, "syscall.null");
	assert_string_equal(row->per, "op");
	strcpy(s->event[s->n], row->counter.event);
	strcpy(s->status[s->n], row->counter.status);
	s->value[s->n++] = row->counter.value;
	return 0;
}

static void counters_come_back_with_their_process(void **state)
{
	const struct store_counter list[] = {
		a_counter("page-faults", 2.5),
		{ .event = "cycles",
		  .pmu = "",
		  .scope = "task",
		  .unit = "",
		  .status = "unsupported",
		  .reason = "no PMU",
		  .running = NAN,
		  .value = NAN },
	};
	const struct store_process p = a_process(0, list, 2);
	struct seen s = { 0 };
	struct err e;

	assert_int_equal(store_process_add(store, &p, NULL, &e), 0);
	assert_int_equal(store_each_counter(store, experiment, NULL, take, &s, &e), 0);
	assert_int_equal(s.n, 2);
	assert_string_equal(s.event[0], "cycles");
	assert_string_equal(s.status[0], "unsupported");
	assert_true(isnan(s.value[0]));
	assert_string_equal(s.event[1], "page-faults");
	assert_true(s.value[1] == 2.5);
	s.n = 0;
	assert_int_equal(store_each_counter(store, 0, "after", take, &s, &e), 0);
	assert_int_equal(s.n, 0);
}

static void a_process_whose_counters_are_refused_is_not_stored(void **state)
{
	const struct store_counter twice[] = { a_counter("x", 1), a_counter("x", 2) };
	const struct store_process p = a_process(0, twice, 2);
	struct seen s = { 0 };
	struct err e;

	assert_true(store_process_add(store, &p, NULL, &e) < 0);
	assert_int_equal(store_each_counter(store, experiment, NULL, take, &s, &e), 0);
	assert_int_equal(s.n, 0);
}

static int take_pair(void *ctx, const struct store_counter_pair_row *row)
{
	struct seen *s = ctx;

	assert_string_equal(row->design, "duet");
	strcpy(s->event[s->n], row->event);
	s->value[s->n] = row->a;
	s->b[s->n++] = row->b;
	return 0;
}

static void pairs_have_the_counters_of_both_whichever_came_first(void **state)
{
	const struct store_counter one = a_counter("x", 1), two = a_counter("x", 2);
	const struct store_process a = a_process(0, &one, 1), b = a_process(1, &two, 1);
	struct store_pair pair = { workload, 0, "duet", 0.1 };
	struct seen s = { 0 };
	struct err e;

	assert_int_equal(store_pair_add(store, &pair, &a, &b, &e), 0);
	pair.number = 1;
	assert_int_equal(store_pair_add(store, &pair, &b, &a, &e), 0);
	assert_int_equal(store_each_counter_pair(store, experiment, "before", "after",
						 take_pair, &s, &e),
			 0);
	assert_int_equal(s.n, 2);
	for (int i = 0; i < 2; i++) {
		assert_true(s.value[i] == 1);
		assert_true(s.b[i] == 2);
	}
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(counters_come_back_with_their_process),
		TEST(a_process_whose_counters_are_refused_is_not_stored),
		TEST(pairs_have_the_counters_of_both_whichever_came_first),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
