/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernel proper out of a bzImage: the compressed ELF file in it, whatever packed it.
 * Offsets are the x86 boot protocol's: 0x1f1 sectors of set-up, 0x248 where the payload
 * is, 0x24c how long.
 */
#ifndef PATH_VMLINUX_H
#define PATH_VMLINUX_H

#include "base/err.h"
#include "path/symbols.h"

struct vmlinux {
	unsigned char *data; /* the ELF file */
	size_t len;
	char build_id[BUILD_ID_TEXT]; /* "" if it has none */
};

/* From the descriptor of a bzImage. -errno with @e. */
int vmlinux_extract(int fd, struct vmlinux *ret, struct err *e);

/* Fine on a zeroed one. */
void vmlinux_release(struct vmlinux *v);

#endif
