/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Facts that somebody may have set: clock.*, mm.*, sched.*, security.*, trace.*, bpf.*,
 * watchdog.*; and now.*, what the machine is doing at this moment.
 */
#include "host/facts_parts.h"

#include "host/audit.h"
#include "host/text.h"
#include "host/tracing.h"

#include <errno.h>
#include <stdio.h>

static const struct fact_path clock_files[] = {
	{ "clock.source",
	  "sys/devices/system/clocksource/clocksource0/current_clocksource" },
	{ "clock.available",
	  "sys/devices/system/clocksource/clocksource0/available_clocksource" },
	{ "clock.event", "sys/devices/system/clockevents/clockevent0/current_device" },
	{ "clock.timer_migration", "proc/sys/kernel/timer_migration" },
	{ NULL },
};

static const struct fact_path mm_files[] = {
	{ "mm.thp", "sys/kernel/mm/transparent_hugepage/enabled", true },
	{ "mm.thp.defrag", "sys/kernel/mm/transparent_hugepage/defrag", true },
	{ "mm.thp.shmem", "sys/kernel/mm/transparent_hugepage/shmem_enabled", true },
	{ "mm.ksm", "sys/kernel/mm/ksm/run" },
	{ "mm.lru_gen", "sys/kernel/mm/lru_gen/enabled" },
	{ "mm.overcommit", "proc/sys/vm/overcommit_memory" },
	{ NULL },
};

static const struct fact_path sched_files[] = {
	{ "sched.autogroup", "proc/sys/kernel/sched_autogroup_enabled" },
	{ "sched.schedstats", "proc/sys/kernel/sched_schedstats" },
	{ "sched.delay_accounting", "proc/sys/kernel/task_delayacct" },
	{ "sched.rt_runtime_us", "proc/sys/kernel/sched_rt_runtime_us" },
	{ "sched.numa_balancing", "proc/sys/kernel/numa_balancing" },
	{ "sched.features", "sys/kernel/debug/sched/features" },
	{ "sched.base_slice_ns", "sys/kernel/debug/sched/base_slice_ns" },
	{ "sched.ext", "sys/kernel/sched_ext/state" },
	{ "sched.split_lock_mitigate", "proc/sys/kernel/split_lock_mitigate" },
	{ NULL },
};

static const struct fact_path security_files[] = {
	{ "security.lsm", "sys/kernel/security/lsm" },
	{ "security.lockdown", "sys/kernel/security/lockdown", true },
	{ "security.selinux_enforce", "sys/fs/selinux/enforce" },
	{ "security.yama_ptrace_scope", "proc/sys/kernel/yama/ptrace_scope" },
	{ "security.kptr_restrict", "proc/sys/kernel/kptr_restrict" },
	{ "security.perf_event_paranoid", "proc/sys/kernel/perf_event_paranoid" },
	{ NULL },
};

static const struct fact_path other_files[] = {
	{ "trace.ftrace_enabled", "proc/sys/kernel/ftrace_enabled" },
	{ "trace.stack_tracer", "proc/sys/kernel/stack_tracer_enabled" },
	{ "trace.kprobes_enabled", "sys/kernel/debug/kprobes/enabled" },
	{ "bpf.jit", "proc/sys/net/core/bpf_jit_enable" },
	{ "bpf.jit_harden", "proc/sys/net/core/bpf_jit_harden" },
	{ "bpf.unprivileged_disabled", "proc/sys/kernel/unprivileged_bpf_disabled" },
	{ "bpf.stats", "proc/sys/kernel/bpf_stats_enabled" },
	{ "watchdog.nmi", "proc/sys/kernel/nmi_watchdog" },
	{ "watchdog.soft", "proc/sys/kernel/soft_watchdog" },
	{ "watchdog.threshold_s", "proc/sys/kernel/watchdog_thresh" },
	{ "watchdog.cpus", "proc/sys/kernel/watchdog_cpumask" },
	{ "id.boot", "proc/sys/kernel/random/boot_id" },
	{ "now.uptime", "proc/uptime" },
	{ "now.load", "proc/loadavg" },
	{ NULL },
};

/* PSI accounts on every switch: that it runs is a condition, its numbers are not. */
static void psi(struct facts_source *s)
{
	char line[TEXT_LINE_BYTES];
	int r = text_line(s->root, "proc/pressure/cpu", line, sizeof(line));

	if (!r)
		fact_text(s, "sched.psi", "on");
	else if (r == -EOPNOTSUPP)
		fact_text(s, "sched.psi", "off");
	else
		fact_unreadable(s, "sched.psi", "proc/pressure/cpu", r);
}

static void audit(struct facts_source *s)
{
	int enabled, r = audit_enabled(s->root, &enabled);

	if (!r)
		facts_add(s->facts, "security.audit", "%d", enabled);
	else if (r == -EPROTONOSUPPORT)
		fact_text(s, "security.audit", "absent");
	else if (r == -ENODATA)
		facts_add_unknown(s->facts, "security.audit",
				  "only the live kernel says");
	else
		facts_add_unknown(s->facts, "security.audit", "netlink: %s",
				  text_reason(r));
}

static void number_or_unknown(struct facts_source *s, const char *key, long value,
			      const struct tracing *t)
{
	if (value >= 0)
		facts_add(s->facts, key, "%ld", value);
	else if (t->where)
		facts_add_unknown(s->facts, key, "not readable in %s", t->where);
	else
		facts_add_unknown(s->facts, key, "sys/kernel/tracing: %s",
				  text_reason(t->error));
}

static void tracing(struct facts_source *s)
{
	struct tracing t;

	tracing_read(s->root, &t);
	if (t.where)
		fact_text(s, "trace.tracer", t.tracer);
	else
		fact_unreadable(s, "trace.tracer", "sys/kernel/tracing/current_tracer",
				t.error);
	number_or_unknown(s, "trace.on", t.on, &t);
	number_or_unknown(s, "trace.events", t.events, &t);
	number_or_unknown(s, "trace.functions", t.functions, &t);
	number_or_unknown(s, "trace.kprobes", t.kprobes, &t);
	number_or_unknown(s, "trace.uprobes", t.uprobes, &t);
}

void facts_tuning(struct facts_source *s)
{
	fact_files(s, clock_files);
	fact_files(s, mm_files);
	fact_files(s, sched_files);
	psi(s);
	fact_files(s, security_files);
	audit(s);
	tracing(s);
	fact_files(s, other_files);
}
