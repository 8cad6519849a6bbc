/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See console.h. */
#include "vm/console.h"

#include <stdio.h>
#include <string.h>

enum { NO_ESCAPE, ESCAPE, ESCAPE_CSI };

static const char panic_text[] = "Kernel panic - not syncing";
static const char banner_text[] = "Linux version ";
static const char no_port_text[] = "ktoll-init: no such serial port";

void console_init(struct console *c)
{
	memset(c, 0, sizeof(*c));
}

/* Behind the time stamp: "[    0.000000] ", or with the caller "[    0.000000][    T0] ".
 */
static const char *behind_stamp(const char *line)
{
	while (*line == '[') {
		const char *end = strchr(line, ']');

		if (!end)
			break;
		line = end + 1;
		line += *line == ' ';
	}
	return line;
}

static void end_line(struct console *c)
{
	const char *text, *at;

	c->now[c->len] = 0;
	c->len = 0;
	if (!c->now[0])
		return;
	memcpy(c->line[c->lines++ % CONSOLE_LINES], c->now, sizeof(c->now));
	text = behind_stamp(c->now);
	if (!strncmp(text, banner_text, sizeof(banner_text) - 1)) {
		if (!c->banners++)
			snprintf(c->banner, sizeof(c->banner), "%s", text);
	} else if (!strncmp(text, no_port_text, sizeof(no_port_text) - 1)) {
		c->no_port = true;
	}
	at = strstr(text, panic_text);
	/* The trace ends with "---[ end Kernel panic - not syncing ...": the same. */
	if (at && !c->panicked) {
		c->panicked = true;
		at += sizeof(panic_text) - 1;
		at += strspn(at, ": ");
		snprintf(c->panic, sizeof(c->panic), "%s", at);
	}
}

static bool in_escape(struct console *c, unsigned char b)
{
	if (b == 0x1b) {
		c->escape = ESCAPE;
		return true;
	}
	switch (c->escape) {
	case ESCAPE: c->escape = b == '[' ? ESCAPE_CSI : NO_ESCAPE; return b >= 0x20;
	case ESCAPE_CSI:
		if (b < 0x20 || (b >= 0x40 && b <= 0x7e))
			c->escape = NO_ESCAPE;
		return b >= 0x20;
	default: return false;
	}
}

void console_feed(struct console *c, const char *buf, size_t len)
{
	c->bytes += len;
	for (size_t i = 0; i < len; i++) {
		unsigned char b = (unsigned char)buf[i];

		if (in_escape(c, b))
			continue;
		if (b == '\n' || b == '\r') {
			end_line(c);
			continue;
		}
		if (b == '\t')
			b = ' ';
		else if (b < 0x20 || b > 0x7e)
			b = '?';
		if (c->len < sizeof(c->now) - 1)
			c->now[c->len++] = (char)b;
	}
}

void console_finish(struct console *c)
{
	end_line(c);
}

void console_tail(const struct console *c, struct str *out)
{
	size_t i = c->lines > CONSOLE_LINES ? c->lines - CONSOLE_LINES : 0;

	for (; i < c->lines; i++)
		str_addf(out, "%s\n", c->line[i % CONSOLE_LINES]);
}
