/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See cmdline.h. */
#include "host/cmdline.h"

#include <string.h>

static bool same_name(const char *s, const char *name, size_t len)
{
	size_t i;

	if (strlen(name) != len)
		return false;
	for (i = 0; i < len; i++)
		if ((s[i] == '-' ? '_' : s[i]) != (name[i] == '-' ? '_' : name[i]))
			return false;
	return true;
}

/* The length of the word at @s; blanks inside double quotes belong to it. */
static size_t word_length(const char *s)
{
	bool quoted = false;
	size_t n;

	for (n = 0; s[n] && (quoted || !strchr(" \t\n", s[n])); n++)
		if (s[n] == '"')
			quoted = !quoted;
	return n;
}

static void copy_value(const char *s, size_t len, char *buf, size_t size)
{
	size_t i, n = 0;

	for (i = 0; i < len && n < size - 1; i++)
		if (s[i] != '"')
			buf[n++] = s[i];
	buf[n] = 0;
}

bool cmdline_get(const char *cmdline, const char *name, char *ret_value, size_t size)
{
	bool found = false;
	const char *eq;
	size_t len, key;

	for (;; cmdline += len) {
		cmdline += strspn(cmdline, " \t\n");
		len = word_length(cmdline);
		if (!len || (len == 2 && !memcmp(cmdline, "--", 2)))
			return found;
		eq = memchr(cmdline, '=', len);
		key = eq ? (size_t)(eq - cmdline) : len;
		if (!same_name(cmdline, name, key))
			continue;
		copy_value(cmdline + key + !!eq, len - key - !!eq, ret_value, size);
		found = true;
	}
}
