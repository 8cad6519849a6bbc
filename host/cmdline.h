/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One parameter of a kernel command line, read as the kernel reads it: '-' and '_' are
 * the same in names, quotes may surround a value, the last one wins, "--" ends it.
 */
#ifndef HOST_CMDLINE_H
#define HOST_CMDLINE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Puts the value of @name into @ret_value (cut to @size - 1; "" for a bare word). False,
 * with nothing written, if the parameter is not there.
 */
bool cmdline_get(const char *cmdline, const char *name, char *ret_value, size_t size);

#endif
