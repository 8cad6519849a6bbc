/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See tail.h. */
#include "base/tail.h"

#include <string.h>

void tail_add(struct tail *t, const char *buf, size_t n)
{
	size_t keep;

	if (n > TAIL_BYTES) {
		buf += n - TAIL_BYTES;
		n = TAIL_BYTES;
	}
	keep = t->n + n > TAIL_BYTES ? TAIL_BYTES - n : t->n;
	memmove(t->text, t->text + t->n - keep, keep);
	memcpy(t->text + keep, buf, n);
	t->n = keep + n;
	t->text[t->n] = 0;
}

const char *tail_last_line(struct tail *t)
{
	char *nl;

	while (t->n && strchr("\r\n\t ", t->text[t->n - 1]))
		t->text[--t->n] = 0;
	nl = strrchr(t->text, '\n');
	return nl ? nl + 1 : t->text;
}
