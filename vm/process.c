/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See process.h. */
#include "vm/process.h"

#include "base/cleanup.h"
#include "base/xalloc.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>

/* By way of high numbers: else one could overwrite what is still to be copied. */
static int give_fds(const int *give, size_t n)
{
	int high[PROCESS_FDS_MAX];

	for (size_t i = 0; i < n; i++) {
		high[i] = fcntl(give[i], F_DUPFD_CLOEXEC, 64);
		if (high[i] < 0)
			return errno;
	}
	for (size_t i = 0; i < n; i++)
		if (dup2(high[i], PROCESS_FD_FIRST + (int)i) < 0)
			return errno;
	return 0;
}

/* Between fork and exec: async-signal-safe calls only. Returns if something failed. */
static int become(char *const *argv, int output, const int *give, size_t n, pid_t parent)
{
	sigset_t none;
	int null, error;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	if (setpgid(0, 0) < 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) < 0)
		return errno;
	/* It may have ended before this process asked to be told. */
	if (getppid() != parent)
		return ESRCH;
	null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	if (null < 0 || dup2(null, 0) < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0)
		return errno;
	error = give_fds(give, n);
	if (error)
		return error;
	execv(argv[0], argv);
	return errno;
}

int process_start(char *const *argv, int output, const int *give, size_t n,
		  pid_t *ret_pid, struct err *e)
{
	const pid_t self = getpid();
	int error = 0, pipe_fd[2];
	ssize_t got;
	pid_t pid;

	if (n > PROCESS_FDS_MAX)
		return err_set(e, E2BIG, "too many descriptors");
	if (pipe2(pipe_fd, O_CLOEXEC) < 0)
		return err_errno(e, errno, "cannot make a pipe");
	pid = fork();
	if (!pid) {
		int report = fcntl(pipe_fd[1], F_DUPFD_CLOEXEC, 64);

		error = become(argv, output, give, n, self);
		got = write(report, &error, sizeof(error));
		_exit(got == sizeof(error) ? 127 : 126);
	}
	error = pid < 0 ? errno : 0;
	close(pipe_fd[1]);
	/* Ends without a byte when the exec has closed the other side. */
	while (!error && (got = read(pipe_fd[0], &error, sizeof(error))) < 0 &&
	       errno == EINTR)
		;
	close(pipe_fd[0]);
	if (error) {
		if (pid > 0)
			waitpid(pid, NULL, 0);
		err_errno(e, error, "cannot start");
		err_where(e, "%s", argv[0]);
		return -error;
	}
	*ret_pid = pid;
	return 0;
}

int process_kill(pid_t pid)
{
	int status = 0;

	kill(-pid, SIGKILL);
	kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

/* "RAN WAITED SLICES", in ns. */
static int64_t thread_waited_ns(int task, const char *tid)
{
	_cleanup_free_ char *name = xasprintf("%s/schedstat", tid);
	_cleanup_fd_ int fd = openat(task, name, O_RDONLY | O_CLOEXEC);
	long long ran = 0, waited = 0;
	char buf[96] = "";

	if (fd < 0 || read(fd, buf, sizeof(buf) - 1) <= 0)
		return 0;
	return sscanf(buf, "%lld %lld", &ran, &waited) == 2 ? waited : 0;
}

int64_t process_waited_ms(pid_t pid)
{
	_cleanup_free_ char *path = xasprintf("/proc/%ld/task", (long)pid);
	_cleanup_dir_ DIR *task = opendir(path);
	int64_t ns = 0;

	for (struct dirent *d = task ? readdir(task) : NULL; d; d = readdir(task))
		if (*d->d_name != '.')
			ns += thread_waited_ns(dirfd(task), d->d_name);
	return ns / 1000000;
}

int process_pin(pid_t tid, int cpu)
{
	cpu_set_t *mask, *now;
	const size_t bytes = CPU_ALLOC_SIZE(cpu + 1 > 8192 ? cpu + 1 : 8192);
	int r = 0;

	mask = calloc(1, bytes);
	now = calloc(1, bytes);
	if (!mask || !now) {
		r = -ENOMEM;
		goto out;
	}
	CPU_SET_S((size_t)cpu, bytes, mask);
	if (sched_setaffinity(tid, bytes, mask) < 0 ||
	    sched_getaffinity(tid, bytes, now) < 0)
		r = -errno;
	else if (!CPU_EQUAL_S(bytes, mask, now))
		r = -EBUSY;
out:
	free(mask);
	free(now);
	return r;
}
