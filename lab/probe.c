/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See probe.h. */
#include "lab/probe.h"

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/xalloc.h"
#include "lab/own_file.h"
#include "lab/summarise.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

int probe_find(const char *abi, char **ret_path, struct err *e)
{
	const char *dir = getenv("KTOLL_PROBE_DIR");
	_cleanup_free_ char *name = xasprintf("ktoll-probe.%s", abi);
	_cleanup_free_ char *given = dir ? xasprintf("%s/%s", dir, name) : NULL;
	_cleanup_free_ char *what = xasprintf("the measuring probe for %s", abi);
	const struct own_file f = {
		.given = given,
		.folder = "probe",
		.name = name,
		.mode = X_OK,
		.what = what,
		.expected =
			"the file that `make` builds, or its folder in KTOLL_PROBE_DIR",
	};

	return own_file_find(&f, ret_path, e);
}

/* A plan is far smaller than a pipe holds: this does not block. */
static int feed(struct probe *p, const char *plan)
{
	size_t len = strlen(plan);
	ssize_t n = write(p->child.in, plan, len);

	close(p->child.in);
	p->child.in = -1;
	return n == (ssize_t)len || errno == EPIPE ? 0 : -errno;
}

int probe_start(struct probe *p, const char *path, const char *plan,
		const struct child_fd *extra, size_t n_extra, struct err *e)
{
	const char *const argv[] = { path, NULL };

	*p = (struct probe){ .child = CHILD_NONE, .began_ns = clock_realtime_ns() };
	ingest_init(&p->ingest);
	p->error = child_start(argv, extra, n_extra, &p->child, e);
	if (p->error == -ENOEXEC || p->error == -ENOSYS)
		return 0;
	if (p->error < 0)
		return p->error;
	return feed(p, plan);
}

static void read_complaint(struct probe *p, const char *buf, size_t n)
{
	size_t len = strlen(p->complaint);
	const char *nl = memchr(buf, '\n', n);

	if (nl)
		n = (size_t)(nl - buf);
	if (n > sizeof(p->complaint) - 1 - len)
		n = sizeof(p->complaint) - 1 - len;
	memcpy(p->complaint + len, buf, n);
}

static void drain(struct probe *p, int *fd, bool is_out)
{
	char buf[65536];
	ssize_t n = read(*fd, buf, sizeof(buf));

	if (n > 0 && is_out)
		ingest_feed(&p->ingest, buf, (size_t)n);
	else if (n > 0)
		read_complaint(p, buf, (size_t)n);
	else if (n == 0 || errno != EINTR) {
		close(*fd);
		*fd = -1;
	}
}

/* Waits for more from anyone; false when nobody has anything left to say. */
static bool collect_some(struct probe *const *p, size_t n, int timeout_ms)
{
	struct pollfd fd[8];
	bool open = false;

	for (size_t i = 0; i < n; i++) {
		fd[2 * i] = (struct pollfd){ p[i]->child.out, POLLIN, 0 };
		fd[2 * i + 1] = (struct pollfd){ p[i]->child.err, POLLIN, 0 };
		open |= p[i]->child.out >= 0 || p[i]->child.err >= 0;
	}
	if (!open || poll(fd, 2 * n, timeout_ms) <= 0)
		return open;
	for (size_t i = 0; i < n; i++) {
		if (fd[2 * i].revents)
			drain(p[i], &p[i]->child.out, true);
		if (fd[2 * i + 1].revents)
			drain(p[i], &p[i]->child.err, false);
	}
	return true;
}

int probe_collect(struct probe *const *p, size_t n, unsigned int timeout_ms,
		  const volatile sig_atomic_t *stop)
{
	const int64_t deadline = clock_monotonic_ns() + timeout_ms * 1000000ll;
	bool late = false;

	while (!*stop && !late && collect_some(p, n, 100))
		late = clock_monotonic_ns() > deadline;
	for (size_t i = 0; i < n; i++) {
		if (*stop || late) {
			p[i]->timed_out = late && p[i]->child.out >= 0;
			child_kill(&p[i]->child);
		} else {
			child_wait(&p[i]->child, &p[i]->status);
		}
	}
	return *stop ? -EINTR : 0;
}

/* What was seen from outside outranks what came through the pipe. */
static void ending(struct probe *p, struct store_process *ret)
{
	struct ingest *in = &p->ingest;

	if (p->error) {
		ret->status = "skip";
		ret->reason = "this kernel does not run programs of this ABI (ENOEXEC)";
	} else if (p->timed_out) {
		ret->status = "timeout";
		ret->reason = "no end within the time limit: killed";
	} else if (WIFSIGNALED(p->status)) {
		snprintf(in->why, sizeof(in->why), "killed by signal %d (%s)",
			 WTERMSIG(p->status), strsignal(WTERMSIG(p->status)));
		ret->status = "crash";
		ret->reason = in->why;
	} else if (!in->hello && p->complaint[0]) {
		ret->reason = p->complaint;
	}
}

void probe_result(struct probe *p, const struct events *events, struct store_process *ret)
{
	*ret = (struct store_process){ .began_ns = p->began_ns, .modifiers = "" };
	ingest_finish(&p->ingest, ret);
	ending(p, ret);
	summarise(ret, p->ingest.per);
	counted_name(events, &p->ingest, ret, &p->counted);
}

void probe_release(struct probe *p)
{
	child_kill(&p->child);
	ingest_release(&p->ingest);
}
