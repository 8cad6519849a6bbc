/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See lines.h. */
#include "host/lines.h"

#include "base/xalloc.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINE_BYTES  (128u << 10)
#define TOTAL_BYTES (64u << 20)

int lines_open(int root, const char *path, struct lines *ret_lines)
{
	int fd = openat(root, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0)
		return -errno;
	*ret_lines = (struct lines){ .fd = fd, .buf = xcalloc(1, LINE_BYTES + 1) };
	return 0;
}

/* Appends what one read gives; the unread part is first moved to the front. */
static int fill(struct lines *l)
{
	ssize_t n;

	memmove(l->buf, l->buf + l->at, l->end - l->at);
	l->end -= l->at;
	l->at = 0;
	n = read(l->fd, l->buf + l->end, LINE_BYTES - l->end);
	if (n < 0)
		return errno == EINTR ? 0 : -errno;
	l->eof = n == 0;
	l->end += n;
	l->total += n;
	return l->total > TOTAL_BYTES ? -EFBIG : 0;
}

/* Cuts the line that ends at @end off the buffer; false if its start was given before. */
static bool take(struct lines *l, size_t end, bool newline, char **ret_line)
{
	bool skip = l->skip;

	l->buf[end] = 0;
	*ret_line = l->buf + l->at;
	l->at = end + newline;
	l->skip = !newline && !l->eof;
	return !skip;
}

int lines_next(struct lines *l, char **ret_line)
{
	char *nl;
	int r;

	for (;;) {
		nl = memchr(l->buf + l->at, '\n', l->end - l->at);
		if (nl) {
			if (take(l, nl - l->buf, true, ret_line))
				return 1;
			continue;
		}
		if (l->eof) {
			if (l->at == l->end)
				return 0;
			return take(l, l->end, false, ret_line);
		}
		if (l->end - l->at == LINE_BYTES) {
			if (take(l, l->end, false, ret_line))
				return 1;
			continue;
		}
		r = fill(l);
		if (r < 0)
			return r;
	}
}

void lines_close(struct lines *l)
{
	if (l->fd >= 0)
		close(l->fd);
	free(l->buf);
	*l = (struct lines){ .fd = -1 };
}
