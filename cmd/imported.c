/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See imported.h. */
#include "cmd/imported.h"

#include "base/cleanup.h"
#include "base/str.h"
#include "base/xalloc.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

static int read_all(int fd, const char *path, struct str *out, struct err *e)
{
	char buf[65536];
	ssize_t n;

	while ((n = read(fd, buf, sizeof(buf))) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			int error = errno;

			err_errno(e, error, "cannot read");
			err_where(e, "%s", path);
			return -error;
		}
		str_addn(out, buf, (size_t)n);
		if (out->len > IMPORT_MAX_FILE_BYTES) {
			err_set(e, EFBIG, "longer than %u MiB",
				IMPORT_MAX_FILE_BYTES >> 20);
			err_where(e, "%s", path);
			return -EFBIG;
		}
	}
	return 0;
}

int imported_read(const char *path, const struct import_opts *opts,
		  struct import_result **ret, struct err *e)
{
	const bool from_stdin = !strcmp(path, "-");
	_cleanup_fd_ int fd =
		from_stdin ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
	struct str text = STR_INIT;
	int r;

	if (fd < 0) {
		int error = errno;

		err_errno(e, error, "cannot open");
		err_where(e, "%s", path);
		return -error;
	}
	r = read_all(fd, path, &text, e);
	if (!r)
		r = import_parse(str_get(&text), text.len, path, opts, ret, e);
	str_release(&text);
	return r;
}

const char *imported_direction(enum import_direction d)
{
	return d == IMPORT_LOWER_IS_BETTER    ? "cost"
	       : d == IMPORT_HIGHER_IS_BETTER ? "rate"
					      : "unknown";
}

char *imported_name(const struct import_metric *m)
{
	if (!*m->group)
		return xstrdup(m->name);
	return *m->name ? xasprintf("%s: %s", m->group, m->name) : xstrdup(m->group);
}
