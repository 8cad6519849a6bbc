/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See shell.h. */
#include "base/shell.h"

#include "base/spawn.h"
#include "base/str.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define KEPT_BYTES 200

/* Reads to the end; the last bytes stay in @tail. */
static void read_tail(int fd, char tail[KEPT_BYTES + 1])
{
	char buf[4096];
	size_t have = 0;
	ssize_t n;

	while ((n = read(fd, buf, sizeof(buf))) > 0 || (n < 0 && errno == EINTR)) {
		size_t k = n > 0 ? (size_t)n : 0, keep;

		if (k > KEPT_BYTES) {
			memcpy(tail, buf + k - KEPT_BYTES, KEPT_BYTES);
			have = KEPT_BYTES;
			continue;
		}
		keep = have + k > KEPT_BYTES ? KEPT_BYTES - k : have;
		memmove(tail, tail + have - keep, keep);
		memcpy(tail + keep, buf, k);
		have = keep + k;
	}
	tail[have] = 0;
}

static const char *last_line(char *text)
{
	size_t n = strlen(text);
	char *nl;

	while (n && text[n - 1] == '\n')
		text[--n] = 0;
	nl = strrchr(text, '\n');
	return nl ? nl + 1 : text;
}

int shell_run(const char *command, struct err *e)
{
	struct str both = STR_INIT;
	const char *const argv[] = { "/bin/sh", "-c", NULL, NULL };
	const char *args[4];
	char tail[KEPT_BYTES + 1];
	struct child c = CHILD_NONE;
	int status = 0, r;

	memcpy(args, argv, sizeof(args));
	/* One stream, so that the last line is the last one. */
	str_addf(&both, "exec 2>&1\n%s\n", command);
	args[2] = str_get(&both);
	r = child_start(args, NULL, 0, &c, e);
	if (!r) {
		close(c.in);
		c.in = -1;
		read_tail(c.out, tail);
		r = child_wait(&c, &status);
	}
	str_release(&both);
	if (r < 0)
		return r;
	if (!status)
		return 0;
	if (WIFSIGNALED(status))
		err_set(e, ECANCELED, "killed by signal %d: %s", WTERMSIG(status),
			last_line(tail));
	else
		err_set(e, ECANCELED, "exit status %d: %s", WEXITSTATUS(status),
			last_line(tail));
	err_where(e, "%s", command);
	return -ECANCELED;
}
