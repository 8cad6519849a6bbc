/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What standard output is: colour, and how many columns. */
#ifndef CMD_TERMINAL_H
#define CMD_TERMINAL_H

#include "base/err.h"
#include "base/str.h"
#include "cmd/command.h"
#include "report/look.h"

#include <stdbool.h>

/* --color: auto, always or never. */
int parse_color(const char *s, struct err *e);

/*
 * As --color said; else on a terminal that is not "dumb", unless NO_COLOR is set to
 * anything (no-color.org).
 */
bool color_wanted(void);

/* What text may look like on standard output: as wide as a terminal is, in its
 * characters. */
struct look look_of(enum format format);

/* Each line of @text in printable characters that the locale has: names may be anything.
 */
void clean_lines(struct str *text);

/* Colours the verdicts at the ends of @text's lines. */
void color_verdicts(struct str *text);

#endif
