/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See audit.h. */
#include "host/audit.h"

#include "base/cleanup.h"
#include "host/live.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/netlink.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>

/* One datagram: 1 the status, 0 something else, or -errno. */
static int receive(int fd, int *ret_enabled)
{
	char buf[1024] __attribute__((aligned(NLMSG_ALIGNTO)));
	const struct nlmsghdr *h = (const void *)buf;
	struct nlmsgerr error;
	ssize_t n;
	__u32 enabled;

	n = recv(fd, buf, sizeof(buf), 0);
	if (n < 0)
		return errno == EAGAIN ? -ETIME : -errno;
	if (n < NLMSG_HDRLEN || h->nlmsg_len > (size_t)n)
		return -EBADMSG;
	n = h->nlmsg_len - NLMSG_HDRLEN;
	if (h->nlmsg_type == NLMSG_ERROR && n >= (ssize_t)sizeof(error)) {
		memcpy(&error, NLMSG_DATA(h), sizeof(error));
		return error.error < 0 ? error.error : 0;
	}
	if (h->nlmsg_type != AUDIT_GET || n < 8)
		return 0;
	memcpy(&enabled, (const char *)NLMSG_DATA(h) + 4, 4); /* after the mask */
	*ret_enabled = enabled;
	return 1;
}

int audit_enabled(int root, int *ret_enabled)
{
	struct nlmsghdr ask = { .nlmsg_len = NLMSG_HDRLEN,
				.nlmsg_type = AUDIT_GET,
				.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK,
				.nlmsg_seq = 1 };
	struct timeval second = { 1, 0 };
	_cleanup_fd_ int fd = -1;
	int r, i;

	if (!live_root(root))
		return -ENODATA;
	fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_AUDIT);
	if (fd < 0)
		return -errno;
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &second, sizeof(second));
	if (send(fd, &ask, sizeof(ask), 0) < 0)
		return -errno;
	/* The acknowledgement may come before the answer. */
	for (i = 0; i < 4; i++) {
		r = receive(fd, ret_enabled);
		if (r)
			return r < 0 ? r : 0;
	}
	return -ENODATA;
}
