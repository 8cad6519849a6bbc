/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bare crossing by the 64-bit SYSCALL instruction. */
#include "probe/workload.h"

/* No kernel will give this number out: the x32 numbers begin below it. */
#define NO_SUCH_CALL 1023

WORKLOAD_X86_64(syscall_null, .name = "syscall.null", .rev = 1,
		.summary = "getppid(2) by the SYSCALL instruction")
{
	return sys_getppid();
}

WORKLOAD_X86_64(syscall_getpid, .name = "syscall.getpid", .rev = 1,
		.summary = "getpid(2) by the SYSCALL instruction")
{
	return sys_getpid();
}

WORKLOAD_X86_64(syscall_enosys, .name = "syscall.enosys", .rev = 1,
		.summary = "a call number that does not exist, answered with ENOSYS")
{
	return op_bad(sys0(NO_SUCH_CALL) != -ENOSYS);
}

WORKLOAD_X86_64(syscall_clock_gettime, .name = "syscall.clock_gettime", .rev = 1,
		.summary = "clock_gettime(2) of CLOCK_MONOTONIC by system call, not the vDSO")
{
	struct k_timespec ts;

	return sys_clock_gettime(CLOCK_MONOTONIC, &ts);
}
