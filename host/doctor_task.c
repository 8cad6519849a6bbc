/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks of this process, whose restrictions the probe inherits. */
#include "host/doctor_parts.h"

#include "base/cleanup.h"
#include "base/str.h"
#include "host/limits.h"
#include "host/pmus.h"
#include "host/text.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

enum { CAP_IPC_LOCK = 14, CAP_SYS_ADMIN = 21, CAP_SYS_NICE = 23, CAP_PERFMON = 38 };

static bool status_field(const struct doctor_ctx *c, struct doctor_finding *f,
			 const char *name, char *buf, size_t size)
{
	if (!c->status)
		doctor_hidden(f, "proc/self/status is not readable");
	else if (!text_field(c->status, name, buf, size))
		doctor_hidden(f, "proc/self/status: no %s", name);
	else
		return true;
	return false;
}

static bool capable(const struct doctor_ctx *c, int capability)
{
	return c->status && limits_capable(c->root, c->status, capability);
}

static void seccomp(const struct doctor_ctx *c, struct doctor_finding *f)
{
	char mode[16], filters[16] = "?";

	if (!status_field(c, f, "Seccomp", mode, sizeof(mode)))
		return;
	text_field(c->status, "Seccomp_filters", filters, sizeof(filters));
	if (!strcmp(mode, "0"))
		doctor_good(f, "none");
	else
		doctor_bad(f, "mode %s, filters %s", mode, filters);
}

static void ptrace(const struct doctor_ctx *c, struct doctor_finding *f)
{
	char tracer[32];

	if (!status_field(c, f, "TracerPid", tracer, sizeof(tracer)))
		return;
	if (!strcmp(tracer, "0"))
		doctor_good(f, "not traced");
	else
		doctor_bad(f, "traced by process %s", tracer);
}

static void bandwidth(const struct doctor_ctx *c, struct doctor_finding *f)
{
	int pct, r = limits_cpu_bandwidth(c->root, &pct);

	if (r < 0)
		doctor_hidden(f, "cpu.max of this control group: %s", text_reason(r));
	else if (pct)
		doctor_bad(f, "%d.%02d CPUs", pct / 100, pct % 100);
	else
		doctor_good(f, "none");
}

static void perf(const struct doctor_ctx *c, struct doctor_finding *f)
{
	long long paranoid;

	if (!doctor_number(c, f, "proc/sys/kernel/perf_event_paranoid", &paranoid))
		return;
	if (paranoid <= 1)
		doctor_good(f, "perf_event_paranoid is %lld", paranoid);
	else if (capable(c, CAP_PERFMON) || capable(c, CAP_SYS_ADMIN))
		doctor_good(f, "perf_event_paranoid is %lld, but this process may anyway",
			    paranoid);
	else
		doctor_bad(f, "perf_event_paranoid is %lld", paranoid);
}

static void pmu(const struct doctor_ctx *c, struct doctor_finding *f)
{
	static const char path[] = "sys/bus/event_source/devices";
	_cleanup_dir_ DIR *dir = NULL;
	struct str names = STR_INIT;
	struct pmus pmus;
	size_t i;
	int r;

	r = text_dir(c->root, path, &dir);
	if (r < 0) {
		doctor_unreadable(f, path, r);
		return;
	}
	pmus_read(c->root, &pmus);
	for (i = 0; i < pmus.n; i++)
		str_addf(&names, "%s%s", i ? ", " : "", pmus.list[i].name);
	if (pmus.n) {
		doctor_good(f, "%s", str_get(&names));
		str_release(&names);
		return;
	}
	doctor_bad(f, "none: software events only");
	if (c->virtual == MACHINE_GUEST)
		doctor_fix(f, "on the host: give the guest one (QEMU: -cpu host,pmu=on)");
}

static void priority(const struct doctor_ctx *c, struct doctor_finding *f)
{
	unsigned long long limit;
	int r;

	if (capable(c, CAP_SYS_NICE)) {
		doctor_good(f, "CAP_SYS_NICE");
		return;
	}
	r = limits_soft(c->root, "Max nice priority", &limit);
	if (r < 0)
		doctor_unreadable(f, "proc/self/limits", r);
	else if (limit >= 40)
		doctor_good(f, "RLIMIT_NICE allows nice -20");
	else
		doctor_bad(f, "no CAP_SYS_NICE, and RLIMIT_NICE is %llu", limit);
}

static void memory_lock(const struct doctor_ctx *c, struct doctor_finding *f)
{
	unsigned long long limit;
	int r;

	if (capable(c, CAP_IPC_LOCK)) {
		doctor_good(f, "CAP_IPC_LOCK");
		return;
	}
	r = limits_soft(c->root, "Max locked memory", &limit);
	if (r < 0)
		doctor_unreadable(f, "proc/self/limits", r);
	else if (limit >= 64ull << 20)
		doctor_good(f, "RLIMIT_MEMLOCK is enough");
	else
		doctor_bad(f, "no CAP_IPC_LOCK, and RLIMIT_MEMLOCK is %llu KiB",
			   limit >> 10);
}

const struct doctor_check doctor_task_checks[] = {
	{ "seccomp", "seccomp on this process",
	  "each system call runs the filters first, on the slow entry path",
	  "run outside the sandbox (docker run --security-opt seccomp=unconfined)",
	  seccomp },
	{ "ptrace", "ptrace of this process",
	  "signals, exec and perhaps every system call stop in the tracer",
	  "run without strace, gdb or rr", ptrace },
	{ "cpu-bandwidth", "CPU bandwidth limit",
	  "when the quota is used up the task stops until the next period, up to 100 ms",
	  "run in a control group whose cpu.max is max", bandwidth },
	{ "perf", "perf permission",
	  "no cycles or instructions of the kernel's part: ns only",
	  "sysctl kernel.perf_event_paranoid=1", perf },
	{ "pmu", "hardware counters",
	  "no cycles or instructions: ns only, which move with the clock", "", pmu },
	{ "priority", "permission to raise priority",
	  "the probe runs at ordinary nice: more batches are preempted",
	  "sudo prlimit --pid $$ --nice=40", priority },
	{ "memlock", "permission to lock memory",
	  "pages may be reclaimed between batches: stray faults",
	  "sudo prlimit --pid $$ --memlock=unlimited", memory_lock },
	{ NULL },
};
