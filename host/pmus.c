/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The PMUs of the CPUs: one, none (most virtual machines), or one for each kind of core.
 */
#include "host/pmus.h"

#include "base/cleanup.h"
#include "base/rootfd.h"
#include "host/text.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEVICES "sys/bus/event_source/devices"

/* Those of one kind of core say which CPUs have it; others (uncore) have a cpumask. */
static bool counts_on_cpus(int root, const char *name)
{
	char path[320];

	if (!strcmp(name, "cpu"))
		return true;
	snprintf(path, sizeof(path), DEVICES "/%s/cpus", name);
	return !faccessat(root, path, F_OK, 0);
}

static void add(int root, const char *name, struct pmus *p)
{
	char path[320];
	long long type;

	if (p->n == PMUS_MAX || strlen(name) >= sizeof(p->list[0].name) ||
	    !counts_on_cpus(root, name))
		return;
	snprintf(path, sizeof(path), DEVICES "/%s/type", name);
	if (root_read_number(root, path, &type) || type < 0 || type > UINT32_MAX)
		return;
	strcpy(p->list[p->n].name, name);
	p->list[p->n++].type = type;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(a, b); /* the name is the first member */
}

void pmus_read(int root, struct pmus *ret_pmus)
{
	_cleanup_dir_ DIR *dir = NULL;
	struct pmus p = { .n = 0 };
	struct dirent *d;

	if (!text_dir(root, DEVICES, &dir))
		while ((d = readdir(dir)))
			if (d->d_name[0] != '.')
				add(root, d->d_name, &p);
	qsort(p.list, p.n, sizeof(p.list[0]), by_name);
	*ret_pmus = p;
}

static bool is_type(int root, const char *name, uint32_t type)
{
	char path[320];
	long long t;

	snprintf(path, sizeof(path), DEVICES "/%s/type", name);
	return !root_read_number(root, path, &t) && t == type;
}

bool pmu_is_shared(int root, uint32_t type)
{
	_cleanup_dir_ DIR *dir = NULL;
	struct dirent *d;
	char path[320];

	if (text_dir(root, DEVICES, &dir))
		return false;
	while ((d = readdir(dir))) {
		if (d->d_name[0] == '.' || !is_type(root, d->d_name, type))
			continue;
		snprintf(path, sizeof(path), DEVICES "/%s/cpumask", d->d_name);
		return !faccessat(root, path, F_OK, 0);
	}
	return false;
}
