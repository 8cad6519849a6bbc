/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report that `ktoll ab` ends with. */
#ifndef CMD_AB_SHOW_H
#define CMD_AB_SHOW_H

#include "cmd/command.h"
#include "lab/contest.h"
#include "report/compare.h"

/*
 * Prints @rows[@n] of the contest in store @s under the head @r (all but its rows and the
 * family), what was counted in the pairs beside them. An exit status.
 */
int ab_show(struct store *s, const struct contest_options *o, struct compare_report *r,
	    const struct contest_row *rows, size_t n, enum format format);

#endif
