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

static void paranoid(struct why *w)
{
	int want = level(w);

	str_addf(&w->text, "kernel.perf_event_paranoid is %lld, which keeps ",
		 w->paranoid);
	if (w->paranoid > 2)
		str_add(&w->text, "users from counting anything");
	else if (w->everywhere)
		str_add(&w->text, "users from counting all tasks of a CPU");
	else
		str_add(&w->text, "users from counting in the kernel");
	str_addf(&w->text, ": sysctl kernel.perf_event_paranoid=%d, or CAP_PERFMON",
		 want);
	if (w->everywhere)
		str_add(&w->text, ", or no -a");
	else if (want == 1 && w->paranoid == 2)
		str_addf(&w->text, ", or user space alone ('%s:u')", w->v->name);
}

static void refused(struct why *w)
{
	bool by_level = !w->capable && w->paranoid_known && w->paranoid > level(w);

	if (by_level && !(w->filtered && w->error == -EPERM))
		paranoid(w);
	else if (w->filtered)
		str_add(&w->text,
			"a seccomp filter, as of a container, refuses "
			"perf_event_open(2): allow it in the runtime's profile (docker: "
			"--cap-add PERFMON), or run outside the container");
	else
		str_add(&w->text,
			"a security module refuses perf_event_open(2), which "
			"kernel.perf_event_paranoid would permit: see the audit log");
}

static void not_there(struct why *w)
{
	struct event_pmus pmus;

	event_pmus_read(w->root_fd, &pmus);
	if (w->v->software)
		str_add(&w->text, "this kernel does not have it: choose another");
	else if (!pmus.n)
		str_add(&w->text,
			"there is no PMU here: give the virtual machine one (QEMU: -cpu "
			"host,pmu=on), or measure on the machine itself; software events count");
	else
		str_add(&w->text, "the PMU of this CPU does not have it: choose another");
}

static void files(struct why *w)
{
	unsigned long long soft;

	if (w->error == -EMFILE && !limits_soft(w->root_fd, "Max open files", &soft))
		str_addf(&w->text,
			 "it is one file too many for the limit of %llu: ", soft);
	else
		str_add(&w->text, "too many files are open: ");
	str_add(&w->text, "raise it (ulimit -n), or ask for fewer events");
}

static void other(struct why *w)
{
	switch (-w->error) {
	case ENOSYS:
		str_add(&w->text,
			"this kernel is built without CONFIG_PERF_EVENTS: boot one "
			"that has it");
		break;
	case EOPNOTSUPP:
		str_add(&w->text,
			"the PMU cannot count it this way: try it without modifiers, or "
			"choose another");
		break;
	case EINVAL:
		str_add(&w->text,
			"the PMU of this CPU does not have it, or not for a task: choose "
			"another, or try -a");
		break;
	case EBUSY:
		str_add(&w->text,
			"another user holds the counter for itself: stop other profilers, "
			"or the NMI watchdog (sysctl kernel.nmi_watchdog=0)");
		break;
	case ENODEV:
		str_add(&w->text,
			"the CPU is offline or its PMU has no driver: choose another CPU");
		break;
	case E2BIG:
		str_add(&w->text,
			"this kernel is too old for the attributes of the event: choose "
			"another");
		break;
	default:
		str_addf(&w->text, "perf_event_open(2) failed: %s",
			 text_reason(w->error));
	}
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
	else
		other(&w);
	return str_detach(&w.text);
}
