/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SHA-256 (FIPS 180-4), for the identity of a kernel image: what sha256sum(1) prints. */
#ifndef VM_SHA256_H
#define VM_SHA256_H

#include <stddef.h>
#include <stdint.h>

struct sha256 {
	uint32_t h[8];
	uint64_t bytes;
	unsigned char block[64];
};

#define SHA256_TEXT_BYTES 65

void sha256_init(struct sha256 *s);
void sha256_add(struct sha256 *s, const void *data, size_t len);

/* In lower-case hexadecimal. */
void sha256_text(struct sha256 *s, char ret_text[SHA256_TEXT_BYTES]);

#endif
