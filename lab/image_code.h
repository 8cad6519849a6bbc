/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a kernel image will run, as one number: two images with the same fingerprint
 * differ at most in their version banner, build id and the line numbers of warnings.
 */
#ifndef LAB_IMAGE_CODE_H
#define LAB_IMAGE_CODE_H

#include "vm/image.h"

/*
 * Takes the compressed kernel out of the bzImage and hashes every section that is loaded,
 * but for .notes and __bug_table, with the version banner blotted out. More than the
 * text: a change of initial data changes what a kernel does as well. 0; -ENOTSUP: the
 * kernel inside cannot be read (then only equal images are known to be equal).
 */
int image_code(const struct vm_image *image, char ret_text[SHA256_TEXT_BYTES]);

/*
 * The same from an uncompressed ELF kernel in memory, which is changed. -EBADMSG if it is
 * none. @version is the image's.
 */
int image_code_elf(unsigned char *elf, size_t len, const char *version,
		   char ret_text[SHA256_TEXT_BYTES]);

#endif
