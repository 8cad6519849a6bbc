/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One run of make. Whatever becomes of ktoll, make and its children end: a watcher in
 * their process group holds the other end of a pipe of ours, and kills the group when it
 * closes. The lock of the tree is inherited, so that nobody builds there before that.
 */
#include "lab/build_make.h"

#include "base/cleanup.h"
#include "base/spawn.h"
#include "base/str.h"
#include "base/xalloc.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#define TAIL_LINES 12
#define LINE_BYTES 240
#define LOCK_FD    8
#define ROOM_BYTES 65536u /* with less than this left, that is why it failed */

static const char script[] =
	"exec 9<&0 </dev/null 2>&1\n"
	"( read -r _ <&9; kill -KILL 0 ) >/dev/null 2>&1 8>&- &\n"
	"exec 9<&-\n"
	"export LC_ALL=C LANG=C LC_CTYPE=C LC_MESSAGES=C KBUILD_BUILD_TIMESTAMP='Thu Jan  1 00:00:00 UTC 1970' \\\n"
	"KBUILD_BUILD_USER=ktoll KBUILD_BUILD_HOST=ktoll KBUILD_BUILD_VERSION=1\n"
	"unset MAKEFLAGS MFLAGS MAKELEVEL GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE\n"
	"cc=${CC:-gcc}\n"
	"command -v ccache >/dev/null && cc=\"ccache $cc\"\n"
	"exec make -C \"$1\" O=\"$2\" -j\"$3\" ARCH=x86 LOCALVERSION= CC=\"$cc\" \"$4\"\n";

/* The last lines, and the first that names an error. */
struct output {
	char line[TAIL_LINES][LINE_BYTES];
	size_t lines;
	char now[LINE_BYTES];
	size_t len;
	char error[LINE_BYTES];
	bool full, killed;
};

static bool starts(const char *s, const char *with)
{
	return !strncmp(s, with, strlen(with));
}

/* Paths are shown as in the repository. */
static void strip(char *line, const char *src)
{
	size_t n = strlen(src);
	char *at;

	while ((at = strstr(line, src)) && at[n] == '/')
		memmove(at, at + n + 1, strlen(at + n + 1) + 1);
}

static void whole_line(struct output *o, const struct build_make *m)
{
	char *line = o->now;

	line[o->len] = 0;
	o->len = 0;
	if (!*line)
		return;
	o->full |= strstr(line, "No space left on device") != NULL ||
		   strstr(line, "Disk quota exceeded") != NULL;
	o->killed |= strstr(line, "Killed signal terminated program") != NULL ||
		     strstr(line, "virtual memory exhausted") != NULL;
	strip(line, m->src);
	if (!o->error[0] &&
	    (strstr(line, " error: ") || strstr(line, "undefined reference") ||
	     strstr(line, "*** ") || starts(line, "ERROR: ")))
		snprintf(o->error, sizeof(o->error), "%s", line);
	/* What make says of the failure of others pushes out what they said. */
	if (!o->error[0] || !starts(line, "make"))
		snprintf(o->line[o->lines++ % TAIL_LINES], LINE_BYTES, "%s", line);
	if (m->progress)
		m->progress(m->ctx, line);
}

/* Compilers that know of more than ASCII quote with it: one mark a character. */
static char plain(unsigned char c)
{
	return c == '\t' ? ' ' : c >= 0xc0 ? '\'' : c < 0x20 || c > 0x7e ? '?' : (char)c;
}

static void take(struct output *o, const struct build_make *m, const char *buf, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)buf[i];

		if (c == '\n')
			whole_line(o, m);
		else if ((c & 0xc0) != 0x80 && o->len + 1 < LINE_BYTES)
			o->now[o->len++] = plain(c);
	}
}

/* Until its output ends: 0, or -EINTR if stopped. */
static int listen_to(const struct build_make *m, struct child *c, struct output *o)
{
	struct pollfd p = { .fd = c->out, .events = POLLIN };
	char buf[16384];

	for (;;) {
		ssize_t n;

		if (m->stop && *m->stop)
			return -EINTR;
		if (poll(&p, 1, 200) <= 0)
			continue;
		n = read(c->out, buf, sizeof(buf));
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		take(o, m, buf, (size_t)n);
	}
	if (o->len)
		whole_line(o, m);
	return 0;
}

static void explain(const struct output *o, const char *target, struct built *ret)
{
	struct str tail = STR_INIT;
	const size_t first = o->lines > TAIL_LINES ? o->lines - TAIL_LINES : 0;

	for (size_t i = first; i < o->lines; i++)
		str_addf(&tail, "%s\n", o->line[i % TAIL_LINES]);
	snprintf(ret->reason, sizeof(ret->reason), "%s",
		 o->error[0] ? o->error
		 : o->lines  ? o->line[(o->lines - 1) % TAIL_LINES]
			     : target);
	free(ret->detail);
	ret->detail = str_detach(&tail);
}

/* Not all that write say why they cannot. */
static bool disk_full(const char *path)
{
	struct statvfs st;

	return !statvfs(path, &st) && (uint64_t)st.f_bavail * st.f_frsize < ROOM_BYTES;
}

static int judge(const struct build_make *m, const struct output *o, int status,
		 const char *target, bool *ret_works, struct built *ret, struct err *e)
{
	*ret_works = !status;
	if (*ret_works)
		return 0;
	if (o->full || disk_full(m->out)) {
		err_set(e, ENOSPC, "the disk is full");
		err_where(e, "%s", m->out);
		return -ENOSPC;
	}
	if (o->killed || WIFSIGNALED(status)) {
		err_set(e, ENOMEM, "the build was killed: out of memory?");
		err_where(e, "%s", m->out);
		return -ENOMEM;
	}
	explain(o, target, ret);
	return 0;
}

int build_make(const struct build_make *m, const char *target, bool *ret_works,
	       struct built *ret, struct err *e)
{
	char jobs[16];
	const char *const argv[] = { "/bin/sh", "-c", script, "sh", m->src,
				     m->out,    jobs, target, NULL };
	const struct child_fd lock = { m->lock, LOCK_FD };
	struct child c = CHILD_NONE;
	struct output o = { .lines = 0 };
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	siginfo_t info;
	int status = 0, r;

	snprintf(jobs, sizeof(jobs), "%u",
		 m->jobs    ? m->jobs
		 : cpus > 0 ? (unsigned int)cpus
			    : 1);
	r = child_start(argv, &lock, 1, &c, e);
	if (r < 0)
		return r;
	r = listen_to(m, &c, &o);
	if (r < 0) {
		child_kill(&c);
		return r;
	}
	/* child_wait() closes the watcher's pipe, which kills what is still there: only
	 * once make has ended. */
	while (waitid(P_PID, (id_t)c.pid, &info, WEXITED | WNOWAIT) < 0 && errno == EINTR)
		;
	r = child_wait(&c, &status);
	return r < 0 ? err_errno(e, -r, "cannot wait for make")
		     : judge(m, &o, status, target, ret_works, ret, e);
}

/* ---- tools ---- */

static int ask(const char *command, struct str *out)
{
	const char *const argv[] = { "/bin/sh", "-c", command, NULL };
	struct child c = CHILD_NONE;
	char buf[512];
	int status = 0;
	ssize_t n;

	if (child_start(argv, NULL, 0, &c, NULL) < 0)
		return -1;
	while ((n = read(c.out, buf, sizeof(buf))) > 0)
		str_addn(out, buf, (size_t)n);
	return child_wait(&c, &status) < 0 ? -1 : status;
}

int build_tools(struct err *e)
{
	static const char *const tools[] = { "git",  "make",  "${CC:-gcc}", "ld",
					     "flex", "bison", "bc" };

	for (size_t i = 0; i < sizeof(tools) / sizeof(tools[0]); i++) {
		_cleanup_free_ char *command =
			xasprintf("command -v %s >/dev/null", tools[i]);
		struct str out = STR_INIT;
		int status = ask(command, &out);

		str_release(&out);
		if (status) {
			err_set(e, ENOPKG, "%s is not installed",
				*tools[i] == '$' ? "the C compiler" : tools[i]);
			err_expect(e, "what building a kernel needs");
			return -ENOPKG;
		}
	}
	return 0;
}

char *build_compiler(void)
{
	struct str out = STR_INIT;

	ask("${CC:-gcc} --version 2>&1 | head -n 1; "
	    "own=$KCFLAGS$KAFLAGS$KCPPFLAGS$LLVM$CROSS_COMPILE; [ -z \"$own\" ] || echo \"$own\"",
	    &out);
	str_add(&out, "");
	return str_detach(&out);
}

int build_config_is(const char *text, size_t len, struct err *e)
{
	if (memmem(text, len, "CONFIG_", 7) && !memchr(text, 0, len))
		return 0;
	err_set(e, EINVAL, "no kernel configuration");
	err_expect(e, "a .config: lines CONFIG_NAME=y");
	return -EINVAL;
}

/* ---- files ---- */

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	return remove(path) < 0 && errno != ENOENT ? -1 : 0;
}

int build_remove(const char *path, struct err *e)
{
	int r;

	if (access(path, F_OK) < 0)
		return 0;
	if (nftw(path, remove_one, 32, FTW_DEPTH | FTW_PHYS) == 0)
		return 0;
	r = err_errno(e, errno, "cannot remove");
	err_where(e, "%s", path);
	return r;
}

static int copy_bytes(int from, int to)
{
	ssize_t n;

	while ((n = sendfile(to, from, NULL, 1 << 20)) > 0)
		;
	return n < 0 || fsync(to) < 0 ? -errno : 0;
}

int build_copy(const char *from, const char *to, struct err *e)
{
	_cleanup_fd_ int in = open(from, O_RDONLY | O_CLOEXEC);
	_cleanup_fd_ int out =
		in < 0 ? -1 : open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	int r = out < 0 ? -errno : copy_bytes(in, out);

	if (r < 0) {
		err_errno(e, -r, "cannot keep the image");
		err_where(e, "%s", in < 0 ? from : to);
	}
	return r;
}
