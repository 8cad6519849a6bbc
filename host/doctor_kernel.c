/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks of the kernel: what is hooked into its paths, built into it, or switched on. */
#include "host/doctor_parts.h"

#include "base/rootfd.h"
#include "host/audit.h"
#include "host/cmdline.h"
#include "host/text.h"
#include "host/tracing.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static void no_tracefs(struct doctor_finding *f, const struct tracing *t)
{
	if (t->error == -ENOENT) {
		doctor_hidden(f, "tracefs is not mounted");
		doctor_fix(f, "mount -t tracefs nodev /sys/kernel/tracing");
	} else {
		doctor_unreadable(f, "sys/kernel/tracing", t->error);
	}
}

static void tracing(const struct doctor_ctx *c, struct doctor_finding *f)
{
	bool no_functions =
		doctor_not_built(c, "FUNCTION_TRACER") || doctor_not_built(c, "FTRACE");
	struct tracing t;

	tracing_read(c->root, &t);
	if (!t.where && doctor_not_built(c, "FTRACE")) {
		doctor_good(f, "FTRACE is not built in");
		return;
	}
	if (!t.where) {
		no_tracefs(f, &t);
		return;
	}
	if (strcmp(t.tracer, "nop") || t.events > 0 || t.functions > 0) {
		doctor_bad(f, "tracer %s, events on %ld, functions hooked %ld", t.tracer,
			   t.events < 0 ? 0 : t.events,
			   t.functions < 0 ? 0 : t.functions);
		doctor_fix(f,
			   "echo nop > /%s/current_tracer; echo > /%s/set_event   "
			   "# BPF, livepatch: unload",
			   t.where, t.where);
	} else if (t.events < 0 || (t.functions < 0 && !no_functions)) {
		doctor_hidden(f, "no tracer, but %s/%s is not readable", t.where,
			      t.events < 0 ? "set_event" : "enabled_functions");
	} else {
		doctor_good(f, "no tracer, event or hooked function (perf and BPF on "
			       "tracepoints do not show)");
	}
}

static void kprobes(const struct doctor_ctx *c, struct doctor_finding *f)
{
	struct tracing t;

	tracing_read(c->root, &t);
	if (t.kprobes > 0 || t.uprobes > 0)
		doctor_bad(f, "kprobes %ld, uprobes %ld", t.kprobes < 0 ? 0 : t.kprobes,
			   t.uprobes < 0 ? 0 : t.uprobes);
	else if (t.kprobes == 0)
		doctor_good(f, "none");
	else if (doctor_not_built(c, "KPROBES"))
		doctor_good(f, "KPROBES is not built in");
	else if (t.where)
		doctor_hidden(f, "neither debugfs nor tracefs lists them");
	else
		no_tracefs(f, &t);
}

static void audit(const struct doctor_ctx *c, struct doctor_finding *f)
{
	char asked[16];
	int on, r;

	if (doctor_not_built(c, "AUDITSYSCALL")) {
		doctor_good(f, "AUDITSYSCALL is not built in");
		return;
	}
	if (c->cmdline && cmdline_get(c->cmdline, "audit", asked, sizeof(asked)) &&
	    (!strcmp(asked, "0") || !strcmp(asked, "off"))) {
		doctor_good(f, "audit=%s on the command line", asked);
		return;
	}
	r = audit_enabled(c->root, &on);
	if (r == -EPROTONOSUPPORT)
		doctor_good(f, "this kernel has no audit");
	else if (r == -ENODATA)
		doctor_hidden(f, "only the live kernel says");
	else if (r < 0)
		doctor_hidden(f, "netlink: %s", text_reason(r));
	else if (on)
		doctor_bad(f, "enabled");
	else
		doctor_good(
			f, "off (had it ever been on, tasks forked since keep the hook)");
}

/* What no production kernel has on: each costs in every lock, allocation or entry. */
static const char *const costly[] = {
	"KASAN",
	"KCSAN",
	"KMSAN",
	"UBSAN_SANITIZE_ALL",
	"KCOV",
	"GCOV_KERNEL",
	"LOCKDEP",
	"LOCK_STAT",
	"DEBUG_LOCK_ALLOC",
	"DEBUG_SPINLOCK",
	"DEBUG_MUTEXES",
	"DEBUG_RWSEMS",
	"DEBUG_ATOMIC_SLEEP",
	"DEBUG_PREEMPT",
	"DEBUG_ENTRY",
	"DEBUG_VM",
	"DEBUG_PAGEALLOC",
	"DEBUG_OBJECTS",
	"DEBUG_KMEMLEAK",
	"DEBUG_IRQFLAGS",
	"DEBUG_RSEQ",
	"SLUB_DEBUG_ON",
	"TRACE_IRQFLAGS",
	"IRQSOFF_TRACER",
	"PREEMPT_TRACER",
	"PROVE_RCU",
	"RCU_EQS_DEBUG",
	"X86_DEBUG_FPU",
	"PAGE_TABLE_CHECK_ENFORCED",
	"PAGE_POISONING",
	"FAULT_INJECTION",
	"DEBUG_NOTIFIERS",
	"DEBUG_SG",
};

static void debug_options(const struct doctor_ctx *c, struct doctor_finding *f)
{
	char on[200] = "";
	size_t i, len = 0;

	if (!c->config_known) {
		doctor_hidden(f, "no proc/config.gz and no boot/config of this release");
		return;
	}
	for (i = 0; i < sizeof(costly) / sizeof(costly[0]) && len < sizeof(on); i++)
		if (strcmp(kconfig_get(&c->config, costly[i]), "n"))
			len += snprintf(on + len, sizeof(on) - len, "%s%s",
					len ? " " : "", costly[i]);
	if (len)
		doctor_bad(f, "%s", on);
	else
		doctor_good(f, "none of those that cost (%s)", c->config.source);
}

static void lockdown(const struct doctor_ctx *c, struct doctor_finding *f)
{
	static const char path[] = "sys/kernel/security/lockdown";
	char line[128];

	if (text_line(c->root, path, line, sizeof(line)) == -ENOENT) {
		if (doctor_not_built(c, "SECURITY_LOCKDOWN_LSM")) {
			doctor_good(f, "SECURITY_LOCKDOWN_LSM is not built in");
		} else {
			doctor_hidden(f, "securityfs is not mounted");
			doctor_fix(f, "mount -t securityfs nodev /sys/kernel/security");
		}
		return;
	}
	if (!doctor_line(c, f, path, line, sizeof(line)))
		return;
	if (strstr(line, "[none]"))
		doctor_good(f, "none");
	else if (strchr(line, '['))
		doctor_bad(f, "%.*s", (int)strcspn(strchr(line, '[') + 1, "]"),
			   strchr(line, '[') + 1);
	else
		doctor_hidden(f, "%s: no mode in it", path);
}

static void thp(const struct doctor_ctx *c, struct doctor_finding *f)
{
	static const char path[] = "sys/kernel/mm/transparent_hugepage/enabled";
	char line[128];

	if (!doctor_line(c, f, path, line, sizeof(line))) {
		if (doctor_not_built(c, "TRANSPARENT_HUGEPAGE"))
			doctor_good(f, "TRANSPARENT_HUGEPAGE is not built in");
		return;
	}
	if (strstr(line, "[always]"))
		doctor_bad(f, "always");
	else if (strstr(line, "[madvise]") || strstr(line, "[never]"))
		doctor_good(f, "%s", strstr(line, "[never]") ? "never" : "madvise");
	else
		doctor_hidden(f, "%s: no mode in it", path);
}

static void tainted(const struct doctor_ctx *c, struct doctor_finding *f)
{
	static const char letters[] = "PFSRMBUDAWCIOELKXTNJ";
	char set[sizeof(letters)];
	long long v;
	size_t i, n = 0;

	if (!doctor_number(c, f, "proc/sys/kernel/tainted", &v))
		return;
	for (i = 0; i + 1 < sizeof(letters); i++)
		if (v >> i & 1)
			set[n++] = letters[i];
	set[n] = 0;
	if (v)
		doctor_bad(f, "%lld (%s)", v, set);
	else
		doctor_good(f, "no");
}

static void watchdog(const struct doctor_ctx *c, struct doctor_finding *f)
{
	long long v;

	if (!doctor_number(c, f, "proc/sys/kernel/nmi_watchdog", &v))
		return;
	if (v)
		doctor_bad(f, "on");
	else
		doctor_good(f, "off");
}

static void autogroup(const struct doctor_ctx *c, struct doctor_finding *f)
{
	long long v;

	if (!doctor_number(c, f, "proc/sys/kernel/sched_autogroup_enabled", &v)) {
		if (doctor_not_built(c, "SCHED_AUTOGROUP"))
			doctor_good(f, "SCHED_AUTOGROUP is not built in");
		return;
	}
	if (v)
		doctor_bad(f, "on");
	else
		doctor_good(f, "off");
}

static void accounting(const struct doctor_ctx *c, struct doctor_finding *f)
{
	static const struct {
		const char *path, *name, *option;
	} v[] = {
		{ "proc/sys/kernel/sched_schedstats", "schedstats", "SCHEDSTATS" },
		{ "proc/sys/kernel/task_delayacct", "task_delayacct", "TASK_DELAY_ACCT" },
		{ "proc/sys/kernel/bpf_stats_enabled", "bpf_stats_enabled",
		  "BPF_SYSCALL" },
	};
	const char *unread = NULL;
	char on[96] = "", off[160] = "";
	long long value;
	size_t i;
	int r = 0, e;

	for (i = 0; i < 3; i++) {
		e = root_read_number(c->root, v[i].path, &value);
		if (e < 0 && !doctor_not_built(c, v[i].option)) {
			unread = v[i].path;
			r = e;
		} else if (!e && value) {
			snprintf(on + strlen(on), sizeof(on) - strlen(on), " %s",
				 v[i].name);
			snprintf(off + strlen(off), sizeof(off) - strlen(off),
				 "%s/proc/sys/kernel/%s", *off ? " " : "",
				 strrchr(v[i].path, '/') + 1);
		}
	}
	if (*on) {
		doctor_bad(f, "on:%s", on);
		doctor_fix(f, "echo 0 | tee %s", off);
	} else if (unread) {
		doctor_unreadable(f, unread, r);
	} else {
		doctor_good(f, "schedstats, delay and BPF accounting are off");
	}
}

static void numa_balancing(const struct doctor_ctx *c, struct doctor_finding *f)
{
	struct cpumask nodes;
	long long v;

	if (!doctor_number(c, f, "proc/sys/kernel/numa_balancing", &v)) {
		if (doctor_not_built(c, "NUMA_BALANCING"))
			doctor_good(f, "NUMA_BALANCING is not built in");
		return;
	}
	if (!v)
		doctor_good(f, "off");
	else if (!doctor_mask(c, f, "sys/devices/system/node/online", &nodes))
		return;
	else if (cpumask_count(&nodes) > 1)
		doctor_bad(f, "on, %d nodes", cpumask_count(&nodes));
	else
		doctor_good(f, "one node");
}

const struct doctor_check doctor_kernel_checks[] = {
	{ "tracing", "tracing",
	  "hooked functions and enabled events run inside the timed path", "", tracing },
	{ "kprobes", "kprobes", "a probed instruction costs a trap or a detour each time",
	  "find who set them: cat /sys/kernel/debug/kprobes/list", kprobes },
	{ "audit", "audit",
	  "every system call of an audited task takes the slow entry and exit path",
	  "auditctl -a task,never   # for tasks started after it", audit },
	{ "debug-options", "debug options in the kernel",
	  "checks in every lock, allocation or entry: costs no production kernel has",
	  "build the kernel without them", debug_options },
	{ "lockdown", "lockdown",
	  "the numbers are unharmed, but facts hide: debugfs, kprobes, kernel profiling",
	  "boot with lockdown=none, or without secure boot", lockdown },
	{ "thp", "transparent huge pages",
	  "fault.* and proc.* get a 2 MiB page when one is free and 4 KiB ones when not",
	  "echo madvise > /sys/kernel/mm/transparent_hugepage/enabled", thp },
	{ "tainted", "taint",
	  "foreign modules, live patches or an earlier oops: not the kernel its version "
	  "names",
	  "reboot, without the module that tainted it", tainted },
	{ "watchdog", "NMI watchdog",
	  "holds a PMU counter and raises NMIs: counts get multiplexed, batches hit",
	  "sysctl kernel.nmi_watchdog=0", watchdog },
	{ "autogroup", "autogroup",
	  "nice counts only inside the session: the probe cannot outrank other sessions",
	  "sysctl kernel.sched_autogroup_enabled=0", autogroup },
	{ "accounting", "scheduler and BPF statistics",
	  "clock reads and counters on every switch or program run", "", accounting },
	{ "numa-balancing", "NUMA balancing",
	  "pages are unmapped to see who uses them: stray faults in every workload",
	  "sysctl kernel.numa_balancing=0", numa_balancing },
	{ NULL },
};
