/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Random input of the worst kinds: nothing crashes (nor does GSL's error handler abort),
 * nothing hangs, and no verdict is given that its own intervals do not carry.
 */
#include "tests/stats/check.h"

#include "stats/blocks.h"
#include "stats/bootstrap.h"
#include "stats/compare.h"
#include "stats/family.h"
#include "stats/location.h"
#include "stats/power.h"
#include "stats/random.h"
#include "stats/scan.h"
#include "stats/sessions.h"
#include "stats/summary.h"
#include "stats/trend.h"
#include "stats/varcomp.h"

enum { MOST = 64 };

static double nasty(struct random_state *r)
{
	static const double values[] = { NAN,    INFINITY, -INFINITY, 0,        -0.0,
					 -1,     1e-320,   1e-300,    1e300,    1.7e308,
					 5e-324, 1,        1 + 1e-15, 1 + 1e-9, 2 };

	return values[random_below(r, COUNT_OF(values))];
}

/* Mostly values that may enter, of one of several textures. */
static void fill(double *x, size_t n, struct random_state *r)
{
	uint32_t texture = random_below(r, 8);
	size_t i;

	for (i = 0; i < n; i++) {
		switch (texture) {
		case 0: x[i] = nasty(r); break;
		case 1: x[i] = 5; break;
		case 2: x[i] = 1 + random_below(r, 3); break;
		case 3: x[i] = exp(1400 * (random_uniform(r) - 0.5)); break;
		case 4: x[i] = 1 + 1e-13 * random_uniform(r); break;
		case 5: x[i] = 100 + (double)i; break;
		default: x[i] = 100 + random_uniform(r); break;
		}
	}
	if (n && random_below(r, 10) == 0)
		x[random_below(r, (uint32_t)n)] = nasty(r);
}

static struct compare_params random_params(struct random_state *r,
					   const struct looks_plan *plan,
					   const unsigned int *session)
{
	struct compare_params p = COMPARE_PARAMS_DEFAULT;

	p.margin = random_below(r, 4) ? 0.01 : random_below(r, 2) ? 0 : 1e6;
	p.confidence = random_below(r, 3) ? 0.95 : random_below(r, 2) ? 0.6 : 1 - 1e-9;
	p.direction = random_below(r, 2) ? DIRECTION_COST : DIRECTION_RATE;
	p.unit = random_below(r, 2) ? COMPARE_PROCESS : COMPARE_BOOT;
	p.in_order = random_below(r, 2);
	p.one_boot = random_below(r, 9) == 0;
	p.drift_log = random_below(r, 2) ? 0 : 0.01;
	p.n_cap = random_below(r, 2) ? 10000 : INFINITY;
	p.plan = random_below(r, 2) ? NULL : plan;
	p.session = random_below(r, 2) ? NULL : session;
	return p;
}

static void check_comparison(const struct comparison *c, const struct compare_params *p)
{
	if (c->status != COMPARE_OK || p->one_boot)
		assert_int_equal(c->verdict, VERDICT_UNKNOWN);
	if (c->status != COMPARE_OK)
		assert_int_equal(c->method, COMPARE_BY_NOTHING);
	if (c->verdict == VERDICT_SAME) {
		assert_true(c->same_log.lo > -c->margin_log);
		assert_true(c->same_log.hi < c->margin_log);
	}
	if (c->verdict == VERDICT_SLOWER || c->verdict == VERDICT_FASTER)
		assert_true(c->diff_log.lo > 0 || c->diff_log.hi < 0);
	if (c->status == COMPARE_OK && c->method != COMPARE_BY_COUNT) {
		assert_true(c->p_diff >= 0 && c->p_diff <= 1);
		assert_true(c->p_eq >= 0 && c->p_eq <= 1);
		assert_true(c->p_diff_looked >= c->p_diff * (1 - 1e-9));
		assert_true(c->diff_log.lo <= c->diff_log.hi);
		assert_true(c->diff_log.lo <= c->same_log.lo);
		assert_true(c->diff_log.hi >= c->same_log.hi);
	}
	if (c->verdict != VERDICT_UNKNOWN)
		assert_int_equal(c->advice.more, 0);
}

static void no_pair_of_arms_gets_more_than_its_intervals_carry(void **state)
{
	struct random_state r = random_seeded(1);
	unsigned int session[MOST];
	double a[MOST], b[MOST];
	struct looks_plan plan;
	size_t round, i;

	assert_int_equal(looks_plan(0.05, 6, 16, 2, &plan), 0);
	for (i = 0; i < MOST; i++)
		session[i] = (unsigned int)i / 7;
	for (round = 0; round < 3000; round++) {
		size_t na = random_below(&r, MOST + 1);
		size_t nb = random_below(&r, 2) ? na : random_below(&r, MOST + 1);
		bool paired = random_below(&r, 2);
		struct compare_params p = random_params(&r, &plan, session);
		struct comparison c[2];
		struct family f;

		fill(a, na, &r);
		fill(b, nb, &r);
		assert_int_equal(compare_values(a, na, b, nb, paired, &p, &c[0]), 0);
		check_comparison(&c[0], &p);
		for (i = 0; i < na; i++)
			a[i] = 0.001 * (a[i] - 100);
		assert_int_equal(compare_pairs(a, na, &p, &c[1]), 0);
		check_comparison(&c[1], &p);
		assert_int_equal(family_adjust(c, 2, &f), 0);
		check_comparison(&c[0], &p);
		check_comparison(&c[1], &p);
	}
}

static void no_summary_gets_more_than_its_interval_carries(void **state)
{
	struct random_state r = random_seeded(2);
	size_t round;

	for (round = 0; round < 6000; round++) {
		struct compare_params p = random_params(&r, NULL, NULL);
		struct moments m[2];
		struct comparison c;
		double x[4];
		int i, e = 0;

		fill(x, 4, &r);
		for (i = 0; i < 2; i++)
			e |= moments_from_spread(x[2 * i], x[2 * i + 1],
						 (enum spread_kind)random_below(&r, 4),
						 random_below(&r, 20), &m[i]);
		if (!e) {
			assert_int_equal(compare_moments(&m[0], &m[1], &p, &c), 0);
			check_comparison(&c, &p);
		}
		assert_int_equal(compare_counts(x[0], x[1], &p, &c), 0);
		if (c.status == COMPARE_BAD_INPUT)
			assert_int_equal(c.verdict, VERDICT_UNKNOWN);
	}
}

static void everything_else_takes_anything(void **state)
{
	struct random_state r = random_seeded(3);
	double x[MOST], rest, marks_of[MOST];
	bool marks[MOST];
	size_t round;

	for (round = 0; round < 3000; round++) {
		size_t n = random_below(&r, MOST + 1), size[2] = { n / 3, n - n / 3 };
		unsigned int session[MOST];
		struct heterogeneity h;
		struct bootstrap boot;
		struct location at;
		struct sessions s;
		struct summary sum;
		struct kendall k;
		struct varcomp v;
		struct blocks b;
		struct scan scan;
		size_t i;

		fill(x, n, &r);
		for (i = 0; i < n; i++)
			session[i] = (unsigned int)(i / 5);
		summary_of(x, n, &sum);
		location_of(x, n, 0.05, &at);
		location_of_boot(x, n, &rest);
		location_of_slices(x, n, &rest);
		trend_kendall(x, n, &k);
		trend_autocorrelation(x, n, 1, &rest);
		varcomp_of(x, size, 2, &v);
		sessions_of(x, session, n, 0.05, &s);
		heterogeneity_of(x, x + n / 2, n / 2, &h);
		bootstrap_of(x, n, round % 2 ? BOOTSTRAP_MEAN : BOOTSTRAP_MEDIAN, 0.05,
			     50, &r, &boot);
		if (round % 100 == 0)
			power_n_difference(n ? fabs(x[0]) : 1, 1, 0.05, 0.8, &rest);
		if (!blocks_of(x, n, &b))
			blocks_release(&b);
		if (!scan_series(x, n / 4, 4, 0.05, 19, &r, &scan))
			scan_release(&scan);
		memcpy(marks_of, x, n * sizeof(*x));
		scan_single(marks_of, n, marks);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_pair_of_arms_gets_more_than_its_intervals_carry),
		cmocka_unit_test(no_summary_gets_more_than_its_interval_carries),
		cmocka_unit_test(everything_else_takes_anything),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
