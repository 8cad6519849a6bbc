/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See guest.h. */
#include "vm/guest.h"

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/xalloc.h"
#include "vm/process.h"
#include "vm/qmp.h"
#include "vm/verdict.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>

#define TICK_MS         100
#define AFTER_PANIC_MS  3000 /* panic=-1 resets at once */
#define WIRE_PIPE_BYTES (1 << 20)
/* Not asked of the host before that: most boots are never silent for so long. */
#define SILENCE_BEGINS_MS 1000

/* What QMP is asked, in order; each when the one before was answered. */
enum step { STEP_GREETING, STEP_CAPABILITIES, STEP_CPUS, STEP_CONT, STEP_RUNNING };

enum { FD_CONSOLE, FD_WIRE, FD_STDERR, FD_QMP, FDS };

struct watch {
	const struct vm_guest *g;
	struct vm_result *r;
	struct err *e;
	int error; /* our own trouble, which ends it */
	pid_t pid; /* 0: not started, or waited for */
	int status;
	int fd[FDS];
	bool pinned;
	enum step step;
	struct console console, complaints; /* of the kernel, of QEMU */
	struct vm_frames frames;
	struct qmp_reader qmp;
	char shutdown[128];
	int64_t began_ms, heard_ms, done_ms;
	int64_t silent_since_ms,
		waited_ms; /* the silence that is counted, and when it began */
};

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void ask(struct watch *w, enum step next, const char *command)
{
	char text[128];
	int n = snprintf(text, sizeof(text), "{\"execute\": \"%s\"}\n", command);

	w->step = next;
	if (send(w->fd[FD_QMP], text, (size_t)n, MSG_NOSIGNAL) != n && !w->error)
		w->error = err_errno(w->e, errno, "cannot write to QEMU's QMP socket");
}

/* Every virtual CPU to its host CPU. Without threads of its own (TCG with counting) one
 * thread runs them all. */
static void pin(struct watch *w, const struct qmp_message *m)
{
	unsigned int want = w->g->config.cpus ?: 1;
	int r = m->cpus == want ? 0 : -ENOENT;

	for (unsigned int i = 0; i < want && !r; i++) {
		r = process_pin(m->thread[i], w->g->pin[i]);
		w->r->cpus_pinned += !r;
	}
	if (!r)
		return;
	snprintf(w->r->pin_why, sizeof(w->r->pin_why), "CPU %u to host CPU %d: %s",
		 w->r->cpus_pinned, w->g->pin[w->r->cpus_pinned], strerror(-r));
	if (!w->g->pin_may_fail)
		w->error = err_errno(w->e, -r, "cannot pin virtual CPU %u to CPU %d",
				     w->r->cpus_pinned, w->g->pin[w->r->cpus_pinned]);
}

static void on_message(void *ctx, const struct qmp_message *m)
{
	struct watch *w = ctx;

	if (m->kind == QMP_SHUTDOWN) {
		snprintf(w->shutdown, sizeof(w->shutdown), "%s", m->text);
	} else if (m->kind == QMP_ERROR && !w->error) {
		w->error = err_set(w->e, EIO, "QEMU refuses a QMP command: %s", m->text);
	} else if (m->kind == QMP_GREETING && w->step == STEP_GREETING) {
		ask(w, STEP_CAPABILITIES, "qmp_capabilities");
	} else if (m->kind != QMP_RETURN) {
		return;
	} else if (w->step == STEP_CAPABILITIES && w->g->pin) {
		ask(w, STEP_CPUS, "query-cpus-fast");
	} else if (w->step == STEP_CAPABILITIES) {
		ask(w, STEP_CONT, "cont");
	} else if (w->step == STEP_CPUS) {
		pin(w, m);
		if (!w->error)
			ask(w, STEP_CONT, "cont");
	} else if (w->step == STEP_CONT) {
		w->step = STEP_RUNNING;
	}
}

static void took(struct watch *w, int which, const char *buf, size_t n)
{
	const int64_t now = clock_monotonic_ns() / 1000000;

	switch (which) {
	case FD_CONSOLE:
		console_feed(&w->console, buf, n);
		w->heard_ms = now;
		break;
	case FD_WIRE:
		if (!w->r->first_wire_ms)
			w->r->first_wire_ms = (unsigned int)(now - w->began_ms);
		vm_frames_feed(&w->frames, buf, n);
		/* A kernel that mixes its ports up has its console here. */
		if (!w->frames.machines && memcmp(w->frames.buf, WIRE_MAGIC, 4))
			console_feed(&w->console, buf, n);
		w->heard_ms = now;
		if (w->frames.complete && !w->done_ms) {
			w->done_ms = now;
			w->r->complete_ms = (unsigned int)(now - w->began_ms);
		}
		break;
	case FD_STDERR: console_feed(&w->complaints, buf, n); break;
	default: qmp_feed(&w->qmp, buf, n);
	}
}

/* Reads what there is; false if the other side is gone. */
static void drain(struct watch *w, int which)
{
	char buf[65536];
	ssize_t n = read(w->fd[which], buf, sizeof(buf));

	if (n > 0)
		took(w, which, buf, (size_t)n);
	else if (n == 0 || (errno != EINTR && errno != EAGAIN))
		close_fd(&w->fd[which]);
}

/* Waits for more; false when QEMU's ends of the pipes are all closed. */
static bool listen_some(struct watch *w)
{
	struct pollfd p[FDS];

	for (int i = 0; i < FDS; i++)
		p[i] = (struct pollfd){ w->fd[i], POLLIN, 0 };
	if (poll(p, FDS, TICK_MS) > 0)
		for (int i = 0; i < FDS; i++)
			if (p[i].revents)
				drain(w, i);
	return w->fd[FD_CONSOLE] >= 0 || w->fd[FD_WIRE] >= 0 || w->fd[FD_STDERR] >= 0;
}

/*
 * Since it was last heard, without the time that QEMU was ready to run and the host had
 * no CPU for it: a kernel that does not get on because of that does not hang.
 */
static int64_t silent_ms(struct watch *w, int64_t now)
{
	const int64_t ms = now - w->heard_ms;
	int64_t waited;

	if (ms < SILENCE_BEGINS_MS)
		return ms;
	waited = process_waited_ms(w->pid);
	if (w->silent_since_ms != w->heard_ms) {
		w->silent_since_ms = w->heard_ms;
		w->waited_ms = waited;
	}
	return ms - (waited - w->waited_ms);
}

/* Whether to watch no longer, and why. */
static bool over(struct watch *w, struct vm_seen *seen)
{
	const unsigned int silence = w->console.panicked ? AFTER_PANIC_MS
				     : w->g->silence_ms  ? w->g->silence_ms
							 : VM_SILENCE_MS;
	const unsigned int wall = w->g->wall_ms ?: VM_WALL_MS;
	const int64_t now = clock_monotonic_ns() / 1000000;

	if (w->g->stop && *w->g->stop) {
		seen->stop = VM_STOP_TOLD;
	} else if (w->done_ms && now - w->done_ms >= w->g->linger_ms) {
		seen->stop = VM_STOP_DONE;
	} else if (now - w->began_ms >= wall) {
		seen->stop = VM_STOP_WALL;
		seen->limit_ms = wall;
	} else if (silent_ms(w, now) >= silence) {
		seen->stop = VM_STOP_SILENCE;
		seen->limit_ms = silence;
	} else {
		/* A second init, or a second kernel: nothing good will come of it. */
		return w->error || w->frames.machines > 1 || w->console.banners > 1;
	}
	return true;
}

static int open_ends(struct watch *w, int theirs[FDS])
{
	int fd[2];

	for (int i = 0; i < FDS; i++) {
		int r = i == FD_QMP
				? socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd)
				: pipe2(fd, O_CLOEXEC);

		if (r < 0)
			return err_errno(w->e, errno, "cannot make a pipe to QEMU");
		w->fd[i] = fd[0];
		theirs[i] = fd[1];
	}
	/* So that a slow reader never makes the port wait: best effort. */
	fcntl(theirs[FD_WIRE], F_SETPIPE_SZ, WIRE_PIPE_BYTES);
	return 0;
}

_Static_assert(VM_FD_FIRST == PROCESS_FD_FIRST, "one numbering");

static int launch(struct watch *w, const char *qemu)
{
	const struct vm_guest *g = w->g;
	int theirs[FDS] = { -1, -1, -1, -1 };
	struct vm_args args = { 0 };
	int r = vm_qemu_args(&g->config, qemu, &args, w->e);

	r = r ?: open_ends(w, theirs);
	if (!r) {
		const int give[] = {
			[VM_FD_KERNEL - VM_FD_FIRST] = g->kernel,
			[VM_FD_INITRAMFS - VM_FD_FIRST] = g->initramfs,
			[VM_FD_CONSOLE - VM_FD_FIRST] = theirs[FD_CONSOLE],
			[VM_FD_WIRE - VM_FD_FIRST] = theirs[FD_WIRE],
			[VM_FD_QMP - VM_FD_FIRST] = theirs[FD_QMP],
		};

		w->r->qemu_args = vm_args_text(&args);
		w->began_ms = w->heard_ms = clock_monotonic_ns() / 1000000;
		r = process_start(args.v, theirs[FD_STDERR], give, VM_FDS, &w->pid, w->e);
	}
	for (int i = 0; i < FDS; i++)
		close_fd(&theirs[i]);
	vm_args_free(&args);
	return r;
}

/* All its ends are closed: it is at its end, or as good as. */
static bool reap(struct watch *w)
{
	for (int i = 0; i < 20; i++) {
		if (waitpid(w->pid, &w->status, WNOHANG) == w->pid)
			return true;
		poll(NULL, 0, TICK_MS);
	}
	return false;
}

static void watch_it(struct watch *w, struct vm_seen *seen)
{
	bool cut_off = false;

	while (!cut_off && listen_some(w))
		cut_off = over(w, seen);
	if (cut_off || !reap(w))
		process_kill(w->pid);
	/* What was still in the pipes. */
	while (w->fd[FD_CONSOLE] >= 0 || w->fd[FD_WIRE] >= 0 || w->fd[FD_STDERR] >= 0)
		listen_some(w);
	if (w->fd[FD_QMP] >= 0)
		drain(w, FD_QMP);
}

static void conclude(struct watch *w, struct vm_seen *seen)
{
	struct vm_result *r = w->r;
	struct str tail = STR_INIT, said = STR_INIT;
	const char *last;

	console_finish(&w->console);
	console_finish(&w->complaints);
	vm_frames_finish(&w->frames);
	console_tail(&w->complaints, &said);
	if (said.len)
		said.s[said.len - 1] = 0;
	last = strrchr(str_get(&said), '\n');
	seen->console = &w->console;
	seen->frames = &w->frames;
	seen->shutdown = w->shutdown;
	seen->stderr_line = last ? last + 1 : str_get(&said);
	seen->status = w->status;
	vm_verdict(seen, r);
	str_add(&tail, "");
	console_tail(&w->console, &tail);
	free(r->console);
	r->console = str_detach(&tail);
	str_release(&said);
	snprintf(r->banner, sizeof(r->banner), "%s", w->console.banner);
	r->total_ms = (unsigned int)(clock_monotonic_ns() / 1000000 - w->began_ms);
	r->processes = w->frames.processes;
	r->wire_bytes = w->frames.bytes;
	r->console_bytes = w->console.bytes;
	r->lost = w->frames.lost;
	r->corrupt = w->frames.corrupt;
}

static int run(struct watch *w, const char *qemu)
{
	struct vm_seen seen = { .stop = VM_STOP_EXITED };
	int r = launch(w, qemu);

	if (r < 0)
		return r;
	watch_it(w, &seen);
	conclude(w, &seen);
	if (w->error)
		return w->error;
	if (w->r->end == VM_STOPPED)
		return err_set(w->e, EINTR, "stopped");
	if (w->r->end == VM_QEMU_FAILED)
		return err_set(w->e, EIO, "%s", w->r->why);
	return 0;
}

int vm_guest_run(const struct vm_guest *g, struct vm_result *ret, struct err *e)
{
	_cleanup_free_ char *found = NULL;
	const char *qemu = g->config.qemu;
	struct watch *w;
	int r = 0;

	*ret = (struct vm_result){ .end = VM_QEMU_FAILED, .console = xstrdup("") };
	if (!qemu) {
		r = vm_qemu_find(g->config.bits, &found, e);
		qemu = found;
	}
	r = r ?: vm_qemu_version(qemu, &ret->qemu_version, e);
	if (r < 0)
		return r;
	w = xcalloc(1, sizeof(*w));
	w->g = g;
	w->r = ret;
	w->e = e;
	for (int i = 0; i < FDS; i++)
		w->fd[i] = -1;
	console_init(&w->console);
	console_init(&w->complaints);
	vm_frames_init(&w->frames, g->ops, g->ctx);
	qmp_reader_init(&w->qmp, on_message, w);
	r = run(w, qemu);
	for (int i = 0; i < FDS; i++)
		close_fd(&w->fd[i]);
	free(w);
	return r;
}

void vm_result_release(struct vm_result *r)
{
	free(r->console);
	free(r->qemu_version);
	free(r->qemu_args);
	*r = (struct vm_result){ 0 };
}
