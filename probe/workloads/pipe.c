/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pipe that one task fills and empties: no other task, no switch. */
#include "probe/workload.h"

static int fd[2];

static int setup(struct wl *w)
{
	long r = sys_pipe(fd);

	return r < 0 ? workload_fail(w, r, "cannot make a pipe") : 0;
}

WORKLOAD(pipe_self, .name = "pipe.self", .rev = 1, .setup = setup,
	 .summary = "write(2) of one byte to a pipe and read(2) of it by the same task")
{
	char c = 'k';

	return (sys_write(fd[1], &c, 1) - 1) | (sys_read(fd[0], &c, 1) - 1);
}
