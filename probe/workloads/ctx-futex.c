/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Context switches by FUTEX_WAKE and FUTEX_WAIT. Between threads the futexes are private,
 * between processes they cannot be.
 *
 * On one CPU a task counts its word up, wakes the other, and waits for the other's word
 * to follow. On two CPUs that is no measure of a switch: the word is seen as soon as it
 * is written, the answer can be there before either task has slept, and how often it is
 * depends on how long it takes to wake a CPU (here 1.3 to 1.7 switches a trip instead of
 * 2). There the words never change: a task always sleeps, and the other repeats the
 * wake-up until it has found a sleeper. Here that gave 1.99 switches a trip.
 */
#include "probe/workloads/pair.h"

static inline long wake(volatile uint32_t *word, int private)
{
	return sys_futex((uint32_t *)word, FUTEX_WAKE | private, 1, NULL);
}

static inline long wait(volatile uint32_t *word, uint32_t value, int private)
{
	return sys_futex((uint32_t *)word, FUTEX_WAIT | private, value, NULL);
}

static inline int private_flag(void)
{
	return pair.peer.thread ? FUTEX_PRIVATE_FLAG : 0;
}

/* On one CPU. */

static inline long post(volatile uint32_t *word, uint32_t value, int private)
{
	*word = value;
	return wake(word, private);
}

/*
 * Until *@word is no longer @old. If a call fails for good the caller will see that it
 * still is; -EAGAIN and -EINTR are the only errors that may pass.
 */
static inline void await(volatile uint32_t *word, uint32_t old, int private)
{
	while (*word == old)
		if (wait(word, old, private) < -EAGAIN)
			return;
}

static inline long trip(int private)
{
	struct pair_shared *s = pair.shared;
	const uint32_t turn = s->ping + 1;
	const long r = post(&s->ping, turn, private);

	await(&s->pong, turn - 1, private);
	return r | op_bad(s->pong != turn);
}

static long answer(void)
{
	struct pair_shared *s = pair.shared;
	const int private = private_flag();

	for (uint32_t turn = 1;; turn++) {
		await(&s->ping, turn - 1, private);
		if (s->stop)
			return 0;
		if (s->ping != turn || post(&s->pong, turn, private) < 0)
			return -EIO;
	}
}

static void call(void)
{
	post(&pair.shared->ping, pair.shared->ping + 1, private_flag());
}

/* On two CPUs. */

/* Wakes the task that sleeps on @word as soon as it does. @own: not 0 when it is over. */
static inline long rouse(volatile uint32_t *word, volatile uint32_t *own, int private)
{
	long r;

	do {
		r = wake(word, private);
	} while (r == 0 && *own == 0);
	return r;
}

static inline long trip_far(int private)
{
	struct pair_shared *s = pair.shared;
	const long r = rouse(&s->ping, &s->pong, private);

	return r | wait(&s->pong, 0, private);
}

static long answer_far(void)
{
	struct pair_shared *s = pair.shared;
	const int private = private_flag();

	for (;;) {
		const long r = wait(&s->ping, 0, private);

		if (s->stop)
			return 0;
		if (r < 0 || rouse(&s->pong, &s->ping, private) < 0)
			return -EIO;
	}
}

/* The word changes, so that the peer ends whether or not it sleeps. */
static void call_far(void)
{
	post(&pair.shared->ping, 1, private_flag());
}

static int setup(struct wl *w)
{
	return pair_futexes(w) ?: pair_start(w, answer, call) ?:
	       pair_ready(w, trip(private_flag()));
}

static int setup_far(struct wl *w)
{
	return pair_futexes(w) ?: pair_start(w, answer_far, call_far) ?:
	       pair_ready(w, trip_far(private_flag()));
}

WORKLOAD(ctx_futex_process_same, .name = "ctx.futex.process.same-cpu", .rev = 1,
	 .per = 2, .unit = "switch", .switches = 2, .setup = setup, .teardown = pair_stop,
	 .summary = "FUTEX_WAKE of a process on the same CPU, FUTEX_WAIT for it to do the same")
{
	return trip(0);
}

WORKLOAD(ctx_futex_process_other, .name = "ctx.futex.process.other-cpu", .rev = 1,
	 .per = 2, .unit = "switch", .switches = 2,
	 .setup = setup_far, .teardown = pair_stop,
	 .summary = "FUTEX_WAKE of a process asleep on another CPU, FUTEX_WAIT for it to do the same")
{
	return trip_far(0);
}

WORKLOAD(ctx_futex_thread_same, .name = "ctx.futex.thread.same-cpu", .rev = 1,
	 .per = 2, .unit = "switch", .switches = 2, .setup = setup, .teardown = pair_stop,
	 .summary = "FUTEX_WAKE of a thread on the same CPU, FUTEX_WAIT for it to do the same")
{
	return trip(FUTEX_PRIVATE_FLAG);
}

WORKLOAD(ctx_futex_thread_other, .name = "ctx.futex.thread.other-cpu", .rev = 1,
	 .per = 2, .unit = "switch", .switches = 2,
	 .setup = setup_far, .teardown = pair_stop,
	 .summary = "FUTEX_WAKE of a thread asleep on another CPU, FUTEX_WAIT for it to do the same")
{
	return trip_far(FUTEX_PRIVATE_FLAG);
}
