/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Page faults: each op touches the next page of a region of which .before has made sure
 * that it will fault. Page tables are there already: what is timed is the fault alone.
 *
 * The region lies on both sides of a boundary between two page tables and fills neither:
 * one page below it and one above it stay mapped. MADV_DONTNEED of a whole table would
 * free the table too (since 6.14).
 */
#include "probe/task.h"
#include "probe/workloads/child.h"

#define PAGE        4096ul
#define PAGES       1022        /* the most ops in a batch */
#define TABLE_BYTES (4ul << 20) /* 2 MiB but for 32-bit page tables without PAE */
#define SIDE_BYTES  (512 * PAGE)

static char *region, *cursor;
static struct peer sharer;
static uint32_t *sharer_word;

static inline char *next_page(void)
{
	char *p = cursor;

	cursor += PAGE;
	return p;
}

/* The region untouched, its neighbours touched. @flags: MAP_PRIVATE or MAP_SHARED. */
static int setup_region(struct wl *w, int flags)
{
	const size_t bytes = TABLE_BYTES + 2 * SIDE_BYTES;
	long p = sys_mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | flags, -1);
	char *middle;
	long r;

	if (sys_failed(p))
		return workload_fail(w, p, "no memory for the region");
	r = sys_madvise((void *)p, bytes, MADV_NOHUGEPAGE);
	/* A kernel without huge pages does not know the advice. */
	if (r < 0 && r != -EINVAL)
		return workload_fail(w, r, "MADV_NOHUGEPAGE refused");
	middle = (char *)(((unsigned long)p + SIDE_BYTES + TABLE_BYTES - 1) &
			  ~(TABLE_BYTES - 1));
	region = middle - SIDE_BYTES + PAGE;
	*(volatile char *)(region - PAGE) = 1;
	*(volatile char *)(region + PAGES * PAGE) = 1;
	cursor = region;
	return 0;
}

static int setup_private(struct wl *w)
{
	return setup_region(w, MAP_PRIVATE);
}

static void touch_all(void)
{
	for (unsigned long i = 0; i < PAGES; i++)
		*(volatile char *)(region + i * PAGE) = 1;
}

static int setup_shared(struct wl *w)
{
	int error = setup_region(w, MAP_SHARED);

	if (!error)
		touch_all();
	return error;
}

static int drop(struct wl *w, unsigned long n)
{
	long r = sys_madvise(region, PAGES * PAGE, MADV_DONTNEED);

	(void)n;
	cursor = region;
	return r < 0 ? workload_fail(w, r, "MADV_DONTNEED refused") : 0;
}

static void sharer_main(void *unused)
{
	(void)unused;
	child_park(sharer_word, 0);
}

static int setup_cow(struct wl *w)
{
	int error = setup_region(w, MAP_PRIVATE);

	if (error)
		return error;
	touch_all();
	sharer_word = task_shared(PAGE);
	return sharer_word ? 0 : workload_fail(w, -ENOMEM, "no shared memory");
}

static int share(struct wl *w, unsigned long n)
{
	long r = peer_start(&sharer, false, -1, sharer_main, NULL);
	int error;

	(void)n;
	if (r < 0)
		return workload_fail(w, r, "cannot fork the child to share pages with");
	error = child_await_parked(w, sharer_word, 0);
	cursor = region;
	child_copied(w);
	return error;
}

/* With its last sharer gone a page is not copied: the fault would be another one. */
static int unshare(struct wl *w, unsigned long n)
{
	long r = sys_wait4(sharer.pid, NULL, WNOHANG, NULL);

	(void)n;
	peer_kill(&sharer);
	if (r)
		return workload_fail(w, -EIO,
				     "the child that shares the pages died early");
	return 0;
}

WORKLOAD(fault_anon_read, .name = "fault.anon-read", .rev = 1, .unit = "fault",
	 .faults = 1, .max_ops = PAGES, .setup = setup_private, .before = drop,
	 .summary = "fault of the first read of an anonymous page: maps the zero page")
{
	return *(volatile char *)next_page();
}

WORKLOAD(fault_anon_write, .name = "fault.anon-write", .rev = 1, .unit = "fault",
	 .faults = 1, .max_ops = PAGES, .setup = setup_private, .before = drop,
	 .summary = "fault of the first write to an anonymous page: allocates and clears "
		    "4 KiB")
{
	*(volatile char *)next_page() = 1;
	return 0;
}

WORKLOAD(fault_cow, .name = "fault.cow", .rev = 1, .unit = "fault", .faults = 1,
	 .max_ops = PAGES, .setup = setup_cow, .before = share, .after = unshare,
	 .summary = "fault of a write to an anonymous page shared with a forked child: a "
		    "copy")
{
	*(volatile char *)next_page() = 1;
	return 0;
}

WORKLOAD(fault_refault, .name = "fault.refault", .rev = 1, .unit = "fault", .faults = 1,
	 .max_ops = PAGES, .setup = setup_shared, .before = drop,
	 .summary = "fault of a write to a present page of a shared mapping, unmapped by "
		    "MADV_DONTNEED")
{
	*(volatile char *)next_page() = 1;
	return 0;
}
