/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A kernel image: a bzImage (vmlinuz) from a file, or from inside a .deb or .rpm. Nothing
 * is installed and no program is run; the image is copied into a private file in memory,
 * so that what is booted is what was hashed.
 *
 * The header is the x86 boot protocol's (Documentation/arch/x86/boot.rst):
 *
 *	offset  size  meaning
 *	0x1f1   1     setup_sects (0 means 4)
 *	0x1f4   4     syssize: the protected-mode code, in units of 16 bytes
 *	0x1fe   2     0xaa55
 *	0x202   4     "HdrS"
 *	0x206   2     version of the protocol
 *	0x20e   2     version string, less 0x200
 *	0x236   2     xloadflags, bit 0: has a 64-bit entry (from 2.12 on)
 */
#ifndef VM_IMAGE_H
#define VM_IMAGE_H

#include "base/err.h"
#include "vm/package.h"
#include "vm/sha256.h"

#include <stddef.h>

struct vm_image {
	int fd; /* private, in memory; -1: none */
	size_t bytes;
	char version[256]; /* "6.1.0-57-cloud-amd64 (debian-kernel@...) #1 SMP ..." */
	char release[128]; /* its first word: what uname -r will say */
	unsigned int bits; /* 64 or 32 */
	char sha256[SHA256_TEXT_BYTES];
	char member[PACKAGE_MEMBER_BYTES]; /* its name in the package; "" */
};

/*
 * 0, and the image is the caller's to release. -errno with one line in @e: unreadable,
 * not an image, truncated, a package without a kernel, another architecture's.
 */
int vm_image_open(const char *path, struct vm_image *ret, struct err *e);

/* Fine on one that was never opened, if its fd is -1. */
void vm_image_release(struct vm_image *image);

#endif
