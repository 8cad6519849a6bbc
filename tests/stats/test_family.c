/* SPDX-License-Identifier: GPL-3.0-or-later */
/* family.h, and what looks and advice do to a comparison. */
#include "tests/stats/compare_help.h"

#include "stats/family.h"
#include "stats/random.h"

static void looks_widen_the_interval_and_round_the_advice(void **state)
{
	struct compare_params p = defaults;
	struct looks_plan plan;
	double d[32];
	struct comparison once, looked;

	spread(d, 32, 0.006, 0.03);
	once = pairs(d, 32, &p);
	assert_int_equal(looks_plan(0.05, 6, 16, 2, &plan), 0);
	p.plan = &plan;
	looked = pairs(d, 32, &p);
	assert_near((looked.diff_log.hi - looked.diff_log.lo) /
			    (once.diff_log.hi - once.diff_log.lo),
		    1.3, 0.2);
	assert_true(looked.p_diff_looked > looked.p_diff);
	assert_int_equal(looked.verdict, VERDICT_UNKNOWN);
	assert_true(looked.advice.more == 32 || looked.advice.more == 96 ||
		    looked.advice.more == 224);
	p.earlier_p_diff = 1e-6;
	assert_true(pairs(d, 32, &p).p_diff_looked < 1e-5);
}

static void the_advice_decides_in_most_cases(void **state)
{
	struct random_state r = random_seeded(3);
	size_t round, decided = 0, asked = 0;
	double d[4000];

	for (round = 0; round < 300; round++) {
		struct comparison c;
		size_t i, n;

		for (i = 0; i < 4000; i++) {
			double u = random_uniform(&r) - 0.5;

			d[i] = 0.004 + 0.02 * u / (0.6 - fabs(u));
		}
		c = pairs(d, 16, &defaults);
		n = 16 + c.advice.more;
		if (c.verdict != VERDICT_UNKNOWN || !c.advice.more || n > 4000)
			continue;
		asked++;
		decided += pairs(d, n, &defaults).verdict != VERDICT_UNKNOWN;
	}
	assert_true(asked > 200);
	assert_rate(decided, asked, 0.6, 1, "decided after as many as advised");
}

static void a_family_of_one_is_left_alone(void **state)
{
	double d[10];
	struct comparison c;
	struct family f;

	spread(d, 10, 0.05, 0.01);
	c = pairs(d, 10, &defaults);
	assert_int_equal(family_adjust(&c, 1, &f), 0);
	assert_int_equal(c.verdict, VERDICT_SLOWER);
	assert_same(c.p_diff_adjusted, c.p_diff);
	assert_int_equal(f.n, 1);
	assert_int_equal(f.worth_a_look, 1);
	assert_int_equal(family_adjust(NULL, 0, &f), 0);
	assert_false(f.all_same);
}

static void weak_claims_do_not_survive_a_large_family(void **state)
{
	struct comparison c[21];
	double d[8], same[12];
	struct family f;
	size_t i;

	spread(d, 8, 0.05, 0.045);
	c[0] = pairs(d, 8, &defaults);
	assert_int_equal(c[0].verdict, VERDICT_SLOWER);
	spread(same, 12, 0, 0.002);
	for (i = 1; i < 20; i++)
		c[i] = pairs(same, 12, &defaults);
	c[20] = pairs(same, 2, &defaults);
	assert_int_equal(family_adjust(c, 21, &f), 0);
	assert_int_equal(f.n, 20);
	assert_int_equal(c[0].verdict, VERDICT_UNKNOWN);
	assert_true(c[0].notes & COMPARE_NOTE_ADJUSTED);
	assert_true(c[0].advice.more > 0);
	assert_same(c[0].p_diff_adjusted, fmin(1, 20 * c[0].p_diff));
	assert_int_equal(c[1].verdict, VERDICT_SAME);
	assert_true(isnan(c[20].p_diff_adjusted));
	assert_int_equal(c[20].status, COMPARE_TOO_FEW);
	assert_false(f.all_same);
	assert_int_equal(family_adjust(c + 1, 19, &f), 0);
	assert_true(f.all_same);
}

static void the_same_input_gives_the_same_answer(void **state)
{
	double d[50];
	struct comparison a, b;

	spread(d, 50, 0.003, 0.02);
	memset(&a, 0, sizeof(a));
	memset(&b, 0, sizeof(b));
	a = pairs(d, 50, &defaults);
	b = pairs(d, 50, &defaults);
	assert_true(a.p_diff == b.p_diff && a.diff_log.lo == b.diff_log.lo);
	assert_true(a.verdict == b.verdict && a.advice.n_total == b.advice.n_total);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(looks_widen_the_interval_and_round_the_advice),
		cmocka_unit_test(the_advice_decides_in_most_cases),
		cmocka_unit_test(a_family_of_one_is_left_alone),
		cmocka_unit_test(weak_claims_do_not_survive_a_large_family),
		cmocka_unit_test(the_same_input_gives_the_same_answer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
