/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The bare crossing by INT 0x80, the first entry that Linux had: of 32-bit code the
 * ordinary one, and open to 64-bit code where the kernel has IA32 emulation. Numbers are
 * those of i386 either way.
 */
#include "probe/task.h"
#include "probe/workload.h"

#define NR_GETPPID_I386 64
#define NO_SUCH_CALL    1023

static void try_it(void *result)
{
	*(long *)result = int80_sys0(NR_GETPPID_I386);
}

static int setup(struct wl *w)
{
	long parent = -1;

	/* The child that tries it has this process for a parent. */
	if (task_survives(try_it, &parent) != 0)
		return workload_skip(
			w, "this kernel refuses int $0x80 from 64-bit code (IA32 "
			   "emulation is off)");
	if (parent == -ENOSYS)
		return workload_skip(w, "this kernel answers int $0x80 with ENOSYS");
	if (parent != sys_getpid() || int80_sys0(NR_GETPPID_I386) != sys_getppid())
		return workload_fail(w, -EIO,
				     "getppid by int $0x80 gives another value than "
				     "the ordinary call");
	return 0;
}

WORKLOAD(int80_null, .name = "int80.null", .rev = 1, .setup = setup,
	 .summary = "getppid(2) of the 32-bit table by int $0x80")
{
	return int80_sys0(NR_GETPPID_I386);
}

WORKLOAD(int80_enosys, .name = "int80.enosys", .rev = 1, .setup = setup,
	 .summary = "a call number that does not exist by int $0x80, answered with "
		    "ENOSYS")
{
	return op_bad(int80_sys0(NO_SUCH_CALL) != -ENOSYS);
}
