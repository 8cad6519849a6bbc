/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether KVM runs guest code, found out by running some: a firmware of some 150 bytes on
 * the machine that boots have. It says a byte on the console when it starts, another in
 * 64-bit mode with paging on, and a third after ten million rounds of a loop: that is
 * some milliseconds of a CPU, and half a minute of a hypervisor that has no hardware to
 * run a guest on and interprets each instruction. No kernel boots on that (seen here: one
 * under a paravirtual nested KVM, that opens, makes machines and starts QEMU like any
 * other).
 */
#ifndef VM_TRIAL_H
#define VM_TRIAL_H

#include "base/err.h"

#define TRIAL_START_MS 10000 /* to 64-bit mode: QEMU's own start, on a busy machine */
#define TRIAL_LOOP_MS  2000

/*
 * 0: guest code runs in KVM under @qemu (about 0.3 s). -ENODEV with @e: QEMU ends before
 * the guest begins, and what it says. -EIO: the guest does not run, and how far it came
 * within the limits, or why KVM or QEMU gave up. Other -errno: QEMU could not be started.
 */
int vm_kvm_trial(const char *qemu, struct err *e);

/* The same with other limits: for tests. */
int vm_kvm_trial_within(const char *qemu, int start_ms, int loop_ms, struct err *e);

#endif
