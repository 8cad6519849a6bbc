/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every reference vector (computed with R and scipy) is reproduced: one test for each.
 * A vector of a kind that is not in the table fails.
 */
#include "tests/stats/vectors.h"

#include "tests/stats/vectors_means.h"
#include "tests/stats/vectors_ranks.h"
#include "tests/stats/vectors_rules.h"

#define VECTORS_FILE  "tests/data/vectors.json"
#define VECTORS_COUNT 103

static const struct {
	const char *kind;
	void (*run)(struct vector *v);
} kinds[] = {
	{ "any", vector_any },
	{ "autocorrelation", vector_autocorrelation },
	{ "bootstrap_enumerated", vector_bootstrap_enumerated },
	{ "bootstrap_mc", vector_bootstrap_mc },
	{ "distribution", vector_distribution },
	{ "heterogeneity", vector_heterogeneity },
	{ "hodges_lehmann_two_sample", vector_hl2 },
	{ "mann_whitney", vector_mann_whitney },
	{ "median_ci_order_stats", vector_median_ci },
	{ "n_more", vector_n_more },
	{ "p_adjust", vector_p_adjust },
	{ "paired_t_logratio", vector_paired_t },
	{ "permutation_sign_flip", vector_permute_flip },
	{ "permutation_two_sample", vector_permute_two },
	{ "sample_size", vector_sample_size },
	{ "sequential_p", vector_sequential_p },
	{ "sign_test", vector_sign },
	{ "signed_rank_hl", vector_signed_rank },
	{ "spread", vector_spread },
	{ "table", vector_table },
	{ "tost_paired_log", vector_tost_paired },
	{ "tost_signed_rank", vector_tost_signed_rank },
	{ "tost_welch", vector_tost_welch },
	{ "trend", vector_trend },
	{ "trimmed_t", vector_trimmed },
	{ "variance_components", vector_varcomp },
	{ "verdict", vector_verdicts },
	{ "welch_t", vector_welch },
	{ "westfall_young_maxT", vector_max_t },
	{ "yuen", vector_yuen },
};

static void run_vector(void **state)
{
	struct vector v = vector_start(*state);
	size_t i;

	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (strcmp(kinds[i].kind, v.kind))
			continue;
		kinds[i].run(&v);
		vector_done(&v);
		return;
	}
	fail_msg("%s: no code for the kind %s", v.id, v.kind);
}

int main(void)
{
	json_error_t error;
	json_t *file = json_load_file(VECTORS_FILE, 0, &error);
	json_t *list = json_object_get(file, "vectors");
	size_t n = json_array_size(list), i;
	struct CMUnitTest *tests = calloc(n + 1, sizeof(*tests));
	char(*names)[96] = calloc(n + 1, sizeof(*names));
	int failed;

	if (!file || n != VECTORS_COUNT || !tests || !names) {
		printf("Bail out! %s: %zu vectors, not %d (%s)\n", VECTORS_FILE, n,
		       VECTORS_COUNT, error.text);
		return 1;
	}
	for (i = 0; i < n; i++) {
		json_t *v = json_array_get(list, i);

		snprintf(names[i], sizeof(names[i]), "vector %s is reproduced",
			 json_string_value(json_object_get(v, "id")));
		tests[i] = (struct CMUnitTest){ names[i], run_vector, NULL, NULL, v };
	}
	failed = _cmocka_run_group_tests("vectors", tests, n, NULL, NULL);
	free(names);
	free(tests);
	json_decref(file);
	return failed;
}
