/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Changes of the address space. No mapping here has a neighbour that the kernel could
 * merge it with: what is timed is the change that was asked for.
 */
#include "probe/workload.h"

#define PAGE 4096ul

static char *page;
static unsigned long heap_end;

static inline unsigned long sys_brk(unsigned long end)
{
	return (unsigned long)sys1(__NR_brk, (long)end);
}

/* The kernel maps downwards: the next mapping's neighbour is this one. */
static int setup_mmap(struct wl *w)
{
	long p = sys_mmap(NULL, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1);

	return sys_failed(p) ? workload_fail(w, p, "cannot map a page") : 0;
}

/* One touched page, between two that nobody may touch. */
static int setup_mprotect(struct wl *w)
{
	long r, p = sys_mmap(NULL, 3 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1);

	if (sys_failed(p))
		return workload_fail(w, p, "cannot map a page");
	page = (char *)p + PAGE;
	r = sys_mprotect(page, PAGE, PROT_READ | PROT_WRITE);
	if (r < 0)
		return workload_fail(w, r, "mprotect refused");
	*(volatile char *)page = 1;
	return 0;
}

/* A heap of one page: what is timed makes it larger and smaller, not come and go. */
static int setup_brk(struct wl *w)
{
	unsigned long begin = sys_brk(0);

	heap_end = begin + PAGE;
	if (sys_brk(heap_end) != heap_end || sys_brk(heap_end + PAGE) != heap_end + PAGE)
		return workload_fail(w, -ENOMEM, "brk does not give two pages of heap");
	if (sys_brk(heap_end) != heap_end)
		return workload_fail(w, -ENOMEM, "brk does not take a page of heap back");
	return 0;
}

WORKLOAD(mem_mmap_munmap, .name = "mem.mmap-munmap", .rev = 1, .setup = setup_mmap,
	 .summary = "mmap(2) of an anonymous page, not touched, and munmap(2) of it: "
		    "both calls")
{
	long p = sys_mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			  -1);

	return op_bad(sys_failed(p)) | sys_munmap((void *)p, PAGE);
}

WORKLOAD(mem_mprotect, .name = "mem.mprotect", .rev = 1, .per = 2, .unit = "call",
	 .setup = setup_mprotect,
	 .summary = "mprotect(2) of a touched page: to read-only and back are two calls")
{
	return sys_mprotect(page, PAGE, PROT_READ) |
	       sys_mprotect(page, PAGE, PROT_READ | PROT_WRITE);
}

WORKLOAD(mem_brk, .name = "mem.brk", .rev = 1, .per = 2, .unit = "call",
	 .setup = setup_brk,
	 .summary = "brk(2) by one page that is not touched: up and down again are two "
		    "calls")
{
	unsigned long up = sys_brk(heap_end + PAGE), down = sys_brk(heap_end);

	return op_bad(up != heap_end + PAGE) | op_bad(down != heap_end);
}
