/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Child processes: started in a group of their own (a Ctrl-C at the terminal does not
 * reach them), fed and read through pipes, ended for certain.
 */
#ifndef BASE_SPAWN_H
#define BASE_SPAWN_H

#include "base/err.h"

#include <stdbool.h>
#include <sys/types.h>

struct child {
	pid_t pid; /* 0: none */
	int in;    /* written to: its standard input; -1 */
	int out;   /* read from: its standard output; -1 */
	int err;   /* read from: its standard error; -1 */
};

#define CHILD_NONE            \
	{                     \
		0, -1, -1, -1 \
	}

#define CHILD_FDS_MAX 8

/* A descriptor of ours that the child gets under number @as (below 64). */
struct child_fd {
	int ours, as;
};

/*
 * Starts @argv[0] (a path; no search) with the current environment. Descriptors other
 * than the three and @extra (may be NULL, @n_extra 0) are closed by O_CLOEXEC, which all
 * of ktoll's have. -ENOEXEC and the like come back here, not from the child.
 */
int child_start(const char *const *argv, const struct child_fd *extra, size_t n_extra,
		struct child *ret, struct err *e);

/* Waits; the status as waitpid() gives it. Closes the pipes. */
int child_wait(struct child *c, int *ret_status);

/* Kills the whole group and waits. Fine on one that has ended, or was never started. */
void child_kill(struct child *c);

#endif
