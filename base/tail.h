/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The last bytes of a stream of any length: what a program said before it failed. */
#ifndef BASE_TAIL_H
#define BASE_TAIL_H

#include <stddef.h>

#define TAIL_BYTES 1000

struct tail {
	char text[TAIL_BYTES + 1]; /* terminated */
	size_t n;
};

void tail_add(struct tail *t, const char *buf, size_t n);

/*
 * Its last line that is not empty, "" if there is none, without the newline; cuts
 * @t->text to end there.
 */
const char *tail_last_line(struct tail *t);

#endif
