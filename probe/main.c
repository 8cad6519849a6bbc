/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ktoll-probe: reads one plan, measures one workload in this one process, says what it
 * saw. Takes nothing for granted: no /proc, no terminal, no environment, no parent, no
 * sane signal state. man/ktoll-probe.1 has the options.
 */
#include "probe/init.h"
#include "probe/lib.h"
#include "probe/measure.h"
#include "probe/modifier.h"
#include "probe/report.h"
#include "probe/task.h"

#include <linux/auxvec.h>

#ifndef AT_MINSIGSTKSZ
#define AT_MINSIGSTKSZ 51
#endif

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_OUTPUT = 4 };

#define PRIO_PROCESS_ID  0
#define MCL_CURRENT_FLAG 1

struct options {
	const char *plan, *out;
	bool init; /* the init of a machine: runs many plans, powers off at the end */
};

static const unsigned long *aux;

void probe_main(const long *sp) __attribute__((noreturn));

unsigned long auxv(unsigned long type)
{
	for (const unsigned long *a = aux; a[0]; a += 2)
		if (a[0] == type)
			return a[1];
	return 0;
}

int workload_skip(struct wl *w, const char *why)
{
	str_copy(w->why, sizeof(w->why), why);
	return -EOPNOTSUPP;
}

int workload_fail(struct wl *w, long error, const char *why)
{
	str_copy(w->why, sizeof(w->why), why);
	return (int)error;
}

int workload_altstack(struct wl *w)
{
	/* What the processor's state needs, and a handler's own frames. */
	size_t size = auxv(AT_MINSIGSTKSZ) + 16384;
	struct k_stack stack = { .sp = task_memory(size), .size = size };
	long r;

	if (!stack.sp)
		return workload_fail(w, -ENOMEM, "no memory for the signal stack");
	r = sys_sigaltstack(&stack);
	return r < 0 ? workload_fail(w, r, "sigaltstack refused") : 0;
}

unsigned long workload_sa_flags(const struct wl *w)
{
	return w->plan->with & PLAN_WITH_ALTSTACK ? SA_ONSTACK_F : 0;
}

static void complain(const char *a, const char *b, const char *c)
{
	char text[512];

	str_copy(text, sizeof(text), "ktoll-probe: ");
	str_append(text, sizeof(text), a);
	str_append(text, sizeof(text), b);
	str_append(text, sizeof(text), c);
	str_append(text, sizeof(text), "\n");
	sys_write(2, text, str_len(text));
}

static void print_list(void)
{
	for (size_t i = 0; workloads[i]; i++) {
		char line[256];

		str_copy(line, sizeof(line), workloads[i]->name);
		str_append(line, sizeof(line), "\t");
		str_append(line, sizeof(line), workloads[i]->summary);
		str_append(line, sizeof(line), "\n");
		sys_write(1, line, str_len(line));
	}
}

static const struct workload *find(const char *name)
{
	for (size_t i = 0; workloads[i]; i++)
		if (str_eq(workloads[i]->name, name))
			return workloads[i];
	return NULL;
}

static int options(long argc, const char *const *argv, struct options *o)
{
	o->init = argc > 0 && str_eq(argv[0], "/init") && init_is_first();
	for (long i = 1; i < argc; i++) {
		if (str_eq(argv[i], "-l")) {
			print_list();
			sys_exit_group(EXIT_DONE);
		} else if (str_eq(argv[i], "-I")) {
			o->init = true;
		} else if (str_eq(argv[i], "-p") && i + 1 < argc) {
			o->plan = argv[++i];
		} else if (str_eq(argv[i], "-o") && i + 1 < argc) {
			o->out = argv[++i];
		} else if (str_eq(argv[i], "-x") && i + 1 < argc) {
			/* What proc.exec runs: the proof that it did. */
			uint64_t status = EXIT_USAGE;

			str_u64(argv[i + 1], 255, &status);
			sys_exit_group((int)status);
		} else if (!o->init) {
			/* The kernel gives /init all parameters that it does not know. */
			complain("usage: ktoll-probe [-I] [-l] [-p PLAN] [-o DEVICE]", "",
				 "");
			return -EINVAL;
		}
	}
	return 0;
}

static int read_plan(const char *path, struct plan *ret)
{
	static char text[PLAN_BYTES_MAX + 1];
	int fd = path ? (int)sys_open(path, O_RDONLY, 0) : 0;
	struct plan_error bad;
	char place[32] = "plan line ";
	size_t len = 0;
	long n;

	if (fd < 0) {
		complain(path, ": cannot open the plan", "");
		return fd;
	}
	while (len < sizeof(text)) {
		n = sys_read(fd, text + len, sizeof(text) - len);
		if (n == -EINTR)
			continue;
		if (n <= 0)
			break;
		len += (size_t)n;
		/* A pipe may be held open by others: what is behind the end does not
		 * count. */
		if (len >= 5 && str_starts(text + len - 5, "\nend\n"))
			break;
	}
	if (path)
		sys_close(fd);
	if (!plan_parse(text, len, ret, &bad))
		return 0;
	str_append_u64(place, sizeof(place), bad.line);
	complain(place, ": ", bad.what);
	return -EINVAL;
}

/* What the plan wants of the machine, each set or recorded as not set. */
static void conditions(struct report *r, const struct plan *p)
{
	if (p->die_with_parent)
		report_condition(r, "die-with-parent", 1,
				 sys_prctl(PR_SET_PDEATHSIG, SIGNAL_KILL, 0, 0, 0));
	if (p->cpu >= 0)
		report_condition(r, "affinity", p->cpu, task_pin(p->cpu));
	if (p->nice)
		report_condition(r, "nice", p->nice,
				 sys3(__NR_setpriority, PRIO_PROCESS_ID, 0, p->nice));
	if (p->lock)
		report_condition(r, "memory-locked", 1,
				 sys1(__NR_mlockall, MCL_CURRENT_FLAG));
}

static int run(struct report *r, const struct plan *p)
{
	static struct measurement m;
	static struct wl w;
	const struct workload *wl = find(p->workload);
	int error;

	w.plan = p;
	conditions(r, p);
	if (!wl) {
		report_end(r, -ENOENT, "this probe has no such workload");
		return -ENOENT;
	}
	error = modifiers_apply(&w);
	if (!error) {
		clock_choose(&w.clock);
		report_workload(r, wl, &w);
		error = measure(wl, &w, &m);
	}
	report_measurement(r, &m);
	report_end(r, error, w.why);
	return error;
}

void probe_main(const long *sp)
{
	static struct report report;
	static struct plan plan;
	const long argc = sp[0];
	const char *const *argv = (const char *const *)(sp + 1);
	const unsigned long *p = (const unsigned long *)(sp + 1 + argc + 1);
	struct options o = { 0 };
	unsigned int signals;
	int fd = 1, error, lost;

	while (*p)
		p++;
	aux = p + 1;
	if (options(argc, argv, &o) < 0)
		sys_exit_group(EXIT_USAGE);
	signals = task_reset_signals();
	if (o.init) {
		init_run(o.plan ?: "/plan", o.out ?: "/dev/ttyS1");
		complain("-I is for the first process of a machine", "", "");
		sys_exit_group(EXIT_USAGE);
	}
	if (o.out)
		fd = (int)sys_open(o.out, O_WRONLY | O_CREAT | O_NOCTTY, 0666);
	if (fd < 0)
		complain(o.out, ": cannot open for output", "");
	if (fd < 0 || read_plan(o.plan, &plan) < 0)
		sys_exit_group(EXIT_USAGE);
	report_open(&report, fd);
	report_hello(&report);
	report_condition(&report, "signals-reset", signals, 0);
	error = run(&report, &plan);
	lost = report_close(&report);
	if (lost)
		complain("output lost", "", "");
	sys_exit_group(lost                            ? EXIT_OUTPUT
		       : error && error != -EOPNOTSUPP ? EXIT_FAILED
						       : EXIT_DONE);
}
