/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors about decisions, tables, distributions and the bootstrap. */
#ifndef TESTS_STATS_VECTORS_RULES_H
#define TESTS_STATS_VECTORS_RULES_H

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>

#include "stats/adjust.h"
#include "stats/bootstrap.h"
#include "stats/dist.h"
#include "stats/looks.h"
#include "stats/power.h"
#include "stats/quantile.h"
#include "stats/ranknull.h"
#include "stats/verdict.h"
#include "tests/stats/vectors.h"
#include "tests/stats/vectors_means.h"
#include "tests/stats/vectors_ranks.h"

static inline void vector_p_adjust(struct vector *v)
{
	static const struct {
		const char *key;
		enum adjust_method method;
	} methods[] = {
		{ "bonferroni", ADJUST_BONFERRONI },
		{ "holm", ADJUST_HOLM },
		{ "hochberg", ADJUST_HOCHBERG },
		{ "BH", ADJUST_BH },
		{ "BY", ADJUST_BY },
	};
	struct numbers p = vector_input(v, "p");
	double *adjusted = test_calloc(p.n, sizeof(*adjusted));
	size_t i;

	for (i = 0; i < sizeof(methods) / sizeof(methods[0]); i++) {
		assert_int_equal(adjust_p(methods[i].method, p.x, p.n, adjusted), 0);
		if (vector_has(v, methods[i].key))
			vector_numbers(v, methods[i].key, adjusted, p.n);
	}
	vector_prose(v, "note");
	test_free(adjusted);
	test_free(p.x);
}

static inline void vector_sequential_p(struct vector *v)
{
	struct numbers p = vector_input(v, "p_looks");

	looks_p_bonferroni(p.x, p.n, (unsigned int)vector_param(v, "K", 0), p.x);
	vector_numbers(v, "p_adjusted", p.x, p.n);
	test_free(p.x);
}

static inline void vector_verdicts(struct vector *v)
{
	const json_t *cases = json_object_get(v->input, "ci95_and_ci90_same");
	const json_t *want = vector_expect(v, "verdicts");
	double margin = log1p(vector_param(v, "margin_pct", 0) / 100);
	size_t i;

	vector_compare(v, "bound", margin, vector_param(v, "bound", 0));
	assert_int_equal(json_array_size(cases), json_array_size(want));
	for (i = 0; i < json_array_size(cases); i++) {
		struct numbers c = vector_list(json_array_get(cases, i));
		struct interval ci = { c.x[0], c.x[1] };

		assert_string_equal(
			vector_verdict(verdict_of(ci, ci, margin, DIRECTION_COST)),
			json_string_value(json_array_get(want, i)));
		test_free(c.x);
	}
}

static inline void vector_n_more(struct vector *v)
{
	struct numbers ci = vector_input(v, "ci"), n = vector_input(v, "n");
	struct numbers e = vector_input(v, "estimate");
	struct interval i = { ci.x[0], ci.x[1] };
	double margin = log1p(vector_param(v, "margin_pct", 0) / 100);
	struct advice a = verdict_advice(n.x[0], e.x[0], i, margin, 1e6);

	vector_number(v, "h", a.half);
	vector_number(v, "h_required", a.half_needed);
	vector_number(v, "n_total", a.n_total);
	vector_number(v, "n_guaranteed", a.n_certain);
	assert_int_equal(a.more, (size_t)(a.n_total - n.x[0]));
	test_free(ci.x);
	test_free(n.x);
	test_free(e.x);
}

static inline void vector_looks_constants(struct vector *v)
{
	const char *key;
	json_t *rows, *row;
	size_t i;

	json_object_foreach (v->expected, key, rows) {
		double ratio = 0, alpha = 0, plain;

		assert_int_equal(sscanf(key, "ratio%lf_alpha%lf", &ratio, &alpha), 2);
		vector_prose(v, key);
		plain = gsl_cdf_ugaussian_Qinv(alpha / 2);
		json_array_foreach (rows, i, row) {
			double looks = json_number_value(json_object_get(row, "K"));
			double level =
				json_number_value(json_object_get(row, "per_look_alpha"));
			double width =
				json_number_value(json_object_get(row, "width_vs_fixed"));
			double other =
				json_number_value(json_object_get(row, "bonferroni_c"));
			double c;

			assert_int_equal(
				looks_critical(alpha, (unsigned int)looks, ratio, &c), 0);
			/* the vector's own note: 5e-4 on c, and what follows from it */
			assert_true(fabs(c - json_number_value(
						     json_object_get(row, "c"))) < 5e-4);
			v->rel = 2e-3;
			vector_compare(v, key, 2 * gsl_cdf_ugaussian_Q(c), level);
			v->rel = 5e-4;
			vector_compare(v, key, c / plain, width);
			v->rel = 1e-5;
			vector_compare(v, key, gsl_cdf_ugaussian_Qinv(alpha / 2 / looks),
				       other);
		}
	}
}

static inline void vector_looks_p(struct vector *v)
{
	double ratio = vector_param(v, "ratio", 0);
	const char *key;
	json_t *rows, *row;
	size_t i;

	v->rel = 1e-3; /* the vector's own note */
	json_object_foreach (v->expected, key, rows) {
		vector_prose(v, key);
		json_array_foreach (rows, i, row) {
			struct numbers zp = vector_list(row);

			vector_compare(
				v, key,
				looks_tail(zp.x[0], (unsigned int)atoi(key), ratio),
				zp.x[1]);
			test_free(zp.x);
		}
	}
}

static inline void vector_table(struct vector *v)
{
	if (!strcmp(v->id, "medci_k_table"))
		vector_median_ci_table(v);
	else if (!strcmp(v->id, "group_sequential_constants"))
		vector_looks_constants(v);
	else if (!strcmp(v->id, "group_sequential_p"))
		vector_looks_p(v);
	else
		fail_msg("no code for the table %s", v->id);
}

static inline void vector_ranknull(struct vector *v, const char *key,
				   struct ranknull *null)
{
	size_t s;

	vector_numbers(v, key, null->lower, null->max + 1);
	for (s = 1; s <= null->max; s++)
		vector_compare(v, key, null->upper[s], 1 - null->lower[s - 1]);
	ranknull_release(null);
}

static inline void vector_t_quantiles(struct vector *v, const char *key, double upper)
{
	const json_t *j = vector_expect(v, key);
	struct numbers df = vector_list(json_object_get(j, "df"));
	struct numbers q = vector_list(json_object_get(j, "q"));
	size_t i;

	for (i = 0; i < df.n; i++)
		vector_compare(v, key, dist_t_upper(upper, df.x[i]), q.x[i]);
	test_free(df.x);
	test_free(q.x);
}

static inline void vector_distribution(struct vector *v)
{
	const json_t *pt = vector_expect(v, "pt"), *qnorm = vector_expect(v, "qnorm");
	struct numbers t = vector_list(json_object_get(pt, "t"));
	struct numbers pt_p = vector_list(json_object_get(pt, "p"));
	struct numbers p = vector_list(json_object_get(qnorm, "p"));
	struct numbers q = vector_list(json_object_get(qnorm, "q"));
	double df = json_number_value(json_object_get(pt, "df")), binomial[21];
	struct ranknull null;
	unsigned int i;

	vector_t_quantiles(v, "qt_0.975_df", 0.025);
	vector_t_quantiles(v, "qt_0.95_df", 0.05);
	for (i = 0; i < t.n; i++)
		vector_compare(v, "pt", gsl_cdf_tdist_P(t.x[i], df), pt_p.x[i]);
	for (i = 0; i < p.n; i++)
		vector_compare(v, "qnorm", gsl_cdf_ugaussian_Pinv(p.x[i]), q.x[i]);
	for (i = 0; i <= 20; i++)
		binomial[i] = gsl_cdf_binomial_P(i, 0.5, 20);
	vector_numbers(v, "pbinom_n20", binomial, 21);
	assert_int_equal(ranknull_signed_untied(10, &null), 0);
	vector_ranknull(v, "psignrank_n10", &null);
	assert_int_equal(ranknull_sides(5, 6, &null), 0);
	vector_ranknull(v, "pwilcox_5_6", &null);
	test_free(t.x);
	test_free(pt_p.x);
	test_free(p.x);
	test_free(q.x);
}

static inline void vector_sample_size(struct vector *v)
{
	double sd = vector_param(v, "sd_d", 0), alpha = vector_param(v, "alpha", 0);
	double power = vector_param(v, "power", 0), n;
	size_t i, whole;
	json_t *row;

	if (json_is_object(v->expected)) {
		struct numbers delta = vector_list(vector_expect(v, "delta"));
		struct numbers want = vector_list(vector_expect(v, "n"));

		v->rel = 1e-5; /* R stops its search at 1.2e-4 of n */
		for (i = 0; i < delta.n; i++) {
			assert_int_equal(
				power_n_difference(delta.x[i], sd, alpha, power, &n), 0);
			vector_compare(v, "n", n, want.x[i]);
		}
		test_free(delta.x);
		test_free(want.x);
		return;
	}
	json_array_foreach (v->expected, i, row) {
		double theta = json_number_value(json_object_get(row, "theta"));
		double delta = json_number_value(json_object_get(row, "delta"));

		assert_int_equal(
			power_n_equivalence(theta, delta, sd, alpha, power, &whole), 0);
		vector_compare(v, "n", (double)whole,
			       json_number_value(json_object_get(row, "n")));
		v->rel = 1e-6; /* both sides integrate numerically */
		vector_compare(v, "power",
			       power_equivalence(whole, theta, delta, sd, alpha),
			       json_number_value(json_object_get(row, "power")));
		v->rel = 1e-9;
		vector_compare(
			v, "n_normal_approx",
			power_n_equivalence_normal(theta, delta, sd, alpha, power),
			json_number_value(json_object_get(row, "n_normal_approx")));
	}
}

static inline double vector_stat_of_five(const double *x, bool median)
{
	double s[5];

	memcpy(s, x, sizeof(s));
	if (!median)
		return (s[0] + s[1] + s[2] + s[3] + s[4]) / 5;
	gsl_sort(s, 1, 5);
	return s[2];
}

static inline void vector_bootstrap_enumerated(struct vector *v)
{
	bool median =
		!strcmp(json_string_value(json_object_get(v->params, "stat")), "median");
	struct numbers x = vector_input(v, "x");
	double rep[3125], jack[5], draw[5], levels[2];
	struct bootstrap b;
	size_t r, i, code;

	assert_int_equal(x.n, 5);
	for (r = 0; r < 3125; r++) {
		for (i = 0, code = r; i < 5; i++, code /= 5)
			draw[i] = x.x[code % 5];
		rep[r] = vector_stat_of_five(draw, median);
	}
	for (i = 0; i < 5; i++) {
		double rest[4], sum = 0;
		size_t k, n = 0;

		for (k = 0; k < 5; k++)
			if (k != i) {
				rest[n++] = x.x[k];
				sum += x.x[k];
			}
		jack[i] = median ? (rest[1] + rest[2]) / 2 : sum / 4;
	}
	assert_int_equal(bootstrap_from(rep, 3125, vector_stat_of_five(x.x, median), jack,
					5, 1 - vector_param(v, "conf", 0), &b),
			 0);
	levels[0] = b.level_lo;
	levels[1] = b.level_hi;
	vector_number(v, "estimate", b.estimate);
	vector_number(v, "boot_mean", b.mean);
	vector_number(v, "boot_se", b.se);
	vector_interval(v, "percentile_ci", b.percentile);
	vector_number(v, "bca_z0", b.z0);
	vector_number(v, "bca_a", b.a);
	if (!median) {
		vector_numbers(v, "bca_levels", levels, 2);
		vector_interval(v, "bca_ci", b.bca);
	}
	test_free(x.x);
}

/* Monte Carlo against Monte Carlo: the tolerances of the vectors' notes, in ns. */
static inline void vector_near_ns(struct vector *v, const char *key, struct interval got,
				  double tolerance)
{
	struct numbers want = vector_list(vector_expect(v, key));

	if (fabs(got.lo - want.x[0]) > tolerance ||
	    fabs(got.hi - want.x[1]) > tolerance) {
		print_error("%s: %s is [%g, %g], not [%g, %g]\n", v->id, key, got.lo,
			    got.hi, want.x[0], want.x[1]);
		v->wrong++;
	}
	test_free(want.x);
}

/*
 * The distribution of boot_R_mean_outliers has a hole next to its 97.5 % point (counts of
 * one outlier), so that 200,000 resamples end on either side of it, more than the
 * tolerance apart; four million do not.
 */
static inline void vector_bootstrap_mc(struct vector *v)
{
	const char *stat = json_string_value(json_object_get(v->params, "stat"));
	double resamples = vector_param(v, "R", 1000);
	struct numbers x = vector_input(v, "x");
	struct random_state rng = random_seeded(20);
	struct bootstrap b;

	assert_int_equal(
		bootstrap_of(x.x, x.n,
			     strcmp(stat, "mean") ? BOOTSTRAP_MEDIAN : BOOTSTRAP_MEAN,
			     1 - vector_param(v, "conf", 0),
			     (size_t)fmax(resamples, resamples > 1e5 ? 4e6 : 0), &rng,
			     &b),
		0);
	if (!strcmp(v->id, "boot_constant")) {
		vector_interval(v, "percentile_ci", b.percentile);
		vector_prose(v, "bca"); /* in words: undefined */
		assert_false(b.bca_defined);
		assert_false(interval_exists(b.bca));
	} else if (vector_has(v, "ci")) {
		vector_near_ns(v, "ci", strstr(v->id, "BCa") ? b.bca : b.percentile, 0.5);
		assert_true(fabs(b.se - json_number_value(vector_expect(v, "se"))) < 0.5);
	} else {
		vector_near_ns(v, "percentile_ci", b.percentile, 0.3);
		vector_near_ns(v, "bca_ci", b.bca, 0.3);
		assert_true(fabs(b.se - json_number_value(vector_expect(v, "se"))) < 0.3);
		vector_number(v, "estimate", b.estimate);
	}
	test_free(x.x);
}

#endif
