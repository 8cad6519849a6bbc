/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `--exact --path`: counts and profiles in one go, with a boot for each workload. */
#ifndef CMD_KERNEL_PATHS_H
#define CMD_KERNEL_PATHS_H

#include "lab/boot.h"

/*
 * One boot of b->arm for each of @entries that the kernel's width allows, followed by the
 * plug-in; each is stored with its profile. A kernel that does not come through, or a
 * workload that cannot be followed, is said and the others go on. *@ret_through: boots
 * that came through. -errno with @e: our own trouble.
 */
int kernel_paths(const struct boot *b, const struct catalogue_entry *const *entries,
		 size_t n, size_t *ret_through, struct err *e);

#endif
