/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of cmd/calibration.h: what is taken of a stored calibration. */
#include "tests/unit.h"

#include "cmd/calibration.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct store *s;
static struct err e;
static int64_t id;

static int set_up(void **state)
{
	const struct store_new_experiment x = {
		.command = "calibrate",
		.arguments = "[]",
		.version = "test",
		.owner = "1:1",
		.began_ns = 1,
	};

	return store_open(":memory:", STORE_CREATE, &s, &e) ||
	       store_experiment_begin(s, &x, &id, &e);
}

static int tear_down(void **state)
{
	store_close(s);
	return 0;
}

static void calibrated(const char *result)
{
	assert_int_equal(store_calibration_add(s, id, "here", 1, result, &e), 0);
}

/* What @name drifts by, and whose drift that is. */
static void drifts_by(const char *name, const char *abi, double pct, const char *of)
{
	struct calibration_drifts *d = calibration_drifts(s, "here");
	struct calibration_drift drift = calibration_drift_of(d, name, abi);

	assert_true(fabs(100 * expm1(drift.log) - pct) < 1e-9);
	assert_string_equal(drift.of, of);
	calibration_drifts_free(d);
}

#define OF(label, pct) "{\"workload\": \"" label "\", \"drift_pct\": " pct "}"

static void a_workload_that_was_measured_has_its_own_drift(void **state)
{
	calibrated("{\"drift_pct\": 35.9, \"aa\": {\"workloads\": [" OF(
		"ctx.pipe.process.same-cpu",
		"35.9") "," OF("signal.catch",
			       "1.3") "," OF("syscall.null",
					     "0.4") "," OF("i386.syscall.null",
							   "7") "]}}");
	drifts_by("signal.catch", "x86_64", 1.3, "signal.catch");
	drifts_by("syscall.null", "x86_64", 0.4, "syscall.null");
	drifts_by("syscall.null", "i386", 7, "i386.syscall.null");
}

static void another_has_the_worst_of_its_family_or_else_of_all(void **state)
{
	calibrated("{\"drift_pct\": 35.9, \"aa\": {\"workloads\": [" OF(
		"ctx.pipe.process.same-cpu",
		"35.9") "," OF("signal.catch",
			       "1.3") "," OF("signal.mask",
					     "0.2") "," OF("i386.signal.fault",
							   "2.5") "]}}");
	drifts_by("signal.fault", "x86_64", 2.5, "signal.*");
	drifts_by("signal.catch", "i386", 2.5, "signal.*");
	drifts_by("signals.new", "x86_64", 35.9, "*");
	drifts_by("fd.read-zero", "x86_64", 35.9, "*");
	drifts_by("signal.catch", "", 35.9, "*"); /* a command of this name */
}

static void what_was_measured_too_briefly_counts_as_not_measured(void **state)
{
	calibrated("{\"drift_pct\": 4, \"aa\": {\"workloads\": [" OF(
		"signal.catch", "4") "," OF("syscall.null", "null") "]}}");
	drifts_by("syscall.null", "x86_64", 4, "*");
}

static void an_older_calibration_has_one_drift_for_all(void **state)
{
	calibrated("{\"drift_pct\": 3.5, \"aa\": {}}");
	drifts_by("signal.catch", "x86_64", 3.5, "*");
	calibrated("{\"drift_pct\": null}");
	drifts_by("signal.catch", "x86_64", 0, "");
	calibrated("[1]");
	drifts_by("signal.catch", "x86_64", 0, "");
}

static void without_a_calibration_nothing_is_known(void **state)
{
	assert_null(calibration_drifts(s, "elsewhere"));
	assert_null(calibration_drifts(s, NULL));
	assert_true(calibration_drift_of(NULL, "signal.catch", "x86_64").log == 0);
	assert_null(calibration_quote(s, "elsewhere"));
}

static void the_quote_names_least_and_most_and_whose_they_are(void **state)
{
	char *quote;

	calibrated(
		"{\"smallest_pct\": 0.12, \"smallest_seconds\": 60, \"drift_pct\": 35.9, "
		"\"aa\": {\"workloads\": [" OF("ctx.pipe.process.same-cpu",
					       "35.9") "," OF("signal.catch",
							      "1.3") "]}}");
	quote = calibration_quote(s, "here");
	assert_non_null(strstr(quote, "changes under 0.12% cannot be seen in 60 s"));
	assert_non_null(strstr(quote, "drift between sessions: signal.catch 1.3% to "
				      "ctx.pipe.process.same-cpu 36%."));
	free(quote);
	calibrated("{\"aa\": {\"workloads\": [" OF("signal.catch", "1.3") "]}}");
	quote = calibration_quote(s, "here");
	assert_non_null(strstr(quote, "drift between sessions: signal.catch 1.3%."));
	free(quote);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_workload_that_was_measured_has_its_own_drift),
		cmocka_unit_test(another_has_the_worst_of_its_family_or_else_of_all),
		cmocka_unit_test(what_was_measured_too_briefly_counts_as_not_measured),
		cmocka_unit_test(an_older_calibration_has_one_drift_for_all),
		cmocka_unit_test(without_a_calibration_nothing_is_known),
		cmocka_unit_test(the_quote_names_least_and_most_and_whose_they_are),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
