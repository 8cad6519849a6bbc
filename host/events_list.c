/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names of events, for those who do not know them yet. */
#include "host/events_parts.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "host/text.h"

#include <ctype.h>
#include <perfmon/pfmlib.h>
#include <stdlib.h>
#include <string.h>

#define DEVICES "sys/bus/event_source/devices"

struct names {
	struct event_name *list;
	size_t n, cap;
};

static void add(struct names *to, char *name, const char *what)
{
	to->list = xgrow(to->list, to->n, &to->cap, sizeof(*to->list));
	to->list[to->n++] = (struct event_name){ name, xstrdup(what) };
}

/* Each of perf's names beside the kernel's own: CPU-CYCLES, PERF_COUNT_HW_CPU_CYCLES. */
static void add_generic(struct names *to, const pfm_event_info_t *event)
{
	char *name, *c;

	if (!strncmp(event->name, "PERF_COUNT_", strlen("PERF_COUNT_")))
		return;
	name = xstrdup(event->name);
	for (c = name; *c; c++)
		*c = (char)tolower((unsigned char)*c);
	add(to, name, event->desc);
}

static void add_with_masks(struct names *to, const pfm_pmu_info_t *pmu,
			   const pfm_event_info_t *event)
{
	bool any = false;
	int i;

	for (i = 0; i < event->nattrs; i++) {
		pfm_event_attr_info_t mask = { .size = sizeof(mask) };

		if (pfm_get_event_attr_info(event->idx, i, PFM_OS_PERF_EVENT, &mask) !=
			    PFM_SUCCESS ||
		    mask.type != PFM_ATTR_UMASK)
			continue;
		add(to, xasprintf("%s::%s:%s", pmu->name, event->name, mask.name),
		    mask.desc);
		any = true;
	}
	if (!any)
		add(to, xasprintf("%s::%s", pmu->name, event->name), event->desc);
}

static void add_pmu(struct names *to, const pfm_pmu_info_t *pmu)
{
	int i;

	for (i = pmu->first_event; i != -1; i = pfm_get_event_next(i)) {
		pfm_event_info_t event = { .size = sizeof(event) };

		if (pfm_get_event_info(i, PFM_OS_PERF_EVENT, &event) != PFM_SUCCESS)
			continue;
		if (pmu->pmu == PFM_PMU_PERF_EVENT)
			add_generic(to, &event);
		else
			add_with_masks(to, pmu, &event);
	}
}

/* What /sys names of one PMU; beside each may be its .unit and .scale. */
static void add_described(struct names *to, int root_fd, const char *pmu)
{
	_cleanup_dir_ DIR *dir = NULL;
	char path[640], terms[256];
	struct dirent *d;

	snprintf(path, sizeof(path), DEVICES "/%s/events", pmu);
	if (text_dir(root_fd, path, &dir))
		return;
	while ((d = readdir(dir))) {
		if (strchr(d->d_name, '.'))
			continue;
		snprintf(path, sizeof(path), DEVICES "/%s/events/%s", pmu, d->d_name);
		if (!text_line(root_fd, path, terms, sizeof(terms)))
			add(to, xasprintf("%s/%s/", pmu, d->d_name), terms);
	}
}

static int by_name(const void *a, const void *b)
{
	const struct event_name *x = a, *y = b;

	return strcmp(x->name, y->name);
}

static void add_all_described(struct names *to, int root_fd)
{
	const size_t first = to->n;
	_cleanup_dir_ DIR *dir = NULL;
	struct dirent *d;

	if (text_dir(root_fd, DEVICES, &dir))
		return;
	while ((d = readdir(dir)))
		if (d->d_name[0] != '.')
			add_described(to, root_fd, d->d_name);
	if (to->n > first)
		qsort(to->list + first, to->n - first, sizeof(*to->list), by_name);
}

void events_names(int root_fd, struct event_name **ret_names, size_t *ret_n)
{
	struct names to = { NULL, 0, 0 };
	const char *name;
	pfm_pmu_t i;
	size_t k;

	for (k = 0; (name = event_more_software(k)); k++)
		add(&to, xstrdup(name),
		    "software event of some architectures, not of x86");
	if (pfm_initialize() == PFM_SUCCESS) {
		for (i = PFM_PMU_NONE; i < PFM_PMU_MAX; i++) {
			pfm_pmu_info_t pmu = { .size = sizeof(pmu) };

			if (i != PFM_PMU_PERF_EVENT_RAW &&
			    pfm_get_pmu_info(i, &pmu) == PFM_SUCCESS && pmu.is_present)
				add_pmu(&to, &pmu);
		}
	}
	add_all_described(&to, root_fd);
	*ret_names = to.list;
	*ret_n = to.n;
}

void events_names_free(struct event_name *names, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		free(names[i].name);
		free(names[i].what);
	}
	free(names);
}
