/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See notes.h. */
#include "host/notes.h"

#include <elf.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t padded(uint32_t n)
{
	return ((uint64_t)n + 3) & ~(uint64_t)3;
}

int notes_build_id(const void *notes, size_t len, char ret_hex[BUILD_ID_TEXT_BYTES])
{
	const unsigned char *p = notes;
	uint64_t name, desc;
	Elf32_Nhdr h; /* the same in 32 and 64 bits */
	uint32_t i;

	while (len >= sizeof(h)) {
		memcpy(&h, p, sizeof(h));
		p += sizeof(h);
		len -= sizeof(h);
		name = padded(h.n_namesz);
		desc = padded(h.n_descsz);
		/* The padding of the last descriptor may be missing. */
		if (name > len || h.n_descsz > len - name)
			return -EBADMSG;
		if (h.n_type == NT_GNU_BUILD_ID && h.n_namesz == 4 &&
		    !memcmp(p, "GNU", 4)) {
			if (!h.n_descsz || h.n_descsz > (BUILD_ID_TEXT_BYTES - 1) / 2)
				return -EBADMSG;
			for (i = 0; i < h.n_descsz; i++)
				sprintf(ret_hex + 2 * i, "%02x", p[name + i]);
			return 0;
		}
		if (name + desc > len)
			break;
		p += name + desc;
		len -= name + desc;
	}
	return -ENOENT;
}
