/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Calls on descriptors and paths whose own work is next to none: /dev/zero and /dev/null,
 * if these are the devices of that name and not files that took their place.
 */
#include "probe/workload.h"

#include <asm/stat.h>

#define KIND_MASK   0170000u
#define KIND_CHAR   0020000u
#define DEVICE_NULL 0x103u /* major 1, minor 3 */
#define DEVICE_ZERO 0x105u
#define PATH_NULL   "/dev/null"
#define PATH_ZERO   "/dev/zero"

/* The calls and the layout that C libraries for this ABI use, or used for long. */
#ifdef __i386__
typedef struct stat64 file_stat;
#define NR_STAT  __NR_stat64
#define NR_FSTAT __NR_fstat64
#else
typedef struct stat file_stat;
#define NR_STAT  __NR_stat
#define NR_FSTAT __NR_fstat
#endif

static int fd;

static inline long sys_stat(const char *path, file_stat *st)
{
	return sys2(NR_STAT, P(path), P(st));
}

static inline long sys_fstat(int of, file_stat *st)
{
	return sys2(NR_FSTAT, of, P(st));
}

static int open_device(struct wl *w, const char *path, unsigned int device, int flags,
		       const char *why)
{
	file_stat st;
	long r = sys_open(path, flags | O_CLOEXEC, 0);

	if (r < 0)
		return workload_skip(w, why);
	fd = (int)r;
	r = sys_fstat(fd, &st);
	if (r < 0)
		return workload_fail(w, r, "fstat refused");
	if ((st.st_mode & KIND_MASK) != KIND_CHAR || st.st_rdev != device)
		return workload_skip(w, why);
	return 0;
}

static int setup_zero(struct wl *w)
{
	return open_device(w, PATH_ZERO, DEVICE_ZERO, O_RDONLY,
			   "no device /dev/zero that can be read");
}

static int setup_null(struct wl *w)
{
	return open_device(w, PATH_NULL, DEVICE_NULL, O_WRONLY,
			   "no device /dev/null that can be written");
}

WORKLOAD(fd_read_zero, .name = "fd.read-zero", .rev = 1, .setup = setup_zero,
	 .summary = "read(2) of one byte from /dev/zero")
{
	char c;

	return sys_read(fd, &c, 1) - 1;
}

WORKLOAD(fd_write_null, .name = "fd.write-null", .rev = 1, .setup = setup_null,
	 .summary = "write(2) of one byte to /dev/null")
{
	char c = 'k';

	return sys_write(fd, &c, 1) - 1;
}

WORKLOAD(fd_stat, .name = "fd.stat", .rev = 1, .setup = setup_null,
	 .summary = "stat(2) of /dev/null by its path (i386: stat64)")
{
	file_stat st;
	long r = sys_stat(PATH_NULL, &st);

	return r | op_bad(st.st_rdev != DEVICE_NULL);
}

WORKLOAD(fd_fstat, .name = "fd.fstat", .rev = 1, .setup = setup_null,
	 .summary = "fstat(2) of a descriptor of /dev/null (i386: fstat64)")
{
	file_stat st;
	long r = sys_fstat(fd, &st);

	return r | op_bad(st.st_rdev != DEVICE_NULL);
}

WORKLOAD(fd_open_close, .name = "fd.open-close", .rev = 1, .setup = setup_null,
	 .summary = "openat(2) of /dev/null by its path and close(2): both calls")
{
	long opened = sys_open(PATH_NULL, O_WRONLY, 0);

	return opened | sys_close((int)opened);
}

WORKLOAD(fd_dup_close, .name = "fd.dup-close", .rev = 1, .setup = setup_null,
	 .summary = "dup(2) of a descriptor of /dev/null and close(2): both calls")
{
	long copy = sys_dup(fd);

	return copy | sys_close((int)copy);
}
