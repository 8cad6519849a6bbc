/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A program that is started in two steps: forked, so that it has a process id that
 * counters can be opened for; then let go, so that it executes. It has a process group of
 * its own, and no signal is blocked in it.
 */
#ifndef BASE_HELD_H
#define BASE_HELD_H

#include "base/err.h"
#include "base/tail.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

struct held {
	pid_t pid; /* 0: none */
	int go, error, err;
	int err_writer; /* kept open: else poll() would wake us while it is ending */
	int signals;    /* a signalfd for SIGCHLD */
	sigset_t mask;  /* ours, as it was */
	/*
	 * Called with true right before it is let go, and with false right after its end,
	 * as near to both as the clock is read. NULL: nothing. To be set before
	 * held_run().
	 */
	void (*watch)(void *ctx, bool on);
	void *ctx;
};

struct held_how {
	const char *path; /* no search */
	const char *const *argv;
	int cpu; /* to run on; -1: where we may */
	/*
	 * stdout and stderr are ours; else stdout is /dev/null and the end of stderr is
	 * kept. stdin is /dev/null.
	 */
	bool show_output;
};

/* How it ended. */
struct held_end {
	int64_t began_ns; /* CLOCK_REALTIME */
	int64_t wall_ns;  /* from letting it go to its end */
	int status;       /* of waitpid() */
	int urgent;       /* 0: ktoll waited for it with real-time priority; or -errno */
	int error;        /* -errno of what kept it from executing; else 0 */
	bool timed_out;
	struct rusage usage; /* its own, and of its children that it waited for */
	struct tail said;    /* the end of its standard error */
};

/* Forks. To be ended by held_run() or held_drop(). */
int held_start(const struct held_how *how, struct held *ret, struct err *e);

/*
 * Lets it execute and waits for its end; processes that it left behind are left alone.
 * After @timeout_ms (0: never), or when *@stop is set by a handler of SIGINT or SIGTERM,
 * its group is asked to end (SIGTERM) and killed two seconds later. -EINTR if stopped.
 */
int held_run(struct held *h, unsigned int timeout_ms, const volatile sig_atomic_t *stop,
	     struct held_end *ret);

/* Ends one that was never let go. Fine on one that has ended. */
void held_drop(struct held *h);

#endif
