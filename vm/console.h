/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernel's console: the last lines of it, and what they say about how the kernel
 * fares. Reads whatever a serial port gives: control characters and escape sequences are
 * taken out, lines of any length are cut. No I/O.
 */
#ifndef VM_CONSOLE_H
#define VM_CONSOLE_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CONSOLE_LINES      20
#define CONSOLE_LINE_BYTES 240

struct console {
	uint64_t bytes;       /* of all output */
	unsigned int banners; /* "Linux version ...": how often a kernel began */
	bool panicked;
	bool no_port;                    /* init found no serial port for the wire */
	char panic[CONSOLE_LINE_BYTES];  /* what the panic says */
	char banner[CONSOLE_LINE_BYTES]; /* of the first kernel, from "Linux version" */
	unsigned int escape;             /* inside an escape sequence */
	size_t lines, len;               /* lines so far; length of the unfinished one */
	char line[CONSOLE_LINES][CONSOLE_LINE_BYTES]; /* a ring */
	char now[CONSOLE_LINE_BYTES];
};

void console_init(struct console *c);
void console_feed(struct console *c, const char *buf, size_t len);

/* At the end: an unfinished last line counts. */
void console_finish(struct console *c);

/* Appends the last lines (at most CONSOLE_LINES), a newline after each. */
void console_tail(const struct console *c, struct str *out);

#endif
