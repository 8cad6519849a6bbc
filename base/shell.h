/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands that a user gave, run by the shell to their end. */
#ifndef BASE_SHELL_H
#define BASE_SHELL_H

#include "base/err.h"

/*
 * Runs `/bin/sh -c @command`. 0 if it exits with 0. Else -ECANCELED with @e: the exit
 * status or the signal, and the last line it printed.
 */
int shell_run(const char *command, struct err *e);

#endif
