/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report of one stored `run`, as that command ends with and `show` repeats it. */
#ifndef CMD_SHOW_RUN_H
#define CMD_SHOW_RUN_H

#include "cmd/command.h"

/* Prints experiment @id; an exit status. */
int show_run(struct store *s, int64_t id, enum format format);

#endif
