/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pair of sockets that one task fills and empties: no other task, no switch. */
#include "probe/workload.h"

#include <linux/net.h>

/* Not in the kernel's user headers, though fixed. */
#define FAMILY_UNIX 1
#define TYPE_STREAM 1

static int fd[2];

static long make_pair(void)
{
	long r = sys4(__NR_socketpair, FAMILY_UNIX, TYPE_STREAM, 0, P(fd));

#ifdef __i386__
	/* A call of its own only since Linux 4.3. */
	long args[4] = { FAMILY_UNIX, TYPE_STREAM, 0, P(fd) };

	if (r == -ENOSYS)
		r = sys2(__NR_socketcall, SYS_SOCKETPAIR, P(args));
#endif
	return r;
}

static int setup(struct wl *w)
{
	long r = make_pair();

	if (r == -EAFNOSUPPORT || r == -ENOSYS)
		return workload_skip(w, "this kernel has no unix sockets");
	return r < 0 ? workload_fail(w, r, "cannot make a pair of sockets") : 0;
}

WORKLOAD(sock_unix_pair, .name = "sock.unix-pair", .rev = 1, .setup = setup,
	 .summary = "write(2) of one byte to a unix stream socket, read(2) of it from "
		    "the other")
{
	char c = 'k';

	return (sys_write(fd[0], &c, 1) - 1) | (sys_read(fd[1], &c, 1) - 1);
}
