/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors about means: t tests, trimmed means, spread, variance components. */
#ifndef TESTS_STATS_VECTORS_MEANS_H
#define TESTS_STATS_VECTORS_MEANS_H

#include <errno.h>

#include "stats/compare.h"
#include "stats/location.h"
#include "stats/sample.h"
#include "stats/sessions.h"
#include "stats/summary.h"
#include "stats/ttest.h"
#include "stats/varcomp.h"
#include "tests/stats/vectors.h"

/* The words of the vectors for what the product calls by other names. */
static inline const char *vector_status(const struct comparison *c)
{
	switch (c->status) {
	case COMPARE_OK: return "ok";
	case COMPARE_BAD_INPUT: return "bad_input";
	case COMPARE_TOO_FEW: return "insufficient_data";
	case COMPARE_ZERO_VARIANCE: return "zero_variance";
	}
	return "?";
}

static inline const char *vector_verdict(enum verdict verdict)
{
	switch (verdict) {
	case VERDICT_UNKNOWN: return "inconclusive";
	case VERDICT_SAME: return "equivalent";
	case VERDICT_SLOWER: return "slower";
	case VERDICT_FASTER: return "faster";
	}
	return "?";
}

/* What the one entry point makes of degenerate values. */
static inline void vector_degenerate(struct vector *v, const struct numbers *a,
				     const struct numbers *b, bool paired)
{
	struct compare_params params = COMPARE_PARAMS_DEFAULT;
	struct comparison c;

	assert_int_equal(compare_values(a->x, a->n, b->x, b->n, paired, &params, &c), 0);
	vector_text(v, "status", vector_status(&c));
	assert_int_equal(c.verdict, VERDICT_UNKNOWN);
	if (vector_has(v, "verdict"))
		vector_text(v, "verdict", vector_verdict(c.verdict));
	if (vector_has(v, "index"))
		vector_number(v, "index", (double)c.bad_index);
}

static inline void vector_welch(struct vector *v)
{
	struct numbers a = vector_input(v, "a"), b = vector_input(v, "b");
	double alpha = 1 - vector_param(v, "conf", 0.95);
	struct ttest t;
	int e = ttest_welch(a.x, a.n, b.x, b.n, alpha, &t);

	if (!strcmp(v->id, "welch_large_offset"))
		v->rel = 1e-6; /* the vector's own note */
	if (vector_has(v, "status")) {
		vector_degenerate(v, &a, &b, false);
		if (a.n < 2)
			assert_int_equal(e, -ENODATA);
		if (vector_has(v, "min_n"))
			vector_number(v, "min_n", 2);
	}
	if (!e) {
		vector_number(v, "diff", t.estimate);
		vector_number(v, "p_two_sided", t.p);
	}
	if (!e && !vector_has(v, "status")) {
		vector_number(v, "t", t.t);
		vector_number(v, "df", t.df);
		vector_interval(v, "ci", t.ci);
	}
	test_free(a.x);
	test_free(b.x);
}

static inline void vector_paired_t(struct vector *v)
{
	struct numbers a = vector_input(v, "a"), b = vector_input(v, "b");
	struct interval ratio;
	struct ttest t;
	double *d;

	if (vector_has(v, "status")) {
		vector_degenerate(v, &a, &b, true);
		goto out;
	}
	assert_int_equal(sample_log_ratios(a.x, b.x, a.n, &d), 0);
	assert_int_equal(ttest_one(d, a.n, 1 - vector_param(v, "conf", 0.95), &t), 0);
	free(d);
	ratio = (struct interval){ exp(t.ci.lo), exp(t.ci.hi) };
	vector_number(v, "mean_logratio", t.estimate);
	vector_number(v, "ratio", exp(t.estimate));
	vector_number(v, "t", t.t);
	vector_number(v, "df", t.df);
	vector_number(v, "p_two_sided", t.p);
	vector_interval(v, "ci_log", t.ci);
	vector_interval(v, "ci_ratio", ratio);
out:
	test_free(a.x);
	test_free(b.x);
}

/* Bad values in any analysis: named by their position. */
static inline void vector_any(struct vector *v)
{
	struct numbers a = vector_input(v, "a"), b = vector_input(v, "b");

	vector_degenerate(v, &a, &b, false);
	assert_int_equal(sample_first_not_finite(a.x, a.n), 1);
	test_free(a.x);
	test_free(b.x);
}

static inline void vector_tost(struct vector *v, const struct ttest *t, double lower,
			       double upper)
{
	double alpha = vector_param(v, "alpha", 0.05);
	struct tost s = ttest_tost(t, lower, upper);

	vector_number(v, "p_lower", s.p_lower);
	vector_number(v, "p_upper", s.p_upper);
	vector_number(v, "p_tost", s.p);
	vector_interval(v, "ci_1_minus_2alpha", ttest_interval(t, 2 * alpha));
	vector_bool(v, "equivalent", s.p < alpha);
	if (vector_has(v, "t_lower")) {
		vector_number(v, "t_lower", s.t_lower);
		vector_number(v, "t_upper", s.t_upper);
	}
}

static inline void vector_tost_paired(struct vector *v)
{
	struct numbers d = vector_input(v, "d");
	double margin = log1p(vector_param(v, "margin_pct", 0) / 100);
	struct ttest t;

	vector_compare(v, "upper", margin, vector_param(v, "upper", 0));
	assert_int_equal(ttest_one(d.x, d.n, 0.05, &t), 0);
	vector_number(v, "mean", t.estimate);
	vector_number(v, "se", t.se);
	vector_tost(v, &t, -margin, margin);
	test_free(d.x);
}

static inline void vector_tost_welch(struct vector *v)
{
	struct numbers a = vector_input(v, "a"), b = vector_input(v, "b");
	struct ttest t;

	assert_int_equal(ttest_welch(a.x, a.n, b.x, b.n, 0.05, &t), 0);
	vector_tost(v, &t, vector_param(v, "lower", 0), vector_param(v, "upper", 0));
	test_free(a.x);
	test_free(b.x);
}

static inline void vector_trimmed(struct vector *v)
{
	struct numbers d = vector_input(v, "d");
	struct trimmed t;
	double *sorted;

	assert_int_equal(sample_sorted(d.x, d.n, &sorted), 0);
	assert_int_equal(location_trimmed_t(sorted, d.n, vector_param(v, "trim", 0),
					    1 - vector_param(v, "conf", 0), &t),
			 0);
	vector_number(v, "trimmed_mean", t.test.estimate);
	vector_number(v, "winsorised_sd", t.winsorised_sd);
	vector_number(v, "se", t.test.se);
	vector_number(v, "df", t.test.df);
	vector_number(v, "t", t.test.t);
	vector_number(v, "p_two_sided", t.test.p);
	vector_interval(v, "ci", t.test.ci);
	free(sorted);
	test_free(d.x);
}

static inline void vector_yuen(struct vector *v)
{
	struct numbers a = vector_input(v, "a"), b = vector_input(v, "b");
	double *sorted_a, *sorted_b;
	struct ttest t;

	assert_int_equal(sample_sorted(a.x, a.n, &sorted_a), 0);
	assert_int_equal(sample_sorted(b.x, b.n, &sorted_b), 0);
	assert_int_equal(location_yuen(sorted_a, a.n, sorted_b, b.n,
				       vector_param(v, "trim", 0), 0.05, &t),
			 0);
	vector_number(v, "t", t.t);
	vector_number(v, "p_two_sided", t.p);
	free(sorted_a);
	free(sorted_b);
	test_free(a.x);
	test_free(b.x);
}

static inline void vector_spread(struct vector *v)
{
	struct numbers x = vector_input(v, "x");
	struct summary s;
	double *sorted;

	assert_int_equal(summary_of(x.x, x.n, &s), 0);
	assert_int_equal(sample_sorted(x.x, x.n, &sorted), 0);
	vector_number(v, "mean", s.mean);
	vector_number(v, "sd", s.sd);
	vector_number(v, "median", s.median);
	vector_number(v, "mad_raw", s.mad);
	vector_number(v, "mad_scaled", MAD_TO_SD * s.mad);
	vector_number(v, "q10_type7", s.p10);
	vector_number(v, "q25_type7", s.p25);
	vector_number(v, "q75_type7", s.p75);
	vector_number(v, "iqr", s.p75 - s.p25);
	vector_number(v, "min", s.min);
	vector_number(v, "max", s.max);
	vector_number(v, "trimmed_mean_20", location_trimmed_mean(sorted, x.n, x.n / 5));
	free(sorted);
	test_free(x.x);
}

static inline void vector_varcomp(struct vector *v)
{
	const json_t *groups = json_object_get(v->input, "groups");
	size_t n = json_array_size(groups), size[8], total = 0, i;
	double x[64];
	struct varcomp c;

	for (i = 0; i < n; i++) {
		struct numbers g = vector_list(json_array_get(groups, i));

		size[i] = g.n;
		memcpy(x + total, g.x, g.n * sizeof(*x));
		total += g.n;
		test_free(g.x);
	}
	assert_int_equal(varcomp_of(x, size, n, &c), 0);
	vector_number(v, "ms_between", c.ms_between);
	vector_number(v, "ms_within", c.ms_within);
	if (vector_has(v, "var_between_clamped")) {
		vector_number(v, "var_between_raw", c.var_between_raw);
		vector_number(v, "var_between_clamped", c.var_between);
		return;
	}
	vector_number(v, "grand_mean", c.grand_mean);
	vector_number(v, "var_within", c.var_within);
	vector_number(v, "var_between", c.var_between);
	vector_number(v, "icc", c.icc);
	vector_number(v, "se_grand_mean", c.se_grand_mean);
	v->rel =
		1e-8; /* lmer iterates: equal to the closed form as far as it converged */
	vector_number(v, "lmer_reml_var_between", c.var_between);
	vector_number(v, "lmer_reml_var_within", c.var_within);
}

static inline void vector_heterogeneity(struct vector *v)
{
	struct numbers e = vector_input(v, "effect"), se = vector_input(v, "se");
	struct heterogeneity h;

	assert_int_equal(heterogeneity_of(e.x, se.x, e.n, &h), 0);
	vector_number(v, "Q", h.q);
	vector_number(v, "df", h.df);
	vector_number(v, "p", h.p);
	vector_number(v, "fixed_mean", h.fixed_mean);
	vector_number(v, "tau2", h.tau2);
	vector_number(v, "random_mean", h.random_mean);
	vector_number(v, "random_se", h.random_se);
	test_free(e.x);
	test_free(se.x);
}

#endif
