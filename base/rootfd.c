/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See rootfd.h. */
#include "base/rootfd.h"

#include "base/cleanup.h"
#include "base/str.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>

#define LIMIT_BYTES (4u << 20)

int root_read(int root, const char *path, char **ret_text, size_t *ret_len)
{
	_cleanup_fd_ int fd = openat(root, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct str text = STR_INIT;
	char buf[16384];
	ssize_t n;

	if (fd < 0)
		return -errno;
	while ((n = read(fd, buf, sizeof(buf))) > 0) {
		str_addn(&text, buf, n);
		if (text.len > LIMIT_BYTES) {
			str_release(&text);
			return -EFBIG;
		}
	}
	if (n < 0) {
		int error = errno;

		str_release(&text);
		return -error;
	}
	if (ret_len)
		*ret_len = text.len;
	*ret_text = str_detach(&text);
	return 0;
}

int root_read_line(int root, const char *path, char **ret_text)
{
	size_t len;
	char *s;
	int r;

	r = root_read(root, path, &s, &len);
	if (r < 0)
		return r;
	while (len && isspace((unsigned char)s[len - 1]))
		s[--len] = 0;
	*ret_text = s;
	return 0;
}

int root_read_number(int root, const char *path, long long *ret_value)
{
	_cleanup_free_ char *s = NULL;
	long long v;
	char *end;
	int r;

	r = root_read_line(root, path, &s);
	if (r < 0)
		return r;
	errno = 0;
	v = strtoll(s, &end, 10);
	if (end == s || *end || errno)
		return -EINVAL;
	*ret_value = v;
	return 0;
}
