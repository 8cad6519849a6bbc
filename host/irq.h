/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Interrupts of one CPU: how many it took, by kind, and which devices may send it some.
 */
#ifndef HOST_IRQ_H
#define HOST_IRQ_H

#include <stddef.h>

struct irq_counts {
	long long timer, device, ipi, nmi, thermal, other;
};

/*
 * Sums the column of @cpu in /proc/interrupts. Returns 0, -ENOENT if it has no such
 * column, -EBADMSG if the file has no heading, or another -errno.
 */
int irq_count(int root, int cpu, struct irq_counts *ret_counts);

/* The same for /proc/softirqs, all kinds together. */
int irq_count_soft(int root, int cpu, long long *ret_count);

/*
 * How many of the interrupts under /proc/irq are delivered to @cpu now (effective
 * affinity, else the affinity asked for); @ret_numbers gets the first of them, "24,36".
 * Returns 0 or -errno (-ENODATA: no affinity could be read).
 */
int irq_routed(int root, int cpu, int *ret_count, char *ret_numbers, size_t size);

#endif
