/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report of a stored experiment that has several arms, as `ktoll show` repeats it. */
#ifndef CMD_SHOW_ARMS_H
#define CMD_SHOW_ARMS_H

#include "cmd/command.h"

/* Whether @id has several: `ab`, `calibrate`. -errno with @e. */
int show_has_arms(struct store *s, int64_t id, bool *ret_several, struct err *e);

/*
 * Prints @x, the other arms against the first, at the margin and with the looks that it
 * was measured with. An exit status, or -errno with @e.
 */
int show_compared(struct store *s, const struct store_experiment *x, enum format format,
		  struct err *e);

#endif
