/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit.h"

#include "report/number.h"
#include "report/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct look wide = { .width = 0 };

static const struct run_row rows[] = {
	{ .label = "control.empty",
	  .workload = "control.empty",
	  .abi = "x86_64",
	  .unit = "op",
	  .status = "done",
	  .processes = 50,
	  .samples = 1000,
	  .value = 0.31234,
	  .lo = 0.31,
	  .hi = 0.3147,
	  .best = 0.3,
	  .median = 0.32,
	  .p99 = 0.41,
	  .spread_pct = 1.23 },
	{ .label = "ctx.pipe.process.same-cpu",
	  .workload = "ctx.pipe.process.same-cpu",
	  .abi = "x86_64",
	  .unit = "switch",
	  .status = "done",
	  .processes = 2,
	  .samples = 40,
	  .value = 1041,
	  .lo = NAN,
	  .hi = NAN,
	  .best = 1001,
	  .median = 1050,
	  .p99 = NAN,
	  .spread_pct = NAN,
	  .marks = RUN_PREEMPTED | RUN_FEW },
	{ .label = "i386.int80.null",
	  .workload = "int80.null",
	  .abi = "i386",
	  .unit = "op",
	  .status = "skip",
	  .reason = "this kernel does not run programs of this ABI (ENOEXEC)",
	  .value = NAN,
	  .lo = NAN,
	  .hi = NAN },
	{ .label = "i386.int80.enosys",
	  .workload = "int80.enosys",
	  .abi = "i386",
	  .unit = "op",
	  .status = "skip",
	  .reason = "this kernel does not run programs of this ABI (ENOEXEC)",
	  .value = NAN,
	  .lo = NAN,
	  .hi = NAN },
	{ .label = "proc.exec",
	  .workload = "proc.exec",
	  .abi = "x86_64",
	  .unit = "op",
	  .status = "fail",
	  .reason = "an op did not do what it is there for",
	  .value = NAN,
	  .lo = NAN,
	  .hi = NAN },
};

static const struct run_report report = {
	.arm = "before",
	.command = "run",
	.state = "done",
	.mode = "batch",
	.modifiers = "",
	.experiment = 7,
	.confidence_pct = 95,
	.machine = "Linux 6.1 on a machine, CPU 1",
	.not_set = "nice (EACCES)",
	.rows = rows,
	.n = 5,
};

static const char golden[] =
	"ktoll: before, experiment 7\n"
	"Linux 6.1 on a machine, CPU 1\n"
	"\n"
	"workload                  per       value      95%     best   median      p99  spread\n"
	"control.empty             op       0.3123  +-0.75%   0.3000   0.3200   0.4100    1.2%\n"
	"ctx.pipe.process.same-cpu switch     1041        -     1001     1050        -       - pn\n"
	"\n"
	"ns per unit (op, switch, fault ...), lower is better. value: 25th percentile of\n"
	"a process's batches, 20% trimmed mean over the processes, with the half-width of\n"
	"its 95% interval; best, median, p99: of all batches; spread: middle half of the\n"
	"processes, of the value. One boot: says nothing about the next one.\n"
	"  p  more than 5 % of the samples were preempted (an involuntary switch)\n"
	"  n  too few processes for an interval\n"
	"not set, refused by the system: nice (EACCES)\n"
	"\n"
	"not run here:\n"
	"  this kernel does not run programs of this ABI (ENOEXEC):\n"
	"    i386.int80.null i386.int80.enosys\n"
	"\n"
	"FAILED:\n"
	"  an op did not do what it is there for:\n"
	"    proc.exec\n";

static void the_table_says_units_marks_skips_and_failures(void **state)
{
	struct str out = STR_INIT;

	run_report_text(&report, &wide, &out);
	assert_string_equal(str_get(&out), golden);
	str_release(&out);
}

static void what_was_not_counted_is_said_once_for_each_reason(void **state)
{
	const struct run_fact facts[] = {
		{ "counter.cycles:k", NULL, "no PMU" },
		{ "cpu.model", "x", NULL },
		{ "counter.cs", NULL, "no permission" },
		{ "counter.r01c2", NULL, "no PMU" },
		{ "cpu.microcode", NULL, "no such file" },
	};
	struct run_report r = report;
	struct str out = STR_INIT;
	json_t *top, *list;

	r.facts = facts;
	r.n_facts = 5;
	run_report_text(&r, &wide, &out);
	assert_non_null(strstr(str_get(&out), "\nnot counted:\n"
					      "  cycles:k, r01c2: no PMU\n"
					      "  cs: no permission\n"));
	str_reset(&out);
	run_report_json(&r, &out);
	top = json_loads(str_get(&out), 0, NULL);
	list = json_object_get(top, "not_counted");
	assert_int_equal(json_array_size(list), 3);
	assert_string_equal(
		json_string_value(json_object_get(json_array_get(list, 1), "event")),
		"cs");
	assert_string_equal(
		json_string_value(json_object_get(json_array_get(list, 1), "reason")),
		"no permission");
	json_decref(top);
	str_release(&out);
}

static void a_report_over_nothing_says_so(void **state)
{
	struct run_report nothing = report;
	struct str out = STR_INIT;

	nothing.n = 0;
	run_report_text(&nothing, &wide, &out);
	assert_non_null(strstr(str_get(&out), "nothing was measured"));
	str_release(&out);
}

static void csv_has_what_was_not_counted(void **state)
{
	const struct run_fact fact = { "counter.cycles", NULL, "no PMU" };
	struct run_report r = report;
	struct str out = STR_INIT;

	r.facts = &fact;
	r.n_facts = 1;
	r.arm = "x";
	run_report_csv(&r, &out);
	/* of no workload: value to preempted_pct, 13 columns, are empty */
	assert_non_null(
		strstr(str_get(&out), "\nx,,,cycles,,,,,,,,,,,,,,,skip,no PMU\n"));
	str_release(&out);
}

static void hostile_names_stay_in_their_field(void **state)
{
	static const char nasty[] = "=cmd|' /C calc'!A0,\"x\"\n\xff<script>";
	struct run_report r = report;
	struct str out = STR_INIT;
	json_t *j;

	r.arm = nasty;
	r.n = 1;
	run_report_csv(&r, &out);
	/* a header and one line, and no field that begins with "=" */
	assert_int_equal(out.s[out.len - 1], '\n');
	assert_non_null(strchr(out.s, '\n'));
	assert_ptr_equal(strchr(strchr(out.s, '\n') + 1, '\n'), out.s + out.len - 1);
	assert_non_null(strstr(out.s, "\n\"'=cmd"));
	str_reset(&out);
	run_report_json(&r, &out);
	j = json_loads(str_get(&out), 0, NULL);
	assert_non_null(j);
	assert_int_equal(json_integer_value(json_object_get(j, "schema")), 1);
	json_decref(j);
	str_release(&out);
}

static void what_is_not_a_number_is_null_in_json_and_empty_in_csv(void **state)
{
	struct str out = STR_INIT;
	json_t *j, *row;

	run_report_json(&report, &out);
	j = json_loads(str_get(&out), 0, NULL);
	assert_non_null(j);
	row = json_array_get(json_object_get(j, "workloads"), 2);
	assert_true(json_is_null(json_object_get(row, "value")));
	assert_true(json_is_null(json_object_get(row, "interval")));
	assert_string_equal(json_string_value(json_object_get(row, "status")), "skip");
	json_decref(j);
	str_reset(&out);
	run_report_csv(&report, &out);
	assert_non_null(strstr(str_get(&out), "before,int80.null,i386,ns,op,,"));
	assert_null(strstr(str_get(&out), "nan"));
	str_release(&out);
}

static void what_was_counted_fits_the_terminal(void **state)
{
	static const struct run_count counts[] = {
		{ .label = "ctx.pipe.process.same-cpu",
		  .per = "switch",
		  .event = "context-switches",
		  .unit = "",
		  .scaled = true,
		  .n = 3,
		  .value = 1,
		  .lo = 0.99,
		  .hi = 1.001,
		  .running_pct = 66 },
		{ .label = "ctx.pipe.process.same-cpu",
		  .per = "switch",
		  .event = "task-clock",
		  .unit = "ns",
		  .reason = "nobody may count it here, which is said in some more words",
		  .value = NAN,
		  .lo = NAN,
		  .hi = NAN },
	};
	struct run_report r = report;
	struct str out = STR_INIT;
	char *save = NULL;

	r.counts = counts;
	r.n_counts = 2;
	run_report_text(&r, &wide, &out);
	assert_non_null(strstr(
		str_get(&out),
		"\nworkload                  event                count per       interval\n"
		"ctx.pipe.process.same-cpu context-switches     1.000 switch    "
		"0.9900..1.001  ~66%\n"
		"                          task-clock               - ns/switch "
		"nobody may count it here, which is said in some more words\n"));
	for (int width = 40; width <= 120; width++) {
		const struct look look = { .width = width };

		str_reset(&out);
		run_report_text(&r, &look, &out);
		assert_non_null(strstr(str_get(&out), "nobody may count it"));
		for (char *line = strtok_r(out.s, "\n", &save); line;
		     line = strtok_r(NULL, "\n", &save))
			assert_true((int)strlen(line) <= width);
	}
	str_release(&out);
}

/* With two processes there is no interval; that is not to say that they agree. */
static void only_counts_that_agree_are_said_to_be_always_so(void **state)
{
	static const struct run_count counts[] = {
		{ .label = "l",
		  .per = "op",
		  .event = "task-clock",
		  .unit = "ns",
		  .n = 2,
		  .value = 120,
		  .lo = NAN,
		  .hi = NAN },
		{ .label = "l",
		  .per = "op",
		  .event = "page-faults",
		  .unit = "",
		  .n = 2,
		  .value = 1,
		  .lo = NAN,
		  .hi = NAN,
		  .constant = true },
	};
	struct run_report r = report;
	struct str out = STR_INIT;

	r.counts = counts;
	r.n_counts = 2;
	run_report_text(&r, &wide, &out);
	assert_non_null(strstr(str_get(&out), " task-clock      120.0 ns/op     -\n"));
	assert_non_null(
		strstr(str_get(&out), " page-faults     1.000 op        always\n"));
	str_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_table_says_units_marks_skips_and_failures),
		cmocka_unit_test(what_was_not_counted_is_said_once_for_each_reason),
		cmocka_unit_test(a_report_over_nothing_says_so),
		cmocka_unit_test(csv_has_what_was_not_counted),
		cmocka_unit_test(hostile_names_stay_in_their_field),
		cmocka_unit_test(what_is_not_a_number_is_null_in_json_and_empty_in_csv),
		cmocka_unit_test(what_was_counted_fits_the_terminal),
		cmocka_unit_test(only_counts_that_agree_are_said_to_be_always_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
