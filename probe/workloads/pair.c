/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See pair.h. */
#include "probe/workloads/pair.h"

#include "probe/lib.h"

#define SA_NOCLDSTOP_F 0x00000001ul
#define SIGNAL_ALRM    14
#define FIRST_ANSWER_S 10

struct pair pair = { .in = -1 };

static bool has_word(const char *name, const char *word)
{
	for (; *name; name++)
		if (str_starts(name, word))
			return true;
	return false;
}

/*
 * The peer has ended before its time, or has not answered once. Whatever this task waits
 * for, or is about to wait for, will not come: the wait is interrupted, and a later op
 * finds no descriptor, a word with a value that is not awaited, or nobody to signal.
 */
static void peer_gone(void)
{
	sys_close(pair.in);
	pair.shared->pong |= 1u << 31;
	pair.shared->failed = 1;
	pair.peer.pid = 0;
}

/* @seconds 0: stops it. */
static void alarm_in(long seconds)
{
	const struct {
		struct k_timespec interval, value; /* microseconds, but they are 0 */
	} timer = { .value.sec = seconds };

	sys3(__NR_setitimer, ITIMER_REAL, P(&timer), 0);
}

static void peer_main(void *unused)
{
	(void)unused;
	if (pair.run() == 0 && pair.shared->stop)
		return;
	pair.shared->failed = 1;
	sys_tgkill(pair.pid, pair.pid, SIGNAL_CHLD);
	sys1(__NR_exit, 1);
}

/* Off @cpu, to another that this task may use. */
static long leave(int cpu)
{
	unsigned long mask[1024 / sizeof(long)] = { 0 };
	const unsigned int bits = 8 * sizeof(long);
	long r = sys_getaffinity(0, sizeof(mask), mask);

	if (r < 0)
		return r;
	mask[(unsigned int)cpu / bits] &= ~(1ul << ((unsigned int)cpu % bits));
	return sys_setaffinity(0, sizeof(mask), mask);
}

/* Both tasks stay where they are put, whether or not the plan pins the process. */
static int place(struct wl *w, bool other)
{
	const int peer_cpu = other ? w->plan->peer_cpu : -1;
	unsigned int cpu = (unsigned int)w->plan->cpu;
	long r;

	if (other && (peer_cpu < 0 || peer_cpu == w->plan->cpu))
		return workload_skip(w, "needs a second CPU");
	if (w->plan->cpu < 0) {
		if (other && leave(peer_cpu) < 0)
			return workload_skip(w, "needs a second CPU");
		sys_getcpu(&cpu);
	}
	/* A peer could not say so: this task finds out whether it may be there. */
	if (other && task_pin(peer_cpu) < 0)
		return workload_skip(w, "the second CPU is not to be had");
	r = task_pin((int)cpu);
	return r < 0 ? workload_fail(w, r, "cannot stay on one CPU") : 0;
}

int pair_futexes(struct wl *w)
{
	uint32_t word = 0;

	if (sys_futex(&word, FUTEX_WAKE, 1, NULL) == -ENOSYS)
		return workload_skip(w, "this kernel has no futexes");
	return 0;
}

int pair_start(struct wl *w, long (*run)(void), void (*wake)(void))
{
	const char *name = w->plan->workload;
	const bool thread = has_word(name, ".thread."),
		   other = has_word(name, ".other-cpu");
	long r;

	if (thread == has_word(name, ".process.") || other == has_word(name, ".same-cpu"))
		return workload_fail(w, -EINVAL,
				     "its name does not say where its peer is");
	r = place(w, other);
	if (r < 0)
		return (int)r;
	pair.shared = task_shared(sizeof(*pair.shared));
	if (!pair.shared)
		return workload_fail(w, -ENOMEM, "no memory to share with the peer");
	pair.pid = (int)sys_getpid();
	pair.run = run;
	pair.wake = wake;
	r = task_handle(SIGNAL_CHLD, peer_gone, SA_SIGINFO_F | SA_NOCLDSTOP_F);
	if (r >= 0)
		r = task_handle(SIGNAL_ALRM, peer_gone, SA_SIGINFO_F);
	alarm_in(FIRST_ANSWER_S);
	if (r >= 0)
		r = peer_start(&pair.peer, thread, other ? w->plan->peer_cpu : -1,
			       peer_main, NULL);
	return r < 0 ? workload_fail(w, r, "cannot start the peer") : 0;
}

long pair_echo(void)
{
	const long bytes = (long)pair.bytes;
	uint64_t message;

	for (;;) {
		if (sys_read(pair.peer_in, &message, pair.bytes) != bytes)
			return -EIO;
		if (pair.shared->stop)
			return 0;
		if (sys_write(pair.peer_out, &message, pair.bytes) != bytes)
			return -EIO;
	}
}

void pair_send(void)
{
	const uint64_t message = 1;

	sys_write(pair.out, &message, pair.bytes);
}

int pair_open_pipes(struct wl *w)
{
	int there[2], back[2];
	long r = sys_pipe(there) ?: sys_pipe(back);

	if (r < 0)
		return workload_fail(w, r, "no pipes");
	pair.peer_in = there[0];
	pair.out = there[1];
	pair.in = back[0];
	pair.peer_out = back[1];
	pair.bytes = 1;
	return 0;
}

int pair_ready(struct wl *w, long result)
{
	alarm_in(0);
	return result < 0 ? workload_fail(w, -EIO, "the peer does not answer") : 0;
}

int pair_stop(struct wl *w)
{
	long r;

	task_handle(SIGNAL_CHLD, NULL, 0);
	pair.shared->stop = 1;
	pair.wake();
	r = peer_join(&pair.peer);
	if (r < 0 || pair.shared->failed)
		return workload_fail(w, r < 0 ? r : -EIO, "the peer failed");
	w->switches += pair.peer.switches;
	return 0;
}
