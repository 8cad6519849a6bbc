/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What standard output is: colour, and how many columns. */
#ifndef CMD_TERMINAL_H
#define CMD_TERMINAL_H

#include "base/err.h"
#include "base/str.h"

#include <stdbool.h>

/* --color: auto, always or never. */
int parse_color(const char *s, struct err *e);

/*
 * As --color said; else on a terminal that is not "dumb", unless NO_COLOR is set to
 * anything (no-color.org).
 */
bool color_wanted(void);

/* Columns of the terminal; 80 if it is none. */
int terminal_width(void);

/* Colours the verdicts at the ends of @text's lines. */
void color_verdicts(struct str *text);

#endif
