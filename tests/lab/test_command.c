/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lab/command.h and lab/tally.h: real commands, run once, counted by software events. */
#include "lab/command.h"

#include "tests/unit.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t stop;

static void on_alarm(int sig)
{
	stop = 1;
}

static struct command_how how_to(const char *const *argv)
{
	stop = 0;
	return (struct command_how){
		.path = argv[0], .argv = argv, .cpu = -1, .stop = &stop
	};
}

#define SHELL(text)                                    \
	(const char *const[])                          \
	{                                              \
		"/bin/sh", "-c", text, (const char *)0 \
	}

/* Runs it and checks what the store would get. */
static void result_of(const struct command_how *how, struct command_run *run,
		      struct store_process *p)
{
	struct err e;

	assert_int_equal(command_run(how, run, &e), 0);
	command_result(how, run, p);
}

/* ---- names ---- */

static const char *name_of(const char *a, const char *b, const char *c, const char *d)
{
	static char buf[COMMAND_NAME_MAX + 1];
	const char *const argv[] = { a, b, c, d, NULL };

	assert_true(command_name_valid(command_name(argv, buf)));
	return buf;
}

static void test_a_name_is_made_of_the_command_line(void **state)
{
	assert_string_equal(name_of("perf", "bench", "sched", "pipe"),
			    "perf-bench-sched-pipe");
	assert_string_equal(name_of("/usr/bin/true", NULL, NULL, NULL), "true");
	assert_string_equal(name_of("sleep", "0.01", NULL, NULL), "sleep-0.01");
	assert_string_equal(name_of("sh", "-c", "exit 3", NULL), "sh-c-exit-3");
	assert_string_equal(name_of("./a.out", "--n=5", NULL, NULL), "a.out-n-5");
	assert_string_equal(name_of("x", "a..b", ".c.", NULL), "x-a.b.c");
	assert_string_equal(name_of("x", "/usr/lib", "\xc3\xa9t\xc3\xa9", NULL),
			    "x-usr-lib-t");
	assert_string_equal(name_of("/", "...", "---", NULL), "command");
}

static void test_a_name_is_cut_at_64_characters(void **state)
{
	char argument[300];

	memset(argument, 'a', sizeof(argument) - 1);
	argument[sizeof(argument) - 1] = 0;
	assert_int_equal(strlen(name_of("x", argument, NULL, NULL)), 64);
	/* 'x-aaa...a-': the cut falls behind a dash, which goes as well. */
	argument[61] = 0;
	assert_int_equal(strlen(name_of("x", argument, "b", NULL)), 63);
}

static void test_what_is_no_name_is_told(void **state)
{
	static const char *const bad[] = { "",     ".",   ".a",  "a.",
					   "a..b", "a b", "a/b", "a\n" };

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_false(command_name_valid(bad[i]));
	assert_true(command_name_valid("a.b-c_d.E"));
	assert_false(command_name_valid("0123456789012345678901234567890123456789"
					"0123456789012345678901234"));
}

static void test_a_command_line_can_be_pasted_into_a_shell(void **state)
{
	const char *const argv[] = { "echo", "a b", "it's", "", "$x", "-n=1", NULL };
	char *line = command_line(argv);

	assert_string_equal(line, "echo 'a b' 'it'\\''s' '' '$x' -n=1");
	free(line);
}

static void test_a_command_is_found_as_execvp_would(void **state)
{
	char *path = NULL;
	struct err e;

	assert_int_equal(command_find("sh", &path, &e), 0);
	assert_int_equal(access(path, X_OK), 0);
	free(path);
	assert_int_equal(command_find("/bin/sh", &path, &e), 0);
	assert_string_equal(path, "/bin/sh");
	free(path);
	assert_int_equal(command_find("no-such-program-here", &path, &e), -ENOENT);
	assert_string_equal(e.where, "no-such-program-here");
	assert_int_equal(command_find("", &path, &e), -ENOENT);
	assert_int_equal(command_find("/", &path, &e), -EISDIR);
	assert_int_equal(command_find("/etc/passwd", &path, &e), -EACCES);
}

/* ---- runs ---- */

static void test_a_run_is_one_sample_of_its_wall_time(void **state)
{
	struct command_how how = how_to(SHELL("sleep 0.05"));
	struct command_run run;
	struct store_process p;

	result_of(&how, &run, &p);
	assert_string_equal(p.status, "done");
	assert_null(p.reason);
	assert_int_equal(p.n, 1);
	assert_int_equal(p.ops, 1);
	assert_true(p.ticks[0] >= 50000000);
	assert_true(p.summary.p25 == (double)p.ticks[0]);
	assert_true(isnan(p.summary.p99));
	assert_int_equal(p.wall_ns, p.ticks[0]);
	assert_true(p.minflt > 0);
	assert_true(p.nvcsw > 0);
}

static void test_time_of_what_it_waited_for_is_its_own(void **state)
{
	struct command_how how =
		how_to(SHELL("(i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done); :"));
	struct command_run run;
	struct store_process p;

	result_of(&how, &run, &p);
	assert_true(p.user_ns + p.system_ns > 1000000);
	assert_int_equal(p.n_counters, 2);
	assert_string_equal(p.counters[0].event, "user-time");
	assert_string_equal(p.counters[0].unit, "ns");
	assert_true(p.counters[0].value == (double)p.user_ns);
	assert_string_equal(p.counters[1].event, "system-time");
	how.switches = true;
	result_of(&how, &run, &p);
	assert_int_equal(p.n_counters, 4);
	assert_string_equal(p.counters[2].event, "voluntary-switches");
	assert_true(p.counters[2].value > 0);
	assert_true(p.counters[2].value == (double)p.nvcsw);
	assert_true(p.counters[3].counts[0] == (int64_t)p.nivcsw);
}

static void test_a_failure_has_its_status_and_last_line(void **state)
{
	struct command_how how =
		how_to(SHELL("echo one >&2; echo out; echo two >&2; echo >&2; exit 3"));
	struct command_run run;
	struct store_process p;

	result_of(&how, &run, &p);
	assert_string_equal(p.status, "fail");
	assert_string_equal(p.reason, "exit status 3: two");
	assert_true(isnan(p.summary.p25));
	how.ignore_failure = true;
	result_of(&how, &run, &p);
	assert_string_equal(p.status, "done");
	assert_string_equal(p.reason, "exit status 3: two");
	assert_true(p.summary.p25 > 0);
}

static void test_a_signal_is_a_crash_whatever_is_ignored(void **state)
{
	struct command_how how = how_to(SHELL("kill -SEGV $$"));
	struct command_run run;
	struct store_process p;

	how.ignore_failure = true;
	result_of(&how, &run, &p);
	assert_string_equal(p.status, "crash");
	assert_string_equal(p.reason, "killed by signal 11 (Segmentation fault)");
}

static void test_what_does_not_end_is_killed_with_its_children(void **state)
{
	struct command_how how = how_to(SHELL("trap '' TERM; sleep 100 & wait; wait"));
	struct command_run run;
	struct store_process p;

	how.timeout_ms = 100;
	result_of(&how, &run, &p);
	assert_string_equal(p.status, "timeout");
	assert_string_equal(p.reason, "no end within 0.1 s: killed");
	assert_int_equal(WTERMSIG(run.end.status), SIGKILL);
}

static void test_one_that_ends_when_asked_may_clean_up(void **state)
{
	char file[] = "/tmp/ktoll-test-XXXXXX", text[128];
	int fd = mkstemp(file);
	struct command_how how;
	struct command_run run;
	struct store_process p;

	assert_true(fd >= 0);
	close(fd);
	snprintf(text, sizeof(text), "trap 'rm %s; exit 1' TERM; sleep 100 & wait", file);
	how = how_to(SHELL(text));
	how.timeout_ms = 200;
	result_of(&how, &run, &p);
	assert_string_equal(p.status, "timeout");
	assert_int_equal(access(file, F_OK), -1);
}

static void test_a_stop_ends_it_at_once(void **state)
{
	struct command_how how = how_to(SHELL("exec sleep 100"));
	struct sigaction act = { .sa_handler = on_alarm }, old;
	struct command_run run;
	sigset_t mask, before;
	struct err e;

	/* Any signal whose handler sets stop will do, if it is blocked elsewhere. */
	sigaction(SIGTERM, &act, &old);
	sigemptyset(&mask);
	sigaddset(&mask, SIGTERM);
	sigprocmask(SIG_BLOCK, NULL, &before);
	if (!fork()) {
		usleep(100000);
		kill(getppid(), SIGTERM);
		_exit(0);
	}
	assert_int_equal(command_run(&how, &run, &e), -EINTR);
	assert_int_equal(WTERMSIG(run.end.status), SIGTERM);
	sigaction(SIGTERM, &old, NULL);
	sigprocmask(SIG_BLOCK, NULL, &mask);
	assert_int_equal(sigismember(&mask, SIGTERM), sigismember(&before, SIGTERM));
	while (wait(NULL) > 0)
		;
}

static void test_what_is_left_behind_does_not_hold_it_up(void **state)
{
	/* The sleep keeps standard error open. */
	struct command_how how = how_to(SHELL("sleep 2 & exit 0"));
	struct command_run run;
	struct store_process p;

	result_of(&how, &run, &p);
	assert_string_equal(p.status, "done");
	assert_true(p.ticks[0] < 2000000000);
}

static void test_much_output_does_not_block_it(void **state)
{
	struct command_how how =
		how_to(SHELL("head -c 1000000 /dev/zero | tr '\\0' x >&2; echo >&2; "
			     "echo end >&2; exit 1"));
	struct command_run run;
	struct store_process p;

	result_of(&how, &run, &p);
	assert_non_null(strstr(p.reason, "end"));
}

static void test_what_cannot_execute_is_our_own_trouble(void **state)
{
	const char *const argv[] = { "/etc/passwd", NULL };
	struct command_how how = how_to(argv);
	struct command_run run;
	struct err e;

	assert_int_equal(command_run(&how, &run, &e), -EACCES);
	assert_string_equal(e.where, "/etc/passwd");
}

static void test_it_runs_on_the_cpu_asked_for(void **state)
{
	struct command_how how =
		how_to(SHELL("[ \"$(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' "
			     "/proc/self/status)\" = 0 ]"));
	struct command_run run;
	struct store_process p;

	how.cpu = 0;
	result_of(&how, &run, &p);
	assert_string_equal(p.status, "done");
	assert_non_null(
		strstr(p.conditions, "{\"affinity\": \"set\", \"realtime-wait\": \""));
}

/* ---- counters ---- */

static struct event software(const char *name, uint64_t config, unsigned int group)
{
	struct event v = { .type = PERF_TYPE_SOFTWARE, .config = config, .group = group };

	snprintf(v.name, sizeof(v.name), "%s", name);
	v.software = true;
	return v;
}

/* Some containers do not allow perf_event_open(2) at all. */
static void need_counters(const struct events *ev)
{
	struct tally t;
	struct err e;

	if (tally_open(ev, getpid(), NULL, 0, &t, &e) < 0) {
		print_message("perf_event_open: %s\n", e.what);
		skip();
	}
	tally_close(&t);
}

static struct events switches_and_faults(void)
{
	struct events ev = { .n = 3, .groups = 2 };

	ev.list[0] = software("context-switches", PERF_COUNT_SW_CONTEXT_SWITCHES, 0);
	ev.list[1] = software("page-faults", PERF_COUNT_SW_PAGE_FAULTS, 0);
	ev.list[2] = software("task-clock", PERF_COUNT_SW_TASK_CLOCK, 1);
	return ev;
}

static void test_counters_count_the_command_and_its_children(void **state)
{
	const struct events ev = switches_and_faults();
	struct command_how how = how_to(SHELL("sleep 0.01; sleep 0.01; sleep 0.01; :"));
	struct command_run run;
	struct store_process p;

	need_counters(&ev);
	how.events = &ev;
	result_of(&how, &run, &p);
	assert_int_equal(run.counts[0].status, COUNT_COUNTED);
	/* Each sleep sleeps, the shell waits for each. */
	assert_true(run.counts[0].scaled >= 6);
	assert_true(run.counts[1].scaled > 100);
	assert_true(run.counts[2].scaled > 100000);
	assert_true(run.counts[0].enabled == run.counts[1].enabled);
	assert_int_equal(p.n_counters, 5);
	assert_string_equal(p.counters[2].event, "context-switches");
	assert_string_equal(p.counters[2].scope, "task");
	assert_string_equal(p.counters[2].status, "counted");
	assert_true(p.counters[2].value == run.counts[0].scaled);
	assert_true(p.counters[2].counts[0] == (int64_t)run.counts[0].value);
}

static void test_one_that_cannot_be_counted_is_left_out(void **state)
{
	struct events ev = switches_and_faults();
	struct command_how how = how_to(SHELL("exit 0"));
	struct command_run run;
	struct store_process p;

	need_counters(&ev);
	ev.list[0].error = -ENOENT;
	how.events = &ev;
	result_of(&how, &run, &p);
	assert_int_equal(run.counts[0].status, COUNT_UNSUPPORTED);
	assert_true(isnan(run.counts[0].scaled));
	assert_int_equal(run.counts[1].status, COUNT_COUNTED);
	assert_true(run.counts[1].scaled > 10);
}

static void test_a_hardware_counter_at_zero_is_unsupported(void **state)
{
	struct events ev = switches_and_faults();
	struct command_how how = how_to(SHELL("exit 0"));
	struct command_run run;
	struct store_process p;

	need_counters(&ev);
	/* One that stays at zero, taken for a counter of the PMU. */
	ev.list[0] = software("alignment-faults", PERF_COUNT_SW_ALIGNMENT_FAULTS, 0);
	how.events = &ev;
	result_of(&how, &run, &p);
	assert_int_equal(run.counts[0].status, COUNT_COUNTED);
	assert_true(run.counts[0].scaled == 0);
	ev.list[0].software = false;
	result_of(&how, &run, &p);
	assert_int_equal(run.counts[0].status, COUNT_UNSUPPORTED);
	assert_string_equal(p.counters[2].reason, "stayed at zero while the command ran");
	assert_true(isnan(p.counters[2].value));
}

static void test_everywhere_counts_on_the_cpus_given(void **state)
{
	const int cpus[] = { 0 };
	struct events ev = { .n = 2, .groups = 2, .everywhere = true };
	struct command_how how = how_to(SHELL("sleep 0.05"));
	struct command_run run;
	struct store_process p;
	struct tally t;
	struct err e;

	ev.list[0] = software("cpu-clock", PERF_COUNT_SW_CPU_CLOCK, 0);
	ev.list[1] = software("context-switches", PERF_COUNT_SW_CONTEXT_SWITCHES, 1);
	if (tally_open(&ev, -1, cpus, 1, &t, &e) < 0) {
		print_message("perf_event_open: %s\n", e.what);
		skip();
	}
	tally_close(&t);
	how.events = &ev;
	how.cpus = cpus;
	how.n_cpus = 1;
	result_of(&how, &run, &p);
	/* All the time, whatever ran there: of one CPU as long as the run. */
	assert_true(run.counts[0].scaled > 0.9 * (double)p.ticks[0]);
	assert_true(run.counts[0].scaled < 1.5 * (double)p.ticks[0]);
}

static void test_an_event_the_kernel_refuses_is_named(void **state)
{
	struct events ev = switches_and_faults();
	struct command_how how = how_to(SHELL("exit 0"));
	struct command_run run;
	struct err e;

	ev.list[1].type = 0xfffffff0u;
	how.events = &ev;
	assert_int_equal(command_run(&how, &run, &e), -ENOENT);
	assert_non_null(strstr(e.what, "page-faults"));
}

/* From here on perf_event_open(2) gives ENOENT on CPU 1, to members only if @members. */
static void filter_cpu_1(bool members)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 5),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, args[2])),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, args[3])),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, UINT32_MAX, members, 0),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOENT),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof(code) / sizeof(code[0]), code };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		_exit(9);
}

/* In a child; 0: as it should be. */
static int open_with_a_cpu_that_refuses(bool members)
{
	const int cpus[] = { 0, 1 };
	struct events ev = switches_and_faults();
	struct tally_count counts[EVENTS_MAX];
	struct tally t = { NULL };
	struct err e = { .what = "" };
	int r;

	ev.everywhere = true;
	for (size_t i = 0; i < ev.n; i++)
		ev.list[i].group = 0;
	filter_cpu_1(members);
	r = tally_open(&ev, -1, cpus, 2, &t, &e);
	if (members)
		return r != -ENOENT || !strstr(e.what, ev.list[1].name) ||
		       strcmp(e.where, "CPU 1");
	if (r < 0)
		return 2;
	tally_begin(&t);
	usleep(20000);
	tally_end(&t);
	r = tally_read(&t, counts, &e) || counts[0].status != COUNT_COUNTED ||
	    counts[0].enabled != counts[1].enabled;
	tally_close(&t);
	return r;
}

static void in_a_child(bool members)
{
	const pid_t child = fork();
	int status;

	assert_true(child >= 0);
	if (!child)
		_exit(open_with_a_cpu_that_refuses(members));
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

static void test_a_member_that_one_cpu_refuses_is_an_error_that_names_both(void **state)
{
	if (sysconf(_SC_NPROCESSORS_ONLN) < 2 || geteuid())
		skip();
	in_a_child(true);
}

static void test_a_group_is_left_out_where_a_cpu_has_not_one_of_it(void **state)
{
	if (sysconf(_SC_NPROCESSORS_ONLN) < 2 || geteuid())
		skip();
	in_a_child(false);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_name_is_made_of_the_command_line),
		cmocka_unit_test(test_a_name_is_cut_at_64_characters),
		cmocka_unit_test(test_what_is_no_name_is_told),
		cmocka_unit_test(test_a_command_line_can_be_pasted_into_a_shell),
		cmocka_unit_test(test_a_command_is_found_as_execvp_would),
		cmocka_unit_test(test_a_run_is_one_sample_of_its_wall_time),
		cmocka_unit_test(test_time_of_what_it_waited_for_is_its_own),
		cmocka_unit_test(test_a_failure_has_its_status_and_last_line),
		cmocka_unit_test(test_a_signal_is_a_crash_whatever_is_ignored),
		cmocka_unit_test(test_what_does_not_end_is_killed_with_its_children),
		cmocka_unit_test(test_one_that_ends_when_asked_may_clean_up),
		cmocka_unit_test(test_a_stop_ends_it_at_once),
		cmocka_unit_test(test_what_is_left_behind_does_not_hold_it_up),
		cmocka_unit_test(test_much_output_does_not_block_it),
		cmocka_unit_test(test_what_cannot_execute_is_our_own_trouble),
		cmocka_unit_test(test_it_runs_on_the_cpu_asked_for),
		cmocka_unit_test(test_counters_count_the_command_and_its_children),
		cmocka_unit_test(test_one_that_cannot_be_counted_is_left_out),
		cmocka_unit_test(test_a_hardware_counter_at_zero_is_unsupported),
		cmocka_unit_test(test_everywhere_counts_on_the_cpus_given),
		cmocka_unit_test(test_an_event_the_kernel_refuses_is_named),
		cmocka_unit_test(
			test_a_member_that_one_cpu_refuses_is_an_error_that_names_both),
		cmocka_unit_test(test_a_group_is_left_out_where_a_cpu_has_not_one_of_it),
	};

	return cmocka_run_group_tests_name("command", tests, NULL, NULL);
}
