/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit.h"

#include "probe/plan.h"

#include <errno.h>
#include <stdio.h>

static int parse(const char *text, struct plan *p, struct plan_error *bad)
{
	return plan_parse(text, strlen(text), p, bad);
}

#define HEAD "ktoll-plan 1\nworkload syscall.null\n"

static void a_short_plan_has_sensible_defaults(void **state)
{
	struct plan_error bad;
	struct plan p;

	assert_int_equal(parse(HEAD "end\n", &p, &bad), 0);
	assert_string_equal(p.workload, "syscall.null");
	assert_int_equal(p.mode, PLAN_BATCH);
	assert_int_equal(p.ops, 1);
	assert_int_equal(p.batches, 1);
	assert_int_equal(p.cpu, -1);
	assert_int_equal(p.peer_cpu, -1);
	assert_int_equal(p.token_in, -1);
	assert_false(p.lock);
}

static void every_setting_is_read(void **state)
{
	struct plan_error bad;
	struct plan p;

	assert_int_equal(parse(HEAD
			       "# comment\n\nmode batch\nops 500\nbatches 20\nwarmup 2\n"
			       "target-ns 50000\ncpu 3\npeer-cpu 0\nnice -20\nlock\n"
			       "with seccomp:100\nwith notsc\nwith avx512\nturns wrpwrp\n"
			       "token 5 6\nexec-target /x\ndie-with-parent\nend\n",
			       &p, &bad),
			 0);
	assert_int_equal(p.ops, 500);
	assert_int_equal(p.batches, 20);
	assert_int_equal(p.warmup, 2);
	assert_int_equal(p.target_ns, 50000);
	assert_int_equal(p.cpu, 3);
	assert_int_equal(p.peer_cpu, 0);
	assert_int_equal(p.nice, -20);
	assert_true(p.lock);
	assert_true(p.die_with_parent);
	assert_int_equal(p.with, PLAN_WITH_SECCOMP | PLAN_WITH_NOTSC | PLAN_WITH_AVX512);
	assert_int_equal(p.seccomp, 100);
	assert_string_equal(p.turns, "wrpwrp");
	assert_int_equal(p.token_in, 5);
	assert_int_equal(p.token_out, 6);
	assert_string_equal(p.exec_target, "/x");
}

static void events_are_read_with_their_groups(void **state)
{
	struct plan_error bad;
	struct plan p;

	assert_int_equal(parse(HEAD "count 0 1 3 0 0 0\n"
				    "count 1 4 18446744073709551615 5 6 7\n"
				    "count-cpus 0 3\ncount-cpus 8 8\nend\n",
			       &p, &bad),
			 0);
	assert_int_equal(p.n_counts, 2);
	assert_int_equal(p.count[0].type, 1);
	assert_int_equal(p.count[0].config, 3);
	assert_int_equal(p.count[1].group, 1);
	assert_true(p.count[1].config == UINT64_MAX);
	assert_int_equal(p.count[1].config1, 5);
	assert_int_equal(p.count[1].config2, 6);
	assert_int_equal(p.count[1].exclude,
			 PLAN_NOT_USER | PLAN_NOT_KERNEL | PLAN_NOT_HV);
	assert_int_equal(p.n_cpu_ranges, 2);
	assert_int_equal(p.cpu_range[0].last, 3);
	assert_int_equal(p.cpu_range[1].first, 8);
}

static void an_event_that_is_not_whole_is_refused(void **state)
{
	static const char *const lines[] = {
		"count 0 1 3 0 0\n",
		"count 0 1 3 0 0 8\n",
		"count 0 1 3 0 0 0 0\n",
		"count 0 1 x 0 0 0\n",
		"count\n",
		"count-cpus 3\n",
		"count-cpus 3 2\n",
		"count-cpus 0 8192\n",
		"mode each\ncount 0 1 3 0 0 0\n",
	};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		char text[128];
		struct plan_error bad;
		struct plan p;

		snprintf(text, sizeof(text), HEAD "%send\n", lines[i]);
		assert_int_equal(parse(text, &p, &bad), -EINVAL);
	}
}

static void more_events_than_there_is_room_for_are_refused(void **state)
{
	char text[4096] = HEAD;
	struct plan_error bad;
	struct plan p;

	for (int i = 0; i <= PLAN_COUNTS_MAX; i++)
		strcat(text, "count 0 1 3 0 0 0\n");
	strcat(text, "end\n");
	assert_int_equal(parse(text, &p, &bad), -EINVAL);
	assert_int_equal(bad.line, 3 + PLAN_COUNTS_MAX);
	assert_string_equal(bad.what, "too many events");
}

static void what_stands_behind_the_end_does_not_matter(void **state)
{
	struct plan_error bad;
	struct plan p;

	assert_int_equal(parse(HEAD "end\nrubbish", &p, &bad), 0);
}

static void a_bad_plan_is_refused_with_its_line(void **state)
{
	static const struct {
		const char *text;
		unsigned int line;
	} cases[] = {
		{ "", 1 },
		{ "ktoll-plan 2\nworkload a\nend\n", 1 },
		{ "workload a\nend\n", 1 },
		{ HEAD, 3 },
		{ HEAD "end", 3 },
		{ "ktoll-plan 1\nend\n", 2 },
		{ HEAD "ops 0\nend\n", 3 },
		{ HEAD "ops -1\nend\n", 3 },
		{ HEAD "ops 99999999999999999999\nend\n", 3 },
		{ HEAD "ops 1 \nend\n", 3 },
		{ HEAD "batches 5\nwarmup 5\nend\n", 5 },
		{ HEAD "mode fast\nend\n", 3 },
		{ HEAD "cpu 8192\nend\n", 3 },
		{ HEAD "nice 21\nend\n", 3 },
		{ HEAD "with magic\nend\n", 3 },
		{ HEAD "with seccomp:4001\nend\n", 3 },
		{ HEAD "turns wrx\nend\n", 3 },
		{ HEAD "turns wr\nend\n", 4 },
		{ HEAD "token 3\nend\n", 3 },
		{ HEAD "colour red\nend\n", 3 },
		{ HEAD "ops\t5\nend\n", 3 },
		{ HEAD "lock yes\nend\n", 3 },
		{ "ktoll-plan 1\nworkload "
		  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
		  "\nend\n",
		  2 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct plan_error bad = { 0, NULL };
		struct plan p = { .ops = 77 };

		assert_true(parse(cases[i].text, &p, &bad) < 0);
		assert_non_null(bad.what);
		assert_int_equal(bad.line, cases[i].line);
		assert_int_equal(p.ops, 77);
	}
}

static void a_plan_with_a_nul_or_beyond_the_limit_is_refused(void **state)
{
	static char big[PLAN_BYTES_MAX + 100];
	struct plan_error bad;
	struct plan p;

	assert_true(plan_parse(HEAD "ops 1\0\nend\n", sizeof(HEAD) + 11, &p, &bad) < 0);
	memset(big, '\n', sizeof(big));
	memcpy(big, HEAD, sizeof(HEAD) - 1);
	memcpy(big + sizeof(big) - 5, "\nend\n", 5);
	assert_true(plan_parse(big, sizeof(big), &p, &bad) < 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_short_plan_has_sensible_defaults),
		cmocka_unit_test(every_setting_is_read),
		cmocka_unit_test(events_are_read_with_their_groups),
		cmocka_unit_test(an_event_that_is_not_whole_is_refused),
		cmocka_unit_test(more_events_than_there_is_room_for_are_refused),
		cmocka_unit_test(what_stands_behind_the_end_does_not_matter),
		cmocka_unit_test(a_bad_plan_is_refused_with_its_line),
		cmocka_unit_test(a_plan_with_a_nul_or_beyond_the_limit_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
