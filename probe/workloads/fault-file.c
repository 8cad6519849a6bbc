/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The page fault on a file whose page is in the page cache. A read fault maps the cached
 * pages around it as well, of an aligned window of 16 (fault-around), so the file has
 * holes all over and one page each 17: at most one in any window. That leaves every 17th
 * window without one of them; the page at its beginning is there to be touched before the
 * timed part, so that the page tables of a fresh mapping exist (one spans 32 windows or
 * more).
 */
#include "probe/task.h"
#include "probe/workload.h"

#include <linux/memfd.h>

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008u /* since 6.3; without it the kernel logs a complaint */
#endif

#define PAGE        4096ul
#define OPS         512
#define STRIDE      17
#define PAGES       (OPS * STRIDE)
#define WINDOW      16
#define SPARE_FIRST (WINDOW * WINDOW) /* where the first window without a page begins */
#define SPARE_EACH  (STRIDE * WINDOW)
#define TABLE_BYTES (4ul << 20)
#define MARK        'k'

static int fd;
static char *base, *cursor;

static void each_table(void (*touch)(volatile char *))
{
	for (unsigned long i = SPARE_FIRST; i < PAGES; i += SPARE_EACH)
		touch(base + i * PAGE);
}

static void touch_read(volatile char *p)
{
	(void)*p;
}

static void touch_write(volatile char *p)
{
	*p = MARK;
}

static int map_fresh(struct wl *w, int prot)
{
	long r = sys_mmap(base, PAGES * PAGE, prot, MAP_SHARED | MAP_FIXED, fd);

	if (sys_failed(r))
		return workload_fail(w, r, "cannot map the file");
	r = sys_madvise(base, PAGES * PAGE, MADV_NOHUGEPAGE);
	/* A kernel without huge pages does not know the advice. */
	return r < 0 && r != -EINVAL ? workload_fail(w, r, "MADV_NOHUGEPAGE refused") : 0;
}

/* The pages that are wanted are in the cache, and no others. */
static int check_cache(struct wl *w)
{
	static unsigned char cached[PAGES];
	unsigned long wrong = 0;
	long r = sys3(__NR_mincore, P(base), PAGES * PAGE, P(cached));

	if (r < 0)
		return workload_fail(w, r, "mincore refused");
	for (unsigned long at = 0; at < PAGES; at += STRIDE)
		cached[at] ^= 1;
	for (unsigned long at = SPARE_FIRST; at < PAGES; at += SPARE_EACH)
		cached[at] ^= 1;
	for (unsigned long i = 0; i < PAGES; i++)
		wrong += cached[i] & 1;
	if (!wrong)
		return 0;
	return workload_fail(w, -EIO,
			     "the page cache does not hold just what was written "
			     "(huge pages of shmem?)");
}

static int setup(struct wl *w)
{
	long p, r;
	int error;

	r = sys2(__NR_memfd_create, P("ktoll"), MFD_CLOEXEC | MFD_NOEXEC_SEAL);
	if (r == -EINVAL)
		r = sys2(__NR_memfd_create, P("ktoll"), MFD_CLOEXEC);
	if (r == -ENOSYS)
		return workload_skip(w, "this kernel has no memfd_create(2)");
	if (r < 0)
		return workload_fail(w, r, "memfd_create refused");
	fd = (int)r;
	r = sys2(__NR_ftruncate, fd, PAGES * PAGE);
	if (r < 0)
		return workload_fail(w, r, "cannot size the file");
	p = sys_mmap(NULL, PAGES * PAGE + TABLE_BYTES, PROT_NONE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1);
	if (sys_failed(p))
		return workload_fail(w, p, "no room for the mapping");
	base = (char *)(((unsigned long)p + TABLE_BYTES - 1) & ~(TABLE_BYTES - 1));
	error = map_fresh(w, PROT_READ | PROT_WRITE);
	if (error)
		return error;
	for (unsigned long i = 0; i < PAGES; i += STRIDE)
		touch_write(base + i * PAGE);
	each_table(touch_write);
	return check_cache(w);
}

static int before(struct wl *w, unsigned long n)
{
	int error = map_fresh(w, PROT_READ);

	(void)n;
	if (error)
		return error;
	each_table(touch_read);
	cursor = base;
	return 0;
}

WORKLOAD(fault_file, .name = "fault.file", .rev = 1, .unit = "fault", .faults = 1,
	 .max_ops = OPS, .setup = setup, .before = before,
	 .summary = "fault of the first read of a cached page in a fresh file mapping")
{
	char *p = cursor;

	cursor += STRIDE * PAGE;
	return op_bad(*(volatile char *)p != MARK);
}
