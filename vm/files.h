/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files of a guest's /proc and /sys, as they came over the wire in pieces; and a folder
 * made of them, in which whoever reads a machine's facts through a root descriptor finds
 * the guest's.
 */
#ifndef VM_FILES_H
#define VM_FILES_H

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

#define VM_FILES_MAX      256
#define VM_FILE_BYTES_MAX 65536

struct vm_file {
	char *path; /* "/proc/version" */
	char *data; /* with a NUL behind it */
	size_t len;
};

struct vm_files {
	struct vm_file *v;
	size_t n, cap;
};

/*
 * Puts @len bytes at offset @at of @path (a gap is zeros). -EINVAL for a path that is not
 * a plain one below /proc or /sys, -EFBIG beyond the limits.
 */
int vm_files_add(struct vm_files *f, const char *path, uint64_t at, const char *data,
		 size_t len);

/* NULL if it did not come. */
const struct vm_file *vm_files_find(const struct vm_files *f, const char *path);

/* Writes them all below the directory @root. */
int vm_files_write(const struct vm_files *f, int root, struct err *e);

/* Fine on a zeroed one. */
void vm_files_release(struct vm_files *f);

#endif
