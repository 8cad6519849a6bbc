/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is inside a .deb or .rpm of a kernel, taken out without installing anything. */
#ifndef VM_PACKAGE_H
#define VM_PACKAGE_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

#define PACKAGE_MEMBER_BYTES 256

/* Whether a file that begins with these bytes is a package that package_kernel() reads.
 */
bool package_is(const void *begin, size_t len);

/*
 * Writes the first kernel image in the package open at @fd (read from its beginning) to
 * @to. 0, with the name it has in the package; -ENOENT: there is none in it (@e says what
 * it is instead); -EBADMSG: damaged or truncated; other -errno: trouble of our own.
 */
int package_kernel(int fd, int to, char ret_member[PACKAGE_MEMBER_BYTES], struct err *e);

/*
 * The same with the vmlinux of a package of debugging symbols (linux-image-*-dbg,
 * kernel-debuginfo): up to 2 GB, so @to is better no file in memory.
 */
int package_vmlinux(int fd, int to, char ret_member[PACKAGE_MEMBER_BYTES], struct err *e);

#endif
