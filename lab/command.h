/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Any command as a workload: one run of it from its execution to its end, timed and
 * counted from outside, as a process of the store. One op is the whole run.
 */
#ifndef LAB_COMMAND_H
#define LAB_COMMAND_H

#include "base/err.h"
#include "base/held.h"
#include "lab/catalogue.h"
#include "lab/tally.h"
#include "store/store.h"

#define COMMAND_NAME_MAX   64
#define COMMAND_REASON_MAX 256

/* How each run is done. */
struct command_how {
	const char *path; /* of the program: command_find() */
	const char *const *argv;
	int cpu;             /* to run on; -1: where ktoll may */
	bool show_output;    /* its output is ours; else it is dropped */
	bool ignore_failure; /* an exit status other than 0 is a result like any other */
	bool switches; /* keep context switches as wait4(2) has them: no permission needed
			*/
	unsigned int timeout_ms;     /* 0: none */
	const struct events *events; /* NULL: none */
	const int *cpus;             /* to count on, if everywhere */
	size_t n_cpus;
	const volatile sig_atomic_t *stop;
};

struct command_run {
	struct held_end end;
	struct tally_count counts[EVENTS_MAX]; /* in the order of the events */
	char reason[COMMAND_REASON_MAX];       /* "exit status 3: LAST LINE"; "" */
	/* What the process of the store borrows. */
	int64_t ticks, counted[EVENTS_MAX], rusage[4];
	uint8_t flags;
	char conditions[96];
	struct store_counter counters[EVENTS_MAX + 4];
};

/* Where execvp(3) would find @name. -ENOENT, -EACCES with @e. The caller frees. */
int command_find(const char *name, char **ret_path, struct err *e);

/*
 * A workload's name for a command line: words of [A-Za-z0-9_-] joined by dots, at most
 * COMMAND_NAME_MAX characters; what else there is becomes "-", the folder of the program
 * is left out. "perf bench sched pipe" -> "perf-bench-sched-pipe".
 */
const char *command_name(const char *const *argv, char buf[COMMAND_NAME_MAX + 1]);

/* Whether it could have been made by command_name(). */
bool command_name_valid(const char *name);

/* The command line as a shell would take it. The caller frees. */
char *command_line(const char *const *argv);

/* The workload in the store: what its runs are counted in. Has no ABI: it is any
 * program. */
struct catalogue_entry command_entry(const char *name);

/*
 * One run. 0 whatever the command did; -EINTR if stopped; other -errno: trouble of our
 * own, such as a command that cannot be executed.
 */
int command_run(const struct command_how *how, struct command_run *ret, struct err *e);

/*
 * What the store keeps, but for boot, workload and number; borrows from @run and the
 * events. Counters are user-time and system-time in ns from wait4(2), and
 * voluntary-switches and involuntary-switches if wanted; then the events.
 */
void command_result(const struct command_how *how, struct command_run *run,
		    struct store_process *ret);

#endif
