/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asking after descriptors (eventfds) of which none is ready, without waiting. */
#include "probe/workload.h"

#include <linux/poll.h>

#define DESCRIPTORS 100
#define SET_BITS    256 /* select(2) leaves an empty set behind: each op fills it again */
#define WORD_BITS   (8 * (unsigned int)sizeof(long))

#ifdef __i386__
#define NR_SELECT __NR__newselect
#else
#define NR_SELECT __NR_select
#endif

struct set {
	unsigned long word[SET_BITS / WORD_BITS];
};

static struct pollfd polled[DESCRIPTORS];
static struct set wanted;
static long highest;

static int setup(struct wl *w, unsigned int n)
{
	for (unsigned int i = 0; i < n; i++) {
		long fd = sys2(__NR_eventfd2, 0, 0);

		if (fd == -ENOSYS)
			return workload_skip(w, "this kernel has no eventfd2(2)");
		if (fd == -EMFILE)
			return workload_skip(
				w, "too few descriptors may be open (RLIMIT_NOFILE)");
		if (fd < 0)
			return workload_fail(w, fd, "cannot make an eventfd");
		if (fd >= SET_BITS)
			return workload_skip(w, "too many descriptors are open already");
		polled[i] = (struct pollfd){ .fd = (int)fd, .events = POLLIN };
		wanted.word[(unsigned long)fd / WORD_BITS] |=
			1ul << (unsigned long)fd % WORD_BITS;
		highest = fd > highest ? fd : highest;
	}
	return 0;
}

static int setup_1(struct wl *w)
{
	return setup(w, 1);
}

static int setup_10(struct wl *w)
{
	return setup(w, 10);
}

static int setup_100(struct wl *w)
{
	return setup(w, 100);
}

static inline long poll_none(long n)
{
	return op_bad(sys3(__NR_poll, P(polled), n, 0) != 0);
}

static inline long select_none(void)
{
	struct k_timespec no_time = { 0, 0 };
	struct set set = wanted;

	return op_bad(sys5(NR_SELECT, highest + 1, P(&set), 0, 0, P(&no_time)) != 0);
}

WORKLOAD(poll_poll_1, .name = "poll.poll-1", .rev = 1, .setup = setup_1,
	 .summary = "poll(2) of one eventfd that is not ready, without waiting")
{
	return poll_none(1);
}

WORKLOAD(poll_poll_10, .name = "poll.poll-10", .rev = 1, .setup = setup_10,
	 .summary = "poll(2) of 10 eventfds of which none is ready, without waiting")
{
	return poll_none(10);
}

WORKLOAD(poll_poll_100, .name = "poll.poll-100", .rev = 1, .setup = setup_100,
	 .summary = "poll(2) of 100 eventfds of which none is ready, without waiting")
{
	return poll_none(100);
}

WORKLOAD(poll_select_1, .name = "poll.select-1", .rev = 1, .setup = setup_1,
	 .summary = "select(2) of one eventfd that is not ready, without waiting")
{
	return select_none();
}

WORKLOAD(poll_select_10, .name = "poll.select-10", .rev = 1, .setup = setup_10,
	 .summary = "select(2) of 10 eventfds of which none is ready, without waiting")
{
	return select_none();
}

WORKLOAD(poll_select_100, .name = "poll.select-100", .rev = 1, .setup = setup_100,
	 .summary = "select(2) of 100 eventfds of which none is ready, without waiting")
{
	return select_none();
}
