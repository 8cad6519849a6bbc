/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names of events to attributes: libpfm4 knows those of the PMU, perf's and raw codes.
 * Here are the few software events that it lacks, and tracepoints through a root fd.
 */
#include "host/events_parts.h"

#include "base/cleanup.h"
#include "base/rootfd.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <perfmon/pfmlib.h>
#include <perfmon/pfmlib_perf_event.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static const struct {
	const char *name;
	uint64_t config;
	bool counts;
} more_software[] = {
	{ "alignment-faults", PERF_COUNT_SW_ALIGNMENT_FAULTS, true },
	{ "emulation-faults", PERF_COUNT_SW_EMULATION_FAULTS, true },
	/* The last ones: see event_more_software(). */
	{ "dummy", PERF_COUNT_SW_DUMMY, false },
	{ "bpf-output", PERF_COUNT_SW_BPF_OUTPUT, false },
};

const char *event_more_software(size_t i)
{
	return more_software[i].counts ? more_software[i].name : NULL;
}

static int software(const char *name, struct event *v, struct err *e)
{
	size_t i;

	for (i = 0; i < sizeof(more_software) / sizeof(more_software[0]); i++) {
		if (strcasecmp(name, more_software[i].name))
			continue;
		if (!more_software[i].counts)
			return err_set(e, EINVAL, "event '%s' never counts anything",
				       name);
		v->type = PERF_TYPE_SOFTWARE;
		v->config = more_software[i].config;
		return 0;
	}
	return -ENOENT;
}

/*
 * Whether ":mg" or ":mh" is in it, guests or the host alone, which no plan can say; or
 * ":H", which is perf's word for the latter, and to libpfm4 the hypervisor.
 */
static bool asks_for_guests(const char *name)
{
	while ((name = strchr(name, ':'))) {
		const size_t len = strcspn(++name, ":=");

		if ((len == 2 &&
		     (!strncasecmp(name, "mg", 2) || !strncasecmp(name, "mh", 2))) ||
		    (len == 1 && *name == 'H'))
			return true;
	}
	return false;
}

/* Returns 0 or a PFM_ERR_.... */
static int pfm(const char *name, struct event *v, bool *ret_generic)
{
	_cleanup_free_ char *full = NULL; /* "skl::INST_RETIRED:..." */
	struct perf_event_attr attr = { .size = sizeof(attr) };
	pfm_perf_encode_arg_t arg = { .attr = &attr, .fstr = &full, .size = sizeof(arg) };
	int r = pfm_initialize();

	if (r == PFM_SUCCESS)
		r = pfm_get_os_event_encoding(name, PFM_PLM0 | PFM_PLM3,
					      PFM_OS_PERF_EVENT, &arg);
	if (r != PFM_SUCCESS)
		return r;
	if (asks_for_guests(name))
		return PFM_ERR_ATTR;
	v->type = attr.type;
	v->config = attr.config;
	v->config1 = attr.config1;
	v->config2 = attr.config2;
	/* libpfm4 leaves the hypervisor out of what has no modifier, perf does not. */
	if (attr.exclude_user || attr.exclude_kernel)
		v->exclude = (attr.exclude_user ? EVENT_NOT_USER : 0) |
			     (attr.exclude_kernel ? EVENT_NOT_KERNEL : 0) |
			     (attr.exclude_hv ? EVENT_NOT_HV : 0);
	/* Events of a PMU's own have the type of raw codes as well. */
	*ret_generic = attr.type == PERF_TYPE_HARDWARE ||
		       attr.type == PERF_TYPE_HW_CACHE ||
		       (full && !strncmp(full, "perf_raw::", 10));
	return 0;
}

bool event_is_generic(const char *name, struct event *ret_event)
{
	struct event v = { .group = 0 };
	bool generic;

	if (pfm(name, &v, &generic) || !generic || v.type == PERF_TYPE_RAW)
		return false;
	*ret_event = v;
	return true;
}

static const char *const tracefs[] = { "sys/kernel/tracing", "sys/kernel/debug/tracing" };

/* "sched:sched_switch" */
static bool may_be_tracepoint(const char *name)
{
	const char *colon = strchr(name, ':');

	return colon && colon != name && colon[1] && !strpbrk(colon + 1, ":=") &&
	       !strchr(name, '.');
}

/* -ENOENT: there is none of that name. */
static int tracepoint(const char *name, int root_fd, struct event *v, struct err *e)
{
	const char *colon = strchr(name, ':');
	char path[192];
	long long id;
	size_t i;
	int r = -ENOENT;

	for (i = 0; r && i < sizeof(tracefs) / sizeof(tracefs[0]); i++) {
		snprintf(path, sizeof(path), "%s/events/%.*s/%s/id", tracefs[i],
			 (int)(colon - name), name, colon + 1);
		r = root_read_number(root_fd, path, &id);
		if (r == -EACCES || r == -EPERM) {
			err_set(e, EACCES, "no event '%s', unless it is a tracepoint",
				name);
			err_expect(e, "root, to look into /%s", tracefs[i]);
			return -EACCES;
		}
	}
	if (r)
		return -ENOENT;
	v->type = PERF_TYPE_TRACEPOINT;
	v->config = id;
	return 0;
}

static bool tracefs_is_mounted(int root_fd)
{
	char path[64];
	size_t i;

	for (i = 0; i < sizeof(tracefs) / sizeof(tracefs[0]); i++) {
		snprintf(path, sizeof(path), "%s/events", tracefs[i]);
		if (!faccessat(root_fd, path, F_OK, 0))
			return true;
	}
	return false;
}

static int unknown(const char *name, int error, int root_fd, struct err *e)
{
	char base[EVENT_NAME_MAX];
	const char *colon = strrchr(name, ':');
	struct event ignored;
	bool generic;

	snprintf(base, sizeof(base), "%.*s", colon ? (int)(colon - name) : 0, name);
	if (colon && colon[1] &&
	    (!pfm(base, &ignored, &generic) || !software(base, &ignored, NULL))) {
		err_set(e, EINVAL, "event '%s' has no modifier or unit mask '%s'", base,
			colon + 1);
		err_expect(e, "u, k, h or several of them");
	} else if (error == PFM_ERR_NOTFOUND) {
		err_set(e, EINVAL, "no event '%s'", name);
		err_expect(
			e,
			"one of `ktoll list --events`, a raw code r01C2 or a tracepoint%s",
			may_be_tracepoint(name) && !tracefs_is_mounted(root_fd)
				? "; tracefs is not mounted"
				: "");
	} else {
		err_set(e, EINVAL, "event '%s': %s", name, pfm_strerror(error));
	}
	return -EINVAL;
}

enum event_heeds event_heeds(const struct event *event)
{
	if (event->type == PERF_TYPE_TRACEPOINT)
		return EVENT_IS_TRACEPOINT;
	if (event->type != PERF_TYPE_SOFTWARE)
		return EVENT_HEEDS;
	switch (event->config) {
	case PERF_COUNT_SW_CPU_CLOCK:
	case PERF_COUNT_SW_TASK_CLOCK: return EVENT_IS_CLOCK;
	case PERF_COUNT_SW_CONTEXT_SWITCHES:
	case PERF_COUNT_SW_CPU_MIGRATIONS:
	case PERF_COUNT_SW_CGROUP_SWITCHES: return EVENT_IN_KERNEL;
	default: return EVENT_IS_SOFTWARE;
	}
}

int event_resolve(const char *name, int root_fd, struct event *ret_event,
		  bool *ret_generic, struct err *e)
{
	struct event v = { .group = 0 };
	bool generic = false;
	int r, error = 0;

	if (strchr(name, '/')) {
		*ret_generic = false;
		return event_of_terms(name, root_fd, ret_event, e);
	}
	r = software(name, &v, e);
	if (r == -ENOENT) {
		error = pfm(name, &v, &generic);
		if (!error)
			r = 0;
		else if (may_be_tracepoint(name))
			r = tracepoint(name, root_fd, &v, e);
	}
	if (r == -ENOENT)
		return unknown(name, error, root_fd, e);
	if (r)
		return r;
	v.software = v.type == PERF_TYPE_SOFTWARE || v.type == PERF_TYPE_TRACEPOINT;
	v.time = event_heeds(&v) == EVENT_IS_CLOCK;
	*ret_event = v;
	*ret_generic = generic;
	return 0;
}
