/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What text may look like where it goes: asked of the terminal by cmd/, not known here.
 */
#ifndef REPORT_LOOK_H
#define REPORT_LOOK_H

#include <stdbool.h>

#define LOOK_MAIL_WIDTH 72
#define LOOK_TEXT_WIDTH 80

struct look {
	int width; /* columns; 0: as many as a table takes (a pipe, a file) */
	bool utf8; /* else names come out in ASCII */
	bool mail; /* what git and mailers take for something is avoided */
};

#define LOOK_MAIL                                      \
	{                                              \
		.width = LOOK_MAIL_WIDTH, .mail = true \
	}

/* Columns of sentences: @look's, but not wider than is good to read. */
static inline int look_prose(const struct look *look)
{
	return look->width && look->width < LOOK_TEXT_WIDTH ? look->width
							    : LOOK_TEXT_WIDTH;
}

#endif
