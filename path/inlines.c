/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See inlines.h. */
#include "path/inlines.h"

#include "base/xalloc.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct inlines {
	int fd;
	Dwarf *dwarf;
};

int inlines_open(const char *path, struct inlines **ret, struct err *e)
{
	struct inlines *i = xcalloc(1, sizeof(*i));
	Dwarf_Off next;
	size_t size;

	i->fd = open(path, O_RDONLY | O_CLOEXEC);
	if (i->fd >= 0)
		i->dwarf = dwarf_begin(i->fd, DWARF_C_READ);
	if (i->dwarf && dwarf_nextcu(i->dwarf, 0, &next, &size, NULL, NULL, NULL) == 0) {
		*ret = i;
		return 0;
	}
	inlines_close(i);
	err_set(e, ENODATA, "it has no debug data");
	err_where(e, "%s", path);
	err_expect(e, "a vmlinux that was built with CONFIG_DEBUG_INFO");
	return -ENODATA;
}

/* The child that covers @addr, or the one within a lexical block that does. */
static bool child_at(Dwarf_Die *die, uint64_t addr, Dwarf_Die *ret)
{
	Dwarf_Die child;

	if (dwarf_child(die, &child))
		return false;
	do {
		int tag = dwarf_tag(&child);

		if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine &&
		    tag != DW_TAG_lexical_block)
			continue;
		if (dwarf_haspc(&child, addr) != 1)
			continue;
		*ret = child;
		return true;
	} while (!dwarf_siblingof(&child, &child));
	return false;
}

/* The unit that covers @addr. */
static bool unit_at(struct inlines *i, uint64_t addr, Dwarf_Die *ret)
{
	Dwarf_Off at = 0, next;
	size_t size;

	if (dwarf_addrdie(i->dwarf, addr, ret))
		return true;
	/* Without .debug_aranges, as clang makes it: one after the other. */
	while (!dwarf_nextcu(i->dwarf, at, &next, &size, NULL, NULL, NULL)) {
		if (dwarf_offdie(i->dwarf, at + size, ret) && dwarf_haspc(ret, addr) == 1)
			return true;
		at = next;
	}
	return false;
}

size_t inlines_at(struct inlines *i, uint64_t addr, const char *ret[INLINES_MAX])
{
	Dwarf_Die die, child;
	size_t n = 0;

	if (!unit_at(i, addr, &die))
		return 0;
	while (n < INLINES_MAX && child_at(&die, addr, &child)) {
		die = child;
		/* Its name is that of its abstract origin. */
		if (dwarf_tag(&die) == DW_TAG_inlined_subroutine && dwarf_diename(&die))
			ret[n++] = dwarf_diename(&die);
	}
	return n;
}

const char *inlines_line(struct inlines *i, uint64_t addr, char *buf, size_t len)
{
	Dwarf_Line *line;
	Dwarf_Die unit;
	const char *file;
	int number = 0;

	buf[0] = 0;
	if (!unit_at(i, addr, &unit))
		return buf;
	line = dwarf_getsrc_die(&unit, addr);
	file = line ? dwarf_linesrc(line, NULL, NULL) : NULL;
	if (!file || dwarf_lineno(line, &number))
		return buf;
	if (!strncmp(file, "./", 2))
		file += 2;
	snprintf(buf, len, "%s:%d", file, number);
	return buf;
}

void inlines_close(struct inlines *i)
{
	if (!i)
		return;
	if (i->dwarf)
		dwarf_end(i->dwarf);
	if (i->fd >= 0)
		close(i->fd);
	free(i);
}
