/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two kept profiles of one workload, of two kernels: what they touch that differs, and
 * whether a time that changed may be a matter of where the code lies.
 */
#ifndef PATH_LAYOUT_H
#define PATH_LAYOUT_H

#include "path/kept.h"

/* One amount that differs. Lines and pages are distinct ones of the batch. */
struct footprint_row {
	enum profile_side side;
	const char *what; /* "code lines", "taken branches", "CR3 write" ... */
	double a, b;      /* per unit; lines and pages of the batch */
};

/* At most FOOTPRINT_MAX rows, the program's first; how many. Interrupts are left out. */
#define FOOTPRINT_MAX (2 * (8 + COST_NONE))
size_t footprint_differs(const struct kept *a, const struct kept *b,
			 struct footprint_row ret[FOOTPRINT_MAX]);

/*
 * Of a time that changed (the caller knows that). The first that holds is the answer:
 *
 *	LAYOUT_COUNT    the counts of instructions per unit differ: that may be why
 *	LAYOUT_WORK     an expensive instruction is run more or less often: so may that
 *	LAYOUT_UNKNOWN  no function of the kernel is on both paths by its name
 *	LAYOUT_SAME     each function on both paths begins at the same place modulo 4096
 *			in both kernels (and so modulo 64)
 *	LAYOUT_MOVED    else: the remark "layout?"
 *
 * Functions are those of the kernel's side that have one place and ran instructions, its
 * entries among them; which of them are on one path only does not matter, since the count
 * is the same. The probe's own code is not looked at: it is the same file.
 */
enum layout { LAYOUT_COUNT, LAYOUT_WORK, LAYOUT_UNKNOWN, LAYOUT_SAME, LAYOUT_MOVED };

struct layout_moves {
	size_t functions;          /* on both paths */
	size_t moved_64, moved_4k; /* of them begin elsewhere modulo 64, modulo 4096 */
};

enum layout layout_judge(const struct kept *a, const struct kept *b,
			 struct layout_moves *ret);

#endif
