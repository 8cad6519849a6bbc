/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The build id in a stretch of ELF notes, as /sys/kernel/notes gives it:
 *
 *	offset  size  meaning
 *	0       4     length of the name, with its NUL
 *	4       4     length of the descriptor
 *	8       4     type; 3 is NT_GNU_BUILD_ID when the name is "GNU"
 *	12      ...   name, then descriptor, each padded to 4 bytes
 *
 * in the byte order of the machine (elf(5)).
 */
#ifndef HOST_NOTES_H
#define HOST_NOTES_H

#include <stddef.h>

enum { BUILD_ID_TEXT_BYTES = 2 * 32 + 1 };

/*
 * Writes the first GNU build id in lower-case hexadecimal. Returns 0, -ENOENT if there is
 * none, -EBADMSG if a note runs beyond @len or the id is not 1 to 32 bytes long.
 */
int notes_build_id(const void *notes, size_t len, char ret_hex[BUILD_ID_TEXT_BYTES]);

#endif
