/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * FNV-1a, 64 bits (draft-eastlake-fnv): tells two texts apart, hides nothing, proves
 * nothing. Start with FNV_START and feed bytes.
 */
#ifndef HOST_FNV_H
#define HOST_FNV_H

#include <stddef.h>
#include <stdint.h>

#define FNV_START 0xcbf29ce484222325u

static inline uint64_t fnv_add(uint64_t h, const void *data, size_t len)
{
	const unsigned char *p = data;

	while (len--)
		h = (h ^ *p++) * 0x100000001b3u;
	return h;
}

#endif
