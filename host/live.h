/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether a root fd is the root of this very system, for the few questions no file
 * answers and only the running kernel can.
 */
#ifndef HOST_LIVE_H
#define HOST_LIVE_H

#include <stdbool.h>
#include <sys/stat.h>

static inline bool live_root(int root)
{
	struct stat a, b;

	return !fstat(root, &a) && !stat("/", &b) && a.st_dev == b.st_dev &&
	       a.st_ino == b.st_ino;
}

#endif
