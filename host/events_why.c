/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Why an event cannot be counted, and what to do: perf_event_open(2) has few errnos for
 * many reasons; /proc and /sys tell them apart.
 */
#include "host/events_parts.h"

#include "base/cleanup.h"
#include "base/rootfd.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "host/limits.h"
#include "host/pmus.h"
#include "host/text.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

enum { CAP_SYS_ADMIN_NR = 21, CAP_PERFMON_NR = 38 };

struct why {
	const struct event *v;
	int error, root_fd;
	bool everywhere;
	bool capable, filtered; /* CAP_PERFMON; under a seccomp filter */
	bool paranoid_known;
	long long paranoid;
	struct str text;
};

static void look(struct why *w)
{
	_cleanup_free_ char *status = NULL;
	char mode[8];

	w->paranoid_known = !root_read_number(
		w->root_fd, "proc/sys/kernel/perf_event_paranoid", &w->paranoid);
	if (text_file(w->root_fd, "proc/self/status", &status) < 0)
		return;
	w->capable = limits_capable(w->root_fd, status, CAP_PERFMON_NR) ||
		     limits_capable(w->root_fd, status, CAP_SYS_ADMIN_NR);
	w->filtered =
		text_field(status, "Seccomp", mode, sizeof(mode)) && !strcmp(mode, "2");
}

/* The highest kernel.perf_event_paranoid that lets a user count it. */
static int level(const struct why *w)
{
	if (w->everywhere)
		return 0;
	return w->v->exclude & EVENT_NOT_KERNEL ? 2 : 1;
}

/* Of the CPU's PMU or of software; other PMUs tell user space and kernel not apart. */
static bool may_be_of_user(const struct event *v)
{
	switch (event_heeds(v)) {
	case EVENT_HEEDS: return !v->software;
	case EVENT_IS_SOFTWARE: return true;
	default: return false;
	}
}

/* What the kernel keeps from those without CAP_PERFMON. */
static void by_level(struct why *w)
{
	int want = level(w);

	str_addf(&w->text,
		 "kernel.perf_event_paranoid is %lld, at which only root may count ",
		 w->paranoid);
	if (w->everywhere)
		str_add(&w->text, "all tasks of a CPU");
	else if (want == 2)
		str_add(&w->text, "anything");
	else
		str_add(&w->text, "in the kernel");
	str_addf(&w->text, ": sysctl kernel.perf_event_paranoid=%d, or CAP_PERFMON",
		 want);
	if (w->everywhere)
		str_add(&w->text, ", or leave out -a");
	else if (want == 1 && w->paranoid == 2 && may_be_of_user(w->v))
		str_add(&w->text, ", or count user space alone (:u)");
}

static void by_filter(struct why *w)
{
	str_add(&w->text,
		"a seccomp filter, as containers have, keeps perf_event_open(2) from "
		"it: allow the call in the filter (docker: --cap-add PERFMON, or a "
		"profile of --security-opt seccomp=), or run outside the container");
}

static void refused(struct why *w)
{
	bool too_high = !w->capable && w->paranoid_known && w->paranoid > level(w);

	/* The level gives EACCES, the filters of all container runtimes EPERM. */
	if (too_high && !(w->filtered && w->error == -EPERM))
		by_level(w);
	else if (w->filtered)
		by_filter(w);
	else if (!w->capable && !w->paranoid_known)
		str_add(&w->text,
			"permission denied, and /proc does not say why: run as root, or "
			"with CAP_PERFMON");
	else
		str_add(&w->text,
			"a security module refuses perf_event_open(2), which "
			"kernel.perf_event_paranoid permits: see the audit log");
}

static void not_there(struct why *w)
{
	bool of_cpu = w->v->type == PERF_TYPE_HARDWARE ||
		      w->v->type == PERF_TYPE_HW_CACHE || w->v->type == PERF_TYPE_RAW;
	struct pmus pmus;

	pmus_read(w->root_fd, &pmus);
	if (w->v->software)
		str_add(&w->text, "this kernel does not have it: choose another event");
	else if (of_cpu && !pmus.n)
		str_add(&w->text,
			"the kernel sees no PMU: on a virtual machine its host must pass "
			"one on (QEMU with KVM: -cpu host,pmu=on); software events count "
			"without");
	else if (w->v->pmu[0])
		str_addf(&w->text,
			 "%s does not have it, or does not count on this CPU: choose "
			 "another event or CPU",
			 w->v->pmu);
	else
		str_add(&w->text,
			"the PMU of this machine does not have it: choose another event");
}

static void invalid(struct why *w)
{
	bool of_cpu = w->v->type <= PERF_TYPE_RAW || w->v->pmu[0];

	if (of_cpu)
		str_add(&w->text,
			"the PMU of this machine does not have it: choose another event");
	else if (!w->everywhere && !w->v->exclude)
		str_add(&w->text,
			"its PMU is one for several CPUs and counts no tasks: perf stat -a knows which CPU to ask");
	else
		str_add(&w->text,
			"its PMU does not count it so: leave out the modifiers, or choose "
			"another event");
}

static void files(struct why *w)
{
	unsigned long long soft;

	str_add(&w->text, "too many files are open");
	if (w->error == -EMFILE && !limits_soft(w->root_fd, "Max open files", &soft))
		str_addf(&w->text, ", %llu is the limit of a process", soft);
	str_addf(&w->text, ": raise it (%s), or ask for fewer events",
		 w->error == -EMFILE ? "ulimit -n" : "sysctl fs.file-max");
}

static const struct {
	int error;
	const char *text;
} others[] = {
	{ ENOSYS,
	  "the kernel has no perf_event_open(2): boot one with CONFIG_PERF_EVENTS" },
	{ EOPNOTSUPP,
	  "the PMU does not count it so: leave out the modifiers, or choose another "
	  "event" },
	{ EBUSY,
	  "somebody else has the counters for himself: stop other profilers and the NMI "
	  "watchdog (sysctl kernel.nmi_watchdog=0)" },
	{ ENODEV,
	  "the CPU is offline, or its PMU has no driver: choose another CPU or event" },
	{ E2BIG,
	  "the kernel is older than the event's attributes: choose another event" },
	{ ENOSPC, "all counters of its kind are taken: ask for fewer events" },
};

static void other(struct why *w)
{
	size_t i;

	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		if (others[i].error == -w->error) {
			str_add(&w->text, others[i].text);
			return;
		}
	}
	str_addf(&w->text, "perf_event_open(2): %s", text_reason(w->error));
}

char *event_why(const struct event *event, int error, int root_fd, bool everywhere)
{
	struct why w = {
		.v = event, .error = error, .root_fd = root_fd, .everywhere = everywhere
	};

	look(&w);
	if (error == -EPERM || error == -EACCES || (error == -ENOSYS && w.filtered))
		refused(&w);
	else if (error == -ENOENT)
		not_there(&w);
	else if (error == -EMFILE || error == -ENFILE)
		files(&w);
	else if (error == -EINVAL)
		invalid(&w);
	else
		other(&w);
	return str_detach(&w.text);
}
