/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See machine.h. */
#include "host/machine.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "host/text.h"

#include <stdio.h>
#include <string.h>

/* The next "processor : " line at or after @s, or NULL. */
static const char *next_cpu(const char *s)
{
	for (; s; s = strchr(s, '\n') ? strchr(s, '\n') + 1 : NULL)
		if (!strncmp(s, "processor", 9) && strchr(" \t:", s[9]) && s[9])
			return s;
	return NULL;
}

char *machine_cpu_block(const char *cpuinfo, int cpu)
{
	const char *at, *end, *colon;

	for (at = next_cpu(cpuinfo); at; at = end) {
		end = next_cpu(at + 1);
		colon = at + 9 + strspn(at + 9, " \t");
		if (*colon == ':' && text_count(colon + 1, NULL) == cpu)
			return xstrndup(at, end ? (size_t)(end - at) : strlen(at));
	}
	return xstrdup(cpuinfo);
}

enum machine_virtual machine_virtual(const char *cpuinfo)
{
	char flags[TEXT_LINE_BYTES];

	if (!text_field(cpuinfo, "flags", flags, sizeof(flags)))
		return MACHINE_UNKNOWN;
	return text_has_word(flags, "hypervisor") ? MACHINE_GUEST : MACHINE_METAL;
}

bool machine_distinct(const char *cpuinfo, const char *name, char *ret_buf, size_t size)
{
	char seen[8][64], value[64];
	const char *line;
	size_t n = 0, i, len = 0;

	for (line = cpuinfo; line && n < 8; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strncmp(line, name, strlen(name)) ||
		    !text_field(line, name, value, sizeof(value)))
			continue;
		for (i = 0; i < n && strcmp(seen[i], value); i++)
			;
		if (i == n)
			memcpy(seen[n++], value, sizeof(value));
	}
	for (i = 0; i < n && len < size; i++)
		len += snprintf(ret_buf + len, size - len, "%s%s", i ? "," : "", seen[i]);
	return n;
}
