/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The other tools: what contradicts itself, is cut, failed, or repeats. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/import/util.h"

static void lmbench_parts_are_kept_apart(void **state)
{
	struct import_result *res = parsed("# musl\nSimple syscall: 13.6 microseconds\n"
					   "# glibc\nSimple syscall: 13.9 microseconds\n"
					   "File /x write bandwidth:498 KB/sec\n",
					   NULL);

	assert_int_equal(res->n_metrics, 3);
	assert_string_equal(res->metrics[0].group, "musl");
	assert_string_equal(res->metrics[1].group, "glibc");
	ASSERT_VALUES(&res->metrics[1], 13.9);
	ASSERT_VALUES(&res->metrics[2], 498);
	assert_int_equal(res->metrics[2].direction, IMPORT_HIGHER_IS_BETTER);
	import_result_free(res);

	/* One part only tells nothing apart. */
	res = parsed("v2.6.0:\nSimple syscall: 13.6 microseconds\n", NULL);
	assert_string_equal(res->metrics[0].group, "");
	import_result_free(res);
}

static void an_execve_cheaper_than_its_fork_is_refused(void **state)
{
	struct import_result *res = parsed("Process fork+exit: 7961.0 microseconds\n"
					   "Process fork+execve: 6746.0 microseconds\n",
					   NULL);

	ASSERT_VALUES(metric_of(res, "Process fork+exit", "us"), 7961);
	assert_refused(metric_of(res, "Process fork+execve", "us"), "6746.0000");
	import_result_free(res);
	res = parsed("Process fork+exit: 440.0 microseconds\n"
		     "Process fork+execve: 491.6 microseconds\n",
		     NULL);
	ASSERT_VALUES(metric_of(res, "Process fork+execve", "us"), 491.6);
	import_result_free(res);
}

static void a_network_faster_than_a_pipe_is_refused(void **state)
{
	struct import_result *res =
		parsed("Pipe latency: 16.0 microseconds\n"
		       "TCP latency using localhost: 2.2 microseconds\n"
		       "UDP latency using localhost: 22.2 microseconds\n",
		       NULL);

	assert_refused(metric_of(res, "TCP latency using localhost", "us"), "no server");
	ASSERT_VALUES(metric_of(res, "UDP latency using localhost", "us"), 22.2);
	import_result_free(res);
}

static void broken_lmbench_numbers_are_refused(void **state)
{
	refused("Simple read: 1 microseconds\nSimple syscall: nan microseconds\n", "f:2",
		"'nan'");
	refused("Simple syscall: -1.0 microseconds\n", "f:1", "negative");
	refused("\"size=0k ovr=0.27\n2 1,02\n", "f:2", "comma");
}

#define SUMMARY                                                                       \
	"Context switching - times in microseconds - smaller is better\n"             \
	"-------------------------------------------------------------------------\n" \
	"Host                 OS  2p/0K 2p/16K 2p/64K\n"                              \
	"                         ctxsw  ctxsw  ctxsw\n"                              \
	"--------- ------------- ------ ------ ------\n"

static void blank_cells_of_a_summary_stay_blank(void **state)
{
	struct import_result *res =
		parsed(SUMMARY "hostA     Linux 2.4.20- 1.6600 2.0400 2.0900\n"
			       "hostA      Linux 2.4.20 1.7300          12.K\n"
			       "hostA      Linux 2.4.20 1.7400 0.1000       \n",
		       NULL);

	assert_int_equal(res->n_metrics, 7);
	assert_string_equal(res->metrics[4].name, "2p/64K ctxsw");
	ASSERT_VALUES(&res->metrics[4], 12000);
	assert_string_equal(res->metrics[5].group, "hostA Linux 2.4.20 (2)");
	assert_note(&res->metrics[6], "do not trust");
	import_result_free(res);
	refused(SUMMARY "hostA      Linux 2.4.20 1.7300      12.4     \n", "f:6",
		"not under one column");
	refused(SUMMARY "hostA      Linux 2.4.20 1.7300 x      2.0\n", "f:6", "'x'");
}

static void perf_bench_numbers_must_fit_each_other(void **state)
{
	static const char *const text = "# Running 'syscall/basic' benchmark:\n"
					"# Executed %s getppid() calls\n"
					"     Total time: %s [sec]\n\n"
					"       %s usecs/op\n%14s ops/sec\n";
	struct import_result *res;
	char s[512];

	snprintf(s, sizeof(s), text, "10,000,000", "2.430", "0.243038", "4,114,582");
	res = parsed(s, NULL);
	ASSERT_VALUES(metric_of(res, "syscall/basic getppid", "usecs/op"), 0.243038);
	ASSERT_VALUES(metric_of(res, "syscall/basic getppid", "ops/sec"), 4114582);
	assert_true(metric_of(res, "syscall/basic getppid", "ops/sec")->derived);
	import_result_free(res);
	snprintf(s, sizeof(s), text, "1000000", "2.430", "0.243038", "4114582");
	refused(s, "f:5", "in all");
	snprintf(s, sizeof(s), text, "10000000", "2.430", "0.243038", "4.114");
	refused(s, "f:6", "ops/sec");
	snprintf(s, sizeof(s), text, "10000000", "2.430", "0,243038", "4114582");
	refused(s, "f:5", "comma");
}

static void runs_of_perf_bench_must_be_complete(void **state)
{
#define FUTEX      "# Running 'futex/wake' benchmark:\n"
#define RUN(n, ms) "[Run " #n "]: Wokeup 2 of 2 threads in " #ms " ms\n"
	struct import_result *res = parsed(
		FUTEX RUN(1, 0.2)
			RUN(2, 0.4) "Wokeup 2 of 2 threads in 0.3000 ms (+-33.33%)\n",
		NULL);

	ASSERT_VALUES(metric_of(res, "futex/wake", "ms"), 0.2, 0.4);
	import_result_free(res);
	refused(FUTEX RUN(1, 0.2) RUN(2, 0.4), "f:1", "not complete");
	refused(FUTEX RUN(1, 0.2) RUN(3, 0.4), "f:3", "run 3");
	refused(FUTEX RUN(1, 0.2) "Wokeup 2 of 2 threads in 0.3000 ms (+-33.33%)\n",
		"f:3", "not the mean");
	res = parsed(FUTEX "[Run 1]: Wokeup 1 of 2 threads in 0.2 ms\n"
			   "Wokeup 1 of 2 threads in 0.2000 ms (+-0.00%)\n",
		     NULL);
	assert_refused(metric_of(res, "futex/wake", "ms"), "1 of 2");
	import_result_free(res);
}

static void perf_bench_without_a_result_is_refused_alone(void **state)
{
	struct import_result *res = parsed("# Running 'mem/memcpy' benchmark:\n"
					   "Failed to open cycles counter\n"
					   "# Running 'sched/messaging' benchmark:\n"
					   "# 20 sender and receiver threads per group\n"
					   "     Total time: 0.119 [sec]\n",
					   NULL);

	assert_refused(metric_of(res, "mem/memcpy", ""), "Failed to open");
	ASSERT_VALUES(metric_of(res, "sched/messaging threads", "s"), 0.119);
	import_result_free(res);
}

static void parts_of_perf_bench_are_kept_apart(void **state)
{
#define PIPE(us)                                                                       \
	"# Running 'sched/pipe' benchmark:\n# Executed 1 pipe operations between two " \
	"processes\n       " us " usecs/op\n"
	struct import_result *res =
		parsed("=== old ===\n" PIPE("5.0") "=== new ===\n" PIPE("6.0"), NULL);

	assert_int_equal(res->n_metrics, 2);
	assert_string_equal(res->metrics[1].group, "new");
	import_result_free(res);
	res = parsed(PIPE("5.0") PIPE("6.0"), NULL);
	ASSERT_VALUES(metric_of(res, "sched/pipe", "usecs/op"), 5, 6);
	import_result_free(res);
}

static void hyperfine_json_must_be_consistent(void **state)
{
#define HYPERFINE(mean, codes)                                  \
	"{\"results\": [\n{\"command\": \"x\", \"mean\": " mean \
	", \"times\": [0.5, 1.5], \"exit_codes\": [" codes "]}]}\n"
	struct import_result *res = parsed(HYPERFINE("1.0", "0, null"), NULL);

	ASSERT_VALUES(metric_of(res, "x", "s"), 0.5, 1.5);
	assert_note(metric_of(res, "x", "s"), "1 of 2 runs failed");
	import_result_free(res);
	refused(HYPERFINE("2.0", "0, 0"), "f:2", "mean");
	refused(HYPERFINE("1.0", "0"), "f:2", "exit codes");
	refused("{\"results\": [{\"command\": \"x\", \"mean\": 1, \"times\": [-1, 3]}]}",
		"f:1", "negative");
	refused("{\"results\": [{\"command\": \"x\", \"mean\": 1, \"times\": [\"1\"]}]}",
		"f:1", "not a number");
	refused("{\"results\": [{\"command\": \"x\", \"mean\": 1e400, \"times\": [1]}]}",
		"f:1", "overflow");
	refused("{\"results\": [{\"command\": \"x\",\n \"mean\": 1, \"times\": [1,",
		"f:2", "not JSON");
}

static void hyperfine_of_old_prints_a_number_sign(void **state)
{
	struct import_result *res = parsed(
		"Benchmark #1: a: b\n  Time (mean \xc2\xb1 \xcf\x83):     101.5 ms \xc2\xb1   "
		"0.2 ms    [User: 1.2 ms]\n \n  Range (min \xe2\x80\xa6 max):   101.1 ms "
		"\xe2\x80\xa6 101.9 ms    10 runs\n",
		NULL);
	struct import_metric *m = metric_of(res, "a: b", "ms");

	assert_true(m->summary.value == 101.5 && m->summary.spread == 0.2);
	assert_int_equal(m->summary.n, 10);
	import_result_free(res);
}

static void hyperfine_without_a_number_of_runs_is_refused(void **state)
{
	refused("Benchmark 1: x\n  Time (mean \xc2\xb1 \xcf\x83):       7.2 ms \xc2\xb1   0.3 ms\n",
		"f:2", "number of runs");
	refused("command,mean,stddev,median,user,system,min,max\nx,1,2\n", "f:2",
		"3 fields");
	refused("command,mean,stddev,median,user,system,min,max\n\"x,1,2,1,1,1,1,1\n",
		"f:2", "quotes");
}

static void go_lines_cut_or_broken_are_refused(void **state)
{
#define GO_LINE "BenchmarkX-8 100 5 ns/op\n"
	refused(GO_LINE "BenchmarkX-8 100 5\n", "f:2", "not complete");
	refused(GO_LINE "BenchmarkX-8 100 NaN ns/op\n", "f:2", "'NaN'");
	refused(GO_LINE "BenchmarkX-8 100 5 ns/op 7\n", "f:2", "not complete");
	refused(GO_LINE "BenchmarkX-8 100 -5 ns/op\n", "f:2", "negative");
}

static void go_units_may_declare_their_direction(void **state)
{
	struct import_result *res =
		parsed("Unit hits better=higher\nBenchmarkX 100 5 hits 3 misses 2 ns/op\n"
		       "--- FAIL: TestY\nbenchmarking is fun\n",
		       NULL);

	assert_int_equal(metric_of(res, "X", "hits")->direction, IMPORT_HIGHER_IS_BETTER);
	assert_int_equal(metric_of(res, "X", "misses")->direction,
			 IMPORT_DIRECTION_UNKNOWN);
	assert_int_equal(metric_of(res, "X", "ns/op")->direction, IMPORT_LOWER_IS_BETTER);
	assert_warning(res, "FAIL");
	import_result_free(res);
}

static void go_configuration_that_varies_names_the_part(void **state)
{
	struct import_result *res = parsed("goos: linux\npkg: a\n" GO_LINE "pkg: b\n"
					   "BenchmarkX-8 100 6 ns/op\n",
					   NULL);

	assert_int_equal(res->n_metrics, 2);
	assert_string_equal(res->metrics[0].group, "pkg: a");
	assert_string_equal(res->metrics[1].group, "pkg: b");
	import_result_free(res);
}

static void go_test_json_is_put_together_again(void **state)
{
#define EVENT(text)                                                                  \
	"{\"Time\":\"t\",\"Action\":\"output\",\"Package\":\"p\",\"Output\":\"" text \
	"\"}\n"
	struct import_result *res = parsed(
		EVENT("BenchmarkX-8   \\t") EVENT("     100\\t  123 ns/op\\n"), NULL);

	ASSERT_VALUES(metric_of(res, "X-8", "ns/op"), 123);
	import_result_free(res);
}

static void google_names_alone_make_no_aggregate(void **state)
{
#define GOOGLE \
	"name,iterations,real_time,cpu_time,time_unit,bytes_per_second,items_per_second,label,error_occurred,error_message\n"
	struct import_result *res = parsed(GOOGLE "\"BM_mean\",100,5,5,ns,,,,,\n", NULL);

	ASSERT_VALUES(metric_of(res, "BM_mean real_time", "ns"), 5);
	import_result_free(res);
	res = parsed(GOOGLE "\"B_mean\",3,5,5,ns,,,,,\n\"B_median\",3,4,4,ns,,,,,\n"
			    "\"B_stddev\",3,1,1,ns,,,,,\n",
		     NULL);
	assert_int_equal(res->n_metrics, 2);
	assert_true(metric_of(res, "B real_time", "ns")->summary.spread == 1);
	assert_int_equal(metric_of(res, "B real_time", "ns")->summary.n, 3);
	import_result_free(res);
	refused(GOOGLE "\"B\",3,5\n", "f:2", "3 fields");
	refused(GOOGLE "\"B\",3,inf,5,ns,,,,,\n", "f:2", "infinite");
}

static void cyclictest_units_are_never_assumed(void **state)
{
	struct import_result *res = parsed(
		"T: 0 (  1) P:80 I:1000 C:    300 Min:     17 Act:   93 Avg:  204 Max:    7644\n",
		NULL);

	ASSERT_VALUES(metric_of(res, "thread 0 min", "us"), 17);
	import_result_free(res);
	res = parsed(
		"T: 0 (  1) P:80 I:1000 C:    300 Min:  43041 Act:   43951 Avg:   53929 "
		"Max:  309783\n",
		NULL);
	ASSERT_VALUES(metric_of(res, "thread 0 min", "ns"), 43041);
	import_result_free(res);
	/* Fields that say neither, as after copying. */
	res = parsed(
		"T: 0 ( 1) P:80 I:1000 C: 300 Min: 43041 Act: 43951 Avg: 53929 Max: 309783\n",
		NULL);
	assert_refused(metric_of(res, "thread 0 min", ""), "whether us");
	import_result_free(res);
	refused("T: 0 (  1) P:80 I:1000 C:    300 Min:    217 Act:   93 Avg:  204 Max:    7644\n",
		"f:1", "min 217");
}

static void sysbench_zeros_are_below_resolution(void **state)
{
#define SYSBENCH "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n"
	struct import_result *res = parsed(
		SYSBENCH "    total time:                          0.4075s\n"
			 "    total number of events:              100\n"
			 "Latency (ms):\n         min:   0.00\n         avg:   0.46\n",
		NULL);

	assert_refused(metric_of(res, "latency min", "ms"), "resolution");
	assert_int_equal(metric_of(res, "latency avg", "ms")->summary.n, 100);
	import_result_free(res);
	refused(SYSBENCH "Threads started!\n", "f:1", "not complete");
	refused(SYSBENCH "FATAL: cannot connect\n", "f:2", "failed");
}

static void sysbench_0_4_gives_its_units(void **state)
{
	struct import_result *res = parsed(
		"sysbench 0.4.12:  multi-threaded system evaluation benchmark\n"
		"Test execution summary:\n    total time:                          10.0012s\n"
		"    total number of events:              10000\n"
		"    per-request statistics:\n         min:           0.95ms\n"
		"         avg:           1.00ms\n         approx.  95 percentile:  1.05ms\n",
		NULL);

	ASSERT_VALUES(metric_of(res, "latency min", "ms"), 0.95);
	assert_true(metric_of(res, "latency avg", "ms")->summary.value == 1);
	import_result_free(res);
}

static void will_it_scale_warm_up_is_no_value(void **state)
{
#define SCALE                                                                          \
	"testcase:x\nwarmup\nmin:1 max:2 total:3\nmeasurement\nmin:1 max:2 total:10\n" \
	"min:1 max:2 total:21\n"
	struct import_result *res = parsed(SCALE "average:15\n", NULL);

	ASSERT_VALUES(metric_of(res, "x", "ops/s"), 10, 21);
	import_result_free(res);
	res = parsed(SCALE, NULL);
	assert_note(metric_of(res, "x", "ops/s"), "ended from outside");
	import_result_free(res);
	refused(SCALE "average:17\n", "f:7", "lines are missing");
	refused(SCALE "min:1 max:2 total:2", "f:7", "within a line");
	refused("testcase:x\nwarmup\nmin:1 max:2 total:3\n", "f:1", "not complete");
}

static void stress_ng_reads_old_and_new_logs(void **state)
{
	struct import_result *res = parsed(
		"stress-ng: info:  [1] stressor       bogo ops real time  usr time  sys time   "
		"bogo ops/s   bogo ops/s\n"
		"stress-ng: info:  [1]                          (secs)    (secs)    (secs)   "
		"(real time) (usr+sys time)\n"
		"stress-ng: info:  [1] fork                 77      3.01      0.20      0.13        "
		"25.59       227.65\n"
		"stress-ng: info:  [1] successful run completed in 3.06s\n",
		NULL);

	ASSERT_VALUES(metric_of(res, "fork", "bogo ops/s"), 25.59);
	import_result_free(res);
	res = parsed(
		"stress-ng: metrc: [1] stressor       bogo ops real time\n"
		"stress-ng: metrc: [1] verity  0 4.04 0.00 0.00 0.00 0.00 0.05 2488\n"
		"stress-ng: metrc: [1] miscellaneous metrics:\n"
		"stress-ng: metrc: [1] pthread   27946.62 nanosecs to start a pthread "
		"(geometric mean of 1 instances)\n"
		"stress-ng: metrc: [1] close   600923.80 close calls per sec (harmonic mean "
		"of 192 instances)\n"
		"stress-ng: info:  [1] failed: 1: close (1)\n",
		NULL);
	assert_refused(metric_of(res, "verity", "bogo ops/s"), "nothing");
	ASSERT_VALUES(metric_of(res, "pthread nanosecs-to-start-a-pthread", "ns"),
		      27946.62);
	assert_int_equal(metric_of(res, "close close-calls-per-sec", "1/s")->direction,
			 IMPORT_HIGHER_IS_BETTER);
	assert_warning(res, "failed: 1");
	import_result_free(res);
}

static void unixbench_means_of_samples_say_so(void **state)
{
	struct import_result *res =
		parsed("2 CPUs in system; running 1 parallel copy of tests\n"
		       "Pipe Throughput              344883.9 lps   (10.0 s, 7 samples)\n"
		       "2 CPUs in system; running 2 parallel copies of tests\n"
		       "Pipe Throughput              544883.9 lps   (10.0 s, 1 samples)\n"
		       "System Benchmarks Index Values BASELINE RESULT INDEX\n"
		       "Pipe Throughput               12440.0     344883.9    277.2\n",
		       NULL);

	assert_int_equal(res->n_metrics, 2);
	assert_string_equal(res->metrics[0].group, "1 parallel copy");
	assert_int_equal(res->metrics[0].summary.center, IMPORT_CENTER_OTHER);
	assert_int_equal(res->metrics[0].summary.n, 7);
	ASSERT_VALUES(&res->metrics[1], 544883.9);
	import_result_free(res);
}

static void hackbench_runs_of_one_set_up_are_values(void **state)
{
#define HACK(groups, time)                         \
	"Running in process mode with " groups     \
	" groups using 40 file descriptors each\n" \
	"Each sender will pass 100 messages of 100 bytes\nTime: " time "\n"
	struct import_result *res = parsed(HACK("2", "0.5") HACK("2", "0.6"), NULL);

	ASSERT_VALUES(metric_of(res, "hackbench process", "s"), 0.5, 0.6);
	import_result_free(res);
	res = parsed(HACK("2", "0.5") HACK("4", "0.6"), NULL);
	assert_int_equal(res->n_metrics, 2);
	import_result_free(res);
	refused("Running with 10*40 (== 400) tasks.\nTime: 0.5s\n", "f:2", "'0.5s'");
}

static void pyperf_calibration_is_no_value(void **state)
{
#define PYPERF(runs)                                                                                 \
	"{\"version\": \"1.0\", \"metadata\": {\"name\": \"b\"}, \"benchmarks\": [{\"runs\": [" runs \
	"]}]}"
	struct import_result *res = parsed(
		PYPERF("{\"warmups\": [[1, 0.5]]}, {\"values\": [0.1, 0.2]}"), NULL);

	ASSERT_VALUES(metric_of(res, "b", "s"), 0.1, 0.2);
	import_result_free(res);
	res = parsed(PYPERF("{\"warmups\": [[1, 0.5]]}"), NULL);
	assert_refused(metric_of(res, "b", "s"), "no values");
	import_result_free(res);
	refused(PYPERF("{\"values\": [0.1, -0.2]}"), "f:1", "negative");
	refused(PYPERF("{\"samples\": [0.1]}"), "f:1", "old version");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lmbench_parts_are_kept_apart),
		cmocka_unit_test(an_execve_cheaper_than_its_fork_is_refused),
		cmocka_unit_test(a_network_faster_than_a_pipe_is_refused),
		cmocka_unit_test(broken_lmbench_numbers_are_refused),
		cmocka_unit_test(blank_cells_of_a_summary_stay_blank),
		cmocka_unit_test(perf_bench_numbers_must_fit_each_other),
		cmocka_unit_test(runs_of_perf_bench_must_be_complete),
		cmocka_unit_test(perf_bench_without_a_result_is_refused_alone),
		cmocka_unit_test(parts_of_perf_bench_are_kept_apart),
		cmocka_unit_test(hyperfine_json_must_be_consistent),
		cmocka_unit_test(hyperfine_of_old_prints_a_number_sign),
		cmocka_unit_test(hyperfine_without_a_number_of_runs_is_refused),
		cmocka_unit_test(go_lines_cut_or_broken_are_refused),
		cmocka_unit_test(go_units_may_declare_their_direction),
		cmocka_unit_test(go_configuration_that_varies_names_the_part),
		cmocka_unit_test(go_test_json_is_put_together_again),
		cmocka_unit_test(google_names_alone_make_no_aggregate),
		cmocka_unit_test(cyclictest_units_are_never_assumed),
		cmocka_unit_test(sysbench_zeros_are_below_resolution),
		cmocka_unit_test(sysbench_0_4_gives_its_units),
		cmocka_unit_test(will_it_scale_warm_up_is_no_value),
		cmocka_unit_test(stress_ng_reads_old_and_new_logs),
		cmocka_unit_test(unixbench_means_of_samples_say_so),
		cmocka_unit_test(hackbench_runs_of_one_set_up_are_values),
		cmocka_unit_test(pyperf_calibration_is_no_value),
	};

	return cmocka_run_group_tests_name("tools", tests, NULL, NULL);
}
