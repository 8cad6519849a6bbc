/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Context switches by a byte through one pipe and a byte back through another. */
#include "probe/workloads/pair.h"

static int setup(struct wl *w)
{
	return pair_open_pipes(w) ?: pair_start(w, pair_echo, pair_send) ?:
	       pair_ready(w, pair_trip_byte());
}

WORKLOAD(ctx_pipe_process_same, .name = "ctx.pipe.process.same-cpu", .rev = 1,
	 .per = 2, .unit = "switch", .switches = 2, .setup = setup, .teardown = pair_stop,
	 .summary = "a byte to a process on the same CPU and one back, by two pipes")
{
	return pair_trip_byte();
}

WORKLOAD(ctx_pipe_process_other, .name = "ctx.pipe.process.other-cpu", .rev = 1,
	 .per = 2, .unit = "switch", .switches = 2, .slack = 25,
	 .setup = setup, .teardown = pair_stop,
	 .summary = "a byte to a process on another CPU and one back, by two pipes")
{
	return pair_trip_byte();
}

WORKLOAD(ctx_pipe_thread_same, .name = "ctx.pipe.thread.same-cpu", .rev = 1,
	 .per = 2, .unit = "switch", .switches = 2, .setup = setup, .teardown = pair_stop,
	 .summary = "a byte to a thread on the same CPU and one back, by two pipes")
{
	return pair_trip_byte();
}

WORKLOAD(ctx_pipe_thread_other, .name = "ctx.pipe.thread.other-cpu", .rev = 1,
	 .per = 2, .unit = "switch", .switches = 2, .slack = 25,
	 .setup = setup, .teardown = pair_stop,
	 .summary = "a byte to a thread on another CPU and one back, by two pipes")
{
	return pair_trip_byte();
}
