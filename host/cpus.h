/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which CPU is measured, which runs the second task of a pair, which is ktoll's own.
 * Binds nothing.
 */
#ifndef HOST_CPUS_H
#define HOST_CPUS_H

#include <stdbool.h>

#include "base/err.h"
#include "host/cpumask.h"

struct cpu_choice {
	int measure; /* the measuring CPU */
	int other; /* `other-cpu`: on another core, sharing the closest cache; -1 none */
	int sibling; /* `smt-sibling`: another thread of the measuring core; -1 none */
	int self;    /* where ktoll runs meanwhile; == measure if there is no other */

	int shared_cache; /* level of the cache measure and other share; 0 none known */
	bool cores_known; /* false: no topology visible, each CPU taken for a core */
	bool isolated;    /* the measuring CPU is isolated */
	struct cpumask online;
	struct cpumask allowed;   /* online, and this process may run there */
	struct cpumask isolation; /* online and isolated (isolcpus=, cpuset partitions) */
};

/*
 * Chooses, from the topology hwloc finds under @root. @wish is the measuring CPU wished
 * for, or -1. Without a wish: the last allowed CPU that is not on the core of CPU 0
 * (which has the timekeeping and most interrupts); but the last isolated one if some are
 * and nobody restricted this process (its mask is all that are not isolated). A wish may
 * be for an isolated CPU outside the mask, since sched_setaffinity(2) may go there.
 *
 * The allowed set is Cpus_allowed_list of /proc/self/status, else sched_getaffinity(2).
 * Not thread safe: hwloc is steered through the environment, which is as before when this
 * returns. Takes about 2 ms.
 *
 * Returns 0; -EINVAL with @e "CPU 99 is not online or not allowed", expected "one of
 * 0-1"; or another -errno with @e if no topology can be had.
 */
int cpus_choose(int root, int wish, struct cpu_choice *ret_choice, struct err *e);

#endif
