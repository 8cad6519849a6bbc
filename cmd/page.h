/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From what was gathered to the page of `ktoll report`. */
#ifndef CMD_PAGE_H
#define CMD_PAGE_H

#include "cmd/gathered.h"

/* @argc, @argv: the command that makes it. @s may be NULL. */
int page_make(struct store *s, const struct gathered *g, int argc, char **argv,
	      struct str *out, struct err *e);

#endif
