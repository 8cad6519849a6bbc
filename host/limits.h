/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What this process may have and do: resource limits, capabilities, and the CPU bandwidth
 * of its control group.
 */
#ifndef HOST_LIMITS_H
#define HOST_LIMITS_H

#include <stdbool.h>
#include <stddef.h>

#define LIMITS_UNLIMITED (~0ull)

/*
 * The soft limit in the line of /proc/self/limits that starts with @name. Returns 0,
 * -ENODATA if there is no such line, or another -errno.
 */
int limits_soft(int root, const char *name, unsigned long long *ret_soft);

/*
 * Whether "CapEff" in the text of /proc/self/status has capability @number, and it is
 * worth something: in a user namespace of its own a process has them all, but the
 * scheduler, mlock(2) and perf ask the first namespace.
 */
bool limits_capable(int root, const char *status, int number);

/*
 * The path of this process ("/", "/a/b") in the hierarchy that has the cpu controller:
 * version 1 if it is mounted there (*@ret_v1, may be NULL), else version 2. Returns 0,
 * -ENODATA if /proc/self/cgroup has neither or leads out of the namespace (".."), or
 * another -errno.
 */
int limits_cgroup(int root, char *ret_path, size_t size, bool *ret_v1);

/*
 * The tightest CPU bandwidth limit of this process' group and its ancestors, in percent
 * of one CPU; 0 if there is none. Returns 0, or -errno if that cannot be seen.
 */
int limits_cpu_bandwidth(int root, int *ret_pct);

#endif
