/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The workloads there are, generated from the WORKLOAD lines of the probe. One entry per
 * name and ABI. In text, a workload of another ABI than the machine's own is written
 * with its ABI in front: "i386.int80.null".
 */
#ifndef LAB_CATALOGUE_H
#define LAB_CATALOGUE_H

#include "base/err.h"

#include <stddef.h>

struct catalogue_entry {
	const char *name, *abi;
	unsigned int per; /* units in one op body */
	const char *unit;
	unsigned int rev;
	const char *summary;
};

extern const struct catalogue_entry catalogue[];
extern const size_t catalogue_size;

#define CATALOGUE_NATIVE_ABI "x86_64"
#define CATALOGUE_LABEL_MAX  96

/* "syscall.null", "i386.int80.null", "sleep-1" of a command (@abi ""); returns @buf. */
const char *catalogue_label(const char *name, const char *abi,
			    char buf[CATALOGUE_LABEL_MAX]);

/*
 * The entries that any of @globs matches (by label, by name, or by ABI and name as in
 * "i386.*"); none given: all. The array is the caller's, the entries are not. -ENOENT,
 * with the offender named, if a glob matches nothing.
 */
int catalogue_select(const char *const *globs, size_t n_globs,
		     const struct catalogue_entry ***ret, size_t *ret_n, struct err *e);

#endif
