/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See build_mark.h. */
#include "lab/build_mark.h"

#include "base/cleanup.h"
#include "base/xalloc.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MARK ".ktoll-building"

/* nftw() hands nothing through; builds are one at a time, in one thread. */
static struct timespec since;

/* Not earlier: what happened within one tick of the clock cannot be told apart. The time
 * of the last change, as that of the contents may be set back. */
static bool written_since(const struct stat *st)
{
	return st->st_ctim.tv_sec > since.tv_sec ||
	       (st->st_ctim.tv_sec == since.tv_sec &&
		st->st_ctim.tv_nsec >= since.tv_nsec);
}

static int remove_newer(const char *path, const struct stat *st, int type,
			struct FTW *ftw)
{
	if ((type != FTW_F && type != FTW_SL) || !written_since(st) ||
	    !strcmp(path + ftw->base, MARK))
		return 0;
	return unlink(path) < 0 && errno != ENOENT ? -1 : 0;
}

static int flush(const char *out)
{
	_cleanup_fd_ int fd = open(out, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	return fd < 0 || syncfs(fd) < 0 ? -errno : 0;
}

static int failed(struct err *e, int r, const char *doing, const char *path)
{
	err_errno(e, -r, "%s", doing);
	err_where(e, "%s", path);
	return r;
}

int build_mark_begin(const char *out, struct err *e)
{
	_cleanup_free_ char *path = xasprintf("%s/" MARK, out);
	struct stat st;
	int fd, r = 0;

	if (!lstat(path, &st)) {
		since = st.st_ctim;
		if (nftw(out, remove_newer, 32, FTW_PHYS) < 0)
			r = -errno;
		if (!r)
			r = flush(out);
		if (!r && unlink(path) < 0)
			r = -errno;
		if (r < 0)
			return failed(e, r, "cannot remove what a killed build left",
				      out);
	}
	fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	if (fd < 0)
		return failed(e, -errno, "cannot write", path);
	close(fd);
	r = flush(out);
	return r < 0 ? failed(e, r, "cannot write", path) : 0;
}

int build_mark_end(const char *out, struct err *e)
{
	_cleanup_free_ char *path = xasprintf("%s/" MARK, out);
	int r = flush(out);

	if (!r && unlink(path) < 0 && errno != ENOENT)
		r = -errno;
	return r < 0 ? failed(e, r, "cannot finish the build", path) : 0;
}
