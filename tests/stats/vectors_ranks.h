/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors about ranks, signs and permutations. */
#ifndef TESTS_STATS_VECTORS_RANKS_H
#define TESTS_STATS_VECTORS_RANKS_H

#include "stats/mannwhitney.h"
#include "stats/permute.h"
#include "stats/quantile.h"
#include "stats/sample.h"
#include "stats/signedrank.h"
#include "stats/signtest.h"
#include "stats/trend.h"
#include "tests/stats/vectors.h"
#include "tests/stats/vectors_means.h"

static inline double *vector_sorted(const struct numbers *x)
{
	double *sorted;

	assert_int_equal(sample_sorted(x->x, x->n, &sorted), 0);
	return sorted;
}

static inline void vector_rank_p(struct vector *v, const struct ranktest *t)
{
	/* R has no exact p with ties; ours is then the one given the midranks. */
	vector_number(v, "p_exact", t->ties ? NAN : t->p_two);
	assert_true(t->exact);
	vector_number(v, "p_exact_permutation", t->p_two);
	vector_number(v, "p_asymptotic_nocorr", t->p_normal_plain);
	vector_number(v, "p_asymptotic_corr", t->p_normal);
}

static inline void vector_mann_whitney(struct vector *v)
{
	struct numbers a = vector_input(v, "a"), b = vector_input(v, "b");
	double *sorted_a = vector_sorted(&a), *sorted_b = vector_sorted(&b);
	struct ranktest t;

	assert_int_equal(mannwhitney_test(sorted_a, a.n, sorted_b, b.n, 0, &t), 0);
	if (vector_has(v, "min_p_two_sided")) {
		vector_number(v, "min_p_two_sided", mannwhitney_smallest_p(a.n, b.n));
		vector_prose(v, "note");
		assert_true(t.p_two >= mannwhitney_smallest_p(a.n, b.n) * (1 - 1e-12));
	} else {
		vector_number(v, "U_a", t.stat);
		vector_rank_p(v, &t);
		vector_bool(v, "has_ties", t.ties);
		vector_number(v, "scipy_asymptotic_corr", t.p_normal);
	}
	free(sorted_a);
	free(sorted_b);
	test_free(a.x);
	test_free(b.x);
}

static inline void vector_rank_interval(struct vector *v, const struct rankinterval *r,
					size_t total, bool ties)
{
	vector_interval(v, "ci", r->ci);
	vector_number(v, "k_lower_1based", (double)r->k);
	vector_number(v, "k_upper_1based", (double)(total + 1 - r->k));
	vector_number(v, "achieved_conf", r->achieved);
	/* With ties R inverts a normal approximation, as the vectors' note says. */
	if (ties)
		vector_prose(v, "R_conf_int");
	else
		vector_interval(v, "R_conf_int", r->ci);
}

static inline void vector_hl2(struct vector *v)
{
	struct numbers a = vector_input(v, "a"), b = vector_input(v, "b");
	double *sorted_a = vector_sorted(&a), *sorted_b = vector_sorted(&b);
	struct rankinterval r;
	struct ranktest t;

	assert_int_equal(mannwhitney_test(sorted_a, a.n, sorted_b, b.n, 0, &t), 0);
	assert_int_equal(mannwhitney_interval(sorted_a, a.n, sorted_b, b.n,
					      1 - vector_param(v, "conf", 0), &r),
			 0);
	assert_true(r.reached);
	vector_number(v, "estimate", mannwhitney_estimate(sorted_a, a.n, sorted_b, b.n));
	vector_number(v, "n_differences", (double)(a.n * b.n));
	vector_rank_interval(v, &r, a.n * b.n, t.ties);
	free(sorted_a);
	free(sorted_b);
	test_free(a.x);
	test_free(b.x);
}

static inline void vector_signed_rank_degenerate(struct vector *v, const double *sorted,
						 size_t n, const struct rankinterval *r,
						 const struct ranktest *t)
{
	struct compare_params params = COMPARE_PARAMS_DEFAULT;
	struct comparison c;

	assert_int_equal(compare_pairs(sorted, n, &params, &c), 0);
	if (vector_has(v, "p")) {
		/* All zero is one way of having no spread. */
		vector_text(v, "status",
			    c.status == COMPARE_ZERO_VARIANCE && sorted[0] == 0
				    ? "all_zero"
				    : vector_status(&c));
		vector_number(v, "hl", signedrank_estimate(sorted, n));
		vector_number(v, "p", t->p_two);
		vector_text(v, "verdict", vector_verdict(c.verdict));
		return;
	}
	vector_text(v, "status", r->reached ? "reached" : "no_interval_at_confidence");
	vector_number(v, "min_p_two_sided", signedrank_smallest_p(n));
	vector_prose(v, "note");
	assert_int_equal(c.method, COMPARE_BY_PAIRED_T);
	assert_true(c.notes & COMPARE_NOTE_FEW);
}

static inline void vector_signed_rank(struct vector *v)
{
	struct numbers d = vector_input(v, "d");
	double *sorted = vector_sorted(&d);
	struct rankinterval r;
	struct ranktest t;

	assert_int_equal(signedrank_test(sorted, d.n, 0, &t), 0);
	assert_int_equal(
		signedrank_interval(sorted, d.n, 1 - vector_param(v, "conf", 0.95), &r),
		0);
	if (vector_has(v, "status")) {
		vector_signed_rank_degenerate(v, sorted, d.n, &r, &t);
	} else {
		vector_number(v, "V", t.stat);
		vector_rank_p(v, &t);
		vector_number(v, "p_exact_enumerated", t.p_two);
		vector_number(v, "hl", signedrank_estimate(sorted, d.n));
		vector_number(v, "n_walsh", (double)(d.n * (d.n + 1) / 2));
		vector_rank_interval(v, &r, d.n * (d.n + 1) / 2, t.ties);
		/* Below the level asked the widest interval is given, and said to be. */
		assert_int_equal(r.reached, r.achieved >= vector_param(v, "conf", 0));
	}
	free(sorted);
	test_free(d.x);
}

static inline void vector_tost_signed_rank(struct vector *v)
{
	struct numbers d = vector_input(v, "d");
	double margin = log1p(vector_param(v, "margin_pct", 0) / 100), p;
	double *sorted = vector_sorted(&d);
	struct ranktest above, below;

	assert_int_equal(signedrank_test(sorted, d.n, -margin, &above), 0);
	assert_int_equal(signedrank_test(sorted, d.n, margin, &below), 0);
	p = fmax(above.p_greater, below.p_less);
	vector_number(v, "p_lower", above.p_greater);
	vector_number(v, "p_upper", below.p_less);
	vector_number(v, "p_tost", p);
	vector_bool(v, "equivalent", p < vector_param(v, "alpha", 0.05));
	free(sorted);
	test_free(d.x);
}

static inline void vector_median_ci(struct vector *v)
{
	struct numbers x = vector_input(v, "x");
	double *sorted = vector_sorted(&x);
	struct rankinterval r;

	assert_int_equal(
		signtest_interval(sorted, x.n, 1 - vector_param(v, "conf", 0), &r), 0);
	vector_number(v, "median", quantile_sorted(sorted, x.n, 0.5));
	vector_interval(v, "ci", r.ci);
	assert_int_equal(r.reached, interval_exists(r.ci));
	if (r.reached) {
		vector_number(v, "k_lower_1based", (double)r.k);
		vector_number(v, "k_upper_1based", (double)(x.n + 1 - r.k));
		vector_number(v, "achieved_conf", r.achieved);
	} else {
		vector_prose(v, "reason");
	}
	free(sorted);
	test_free(x.x);
}

/* "medci_k_table": a list of tables, one per level. */
static inline void vector_median_ci_table(struct vector *v)
{
	double x[60];
	size_t i, k;
	json_t *row;

	for (i = 0; i < 60; i++)
		x[i] = (double)i;
	json_array_foreach (v->expected, i, row) {
		double conf = json_number_value(json_object_get(row, "conf"));
		struct numbers n = vector_list(json_object_get(row, "n"));
		struct numbers want = vector_list(json_object_get(row, "k_lower_1based"));

		for (k = 0; k < n.n; k++) {
			struct rankinterval r;

			assert_int_equal(
				signtest_interval(x, (size_t)n.x[k], 1 - conf, &r), 0);
			vector_compare(v, "k", (double)r.k, want.x[k]);
		}
		test_free(n.x);
		test_free(want.x);
	}
}

static inline void vector_sign(struct vector *v)
{
	struct numbers d = vector_input(v, "d");
	struct signtest t = signtest(d.x, d.n);

	vector_number(v, "n_nonzero", (double)t.n_nonzero);
	vector_number(v, "n_pos", (double)t.n_positive);
	vector_number(v, "p_two_sided", t.p_two);
	test_free(d.x);
}

static inline void vector_permute_two(struct vector *v)
{
	struct numbers a = vector_input(v, "a"), b = vector_input(v, "b");
	struct random_state rng = random_seeded(1);
	struct permute p;

	assert_int_equal(permute_two_sample(a.x, a.n, b.x, b.n, 1000, &rng, &p), 0);
	vector_number(v, "n_permutations", (double)p.total);
	vector_number(v, "count_ge", (double)p.as_far);
	vector_number(v, "p", p.p);
	vector_number(v, "obs", p.observed);
	test_free(a.x);
	test_free(b.x);
}

static inline void vector_permute_flip(struct vector *v)
{
	struct numbers d = vector_input(v, "d");
	struct random_state rng = random_seeded(1);
	struct permute p;

	assert_int_equal(permute_sign_flip(d.x, d.n, 1024, &rng, &p), 0);
	vector_number(v, "n", (double)p.total);
	vector_number(v, "count_ge", (double)p.as_far);
	vector_number(v, "p", p.p);
	test_free(d.x);
}

static inline void vector_max_t(struct vector *v)
{
	const json_t *rounds = json_object_get(v->input, "rounds_by_workload");
	size_t n = json_array_size(rounds), w = 0, r;
	struct random_state rng = random_seeded(1);
	double d[64], t[8], p[8];

	for (r = 0; r < n; r++) {
		struct numbers row = vector_list(json_array_get(rounds, r));

		w = row.n;
		memcpy(d + r * w, row.x, w * sizeof(*d));
		test_free(row.x);
	}
	assert_int_equal(permute_max_t(d, n, w, 64, &rng, t, p), 0);
	vector_numbers(v, "t_abs", t, w);
	vector_numbers(v, "p_adjusted_single_step", p, w);
	vector_number(v, "n_flips", ldexp(1, (int)n));
}

static inline void vector_autocorrelation(struct vector *v)
{
	struct numbers x = vector_input(v, "x");
	char key[] = "lag1";
	double r;

	for (; key[3] <= '3'; key[3]++) {
		assert_int_equal(
			trend_autocorrelation(x.x, x.n, (size_t)(key[3] - '0'), &r), 0);
		vector_number(v, key, r);
	}
	test_free(x.x);
}

static inline void vector_trend(struct vector *v)
{
	struct numbers x = vector_input(v, "x");
	struct kendall k;

	assert_int_equal(trend_kendall(x.x, x.n, &k), 0);
	vector_number(v, "tau", k.tau);
	vector_number(v, "p_exact", k.p);
	test_free(x.x);
}

#endif
