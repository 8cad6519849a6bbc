/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The bare crossing the way a 32-bit C library makes it: a call of __kernel_vsyscall in
 * the vDSO (AT_SYSINFO), where the kernel has put the fastest entry of this processor.
 */
#include "probe/task.h"
#include "probe/workload.h"

#include <linux/auxvec.h>

#ifdef __i386__

#define NO_SUCH_CALL 1023

static const void *entry;

static void try_it(void *result)
{
	*(long *)result = vdso32_sys0(entry, __NR_getppid);
}

static int setup(struct wl *w)
{
	long parent = -1;

	entry = (const void *)auxv(AT_SYSINFO);
	if (!entry)
		return workload_skip(w, "this kernel gives 32-bit programs no vDSO entry "
					"(AT_SYSINFO; vdso32=0?)");
	if (task_survives(try_it, &parent) != 0)
		return workload_skip(w, "the vDSO's system call entry raises a signal");
	if (parent != sys_getpid() || vdso32_sys0(entry, __NR_getppid) != sys_getppid())
		return workload_fail(w, -EIO,
				     "getppid by the vDSO gives another value than "
				     "by int $0x80");
	return 0;
}

WORKLOAD_I386(vdso32_null, .name = "vdso32.null", .rev = 1, .setup = setup,
	      .summary = "getppid(2) by __kernel_vsyscall of the vDSO (SYSENTER or "
			 "SYSCALL)")
{
	return vdso32_sys0(entry, __NR_getppid);
}

WORKLOAD_I386(vdso32_enosys, .name = "vdso32.enosys", .rev = 1, .setup = setup,
	      .summary = "a call number that does not exist by __kernel_vsyscall: ENOSYS")
{
	return op_bad(vdso32_sys0(entry, NO_SUCH_CALL) != -ENOSYS);
}

#endif
