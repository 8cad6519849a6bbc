/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernel's own symbol table, which it keeps for /proc/kallsyms: found in the image by
 * its shape, since nothing points to it, and unpacked. What it is made of, as
 * scripts/kallsyms.c of Linux writes it (each part aligned to a pointer):
 *
 *	num_syms     u32
 *	names        per symbol: its length (one byte, or two of seven bits each, the low
 *	             ones first, with 0x80 in the first), then so many token numbers; the
 *	             first character is the type as of nm(1)
 *	markers      u32 for every 256th name: where it is in names
 *	token_table  256 texts, each with its NUL
 *	token_index  u16 for each token: where it is in token_table
 *	offsets      s32 per symbol, relative_base a pointer: in front of num_syms up to
 *	             Linux 6.3, behind token_index from 6.4 on
 *
 * An offset is added to relative_base; with absolute per-CPU symbols (x86_64, SMP) those
 * that are not negative are addresses, and the address is relative_base - 1 - offset.
 */
#ifndef PATH_KALLSYMS_H
#define PATH_KALLSYMS_H

#include "path/symbols.h"

/*
 * Adds the functions that the kernel's image @data knows (of a kernel of @bits). -ENOENT
 * with @e if there is no such table in it.
 */
int kallsyms_read(const unsigned char *data, size_t len, unsigned int bits,
		  struct symbols *s, struct err *e);

/*
 * Adds the functions of lines as in /proc/kallsyms that are in a module ("ADDRESS TYPE
 * NAME\t[MODULE]"), as "NAME [MODULE]"; other lines, and addresses that are hidden (0),
 * are left out.
 */
void kallsyms_modules(const char *lines, struct symbols *s);

#endif
