/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asking an epoll set of which one descriptor is ready, and stays so. */
#include "probe/workload.h"

#include <linux/eventpoll.h>

#define DATA 0x6b746f6c6cull

static int fd;

static int setup(struct wl *w)
{
	struct epoll_event event = { .events = EPOLLIN, .data = DATA };
	long ready = sys2(__NR_eventfd2, 1, 0), r;

	fd = (int)sys1(__NR_epoll_create1, 0);
	if (ready == -ENOSYS || fd == -ENOSYS)
		return workload_skip(w, "this kernel has no eventfd or no epoll");
	if (ready < 0 || fd < 0)
		return workload_fail(w, ready < 0 ? ready : fd,
				     "cannot make an eventfd or an epoll set");
	r = sys4(__NR_epoll_ctl, fd, EPOLL_CTL_ADD, ready, P(&event));
	return r < 0 ? workload_fail(w, r, "epoll_ctl refused") : 0;
}

WORKLOAD(epoll_ready, .name = "epoll.ready", .rev = 1, .setup = setup,
	 .summary = "epoll_wait(2) that finds its one descriptor, an eventfd, ready")
{
	struct epoll_event event;
	long r = sys4(__NR_epoll_wait, fd, P(&event), 1, 0);

	return (r - 1) | op_bad(event.data != DATA);
}
