/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Who writes an experiment: "BOOT-ID PID START", so that a reader can tell a running one
 * from one whose writer was killed, a reused process id and a reboot included.
 */
#include "cmd/command.h"

#include "base/cleanup.h"
#include "base/rootfd.h"
#include "base/xalloc.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>

/* Field 22 of /proc/PID/stat; the name in field 2 may hold anything, so from its end. */
static bool start_time(int root, long pid, char *buf, size_t size)
{
	_cleanup_free_ char *stat = NULL;
	char path[64], *p;

	snprintf(path, sizeof(path), "proc/%ld/stat", pid);
	if (root_read_line(root, path, &stat) < 0)
		return false;
	p = strrchr(stat, ')');
	for (int field = 2; p && field < 22; field++)
		p = strchr(p + 1, ' ');
	if (!p)
		return false;
	snprintf(buf, size, "%.*s", (int)strcspn(p + 1, " "), p + 1);
	return true;
}

static char *describe(int root, long pid)
{
	_cleanup_free_ char *boot = NULL;
	char start[32];

	if (root_read_line(root, "proc/sys/kernel/random/boot_id", &boot) < 0)
		return NULL;
	if (!start_time(root, pid, start, sizeof(start)))
		return NULL;
	return xasprintf("%s %ld %s", boot, pid, start);
}

char *owner_self(void)
{
	_cleanup_fd_ int root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	char *owner = describe(root, (long)getpid());

	/* Without /proc nobody can tell: it counts as gone once it has a successor. */
	return owner ? owner : xasprintf("? %ld ?", (long)getpid());
}

bool owner_alive(const char *owner)
{
	_cleanup_fd_ int root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	_cleanup_free_ char *now = NULL;
	long pid;

	if (!owner || sscanf(owner, "%*s %ld", &pid) != 1)
		return false;
	now = describe(root, pid);
	return now && !strcmp(now, owner);
}
