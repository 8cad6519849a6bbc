/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The PMUs of the CPUs: one, none (most virtual machines), or one for each kind of core.
 * Not those of packages, memory controllers or software.
 */
#ifndef HOST_PMUS_H
#define HOST_PMUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PMUS_MAX 8

struct pmus {
	struct {
		char name[24];
		uint32_t type; /* of struct perf_event_attr */
	} list[PMUS_MAX];      /* by name */
	size_t n;              /* 0: none, or /sys is not there; 2 and more: hybrid */
};

/* Of /sys/bus/event_source/devices. Cannot fail: what cannot be read is not there. */
void pmus_read(int root, struct pmus *ret_pmus);

/*
 * Whether the PMU of this type is one for several CPUs (of a package, a memory
 * controller): opened on each of them it counts the same thing again and again.
 */
bool pmu_is_shared(int root, uint32_t type);

#endif
