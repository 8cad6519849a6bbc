/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One line that is rewritten on a terminal, and Ctrl-C. Nothing at all in a pipe. */
#ifndef CMD_PROGRESS_H
#define CMD_PROGRESS_H

#include "lab/session.h"

#include <signal.h>

/* Set by SIGINT and SIGTERM once catch_interrupts() has been called. */
extern volatile sig_atomic_t interrupted;
void catch_interrupts(void);

/* For session.progress; ctx is unused. Draws at most ten times a second. */
void progress_draw(void *ctx, const struct session_progress *p);
void progress_clear(void);
/* Whether there is a terminal to draw on. */
bool progress_wanted(void);

#endif
