/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report of one stored `stat`, as that command ends with and `show` repeats it. */
#ifndef CMD_SHOW_STAT_H
#define CMD_SHOW_STAT_H

#include "cmd/command.h"

/*
 * Prints experiment @id; an exit status: EXIT_CANNOT if no run gave a number. Formats
 * other than text, JSON and CSV are those of a run, with the wall time alone.
 */
int show_stat(struct store *s, int64_t id, enum format format);

#endif
