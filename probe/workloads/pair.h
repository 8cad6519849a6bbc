/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two tasks that hand something back and forth: what the ctx.* workloads and
 * signal.thread have in common. Whether the peer is a process or a thread, and on which
 * CPU it is, is what the workload's name says ("... .process.same-cpu"), so that the two
 * cannot disagree.
 *
 * What the counts of switches can be held to, two for each op: on one CPU each task waits
 * for what only the other can do, so two it must be, whether the task that has handed
 * over blocks or is preempted by the one it has woken. On two CPUs it may find the answer
 * before it sleeps. Seen here (6.18, two shared CPUs of a KVM guest): by pipe, eventfd
 * and socket pair 1.98 to 2.00 an op, as who hands over is quicker to sleep than the
 * other is to wake, and 1.7 when the host took a CPU away in between; so 1.5 are
 * demanded. By futex it was too few, until they were made to: see ctx-futex.c. By signal
 * it was as few as 1.2 in one run of a hundred, a slow one; 1 is demanded, as the unit
 * there is the signal, and these are counted exactly.
 */
#ifndef PROBE_WORKLOADS_PAIR_H
#define PROBE_WORKLOADS_PAIR_H

#include "probe/task.h"
#include "probe/workload.h"

/* Memory that both tasks have; what each writes is on a cache line of its own. */
struct pair_shared {
	volatile uint32_t ping __attribute__((aligned(64))); /* the measuring task's */
	volatile uint32_t pong __attribute__((aligned(64))); /* the peer's */
	volatile uint32_t stop __attribute__((aligned(64))); /* the peer is to end */
	volatile uint32_t failed;                            /* it could not go on */
};

struct pair {
	struct pair_shared *shared;
	int in, out;           /* descriptors of the measuring task */
	int peer_in, peer_out; /* of its peer */
	size_t bytes;          /* of one message through them */
	int pid;               /* of the measuring task */
	struct peer peer;
	long (*run)(void);
	void (*wake)(void);
};

extern struct pair pair;

/* For those that wait on futexes: skips where the kernel has none. */
int pair_futexes(struct wl *w);

/*
 * Puts this task where the name of the workload wants it, and starts a peer that runs
 * @run. That must return 0 once it finds pair.shared->stop set; anything else is a
 * failure, and ends whatever this task waits for. @wake makes the peer look. 0, or -errno
 * with w->why.
 */
int pair_start(struct wl *w, long (*run)(void), void (*wake)(void));

/* A peer that sends back each message of pair.bytes by the descriptors; its @wake. */
long pair_echo(void);
void pair_send(void);

/* Opens a pipe for each direction, for messages of one byte. 0, or -errno with w->why. */
int pair_open_pipes(struct wl *w);

/*
 * What setup returns after the first op, which gave @result: it has some seconds for it,
 * in which a peer that does not answer is found out.
 */
int pair_ready(struct wl *w, long result);

/* A workload's teardown: ends the peer and adds up what it counted. */
int pair_stop(struct wl *w);

/* A message of @bytes there, and one back; a short one makes it negative. */
static inline long pair_trip(void *message, size_t bytes)
{
	const long r = sys_write(pair.out, message, bytes) - (long)bytes;

	return r | (sys_read(pair.in, message, bytes) - (long)bytes);
}

static inline long pair_trip_byte(void)
{
	char c = 0;

	return pair_trip(&c, 1);
}

#endif
