/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The whole user space of a guest: a newc cpio archive under gzip, in a private file in
 * memory. The same input gives the same bytes: no time, no owner, fixed inode numbers.
 *
 *	/init            -> probe.ABI of the kernel's own width
 *	/probe.x86_64, /probe.i386
 *	/plan
 *	/module.0 ...    loaded by init in that order
 *	/dev/console, null, zero, ttyS1
 *	/proc, /sys
 */
#ifndef VM_INITRAMFS_H
#define VM_INITRAMFS_H

#include "base/err.h"

#include <stddef.h>

struct vm_initramfs {
	int fd; /* -1: none */
	size_t bytes;
};

struct vm_initramfs_spec {
	const char *probe_x86_64; /* paths of the probes; NULL: left out */
	const char *probe_i386;
	unsigned int bits; /* of the kernel: 64 or 32 */
	const char *plan;  /* plans, one after the other (probe/init.h) */
	size_t plan_bytes;
	const char *const *modules; /* paths, NULL-terminated; NULL: none */
};

/* 0, and it is the caller's to release; -errno with @e. */
int vm_initramfs_build(const struct vm_initramfs_spec *spec, struct vm_initramfs *ret,
		       struct err *e);

/* Fine on one whose fd is -1. */
void vm_initramfs_release(struct vm_initramfs *i);

#endif
