/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See limits.h. */
#include "host/limits.h"

#include "base/cleanup.h"
#include "base/rootfd.h"
#include "host/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int limits_soft(int root, const char *name, unsigned long long *ret_soft)
{
	_cleanup_free_ char *text = NULL;
	const char *p;
	long long v;
	int r;

	r = text_file(root, "proc/self/limits", &text);
	if (r < 0)
		return r;
	for (p = text; p && strncmp(p, name, strlen(name)); p = p ? p + 1 : NULL)
		p = strchr(p, '\n');
	if (!p)
		return -ENODATA;
	p += strlen(name);
	p += strspn(p, " \t");
	if (!strncmp(p, "unlimited", 9)) {
		*ret_soft = LIMITS_UNLIMITED;
		return 0;
	}
	v = text_count(p, NULL);
	if (v < 0)
		return -ENODATA;
	*ret_soft = v;
	return 0;
}

/* The first namespace maps every id to itself; a kernel without namespaces has no map. */
static bool in_first_user_namespace(int root)
{
	char map[128];
	const char *p = map;

	if (text_line(root, "proc/self/uid_map", map, sizeof(map)) < 0)
		return true;
	return text_count(p, &p) == 0 && text_count(p, &p) == 0 &&
	       text_count(p, &p) == 4294967295LL;
}

bool limits_capable(int root, const char *status, int number)
{
	char hex[64];

	return text_field(status, "CapEff", hex, sizeof(hex)) &&
	       (strtoull(hex, NULL, 16) >> number & 1) && in_first_user_namespace(root);
}

/* "4:cpu,cpuacct:/a/b": whether @controllers (up to the colon) has "cpu". */
static bool has_cpu(const char *controllers)
{
	const char *p = controllers;
	size_t n;

	for (;; p += n + 1) {
		n = strcspn(p, ",:\n");
		if (n == 3 && !memcmp(p, "cpu", 3))
			return true;
		if (p[n] != ',')
			return false;
	}
}

static bool leads_out(const char *path)
{
	return strstr(path, "/../") ||
	       (strlen(path) >= 3 && !strcmp(path + strlen(path) - 3, "/.."));
}

int limits_cgroup(int root, char *ret_path, size_t size, bool *ret_v1)
{
	_cleanup_free_ char *text = NULL;
	const char *v1 = NULL, *v2 = NULL, *found;
	char *line, *save, *colon;
	int r;

	r = text_file(root, "proc/self/cgroup", &text);
	if (r < 0)
		return r;
	for (line = strtok_r(text, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save)) {
		colon = strchr(line, ':');
		if (!colon || !strchr(colon + 1, ':'))
			continue;
		if (!strncmp(line, "0::", 3))
			v2 = line + 3;
		else if (has_cpu(colon + 1))
			v1 = strchr(colon + 1, ':') + 1;
	}
	found = v1 ? v1 : v2;
	if (!found || *found != '/' || leads_out(found) || strlen(found) >= size)
		return -ENODATA;
	strcpy(ret_path, found);
	if (ret_v1)
		*ret_v1 = v1 != NULL;
	return 0;
}

static int quota_v1(int root, const char *path, long long *quota, long long *period)
{
	char file[TEXT_LINE_BYTES + 64];
	int r;

	snprintf(file, sizeof(file), "sys/fs/cgroup/cpu%s/cpu.cfs_quota_us", path);
	r = root_read_number(root, file, quota);
	if (r < 0)
		return r;
	snprintf(file, sizeof(file), "sys/fs/cgroup/cpu%s/cpu.cfs_period_us", path);
	return root_read_number(root, file, period);
}

/* "max 100000" or "50000 100000". */
static int quota_v2(int root, const char *path, long long *quota, long long *period)
{
	char file[TEXT_LINE_BYTES + 64], line[128];
	const char *p = line;
	int r;

	snprintf(file, sizeof(file), "sys/fs/cgroup%s/cpu.max", path);
	r = text_line(root, file, line, sizeof(line));
	if (r == -ENOENT) {
		/* No limit, if the group can be seen: it is the root, or has no
		 * controller. */
		snprintf(file, sizeof(file), "sys/fs/cgroup%s/cgroup.controllers", path);
		*quota = -1;
		return text_line(root, file, line, sizeof(line));
	}
	if (r < 0)
		return r;
	*quota = text_count(line, &p);
	if (*quota < 0)
		return strncmp(line, "max", 3) ? -EBADMSG : 0;
	*period = text_count(p, NULL);
	return 0;
}

/* One group: percent of a CPU, 0 for no limit, or -errno. */
static int bandwidth(int root, const char *path, bool v1)
{
	long long quota = -1, period = 0;
	int r;

	r = (v1 ? quota_v1 : quota_v2)(root, path, &quota, &period);
	if (r < 0)
		return r;
	if (quota < 0)
		return 0;
	if (period <= 0)
		return -EBADMSG;
	if (quota > 1000000000000LL)
		quota = 1000000000000LL;
	quota = quota * 100 / period;
	return quota < 1 ? 1 : quota > 10000000 ? 10000000 : quota;
}

int limits_cpu_bandwidth(int root, int *ret_pct)
{
	char path[TEXT_LINE_BYTES], *slash;
	int r, pct, tightest = 0;
	bool v1;

	r = limits_cgroup(root, path, sizeof(path), &v1);
	if (r < 0)
		return r;
	for (;;) {
		slash = strrchr(path, '/');
		if (slash && !slash[1])
			*slash = 0;
		pct = bandwidth(root, path, v1);
		if (pct < 0)
			return pct;
		if (pct > 0 && (!tightest || pct < tightest))
			tightest = pct;
		if (!*path)
			break;
		*strrchr(path, '/') = 0;
	}
	*ret_pct = tightest;
	return 0;
}
