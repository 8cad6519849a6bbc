/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the system says to events: really opened, by a child in a situation of its own
 * (another user, a seccomp filter, no descriptor left), and for what this machine is not,
 * the sentences by made-up roots.
 */
#include "tests/unit.h"

#include "base/cleanup.h"
#include "base/rootfd.h"
#include "base/str.h"
#include "host/events.h"
#include "tests/host/tree.h"

#include <linux/filter.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#define PARANOID "/proc/sys/kernel/perf_event_paranoid"
#define NOBODY   65534

#define CONTAINER                                                                            \
	"a seccomp filter, as containers have, keeps perf_event_open(2) from it: allow the " \
	"call in the filter (docker: --cap-add PERFMON, or a profile of --security-opt "     \
	"seccomp=), or run outside the container"

struct situation {
	int user;         /* 0: as we are */
	int filter;       /* errno of perf_event_open(2); 0: no filter */
	bool member_only; /* the filter refuses what has a leader */
	bool second_cpu;  /* the filter refuses on CPU 1 alone */
	bool everywhere;
	int files; /* descriptors that may be opened; 0: as many as ever */
};

static int paranoid_was = -100; /* to be restored; -100: is as it was */

static int paranoid(void)
{
	long long v;

	return root_read_number(AT_FDCWD, PARANOID, &v) ? -100 : (int)v;
}

static bool set_paranoid(int level)
{
	FILE *f;
	bool ok;

	if (paranoid() == level)
		return true;
	f = fopen(PARANOID, "w");
	if (!f)
		return false;
	if (paranoid_was == -100)
		paranoid_was = paranoid();
	ok = fprintf(f, "%d\n", level) > 0;
	return !fclose(f) && ok;
}

static int restore(void **state)
{
	if (paranoid_was != -100)
		set_paranoid(paranoid_was);
	paranoid_was = -100;
	return 0;
}

/* A test of users: @level must be in force, and there must be a user without rights. */
static void want_paranoid(int level)
{
	if (!set_paranoid(level)) {
		print_message("kernel.perf_event_paranoid is not %d and cannot be set\n",
			      level);
		skip();
	}
}

static void filter_calls(const struct situation *s)
{
	/* The third argument is the CPU, the fourth the leader, -1 without. */
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 5),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, args[2])),
		BPF_JUMP(BPF_JMP | (s->second_cpu ? BPF_JEQ : BPF_JGE) | BPF_K,
			 s->second_cpu, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, args[3])),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, s->member_only ? ~0u : ~1u, 1, 0),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned int)s->filter),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof(code) / sizeof(code[0]), code };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		_exit(3);
}

static void limit_files(int root, int more)
{
	struct rlimit limit;
	int next = dup(root);

	close(next);
	limit.rlim_cur = limit.rlim_max = next + more;
	if (setrlimit(RLIMIT_NOFILE, &limit))
		_exit(3);
}

/* In the child: one line an event on @out. */
static void answer(const struct situation *s, const char *text, FILE *out)
{
	struct events ev = { .everywhere = s->everywhere };
	int root = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct err e;
	size_t i, n;

	if (events_add(&ev, text, root, &e)) {
		fprintf(out, "%s\n", e.what);
		return;
	}
	if (s->user && geteuid() == 0 && setresuid(s->user, s->user, s->user))
		_exit(3);
	if (s->filter)
		filter_calls(s);
	if (s->files)
		limit_files(root, s->files);
	n = events_try(&ev, root);
	fprintf(out, "%zu\n", n);
	for (i = 0; i < ev.n; i++)
		fprintf(out, "%s: %s\n", ev.list[i].name,
			ev.list[i].error ? ev.list[i].why : "counted");
	events_release(&ev);
}

static void said(const struct situation *s, const char *text, const char *expected)
{
	char got[4096];
	int ends[2], status;
	size_t n;
	FILE *f;
	pid_t child;

	assert_int_equal(pipe(ends), 0);
	child = fork();
	assert_true(child >= 0);
	if (!child) {
		close(ends[0]);
		f = fdopen(ends[1], "w");
		answer(s, text, f);
		fclose(f);
		_exit(0);
	}
	close(ends[1]);
	f = fdopen(ends[0], "r");
	n = fread(got, 1, sizeof(got) - 1, f);
	got[n] = 0;
	fclose(f);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_string_equal(got, expected);
}

/* Whether somebody keeps perf_event_open(2) from the whole test: then it is about them.
 */
static void want_counters(void)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_CONTEXT_SWITCHES,
	};
	int fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);

	if (fd < 0) {
		print_message("perf_event_open(2) here: %s\n", strerror(errno));
		skip();
	}
	close(fd);
}

static void want_root(void)
{
	if (geteuid()) {
		print_message("not root\n");
		skip();
	}
}

static void software_events_are_counted(void **state)
{
	struct situation s = { .user = 0 };

	want_counters();
	said(&s, "{context-switches,page-faults:u},task-clock,cpu-migrations:k",
	     "4\n"
	     "context-switches: counted\n"
	     "page-faults:u: counted\n"
	     "task-clock: counted\n"
	     "cpu-migrations:k: counted\n");
	want_root();
	s.everywhere = true;
	said(&s, "{context-switches,page-faults}",
	     "2\n"
	     "context-switches: counted\n"
	     "page-faults: counted\n");
}

static void a_user_at_paranoid_2_counts_user_space_alone(void **state)
{
	struct situation s = { .user = NOBODY };

	want_counters();
	want_paranoid(2);
	said(&s, "page-faults,{context-switches,page-faults:u},task-clock",
	     "2\n"
	     "page-faults: kernel.perf_event_paranoid is 2, at which only root may count in "
	     "the kernel: sysctl kernel.perf_event_paranoid=1, or CAP_PERFMON, or count user "
	     "space alone (:u)\n"
	     "context-switches: kernel.perf_event_paranoid is 2, at which only root may count "
	     "in the kernel: sysctl kernel.perf_event_paranoid=1, or CAP_PERFMON\n"
	     "page-faults:u: counted\n"
	     "task-clock: counted\n");
}

static void a_user_at_paranoid_2_does_not_count_everybody(void **state)
{
	struct situation s = { .user = NOBODY, .everywhere = true };

	want_counters();
	want_paranoid(2);
	said(&s, "page-faults:u",
	     "0\n"
	     "page-faults:u: kernel.perf_event_paranoid is 2, at which only root may count all "
	     "tasks of a CPU: sysctl kernel.perf_event_paranoid=0, or CAP_PERFMON, or leave "
	     "out -a\n");
}

static void a_user_at_paranoid_3_is_told_the_number(void **state)
{
	struct situation s = { .user = NOBODY };

	want_counters();
	want_paranoid(3);
	said(&s, "context-switches",
	     "0\n"
	     "context-switches: kernel.perf_event_paranoid is 3, at which only root may count "
	     "in the kernel: sysctl kernel.perf_event_paranoid=1, or CAP_PERFMON\n");
}

static void a_user_is_told_that_tracepoints_are_for_root(void **state)
{
	struct tree t;
	pid_t child;
	int status;

	tree_init(&t);
	tree_put(&t, "sys/kernel/tracing/events/sched/sched_switch/id", "314\n");
	assert_int_equal(fchmodat(t.fd, "sys/kernel/tracing", 0, 0), 0);
	child = fork();
	assert_true(child >= 0);
	if (!child) {
		struct events ev = { .n = 0 };
		struct err e;

		if (geteuid() == 0 &&
		    (fchmod(t.fd, 0755) || setresuid(NOBODY, NOBODY, NOBODY)))
			_exit(3);
		_exit(events_add(&ev, "sched:sched_switch", t.fd, &e) != -EACCES ||
		      strcmp(e.expected, "root, to look into /sys/kernel/tracing"));
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(fchmodat(t.fd, "sys/kernel/tracing", 0755, 0), 0);
	tree_release(&t);
	assert_int_equal(status, 0);
}

static void a_user_at_paranoid_1_counts_his_task(void **state)
{
	struct situation s = { .user = NOBODY };

	want_counters();
	want_paranoid(1);
	said(&s, "context-switches",
	     "1\n"
	     "context-switches: counted\n");
}

static void a_container_is_told_from_a_sysctl(void **state)
{
	struct situation s = { .filter = EPERM };

	said(&s, "page-faults:u", "0\npage-faults:u: " CONTAINER "\n");
	s.filter = ENOSYS;
	said(&s, "page-faults:u", "0\npage-faults:u: " CONTAINER "\n");
	s.user = NOBODY;
	s.filter = EPERM;
	want_paranoid(2);
	said(&s, "page-faults", "0\npage-faults: " CONTAINER "\n");
}

static void a_user_in_a_container_that_allows_it_is_told_the_sysctl(void **state)
{
	struct situation s = { .user = NOBODY, .filter = EINVAL, .member_only = true };

	want_counters();
	want_paranoid(2);
	said(&s, "context-switches",
	     "0\n"
	     "context-switches: kernel.perf_event_paranoid is 2, at which only root may count "
	     "in the kernel: sysctl kernel.perf_event_paranoid=1, or CAP_PERFMON\n");
}

/* The filter is a PMU with one counter. */
static void a_group_that_does_not_fit_says_so(void **state)
{
	struct situation s = { .filter = EINVAL, .member_only = true };

	want_counters();
	said(&s, "{page-faults:u,minor-faults:u},page-faults",
	     "2\n"
	     "page-faults:u: counted\n"
	     "minor-faults:u: the PMU cannot count it at once with those before it in its group: "
	     "take it out of the braces\n"
	     "page-faults: counted\n");
}

static void an_event_that_is_wrong_by_itself_is_not_said_not_to_fit(void **state)
{
	struct situation s = { .filter = EINVAL };

	want_counters();
	said(&s, "{page-faults:u,minor-faults:u}",
	     "0\n"
	     "page-faults:u: the PMU of this machine does not have it: choose another event\n"
	     "minor-faults:u: the PMU of this machine does not have it: choose another event\n");
}

static void want_two_cpus(void)
{
	if (sysconf(_SC_NPROCESSORS_ONLN) < 2 || geteuid()) {
		print_message("one CPU, or not root\n");
		skip();
	}
}

static void a_member_that_one_cpu_refuses_is_refused_and_the_cpu_named(void **state)
{
	struct situation s = { .filter = EINVAL,
			       .member_only = true,
			       .second_cpu = true,
			       .everywhere = true };

	want_counters();
	want_two_cpus();
	said(&s, "{page-faults,minor-faults},context-switches",
	     "2\n"
	     "page-faults: counted\n"
	     "minor-faults: on CPU 1, the PMU cannot count it at once with those before it in "
	     "its group: take it out of the braces\n"
	     "context-switches: counted\n");
	s.filter = ENOENT;
	said(&s, "{page-faults,minor-faults}",
	     "1\n"
	     "page-faults: counted\n"
	     "minor-faults: on CPU 1, this kernel does not have it: choose another event\n");
}

static void a_cpu_that_refuses_a_whole_group_is_named(void **state)
{
	struct situation s = { .filter = EBUSY, .second_cpu = true, .everywhere = true };

	want_counters();
	want_two_cpus();
	said(&s, "context-switches",
	     "0\n"
	     "context-switches: on CPU 1, somebody else has the counters for himself: stop "
	     "other profilers and the NMI watchdog (sysctl kernel.nmi_watchdog=0)\n");
}

static void cpus_of_another_pmu_refuse_nothing(void **state)
{
	struct situation s = { .filter = ENOENT, .second_cpu = true, .everywhere = true };

	want_counters();
	want_two_cpus();
	said(&s, "{context-switches,page-faults}",
	     "2\n"
	     "context-switches: counted\n"
	     "page-faults: counted\n");
	s.second_cpu = false;
	said(&s, "context-switches",
	     "0\n"
	     "context-switches: this kernel does not have it: choose another event\n");
}

static void descriptors_are_counted_group_by_group(void **state)
{
	struct situation s = { .files = 2 };

	want_counters();
	said(&s, "{page-faults:u,task-clock},{faults:u,minor-faults:u}",
	     "4\n"
	     "page-faults:u: counted\n"
	     "task-clock: counted\n"
	     "faults:u: counted\n"
	     "minor-faults:u: counted\n");
}

static void too_few_descriptors_say_the_limit(void **state)
{
	struct situation s = { .files = 2 };
	char expected[256];
	int next = dup(0);

	want_counters();
	/* The child has the pipe's writing end and the root beside what we have. */
	close(next);
	snprintf(
		expected, sizeof(expected),
		"2\n"
		"page-faults:u: counted\n"
		"task-clock: counted\n"
		"minor-faults:u: too many files are open, %d is the limit of a process: raise "
		"it (ulimit -n), or ask for fewer events\n",
		next + 2 + s.files);
	said(&s, "{page-faults:u,task-clock,minor-faults:u}", expected);
}

static void nothing_stays_open(void **state)
{
	struct events ev = { .n = 0 };
	struct err e;
	int before = dup(0), after;

	close(before);
	assert_int_equal(
		events_add(&ev, "{faults:u,minor-faults:u},cs,cycles", AT_FDCWD, &e), 0);
	events_try(&ev, AT_FDCWD);
	events_try(&ev, AT_FDCWD); /* again: no sentence is lost */
	events_release(&ev);
	after = dup(0);
	close(after);
	assert_int_equal(after, before);
}

/* A root with what event_why() reads. */
static void system_of(struct tree *t, const char *level, const char *seccomp)
{
	_cleanup_free_ char *status = NULL;

	tree_init(t);
	if (level)
		tree_put(t, "proc/sys/kernel/perf_event_paranoid", level);
	assert_true(asprintf(&status,
			     "Name:\tx\nCapEff:\t0000000000000000\nSeccomp:\t%s\n",
			     seccomp) > 0);
	tree_put(t, "proc/self/status", status);
}

static void why(struct tree *t, const char *text, int error, bool everywhere,
		const char *expected)
{
	_cleanup_free_ char *got = NULL;
	struct events ev = { .n = 0 };
	struct err e;

	assert_int_equal(events_add(&ev, text, t->fd, &e), 0);
	got = event_why(&ev.list[0], error, t->fd, everywhere);
	assert_string_equal(got, expected);
}

static void debian_at_3_keeps_even_user_space(void **state)
{
	struct tree t;

	system_of(&t, "3\n", "0");
	why(&t, "cycles:u", -EACCES, false,
	    "kernel.perf_event_paranoid is 3, at which only root may count anything: sysctl "
	    "kernel.perf_event_paranoid=2, or CAP_PERFMON");
	tree_put(&t, "proc/sys/kernel/perf_event_paranoid", "4\n");
	why(&t, "cycles", -EACCES, false,
	    "kernel.perf_event_paranoid is 4, at which only root may count in the kernel: "
	    "sysctl kernel.perf_event_paranoid=1, or CAP_PERFMON");
	tree_release(&t);
}

static void what_cannot_tell_user_space_apart_is_not_said_to(void **state)
{
	struct tree t;

	system_of(&t, "2\n", "0");
	tree_put(&t, "sys/bus/event_source/devices/msr/type", "9\n");
	tree_put(&t, "sys/bus/event_source/devices/msr/events/tsc", "event=0x00\n");
	tree_put(&t, "sys/bus/event_source/devices/msr/format/event", "config:0-63\n");
	why(&t, "msr/tsc/", -EACCES, false,
	    "kernel.perf_event_paranoid is 2, at which only root may count in the kernel: "
	    "sysctl kernel.perf_event_paranoid=1, or CAP_PERFMON");
	why(&t, "cycles", -EACCES, false,
	    "kernel.perf_event_paranoid is 2, at which only root may count in the kernel: "
	    "sysctl kernel.perf_event_paranoid=1, or CAP_PERFMON, or count user space alone "
	    "(:u)");
	tree_release(&t);
}

static void at_1_all_tasks_want_0(void **state)
{
	struct tree t;

	system_of(&t, "1\n", "0");
	why(&t, "cycles", -EACCES, true,
	    "kernel.perf_event_paranoid is 1, at which only root may count all tasks of a CPU: "
	    "sysctl kernel.perf_event_paranoid=0, or CAP_PERFMON, or leave out -a");
	tree_release(&t);
}

static void a_refusal_that_the_level_permits_is_a_security_modules(void **state)
{
	struct tree t;

	system_of(&t, "1\n", "0");
	why(&t, "cycles", -EACCES, false,
	    "a security module refuses perf_event_open(2), which kernel.perf_event_paranoid "
	    "permits: see the audit log");
	tree_release(&t);
}

static void root_is_never_told_of_the_level(void **state)
{
	struct tree t;

	system_of(&t, "4\n", "0");
	tree_put(&t, "proc/self/status", "CapEff:\t0000004000000000\nSeccomp:\t0\n");
	tree_put(&t, "proc/self/uid_map", "         0          0 4294967295\n");
	why(&t, "cycles", -EACCES, false,
	    "a security module refuses perf_event_open(2), which kernel.perf_event_paranoid "
	    "permits: see the audit log");
	tree_release(&t);
}

static void without_proc_nothing_is_claimed(void **state)
{
	struct tree t;

	tree_init(&t);
	why(&t, "cycles", -EACCES, false,
	    "permission denied, and /proc does not say why: run as root, or with CAP_PERFMON");
	tree_release(&t);
}

#define NO_PMU                                                                               \
	"the kernel sees no PMU: on a virtual machine its host must pass one on (QEMU with " \
	"KVM: -cpu host,pmu=on); software events count without"
#define NOT_IN_PMU "the PMU of this machine does not have it: choose another event"

static void no_pmu_is_told_from_an_event_that_it_lacks(void **state)
{
	struct tree t;

	system_of(&t, "1\n", "0");
	why(&t, "cycles", -ENOENT, false, NO_PMU);
	why(&t, "r01c2", -ENOENT, false, NO_PMU);
	why(&t, "dTLB-load-misses", -ENOENT, false, NO_PMU);
	why(&t, "cgroup-switches", -ENOENT, false,
	    "this kernel does not have it: choose another event");
	tree_put(&t, "sys/bus/event_source/devices/cpu/type", "4\n");
	why(&t, "dTLB-load-misses", -ENOENT, false, NOT_IN_PMU);
	why(&t, "stalled-cycles-backend", -EINVAL, false, NOT_IN_PMU);
	tree_release(&t);
}

static void one_pmu_of_several_is_named(void **state)
{
	struct tree t;

	system_of(&t, "1\n", "0");
	tree_put(&t, "sys/bus/event_source/devices/cpu_core/type", "4\n");
	tree_put(&t, "sys/bus/event_source/devices/cpu_core/cpus", "0-7\n");
	tree_put(&t, "sys/bus/event_source/devices/cpu_atom/type", "10\n");
	tree_put(&t, "sys/bus/event_source/devices/cpu_atom/cpus", "8-15\n");
	why(&t, "cycles", -ENOENT, true,
	    "cpu_atom does not have it, or does not count on this CPU: choose another event or "
	    "CPU");
	tree_release(&t);
}

static void a_pmu_of_packages_is_not_a_tasks(void **state)
{
	const struct event energy = { .name = "RAPL_ENERGY_PKG", .type = 9 };
	_cleanup_free_ char *task = NULL, *all = NULL;
	struct tree t;

	system_of(&t, "1\n", "0");
	task = event_why(&energy, -EINVAL, t.fd, false);
	assert_string_equal(task, "its PMU is one for several CPUs and counts no tasks: "
				  "perf stat -a knows which CPU to ask");
	all = event_why(&energy, -EINVAL, t.fd, true);
	assert_string_equal(all,
			    "its PMU does not count it so: leave out the modifiers, or "
			    "choose another event");
	tree_release(&t);
}

static void every_other_errno_has_its_remedy(void **state)
{
	struct tree t;

	system_of(&t, "1\n", "0");
	why(&t, "cycles", -ENOSYS, false,
	    "the kernel has no perf_event_open(2): boot one with CONFIG_PERF_EVENTS");
	why(&t, "cycles", -EOPNOTSUPP, false,
	    "the PMU does not count it so: leave out the modifiers, or choose another event");
	why(&t, "cycles", -EBUSY, false,
	    "somebody else has the counters for himself: stop other profilers and the NMI "
	    "watchdog (sysctl kernel.nmi_watchdog=0)");
	why(&t, "cycles", -ENODEV, false,
	    "the CPU is offline, or its PMU has no driver: choose another CPU or event");
	why(&t, "cycles", -E2BIG, false,
	    "the kernel is older than the event's attributes: choose another event");
	why(&t, "cycles", -ENFILE, false,
	    "too many files are open: raise it (sysctl fs.file-max), or ask for fewer events");
	why(&t, "cycles", -ENOMEM, false, "perf_event_open(2): Cannot allocate memory");
	tree_release(&t);
}

/* A made up PMU with the number of software, so that its events do open. */
static void what_several_cpus_share_is_not_added_up_over_them(void **state)
{
	struct events ev = { .everywhere = true };
	struct tree t;
	struct err e;

	system_of(&t, "1\n", "0");
	assert_int_equal(events_add(&ev, "context-switches", t.fd, &e), 0);
	tree_put(&t, "sys/bus/event_source/devices/power/type", "1\n");
	assert_int_equal(events_try(&ev, t.fd), 1);
	tree_put(&t, "sys/bus/event_source/devices/power/cpumask", "0\n");
	assert_int_equal(events_try(&ev, t.fd), 0);
	assert_int_equal(ev.list[0].error, -EOPNOTSUPP);
	assert_non_null(strstr(ev.list[0].why, "one for several CPUs"));
	ev.everywhere = false;
	assert_int_equal(events_try(&ev, t.fd), 1);
	events_release(&ev);
	tree_release(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(software_events_are_counted),
		cmocka_unit_test_teardown(a_user_at_paranoid_2_counts_user_space_alone,
					  restore),
		cmocka_unit_test_teardown(a_user_at_paranoid_2_does_not_count_everybody,
					  restore),
		cmocka_unit_test_teardown(a_user_at_paranoid_3_is_told_the_number,
					  restore),
		cmocka_unit_test(a_user_is_told_that_tracepoints_are_for_root),
		cmocka_unit_test_teardown(a_user_at_paranoid_1_counts_his_task, restore),
		cmocka_unit_test_teardown(a_container_is_told_from_a_sysctl, restore),
		cmocka_unit_test_teardown(
			a_user_in_a_container_that_allows_it_is_told_the_sysctl, restore),
		cmocka_unit_test(a_group_that_does_not_fit_says_so),
		cmocka_unit_test(an_event_that_is_wrong_by_itself_is_not_said_not_to_fit),
		cmocka_unit_test(
			a_member_that_one_cpu_refuses_is_refused_and_the_cpu_named),
		cmocka_unit_test(a_cpu_that_refuses_a_whole_group_is_named),
		cmocka_unit_test(cpus_of_another_pmu_refuse_nothing),
		cmocka_unit_test(descriptors_are_counted_group_by_group),
		cmocka_unit_test(too_few_descriptors_say_the_limit),
		cmocka_unit_test(nothing_stays_open),
		cmocka_unit_test(debian_at_3_keeps_even_user_space),
		cmocka_unit_test(what_cannot_tell_user_space_apart_is_not_said_to),
		cmocka_unit_test(at_1_all_tasks_want_0),
		cmocka_unit_test(a_refusal_that_the_level_permits_is_a_security_modules),
		cmocka_unit_test(root_is_never_told_of_the_level),
		cmocka_unit_test(without_proc_nothing_is_claimed),
		cmocka_unit_test(no_pmu_is_told_from_an_event_that_it_lacks),
		cmocka_unit_test(one_pmu_of_several_is_named),
		cmocka_unit_test(a_pmu_of_packages_is_not_a_tasks),
		cmocka_unit_test(what_several_cpus_share_is_not_added_up_over_them),
		cmocka_unit_test(every_other_errno_has_its_remedy),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
