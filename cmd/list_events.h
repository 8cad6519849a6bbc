/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ktoll list --events: the names that -e takes, and which of them count here. */
#ifndef CMD_LIST_EVENTS_H
#define CMD_LIST_EVENTS_H

#include "cmd/command.h"

#include <stddef.h>

/* Those that match one of @globs (all if there are none). Returns an exit status. */
int list_events(const char *const *globs, size_t n_globs, enum format format);

#endif
