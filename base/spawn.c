/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See spawn.h. */
#include "base/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static int pipes(int fd[3][2])
{
	for (int i = 0; i < 3; i++)
		if (pipe2(fd[i], O_CLOEXEC) < 0)
			return -errno;
	return 0;
}

/*
 * Moves the descriptors that are to be passed out of the way of the numbers they get:
 * else the first dup2() of the child could overwrite what the second one is to copy.
 */
static int move_high(const struct child_fd *extra, size_t n, int high[CHILD_FDS_MAX])
{
	if (n > CHILD_FDS_MAX)
		return -E2BIG;
	for (size_t i = 0; i < n; i++) {
		high[i] = fcntl(extra[i].ours, F_DUPFD_CLOEXEC, 64);
		if (high[i] < 0) {
			int error = errno;

			while (i--)
				close(high[i]);
			return -error;
		}
	}
	return 0;
}

static int launch(const char *const *argv, int fd[3][2], const struct child_fd *extra,
		  size_t n_extra, pid_t *ret_pid)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	int high[CHILD_FDS_MAX], r = move_high(extra, n_extra, high);
	sigset_t none;

	if (r < 0)
		return r;
	sigemptyset(&none);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
	posix_spawnattr_setpgroup(&attr, 0);
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, fd[0][0], 0);
	posix_spawn_file_actions_adddup2(&actions, fd[1][1], 1);
	posix_spawn_file_actions_adddup2(&actions, fd[2][1], 2);
	for (size_t i = 0; i < n_extra; i++)
		posix_spawn_file_actions_adddup2(&actions, high[i], extra[i].as);
	r = posix_spawn(ret_pid, argv[0], &actions, &attr, (char **)argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attr);
	for (size_t i = 0; i < n_extra; i++)
		close(high[i]);
	return -r;
}

int child_start(const char *const *argv, const struct child_fd *extra, size_t n_extra,
		struct child *ret, struct err *e)
{
	int fd[3][2] = { { -1, -1 }, { -1, -1 }, { -1, -1 } };
	pid_t pid = 0;
	int r = pipes(fd);

	if (!r)
		r = launch(argv, fd, extra, n_extra, &pid);
	close_fd(&fd[0][0]);
	close_fd(&fd[1][1]);
	close_fd(&fd[2][1]);
	if (r < 0) {
		close_fd(&fd[0][1]);
		close_fd(&fd[1][0]);
		close_fd(&fd[2][0]);
		err_errno(e, -r, "cannot start");
		err_where(e, "%s", argv[0]);
		return r;
	}
	*ret = (struct child){ pid, fd[0][1], fd[1][0], fd[2][0] };
	return 0;
}

int child_wait(struct child *c, int *ret_status)
{
	int status = 0, r = 0;

	close_fd(&c->in);
	close_fd(&c->out);
	close_fd(&c->err);
	if (!c->pid)
		return -ECHILD;
	while (waitpid(c->pid, &status, 0) < 0)
		if (errno != EINTR) {
			r = -errno;
			break;
		}
	c->pid = 0;
	if (!r && ret_status)
		*ret_status = status;
	return r;
}

void child_kill(struct child *c)
{
	if (!c->pid)
		return;
	kill(-c->pid, SIGKILL);
	kill(c->pid, SIGKILL);
	child_wait(c, NULL);
}
