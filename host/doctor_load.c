/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks of what else the machine is doing right now. */
#include "host/doctor_parts.h"

#include "base/cleanup.h"
#include "host/irq.h"
#include "host/text.h"

#include <stdio.h>
#include <string.h>

static long long delta(const struct doctor_ctx *c, enum interference_id id)
{
	return c->change.delta[id];
}

/* @part of @whole in percent; -1 if either is unknown or no tick has passed. */
static int pct(long long part, long long whole)
{
	if (part < 0 || whole <= 0)
		return -1;
	return (double)part * 100 / (double)whole + 0.5;
}

static double elapsed_s(const struct doctor_ctx *c)
{
	return (double)c->change.elapsed_ns / 1e9;
}

/* Busy share of all CPUs but the measuring one, which cpu-load looks at. */
static int others_busy_pct(const struct doctor_ctx *c)
{
	long long busy = delta(c, INTERFERENCE_BUSY),
		  ticks = delta(c, INTERFERENCE_TICKS);

	if (busy < 0 || ticks < 0 || delta(c, INTERFERENCE_TICKS_ALL) < 0)
		return -1;
	return pct(delta(c, INTERFERENCE_BUSY_ALL) - busy,
		   delta(c, INTERFERENCE_TICKS_ALL) - ticks);
}

static void machine_load(const struct doctor_ctx *c, struct doctor_finding *f)
{
	int busy = others_busy_pct(c);
	char line[128], average[64] = "";
	long long load = -1;

	if (doctor_line(c, f, "proc/loadavg", line, sizeof(line))) {
		load = text_hundredths(line);
		if (load < 0)
			doctor_hidden(f, "proc/loadavg: not a number");
		else
			snprintf(average, sizeof(average), "load average %lld.%02lld",
				 load / 100, load % 100);
	}
	if (busy >= 0)
		(busy >= 10 ? doctor_bad
			    : doctor_good)(f, "the other CPUs are %d%% busy%s%s", busy,
					   *average ? "; " : "", average);
	else if (load >= 0)
		(load >= 50 ? doctor_bad : doctor_good)(f, "%s over the last minute",
							average);
}

static void cpu_load(const struct doctor_ctx *c, struct doctor_finding *f)
{
	int busy = pct(delta(c, INTERFERENCE_BUSY), delta(c, INTERFERENCE_TICKS));
	int cpu = c->cpus->measure;

	if (c->before->value[INTERFERENCE_TICKS] == INTERFERENCE_UNKNOWN) {
		doctor_hidden(f, "proc/stat: nothing about CPU %d", cpu);
	} else if (busy < 0) {
		doctor_hidden(f, "no clock tick between the two looks at CPU %d", cpu);
	} else if (busy < 10) {
		doctor_good(f, "CPU %d is %d%% busy over %.1f s", cpu, busy,
			    elapsed_s(c));
	} else {
		doctor_bad(f, "CPU %d is %d%% busy over %.1f s", cpu, busy, elapsed_s(c));
		if (c->cpus->other >= 0 && others_busy_pct(c) < 10)
			doctor_fix(f, "ktoll run --cpu %d   # or stop what runs there",
				   c->cpus->other);
	}
}

static void steal(const struct doctor_ctx *c, struct doctor_finding *f)
{
	long long ever = c->after->value[INTERFERENCE_STEAL];
	int now = pct(delta(c, INTERFERENCE_STEAL), delta(c, INTERFERENCE_TICKS));
	int share = pct(ever, c->after->value[INTERFERENCE_TICKS]);

	if (c->virtual == MACHINE_METAL)
		doctor_good(f, "no hypervisor to steal time");
	else if (ever == INTERFERENCE_UNKNOWN)
		doctor_hidden(f, "proc/stat: no steal time of CPU %d", c->cpus->measure);
	else if (now > 0)
		doctor_bad(f, "%d%% stolen in the last %.1f s, %d%% since boot", now,
			   elapsed_s(c), share);
	else if (!ever)
		doctor_hidden(f, "0 since boot: this hypervisor may not report it");
	else if (now < 0)
		doctor_hidden(f, "%d%% since boot; no tick between the two looks", share);
	else
		doctor_good(f, "none in the last %.1f s, %d%% since boot", elapsed_s(c),
			    share);
}

/* Without PSI: how much could be had without reclaim. */
static void memory_left(const struct doctor_ctx *c, struct doctor_finding *f)
{
	_cleanup_free_ char *text = NULL;
	long long left = -1, all = -1;
	char value[64];
	int r;

	r = text_file(c->root, "proc/meminfo", &text);
	if (r < 0) {
		doctor_unreadable(f, "proc/meminfo", r);
		return;
	}
	if (text_field(text, "MemAvailable", value, sizeof(value)))
		left = text_count(value, NULL);
	if (text_field(text, "MemTotal", value, sizeof(value)))
		all = text_count(value, NULL);
	if (pct(left, all) < 0)
		doctor_hidden(f, "no PSI, and proc/meminfo has no MemAvailable");
	else if (pct(left, all) < 10)
		doctor_bad(f, "%lld of %lld MiB available; no PSI", left / 1024,
			   all / 1024);
	else
		doctor_good(f, "%lld of %lld MiB available; no PSI", left / 1024,
			    all / 1024);
}

static void memory_pressure(const struct doctor_ctx *c, struct doctor_finding *f)
{
	_cleanup_free_ char *text = NULL;
	const char *avg;
	long long stalled;

	if (text_file(c->root, "proc/pressure/memory", &text) < 0 ||
	    strncmp(text, "some ", 5) || !(avg = strstr(text, "avg10=")) ||
	    (stalled = text_hundredths(avg + 6)) < 0) {
		memory_left(c, f);
		return;
	}
	(stalled < 10 ? doctor_good : doctor_bad)(
		f, "PSI: some task stalled %lld.%02lld%% of the last 10 s", stalled / 100,
		stalled % 100);
}

/* Every CPU but the measuring one, as a list for smp_affinity_list. */
static char *elsewhere(const struct doctor_ctx *c, char *buf, size_t size)
{
	struct cpumask m = c->cpus->online, own = { 0 };

	cpumask_add(&own, c->cpus->measure);
	cpumask_andnot(&m, &own);
	return cpumask_format(&m, buf, size);
}

static void device_interrupts(const struct doctor_ctx *c, struct doctor_finding *f)
{
	long long came = delta(c, INTERFERENCE_IRQ_DEVICE);
	char numbers[80], cpus[60], arrived[60] = "";
	int n, r, cpu = c->cpus->measure;

	if (came >= 0)
		snprintf(arrived, sizeof(arrived), "; %lld arrived in %.1f s", came,
			 elapsed_s(c));
	r = irq_routed(c->root, cpu, &n, numbers, sizeof(numbers));
	if (r < 0 && came > 0)
		doctor_bad(f, "%lld device interrupts in %.1f s; proc/irq: %s", came,
			   elapsed_s(c), text_reason(r));
	else if (r < 0)
		doctor_unreadable(f, "proc/irq", r);
	else if (!n && came <= 0)
		doctor_good(f, "none is routed to CPU %d%s", cpu, arrived);
	else
		doctor_bad(f, "routed to CPU %d: %d (IRQ %s)%s", cpu, n, numbers,
			   arrived);
	if (f->state == DOCTOR_BAD && *elsewhere(c, cpus, sizeof(cpus)) &&
	    !strstr(cpus, "..."))
		doctor_fix(f,
			   "systemctl stop irqbalance; echo %s | "
			   "tee /proc/irq/*/smp_affinity_list",
			   cpus);
}

static void throttling(const struct doctor_ctx *c, struct doctor_finding *f)
{
	long long core = delta(c, INTERFERENCE_THROTTLE_CORE);
	long long package = delta(c, INTERFERENCE_THROTTLE_PACKAGE);
	long long ever;

	if (core == INTERFERENCE_UNKNOWN || package == INTERFERENCE_UNKNOWN) {
		doctor_hidden(f, "no thermal_throttle counters%s",
			      c->virtual == MACHINE_GUEST ? ": the host has them" : "");
		return;
	}
	ever = c->after->value[INTERFERENCE_THROTTLE_PACKAGE];
	if (core || package)
		doctor_bad(f, "core throttled %lld times, package %lld, in %.1f s", core,
			   package, elapsed_s(c));
	else
		doctor_good(f, "none in the last %.1f s, %lld of the package since boot",
			    elapsed_s(c), ever);
}

const struct doctor_check doctor_load_checks[] = {
	{ "machine-load", "load on the machine",
	  "others share caches, memory bandwidth and the power budget: medians and tails "
	  "rise, low quantiles less",
	  "top -b -n 1 -o %CPU | head -20   # then stop what runs", machine_load },
	{ "cpu-load", "load on the measuring CPU",
	  "each preemption spoils a batch and leaves caches and TLB cold for the next",
	  "ps -eLo psr,pcpu,comm --sort=-pcpu | head   # then stop what runs", cpu_load },
	{ "steal", "steal time",
	  "the hypervisor runs something else meanwhile: whole batches stretch",
	  "on the host: pin each vCPU to a CPU of its own", steal },
	{ "memory-pressure", "memory pressure",
	  "reclaim runs inside the fault, fork and mmap paths that are timed",
	  "ps aux --sort=-rss | head   # then stop what is large", memory_pressure },
	{ "device-irqs", "device interrupts on the measuring CPU",
	  "an interrupt, its softirqs and the wake-ups that follow fall into a batch", "",
	  device_interrupts },
	{ "throttling", "thermal throttling",
	  "the clock is cut as the machine warms up: the same path costs more ns later",
	  "cpupower frequency-set -u FREQ   # below what heat allows", throttling },
	{ NULL },
};
