/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Context switches by a byte through one pair of AF_UNIX stream sockets and a byte back
 * through another. One pair for both ways would not do: a reader that frees a message
 * wakes whoever waits on the sending socket, to say that there is room again; on a pair
 * used both ways that is the other task, waiting for its answer, and there were 2.4
 * to 2.7 switches a trip instead of 2.
 */
#include "probe/workloads/pair.h"

#define AF_UNIX_FAMILY   1
#define SOCK_STREAM_TYPE 1

static long sys_socketpair(int fd[2])
{
	return sys4(__NR_socketpair, AF_UNIX_FAMILY, SOCK_STREAM_TYPE, 0, P(fd));
}

static int open_sockets(struct wl *w)
{
	int there[2], back[2];
	long r = sys_socketpair(there) ?: sys_socketpair(back);

	if (r == -ENOSYS || r == -EAFNOSUPPORT)
		return workload_skip(w, "this kernel has no AF_UNIX socket pairs");
	if (r < 0)
		return workload_fail(w, r, "no socket pairs");
	pair.peer_in = there[0];
	pair.out = there[1];
	pair.in = back[0];
	pair.peer_out = back[1];
	pair.bytes = 1;
	return 0;
}

static int setup(struct wl *w)
{
	return open_sockets(w) ?: pair_start(w, pair_echo, pair_send) ?:
	       pair_ready(w, pair_trip_byte());
}

WORKLOAD(ctx_socket_process_same, .name = "ctx.socketpair.process.same-cpu", .rev = 1,
	 .per = 2, .unit = "switch", .switches = 2, .setup = setup, .teardown = pair_stop,
	 .summary = "a byte to a process on the same CPU and one back, by AF_UNIX socket pairs")
{
	return pair_trip_byte();
}

WORKLOAD(ctx_socket_process_other, .name = "ctx.socketpair.process.other-cpu", .rev = 1,
	 .per = 2, .unit = "switch", .switches = 2, .slack = 25,
	 .setup = setup, .teardown = pair_stop,
	 .summary = "a byte to a process on another CPU and one back, by AF_UNIX socket pairs")
{
	return pair_trip_byte();
}

WORKLOAD(ctx_socket_thread_same, .name = "ctx.socketpair.thread.same-cpu", .rev = 1,
	 .per = 2, .unit = "switch", .switches = 2, .setup = setup, .teardown = pair_stop,
	 .summary = "a byte to a thread on the same CPU and one back, by AF_UNIX socket pairs")
{
	return pair_trip_byte();
}

WORKLOAD(ctx_socket_thread_other, .name = "ctx.socketpair.thread.other-cpu", .rev = 1,
	 .per = 2, .unit = "switch", .switches = 2, .slack = 25,
	 .setup = setup, .teardown = pair_stop,
	 .summary = "a byte to a thread on another CPU and one back, by AF_UNIX socket pairs")
{
	return pair_trip_byte();
}
