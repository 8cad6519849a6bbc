/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * /proc/cpuinfo, asked one question at a time. Takes the text; reads nothing itself.
 */
#ifndef HOST_MACHINE_H
#define HOST_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

enum machine_virtual { MACHINE_METAL, MACHINE_GUEST, MACHINE_UNKNOWN };

/*
 * The part of @cpuinfo that is about @cpu ("processor : N"), or all of it if no such line
 * is there. The caller frees.
 */
char *machine_cpu_block(const char *cpuinfo, int cpu);

/* From the `hypervisor` flag of x86; unknown where there is no line of flags. */
enum machine_virtual machine_virtual(const char *cpuinfo);

/*
 * The distinct values of @name over all CPUs, joined by commas, in order of appearance
 * (at most 8). False, with nothing written, if there is none.
 */
bool machine_distinct(const char *cpuinfo, const char *name, char *ret_buf, size_t size);

#endif
