/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit.h"

#include "lab/schedule.h"

static void fill(size_t *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		list[i] = i;
}

static void the_same_seed_gives_the_same_order(void **state)
{
	struct draw a = { 7 }, b = { 7 }, c = { 8 };
	size_t x[50], y[50], z[50];

	fill(x, 50);
	fill(y, 50);
	fill(z, 50);
	schedule_round(&a, x, 50);
	schedule_round(&b, y, 50);
	schedule_round(&c, z, 50);
	assert_memory_equal(x, y, sizeof(x));
	assert_memory_not_equal(x, z, sizeof(x));
}

static void the_generator_is_splitmix64(void **state)
{
	/* The first outputs for seed 0, as published with the reference implementation.
	 */
	struct draw d = { 0 };

	assert_true(draw_next(&d) == 0xe220a8397b1dcdafu);
	assert_true(draw_next(&d) == 0x6e789e6aa1b965f4u);
	assert_true(draw_next(&d) == 0x06c45d188009454fu);
}

static void a_round_is_a_permutation(void **state)
{
	struct draw d = { 1 };
	size_t list[100];
	char seen[100] = { 0 };

	fill(list, 100);
	for (int round = 0; round < 10; round++)
		schedule_round(&d, list, 100);
	for (size_t i = 0; i < 100; i++)
		seen[list[i]] = 1;
	for (size_t i = 0; i < 100; i++)
		assert_true(seen[i]);
	schedule_round(&d, list, 0);
	schedule_round(&d, list, 1);
}

static void every_place_is_equally_likely(void **state)
{
	struct draw d = { 99 };
	unsigned int count[6][6] = { { 0 } };

	for (int i = 0; i < 6000; i++) {
		size_t list[6];

		fill(list, 6);
		schedule_round(&d, list, 6);
		for (size_t k = 0; k < 6; k++)
			count[k][list[k]]++;
	}
	/* 1000 expected, sd 28.9: six of them is a chance of one in 1e8 over 36 cells */
	for (size_t i = 0; i < 6; i++)
		for (size_t k = 0; k < 6; k++)
			assert_in_range(count[i][k], 1000 - 174, 1000 + 174);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_seed_gives_the_same_order),
		cmocka_unit_test(the_generator_is_splitmix64),
		cmocka_unit_test(a_round_is_a_permutation),
		cmocka_unit_test(every_place_is_equally_likely),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
