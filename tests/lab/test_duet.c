/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit.h"

#include "lab/duet.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>

/*
 * Plays both strings against each other: who runs a slice when, and whether anybody would
 * wait for ever. Returns the order of the slices as a string of a and b.
 */
static void play(const char *a, const char *b, char *order)
{
	const char *at[2] = { a, b };
	int tokens[2] = { 0, 0 }, n = 0;

	while (*at[0] || *at[1]) {
		int moved = 0;

		for (int i = 0; i < 2; i++) {
			switch (*at[i]) {
			case 0: continue;
			case 'w':
				if (!tokens[i])
					continue;
				tokens[i]--;
				break;
			case 'p': tokens[!i]++; break;
			case 'r':
				/* The other is waiting: it must not be able to run too.
				 */
				assert_true(*at[!i] == 'w' && !tokens[!i]);
				order[n++] = (char)('a' + i);
			}
			at[i]++;
			moved = 1;
		}
		assert_true(moved);
	}
	order[n] = 0;
	assert_int_equal(tokens[0] + tokens[1], 0);
}

static void each_couple_has_one_slice_of_either_and_nobody_waits_for_ever(void **state)
{
	char a[400], b[400], order[200];
	struct draw d = { 3 };
	unsigned int first_a = 0;

	for (int round = 0; round < 1000; round++) {
		duet_turns(&d, 8, a, b, sizeof(a));
		play(a, b, order);
		assert_int_equal(strlen(order), 16);
		for (int i = 0; i < 16; i += 2) {
			assert_true(order[i] != order[i + 1]);
			first_a += order[i] == 'a';
		}
	}
	/* 8000 coins: six standard deviations are 268 */
	assert_in_range(first_a, 4000 - 268, 4000 + 268);
}

static void the_longest_turns_fit_a_plan(void **state)
{
	char a[6 * DUET_SLICES_MAX + 8], b[6 * DUET_SLICES_MAX + 8];
	struct draw d = { 9 };

	for (int i = 0; i < 100; i++) {
		char order[400];

		duet_turns(&d, DUET_SLICES_MAX, a, b, sizeof(a));
		assert_true(strlen(a) < 512 && strlen(b) < 512);
		play(a, b, order);
		assert_int_equal(strlen(order), 2 * DUET_SLICES_MAX);
	}
}

static void the_difference_is_that_of_the_slices_whatever_the_drift(void **state)
{
	const struct duet_shape shape = { .slices = 8, .batches = 6, .warmup = 2 };
	int64_t ta[48], tb[48];
	uint8_t flags[48] = { 0 };
	struct store_process a = { .n = 48, .ops = 10, .ticks = ta, .flags = flags };
	struct store_process b = { .n = 48, .ops = 10, .ticks = tb, .flags = flags };
	double d;

	for (int i = 0; i < 48; i++) {
		/* the machine slows down by half during the pair; warm-up is dear */
		int64_t base = 1000000 + 10000 * (i / 6) + (i % 6 < 2 ? 500000 : 0);

		ta[i] = base;
		tb[i] = base * 102 / 100;
	}
	assert_int_equal(duet_difference(&a, &b, &shape, &d), 0);
	assert_true(fabs(d - log(1.02)) < 1e-6);
	/* twice the ops in the same time cost half */
	b.ops = 20;
	assert_int_equal(duet_difference(&a, &b, &shape, &d), 0);
	assert_true(fabs(d - log(0.51)) < 1e-6);
}

static void samples_of_another_shape_are_refused(void **state)
{
	const struct duet_shape shape = { .slices = 8, .batches = 6, .warmup = 2 };
	int64_t ticks[48] = { 0 };
	uint8_t flags[48] = { 0 };
	struct store_process a = { .n = 48, .ops = 10, .ticks = ticks, .flags = flags };
	struct store_process b = { .n = 47, .ops = 10, .ticks = ticks, .flags = flags };
	double d = 5;

	assert_int_equal(duet_difference(&a, &b, &shape, &d), -ENODATA);
	b.n = 48;
	assert_int_equal(duet_difference(&a, &b, &shape, &d), -EINVAL);
	assert_true(d == 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			each_couple_has_one_slice_of_either_and_nobody_waits_for_ever),
		cmocka_unit_test(the_longest_turns_fit_a_plan),
		cmocka_unit_test(the_difference_is_that_of_the_slices_whatever_the_drift),
		cmocka_unit_test(samples_of_another_shape_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
