/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One counter read without a system call, by the protocol that linux/perf_event.h
 * documents for the mapped page. RDPMC(index) is the instruction; the tests have their
 * own.
 */
#ifndef PROBE_RDPMC_H
#define PROBE_RDPMC_H

#include <linux/perf_event.h>
#include <stdint.h>

#ifndef RDPMC
#include <arch.h>
#define RDPMC arch_rdpmc
#endif

#define rdpmc_barrier() asm volatile("" ::: "memory")

/* The count so far: what the kernel had when it last stopped the counter, and since. */
static inline uint64_t rdpmc_count(volatile struct perf_event_mmap_page *page)
{
	uint64_t count;
	uint32_t seq, index;

	do {
		seq = page->lock;
		rdpmc_barrier();
		index = page->index;
		count = (uint64_t)page->offset;
		if (index) {
			const unsigned int unused = 64u - page->pmc_width;
			const uint64_t raw = RDPMC(index - 1);

			/* The hardware's width, with its sign. */
			count += (uint64_t)((int64_t)(raw << unused) >> unused);
		}
		rdpmc_barrier();
	} while (page->lock != seq);
	return count;
}

#endif
