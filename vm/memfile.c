/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See memfile.h. */
#include "vm/memfile.h"

#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int memfile_create(const char *name, struct err *e)
{
	int fd = memfd_create(name, MFD_CLOEXEC);

	if (fd < 0)
		return err_errno(e, errno, "cannot make a file in memory");
	return fd;
}

int memfile_write(int fd, const void *data, size_t len, struct err *e)
{
	const char *p = data;

	while (len) {
		ssize_t n = write(fd, p, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return err_errno(e, n < 0 ? errno : EIO,
					 "cannot write to a file in memory");
		p += n;
		len -= (size_t)n;
	}
	return 0;
}

const char *memfile_path(int fd, char buf[MEMFILE_PATH_BYTES])
{
	snprintf(buf, MEMFILE_PATH_BYTES, "/proc/self/fd/%d", fd);
	return buf;
}
