/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Context switches by an event counted in one eventfd and one counted in another. */
#include "probe/workloads/pair.h"

static int open_counters(struct wl *w)
{
	const long there = sys2(__NR_eventfd2, 0, 0), back = sys2(__NR_eventfd2, 0, 0);

	if (there == -ENOSYS)
		return workload_skip(w, "this kernel has no eventfd");
	if (there < 0 || back < 0)
		return workload_fail(w, there < 0 ? there : back, "no eventfd");
	pair.peer_in = pair.out = (int)there;
	pair.in = pair.peer_out = (int)back;
	pair.bytes = sizeof(uint64_t);
	return 0;
}

/* What comes back is a count: it has to be the one event of this trip. */
static inline long trip(void)
{
	uint64_t events = 1;

	return pair_trip(&events, sizeof(events)) | op_bad((uint32_t)events != 1);
}

static int setup(struct wl *w)
{
	return open_counters(w) ?: pair_start(w, pair_echo, pair_send) ?:
	       pair_ready(w, trip());
}

WORKLOAD(ctx_eventfd_process_same, .name = "ctx.eventfd.process.same-cpu", .rev = 1,
	 .per = 2, .unit = "switch", .switches = 2, .setup = setup, .teardown = pair_stop,
	 .summary = "an event to a process on the same CPU and one back, by two eventfds")
{
	return trip();
}

WORKLOAD(ctx_eventfd_process_other, .name = "ctx.eventfd.process.other-cpu", .rev = 1,
	 .per = 2, .unit = "switch", .switches = 2, .slack = 25,
	 .setup = setup, .teardown = pair_stop,
	 .summary = "an event to a process on another CPU and one back, by two eventfds")
{
	return trip();
}

WORKLOAD(ctx_eventfd_thread_same, .name = "ctx.eventfd.thread.same-cpu", .rev = 1,
	 .per = 2, .unit = "switch", .switches = 2, .setup = setup, .teardown = pair_stop,
	 .summary = "an event to a thread on the same CPU and one back, by two eventfds")
{
	return trip();
}

WORKLOAD(ctx_eventfd_thread_other, .name = "ctx.eventfd.thread.other-cpu", .rev = 1,
	 .per = 2, .unit = "switch", .switches = 2, .slack = 25,
	 .setup = setup, .teardown = pair_stop,
	 .summary = "an event to a thread on another CPU and one back, by two eventfds")
{
	return trip();
}
