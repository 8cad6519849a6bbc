/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See interference.h. Interrupts are counted in irq.c. */
#include "host/interference.h"

#include "base/cleanup.h"
#include "base/rootfd.h"
#include "host/irq.h"
#include "host/text.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

const struct interference_item interference_items[INTERFERENCE_COUNT] = {
	[INTERFERENCE_TICKS] = { "cpu.ticks", "ticks", true,
				 "time passed on the measuring CPU" },
	[INTERFERENCE_BUSY] = { "cpu.busy", "ticks", true,
				"time it was not idle, measuring included" },
	[INTERFERENCE_STEAL] = { "cpu.steal", "ticks", true,
				 "time the hypervisor ran something else on it" },
	[INTERFERENCE_TICKS_ALL] = { "all.ticks", "ticks", true,
				     "time passed on all CPUs" },
	[INTERFERENCE_BUSY_ALL] = { "all.busy", "ticks", true,
				    "time they were not idle" },
	[INTERFERENCE_STEAL_ALL] = { "all.steal", "ticks", true, "stolen from all CPUs" },
	[INTERFERENCE_SWITCHES_ALL] = { "all.switches", "count", true,
					"context switches on all CPUs" },
	[INTERFERENCE_FORKS_ALL] = { "all.forks", "count", true,
				     "processes and threads created" },
	[INTERFERENCE_IRQ_TIMER] = { "irq.timer", "count", true,
				     "timer interrupts on the measuring CPU" },
	[INTERFERENCE_IRQ_DEVICE] = { "irq.device", "count", true,
				      "device interrupts on it" },
	[INTERFERENCE_IRQ_IPI] = { "irq.ipi", "count", true,
				   "reschedule, function call and TLB interrupts on it" },
	[INTERFERENCE_IRQ_NMI] = { "irq.nmi", "count", true,
				   "NMIs on it (watchdog, perf, SMIs not among them)" },
	[INTERFERENCE_IRQ_THERMAL] = { "irq.thermal", "count", true,
				       "thermal and machine check events on it" },
	[INTERFERENCE_IRQ_OTHER] = { "irq.other", "count", true,
				     "other interrupts on it" },
	[INTERFERENCE_SOFTIRQ] = { "softirq", "count", true, "softirqs run on it" },
	[INTERFERENCE_THROTTLE_CORE] = { "throttle.core", "count", true,
					 "times its core was throttled" },
	[INTERFERENCE_THROTTLE_PACKAGE] = { "throttle.package", "count", true,
					    "times its package was throttled" },
	[INTERFERENCE_PSI_CPU] = { "psi.cpu", "us", true, "some task waited for a CPU" },
	[INTERFERENCE_PSI_MEMORY] = { "psi.memory", "us", true,
				      "some task waited for memory" },
	[INTERFERENCE_PSI_IO] = { "psi.io", "us", true, "some task waited for I/O" },
	[INTERFERENCE_MAJOR_FAULTS_ALL] = { "all.major-faults", "count", true,
					    "page faults that read from a device" },
	[INTERFERENCE_SWAPPED_ALL] = { "all.swapped", "count", true,
				       "pages swapped in or out" },
	[INTERFERENCE_RUNNABLE] = { "runnable", "tasks", false,
				    "tasks running or ready" },
	[INTERFERENCE_FREQ] = { "cpu.freq", "kHz", false, "frequency as cpufreq has it" },
	[INTERFERENCE_TEMPERATURE] = { "temperature", "millidegrees C", false,
				       "the hottest thermal zone" },
};

static long long sum(long long a, long long b)
{
	return __builtin_add_overflow(a, b, &a) ? LLONG_MAX : a;
}

/* "cpuN user nice system idle iowait irq softirq steal ...": @first is its TICKS. */
static void stat_cpu(struct interference *now, const char *p, enum interference_id first)
{
	long long v, ticks = 0, busy = 0, steal = INTERFERENCE_UNKNOWN;
	int i;

	for (i = 0; i < 8; i++) {
		v = text_count(p, &p);
		if (v < 0)
			break;
		ticks = sum(ticks, v);
		if (i == 7)
			steal = v;
		else if (i != 3 && i != 4) /* idle, iowait */
			busy = sum(busy, v);
	}
	if (i < 4)
		return;
	now->value[first] = ticks;
	now->value[first + 1] = busy;
	now->value[first + 2] = steal;
}

static const char *rest(const char *line, const char *word)
{
	size_t n = strlen(word);

	return !strncmp(line, word, n) && line[n] == ' ' ? line + n : NULL;
}

static void set(struct interference *now, enum interference_id id, const char *p)
{
	long long v = text_count(p, NULL);

	if (v >= 0)
		now->value[id] = v;
}

static void take_stat(int root, struct interference *now)
{
	_cleanup_free_ char *text = NULL;
	char cpu[24];
	char *line, *save;
	const char *p;

	if (text_file(root, "proc/stat", &text) < 0)
		return;
	snprintf(cpu, sizeof(cpu), "cpu%d", now->cpu);
	for (line = strtok_r(text, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save)) {
		if ((p = rest(line, cpu)))
			stat_cpu(now, p, INTERFERENCE_TICKS);
		else if ((p = rest(line, "cpu")))
			stat_cpu(now, p, INTERFERENCE_TICKS_ALL);
		else if ((p = rest(line, "ctxt")))
			set(now, INTERFERENCE_SWITCHES_ALL, p);
		else if ((p = rest(line, "processes")))
			set(now, INTERFERENCE_FORKS_ALL, p);
		else if ((p = rest(line, "procs_running")))
			set(now, INTERFERENCE_RUNNABLE, p);
	}
}

static void take_vmstat(int root, struct interference *now)
{
	_cleanup_free_ char *text = NULL;
	long long in = -1, out = -1;
	char *line, *save;
	const char *p;

	if (text_file(root, "proc/vmstat", &text) < 0)
		return;
	for (line = strtok_r(text, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save)) {
		if ((p = rest(line, "pgmajfault")))
			set(now, INTERFERENCE_MAJOR_FAULTS_ALL, p);
		else if ((p = rest(line, "pswpin")))
			in = text_count(p, NULL);
		else if ((p = rest(line, "pswpout")))
			out = text_count(p, NULL);
	}
	if (in >= 0 && out >= 0)
		now->value[INTERFERENCE_SWAPPED_ALL] = sum(in, out);
}

/* "some avg10=0.00 avg60=0.00 avg300=0.00 total=12345" */
static void take_psi(int root, const char *path, long long *value)
{
	_cleanup_free_ char *text = NULL;
	const char *p;
	long long v;

	if (text_file(root, path, &text) < 0 || strncmp(text, "some ", 5))
		return;
	p = strstr(text, "total=");
	if (p && (v = text_count(p + 6, NULL)) >= 0)
		*value = v;
}

static void take_number(int root, const char *path, long long *value)
{
	long long v;

	/* Below zero only a temperature can be, and no counter is LLONG_MIN. */
	if (root_read_number(root, path, &v) == 0 && v != INTERFERENCE_UNKNOWN)
		*value = v;
}

static void take_of_cpu(int root, struct interference *now, const char *file,
			enum interference_id id)
{
	char path[128];

	snprintf(path, sizeof(path), "sys/devices/system/cpu/cpu%d/%s", now->cpu, file);
	take_number(root, path, &now->value[id]);
}

static void take_temperature(int root, struct interference *now)
{
	long long hottest = INTERFERENCE_UNKNOWN, v;
	char path[64];
	int i;

	for (i = 0; i < 64; i++) {
		v = INTERFERENCE_UNKNOWN;
		snprintf(path, sizeof(path), "sys/class/thermal/thermal_zone%d/temp", i);
		take_number(root, path, &v);
		if (v == INTERFERENCE_UNKNOWN)
			break;
		if (v > hottest)
			hottest = v;
	}
	now->value[INTERFERENCE_TEMPERATURE] = hottest;
}

static void take_interrupts(int root, struct interference *now)
{
	struct irq_counts irq;

	if (irq_count(root, now->cpu, &irq) == 0) {
		now->value[INTERFERENCE_IRQ_TIMER] = irq.timer;
		now->value[INTERFERENCE_IRQ_DEVICE] = irq.device;
		now->value[INTERFERENCE_IRQ_IPI] = irq.ipi;
		now->value[INTERFERENCE_IRQ_NMI] = irq.nmi;
		now->value[INTERFERENCE_IRQ_THERMAL] = irq.thermal;
		now->value[INTERFERENCE_IRQ_OTHER] = irq.other;
	}
	irq_count_soft(root, now->cpu, &now->value[INTERFERENCE_SOFTIRQ]);
}

void interference_take(int root, int cpu, struct interference *ret_now)
{
	struct interference *now = ret_now;
	struct timespec t;
	int i;

	*now = (struct interference){ .cpu = cpu };
	for (i = 0; i < INTERFERENCE_COUNT; i++)
		now->value[i] = INTERFERENCE_UNKNOWN;
	clock_gettime(CLOCK_MONOTONIC, &t);
	now->at_ns = t.tv_sec * 1000000000LL + t.tv_nsec;
	take_stat(root, now);
	take_vmstat(root, now);
	take_interrupts(root, now);
	take_psi(root, "proc/pressure/cpu", &now->value[INTERFERENCE_PSI_CPU]);
	take_psi(root, "proc/pressure/memory", &now->value[INTERFERENCE_PSI_MEMORY]);
	take_psi(root, "proc/pressure/io", &now->value[INTERFERENCE_PSI_IO]);
	take_of_cpu(root, now, "thermal_throttle/core_throttle_count",
		    INTERFERENCE_THROTTLE_CORE);
	take_of_cpu(root, now, "thermal_throttle/package_throttle_count",
		    INTERFERENCE_THROTTLE_PACKAGE);
	take_of_cpu(root, now, "cpufreq/scaling_cur_freq", INTERFERENCE_FREQ);
	take_temperature(root, now);
	text_line(root, "sys/devices/system/clocksource/clocksource0/current_clocksource",
		  now->clocksource, sizeof(now->clocksource));
}

void interference_diff(const struct interference *before,
		       const struct interference *after,
		       struct interference_change *ret_change)
{
	struct interference_change c = { 0 };
	long long a, b, d;
	int i;

	c.elapsed_ns = after->at_ns - before->at_ns;
	for (i = 0; i < INTERFERENCE_COUNT; i++) {
		a = before->value[i];
		b = after->value[i];
		c.delta[i] = INTERFERENCE_UNKNOWN;
		if (a == INTERFERENCE_UNKNOWN || b == INTERFERENCE_UNKNOWN ||
		    (interference_items[i].counter && b < a))
			continue;
		if (!__builtin_sub_overflow(b, a, &d))
			c.delta[i] = d;
	}
	c.clocksource_changed = before->clocksource[0] && after->clocksource[0] &&
				strcmp(before->clocksource, after->clocksource);
	*ret_change = c;
}
