/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See shell.h. */
#include "base/shell.h"

#include "base/spawn.h"
#include "base/str.h"
#include "base/tail.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void read_tail(int fd, struct tail *t)
{
	char buf[4096];
	ssize_t n;

	while ((n = read(fd, buf, sizeof(buf))) > 0 || (n < 0 && errno == EINTR))
		if (n > 0)
			tail_add(t, buf, (size_t)n);
}

int shell_run(const char *command, struct err *e)
{
	struct str both = STR_INIT;
	const char *const argv[] = { "/bin/sh", "-c", NULL, NULL };
	const char *args[4];
	struct child c = CHILD_NONE;
	struct tail tail = { .n = 0 };
	int status = 0, r;

	memcpy(args, argv, sizeof(args));
	/* One stream, so that the last line is the last one. */
	str_addf(&both, "exec 2>&1\n%s\n", command);
	args[2] = str_get(&both);
	r = child_start(args, NULL, 0, &c, e);
	if (!r) {
		close(c.in);
		c.in = -1;
		read_tail(c.out, &tail);
		r = child_wait(&c, &status);
	}
	str_release(&both);
	if (r < 0)
		return r;
	if (!status)
		return 0;
	if (WIFSIGNALED(status))
		err_set(e, ECANCELED, "killed by signal %d: %s", WTERMSIG(status),
			tail_last_line(&tail));
	else
		err_set(e, ECANCELED, "exit status %d: %s", WEXITSTATUS(status),
			tail_last_line(&tail));
	err_where(e, "%s", command);
	return -ECANCELED;
}
