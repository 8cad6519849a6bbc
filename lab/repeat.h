/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A command run again and again; each run is stored as soon as it has ended. */
#ifndef LAB_REPEAT_H
#define LAB_REPEAT_H

#include "lab/command.h"
#include "lab/session.h"

struct repeat {
	struct command_how how;
	const char *name; /* of the workload */
	unsigned int runs;
	unsigned int warmup; /* runs before them that are not kept */
	struct store *store;
	int64_t boot;
	session_progress_fn *progress; /* may be NULL */
	void *ctx;
};

/*
 * 0; -EINTR if stopped (the runs that had ended are stored); -ECANCELED: a run failed,
 * and failures are not ignored: it is stored as that, and @e says how it ended; other
 * -errno: trouble of our own.
 */
int repeat_run(struct repeat *r, struct err *e);

#endif
