/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Addresses of the kernel's entry points from /proc/kallsyms, for their alignment: where
 * a hot path lies in its cache line and page explains differences no patch explains.
 */
#ifndef HOST_SYMBOLS_H
#define HOST_SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

struct symbol {
	const char *name;
	uint64_t address; /* 0: this kernel has no such entry point */
};

/* The entry points asked for, x86 in 64 and 32 bits; ends with a NULL name. */
extern const char *const symbols_entry[];

/*
 * Looks the @n names up. Only entry text is looked at: reading stops at the end of it
 * (or of all kernel text, where nothing marks its end), since the whole list takes some
 * 70 ms. Returns 0 with every address set, -EPERM if the kernel hides addresses
 * (kptr_restrict), -ENODATA if the list has no kernel text, or another -errno.
 */
int symbols_read(int root, struct symbol *syms, size_t n);

#endif
