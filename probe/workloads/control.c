/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Controls: user code only. They are timed by the same loop as everything else; if one of
 * them moves, the machine moved.
 */
#include "probe/workload.h"

WORKLOAD(control_empty, .name = "control.empty", .rev = 1,
	 .summary = "nothing: what the batch loop itself costs")
{
	asm volatile("");
	return 0;
}

WORKLOAD(control_spin, .name = "control.spin", .rev = 1,
	 .summary = "a loop of 1000 dependent decrements in registers")
{
	arch_spin(1000);
	return 0;
}
