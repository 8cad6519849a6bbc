/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See held.h. */
#include "base/clock.h"
#include "base/held.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE_NS 2000000000ll /* of one that was asked to end */

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* Read ends and write ends, close-on-exec, of what parent and child say to each other. */
struct pipes {
	int go[2], error[2], err[2];
};

static int make_pipes(struct pipes *p)
{
	memset(p, 0xff, sizeof(*p));
	/* A socket: writing to one that nobody reads is an error, and no signal. */
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, p->go) < 0 ||
	    pipe2(p->error, O_CLOEXEC) < 0 || pipe2(p->err, O_CLOEXEC) < 0)
		return -errno;
	fcntl(p->err[0], F_SETFL, O_NONBLOCK);
	return 0;
}

static void close_pipes(struct pipes *p)
{
	for (int i = 0; i < 2; i++) {
		close_fd(&p->go[i]);
		close_fd(&p->error[i]);
		close_fd(&p->err[i]);
	}
}

/* ---- in the child: only what is safe after fork() ---- */

static int redirect(const struct held_how *how, const struct pipes *p)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	if (null < 0 || dup2(null, 0) < 0)
		return -errno;
	if (!how->show_output && (dup2(null, 1) < 0 || dup2(p->err[1], 2) < 0))
		return -errno;
	return 0;
}

static int pin(int cpu)
{
	cpu_set_t set;

	if (cpu < 0)
		return 0;
	CPU_ZERO(&set);
	CPU_SET((size_t)cpu, &set);
	return sched_setaffinity(0, sizeof(set), &set) < 0 ? -errno : 0;
}

static void be_the_child(const struct held_how *how, struct pipes *p)
{
	sigset_t none;
	char word;
	int r;

	setpgid(0, 0);
	close_fd(&p->go[1]);
	r = redirect(how, p);
	if (!r)
		r = pin(how->cpu);
	/* Ready. The end of file: nobody wants it any more. */
	if (!r &&
	    (send(p->go[0], "", 1, MSG_NOSIGNAL) != 1 || read(p->go[0], &word, 1) != 1))
		_exit(127);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	if (!r) {
		execvp(how->path, (char **)how->argv);
		r = -errno;
	}
	while (write(p->error[1], &r, sizeof(r)) < 0 && errno == EINTR)
		;
	_exit(127);
}

/* ---- in the parent ---- */

/* SIGCHLD is read, SIGINT and SIGTERM come only while poll() waits. */
static int hold_signals(struct held *h)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	h->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (h->signals < 0)
		return -errno;
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigprocmask(SIG_BLOCK, &set, &h->mask);
	return 0;
}

static void release(struct held *h)
{
	close_fd(&h->go);
	close_fd(&h->error);
	close_fd(&h->err);
	close_fd(&h->err_writer);
	if (h->signals >= 0)
		sigprocmask(SIG_SETMASK, &h->mask, NULL);
	close_fd(&h->signals);
	h->pid = 0;
}

/*
 * Else the run would begin with the wait for its first time on a CPU, and with what we do
 * in the child.
 */
static void wait_until_ready(struct held *h)
{
	char word;

	while (read(h->go, &word, 1) < 0 && errno == EINTR)
		;
}

int held_start(const struct held_how *how, struct held *ret, struct err *e)
{
	struct held h = {
		.go = -1, .error = -1, .err = -1, .err_writer = -1, .signals = -1
	};
	struct pipes p;
	int r = make_pipes(&p);

	if (!r)
		r = hold_signals(&h);
	if (!r) {
		h.pid = fork();
		if (!h.pid)
			be_the_child(how, &p);
		if (h.pid < 0)
			r = -errno;
	}
	if (r < 0) {
		release(&h);
		close_pipes(&p);
		err_errno(e, -r, "cannot start");
		err_where(e, "%s", how->path);
		return r;
	}
	setpgid(h.pid, h.pid);
	h.go = p.go[1];
	h.error = p.error[0];
	h.err = p.err[0];
	h.err_writer = p.err[1];
	p.go[1] = p.error[0] = p.err[0] = p.err[1] = -1;
	close_pipes(&p);
	wait_until_ready(&h);
	*ret = h;
	return 0;
}

static void read_said(struct held *h, struct tail *said)
{
	char buf[4096];
	ssize_t n;

	while (h->err >= 0) {
		n = read(h->err, buf, sizeof(buf));
		if (n > 0)
			tail_add(said, buf, (size_t)n);
		else if (n < 0 && errno == EAGAIN)
			return;
		else if (n == 0 || errno != EINTR)
			close_fd(&h->err);
	}
}

/* Whether it has ended; then @end has how. */
static bool ended(struct held *h, struct held_end *end)
{
	struct signalfd_siginfo ignored;
	pid_t pid;

	while (read(h->signals, &ignored, sizeof(ignored)) > 0)
		;
	pid = wait4(h->pid, &end->status, WNOHANG, &end->usage);
	return pid == h->pid || (pid < 0 && errno == ECHILD);
}

/* Until something happens, a signal that we handle included, or @until (0: for ever). */
static void wait_some(struct held *h, int64_t until, struct tail *said)
{
	struct pollfd fd[2] = { { h->signals, POLLIN, 0 }, { h->err, POLLIN, 0 } };
	int64_t left = until ? until - clock_monotonic_ns() : 0;
	struct timespec ts = { 0, 0 };
	sigset_t mask = h->mask;

	if (left > 0)
		ts = (struct timespec){ left / 1000000000, left % 1000000000 };
	sigaddset(&mask, SIGCHLD);
	if (ppoll(fd, 2, until ? &ts : NULL, &mask) > 0 && fd[1].revents)
		read_said(h, said);
}

/*
 * To wake up at once when it ends: under load the time would else be that until our own
 * turn. The child was forked before, and keeps what it has. A high nice value would not
 * do: a heavy task that comes and goes moves the average that the others are placed by.
 */
static int be_urgent(int *ret_policy)
{
	const struct sched_param urgent = { .sched_priority = 1 };

	*ret_policy = sched_getscheduler(0);
	if (*ret_policy != SCHED_OTHER && *ret_policy != SCHED_BATCH)
		return -EALREADY;
	return sched_setscheduler(0, SCHED_FIFO, &urgent) < 0 ? -errno : 0;
}

static void be_as_before(int urgent, int policy)
{
	const struct sched_param none = { .sched_priority = 0 };

	if (!urgent)
		sched_setscheduler(0, policy, &none);
}

static bool passed(int64_t until)
{
	return until && clock_monotonic_ns() >= until;
}

/* Asks its group to end, then makes it. */
static void end_group(struct held *h, struct held_end *end)
{
	const int64_t until = clock_monotonic_ns() + PATIENCE_NS;
	bool gone;

	kill(-h->pid, SIGTERM);
	kill(-h->pid, SIGCONT);
	while (!(gone = ended(h, end)) && !passed(until))
		wait_some(h, until, &end->said);
	kill(-h->pid, SIGKILL);
	while (!gone && !(gone = ended(h, end)))
		wait_some(h, 0, &end->said);
}

int held_run(struct held *h, unsigned int timeout_ms, const volatile sig_atomic_t *stop,
	     struct held_end *ret)
{
	struct held_end end = { .began_ns = clock_realtime_ns() };
	int64_t begin, until;
	bool gone = false;
	int policy;

	end.urgent = be_urgent(&policy);
	if (h->watch)
		h->watch(h->ctx, true);
	begin = clock_monotonic_ns();
	until = timeout_ms ? begin + timeout_ms * 1000000ll : 0;
	/* Fails only if it is gone, which is seen below. */
	send(h->go, "", 1, MSG_NOSIGNAL);
	while (!*stop && !(gone = ended(h, &end)) && !passed(until))
		wait_some(h, until, &end.said);
	end.wall_ns = clock_monotonic_ns() - begin;
	if (h->watch)
		h->watch(h->ctx, false);
	be_as_before(end.urgent, policy);
	end.timed_out = !gone && !*stop;
	if (!gone)
		end_group(h, &end);
	read_said(h, &end.said);
	if (read(h->error, &end.error, sizeof(end.error)) != sizeof(end.error))
		end.error = 0;
	release(h);
	*ret = end;
	return *stop && !gone ? -EINTR : 0;
}

void held_drop(struct held *h)
{
	if (!h->pid)
		return;
	kill(h->pid, SIGKILL);
	while (waitpid(h->pid, NULL, 0) < 0 && errno == EINTR)
		;
	release(h);
}
