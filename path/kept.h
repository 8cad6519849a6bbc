/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A profile as text, to be stored and read again: JSON, one line.
 *
 *	{"v": 1, "units": 10, "note": "",
 *	 "functions": [["do_syscall_64", "ffffffff81a00010"], ...],
 *	 "nodes": [[depth, side, function, inlined, instructions, calls, loads, stores,
 *	            branches, taken, {"WRMSR": 1}], ...],
 *	 "lines": [[code lines, code pages, data lines, data pages], ...]}
 *
 * Nodes are in call order, parents first; depth 0 is called by nothing that is seen.
 *side: 0 user, 1 kernel, 2 interrupts; lines has one entry for each of them. Counts are
 *of the whole batch of so many units. An address is hexadecimal, "" if there is no one
 *place.
 */
#ifndef PATH_KEPT_H
#define PATH_KEPT_H

#include "base/err.h"
#include "path/profile.h"

struct kept {
	struct profile profile; /* without .executed */
	uint64_t units;
	char *note; /* why there are no names; "" */
};

/* -E2BIG with @e if it is beyond what kept_parse() takes. The caller frees. */
int kept_text(const struct profile *p, uint64_t units, const char *note, char **ret,
	      struct err *e);

/* -EBADMSG with @e if it is none. */
int kept_parse(const char *text, size_t len, struct kept *ret, struct err *e);

/* Fine on a zeroed one. */
void kept_release(struct kept *k);

#endif
