/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks of the processor: frequency, idle, siblings, isolation, clock, what is below. */
#include "host/doctor_parts.h"

#include "base/rootfd.h"
#include "host/cmdline.h"
#include "host/text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define CPU_DIR "sys/devices/system/cpu/"

static bool guest(const struct doctor_ctx *c)
{
	return c->virtual == MACHINE_GUEST;
}

static void governor(const struct doctor_ctx *c, struct doctor_finding *f)
{
	char path[96], name[64];
	long long min = -1, max = -2;
	int n = snprintf(path, sizeof(path), CPU_DIR "cpu%d/cpufreq/", c->cpus->measure);

	snprintf(path + n, sizeof(path) - n, "scaling_governor");
	if (!doctor_line(c, f, path, name, sizeof(name))) {
		if (guest(c))
			doctor_hidden(f, "no cpufreq in this guest: the host decides");
		return;
	}
	snprintf(path + n, sizeof(path) - n, "scaling_min_freq");
	root_read_number(c->root, path, &min);
	snprintf(path + n, sizeof(path) - n, "scaling_max_freq");
	root_read_number(c->root, path, &max);
	if (min == max)
		doctor_good(f, "%s, pinned at %lld kHz", name, min);
	else if (!strcmp(name, "performance"))
		doctor_good(f, "performance");
	else if (max > 0)
		doctor_bad(f, "%s, %lld to %lld kHz", name, min, max);
	else
		doctor_bad(f, "%s", name);
}

static void turbo(const struct doctor_ctx *c, struct doctor_finding *f)
{
	static const char no_turbo[] = CPU_DIR "intel_pstate/no_turbo";
	char own[96];
	const char *boost = own;
	long long v;

	if (!root_read_number(c->root, no_turbo, &v)) {
		(v ? doctor_good : doctor_bad)(f, "turbo is %s (intel_pstate)",
					       v ? "off" : "on");
		doctor_fix(f, "echo 1 > /%s", no_turbo);
		return;
	}
	snprintf(own, sizeof(own), CPU_DIR "cpu%d/cpufreq/boost", c->cpus->measure);
	if (root_read_number(c->root, own, &v)) {
		boost = CPU_DIR "cpufreq/boost";
		if (root_read_number(c->root, boost, &v)) {
			doctor_hidden(f, "no intel_pstate/no_turbo, no cpufreq/boost%s",
				      guest(c) ? ": the host decides" : "");
			return;
		}
	}
	(v ? doctor_bad : doctor_good)(f, "boost is %s", v ? "on" : "off");
	doctor_fix(f, "echo 0 > /%s", boost);
}

/* The longest exit latency of a state that is not disabled; states seen, 0 for none. */
static int deepest(const struct doctor_ctx *c, long long *ret_us, char *name, size_t size)
{
	char path[96], this[64];
	long long us, off;
	int i, n;

	*ret_us = -1;
	for (i = 0; i < 16; i++) {
		n = snprintf(path, sizeof(path), CPU_DIR "cpu%d/cpuidle/state%d/",
			     c->cpus->measure, i);
		snprintf(path + n, sizeof(path) - n, "latency");
		if (root_read_number(c->root, path, &us) < 0)
			break;
		snprintf(path + n, sizeof(path) - n, "disable");
		if (!root_read_number(c->root, path, &off) && off)
			continue;
		snprintf(path + n, sizeof(path) - n, "name");
		if (text_line(c->root, path, this, sizeof(this)) < 0)
			snprintf(this, sizeof(this), "state%d", i);
		if (us > *ret_us) {
			*ret_us = us;
			snprintf(name, size, "%s", this);
		}
	}
	return i;
}

static void idle(const struct doctor_ctx *c, struct doctor_finding *f)
{
	char driver[64] = "", name[64] = "", value[64];
	long long us;

	if (c->cmdline && cmdline_get(c->cmdline, "idle", value, sizeof(value)) &&
	    !strcmp(value, "poll")) {
		doctor_good(f, "idle=poll");
		return;
	}
	text_line(c->root, CPU_DIR "cpuidle/current_driver", driver, sizeof(driver));
	if (!deepest(c, &us, name, sizeof(name)))
		doctor_hidden(f, "no cpuidle states%s",
			      guest(c) ? ": idle is HLT, the host decides how deep" : "");
	else if (us > 2)
		doctor_bad(f, "%s: up to %s, %lld us to leave", driver, name, us);
	else if (guest(c) && us > 0)
		doctor_hidden(f, "%s: %s leaves to the host, which decides how deep",
			      driver, name);
	else
		doctor_good(f, "%s: no deeper than %s, %lld us to leave", driver, name,
			    us);
}

static void smt(const struct doctor_ctx *c, struct doctor_finding *f)
{
	int cpu = c->cpus->measure;
	struct cpumask siblings, own = { 0 };
	char path[96], list[64];

	snprintf(path, sizeof(path), CPU_DIR "cpu%d/topology/thread_siblings_list", cpu);
	if (!doctor_mask(c, f, path, &siblings))
		return;
	cpumask_add(&own, cpu);
	cpumask_andnot(&siblings, &own);
	cpumask_format(&siblings, list, sizeof(list));
	if (cpumask_first(&siblings) >= 0) {
		doctor_bad(f, "CPU %d shares its core with CPU %s", cpu, list);
		doctor_fix(f, "echo 0 > /" CPU_DIR "cpu%d/online",
			   cpumask_first(&siblings));
	} else if (c->virtual == MACHINE_METAL) {
		doctor_good(f, "CPU %d has its core to itself", cpu);
	} else {
		doctor_hidden(
			f, "none to see; what else a hypervisor puts on the core is not");
	}
}

/* "a tick in 1 of 40 batches of 100 us", where the configuration tells HZ. */
static const char *tick_share(const struct doctor_ctx *c, char *buf, size_t size)
{
	long long hz =
		c->config_known ? text_count(kconfig_get(&c->config, "HZ"), NULL) : 0;

	*buf = 0;
	if (hz > 0 && hz <= 10000)
		snprintf(buf, size, "; at HZ=%lld one batch of 100 us in %lld has a tick",
			 hz, 10000 / hz);
	return buf;
}

static void isolation(const struct doctor_ctx *c, struct doctor_finding *f)
{
	int cpu = c->cpus->measure;
	struct cpumask isolated;
	char tick[80];

	/* Already merged with the partitions of cpuset; but it must have been readable.
	 */
	if (c->cpus->isolated) {
		doctor_good(f, "CPU %d is isolated", cpu);
		return;
	}
	if (!doctor_mask(c, f, CPU_DIR "isolated", &isolated))
		return;
	doctor_bad(f, "CPU %d is not isolated%s", cpu, tick_share(c, tick, sizeof(tick)));
	if (cpumask_count(&c->cpus->online) > 1)
		doctor_fix(f, "boot with isolcpus=managed_irq,domain,%d rcu_nocbs=%d",
			   cpu, cpu);
}

static void context_tracking(const struct doctor_ctx *c, struct doctor_finding *f)
{
	static const char path[] = CPU_DIR "nohz_full";
	char list[TEXT_LINE_BYTES];
	struct cpumask mask = { 0 };

	if (c->config_known &&
	    (!strcmp(kconfig_get(&c->config, "CONTEXT_TRACKING_USER_FORCE"), "y") ||
	     !strcmp(kconfig_get(&c->config, "CONTEXT_TRACKING_FORCE"), "y"))) {
		doctor_bad(f, "forced on every CPU (CONTEXT_TRACKING_USER_FORCE=y)");
		doctor_fix(f, "build with CONTEXT_TRACKING_USER_FORCE=n");
		return;
	}
	if (!doctor_line(c, f, path, list, sizeof(list))) {
		if (doctor_not_built(c, "NO_HZ_FULL"))
			doctor_good(f, "NO_HZ_FULL is not built in");
		return;
	}
	/* What the kernel prints for a mask it never allocated. */
	if (strcmp(list, "(null)") && cpumask_parse(list, &mask) < 0)
		doctor_hidden(f, "%s: not a list of CPUs", path);
	else if (cpumask_has(&mask, c->cpus->measure))
		doctor_bad(f, "CPU %d is in nohz_full=%s", c->cpus->measure, list);
	else
		doctor_good(f, "CPU %d is not in nohz_full", c->cpus->measure);
}

static void clock_source(const struct doctor_ctx *c, struct doctor_finding *f)
{
#define CLOCK_DIR "sys/devices/system/clocksource/clocksource0/"
	static const char current[] = CLOCK_DIR "current_clocksource";
	char name[64], available[256] = "";

	if (!doctor_line(c, f, current, name, sizeof(name)))
		return;
	text_line(c->root, CLOCK_DIR "available_clocksource", available,
		  sizeof(available));
	if (c->change.clocksource_changed)
		doctor_bad(f, "changed from %s to %s while looking",
			   c->before->clocksource, c->after->clocksource);
	else if (text_has_word("tsc arch_sys_counter riscv_clocksource", name))
		doctor_good(f, "%s", name);
	else if (text_has_word(available, "tsc"))
		doctor_bad(f, "%s, though tsc is available", name);
	else
		doctor_bad(f, "%s; available: %s", name, available);
	if (text_has_word(available, "tsc"))
		doctor_fix(f, "echo tsc > /%s", current);
#undef CLOCK_DIR
}

static void hypervisor(const struct doctor_ctx *c, struct doctor_finding *f)
{
	char vendor[64] = "", product[64] = "";

	if (!c->cpuinfo) {
		doctor_hidden(f, "proc/cpuinfo is not readable");
		return;
	}
	if (text_line(c->root, "sys/class/dmi/id/sys_vendor", vendor, sizeof(vendor)) < 0)
		text_line(c->root, "sys/hypervisor/type", vendor, sizeof(vendor));
	text_line(c->root, "sys/class/dmi/id/product_name", product, sizeof(product));
	if (c->virtual == MACHINE_METAL)
		doctor_good(f, "none: CPUID has no hypervisor bit");
	else if (c->virtual == MACHINE_UNKNOWN)
		doctor_hidden(f, "this architecture has no flag for it");
	else if (*vendor || *product)
		doctor_bad(f, "a guest of %s %s", vendor, product);
	else
		doctor_bad(f, "a guest (CPUID hypervisor bit); of what is not visible");
}

static void microcode(const struct doctor_ctx *c, struct doctor_finding *f)
{
	char revisions[256], old[128] = "";

	if (!c->cpuinfo) {
		doctor_hidden(f, "proc/cpuinfo is not readable");
		return;
	}
	if (!machine_distinct(c->cpuinfo, "microcode", revisions, sizeof(revisions))) {
		doctor_hidden(f, "proc/cpuinfo has no revision");
		return;
	}
	text_line(c->root, CPU_DIR "vulnerabilities/old_microcode", old, sizeof(old));
	if (strchr(revisions, ','))
		doctor_bad(f, "CPUs differ: %s", revisions);
	else if (!strncmp(old, "Vulnerable", 10))
		doctor_bad(f, "%s is older than the kernel knows of", revisions);
	else if (c->virtual != MACHINE_METAL)
		doctor_hidden(f, "%s, as the hypervisor tells it", revisions);
	else
		doctor_good(f, "%s on every CPU", revisions);
}

const struct doctor_check doctor_cpu_checks[] = {
	{ "governor", "frequency governor",
	  "the clock ramps with load: first batches cost more ns than later ones",
	  "cpupower frequency-set -g performance", governor },
	{ "turbo", "turbo",
	  "the clock depends on how many cores are busy and how hot: ns move, cycles do "
	  "not",
	  "", turbo },
	{ "idle", "idle states",
	  "wake-ups of another CPU (ctx.*.other-cpu, signal.thread) include leaving the "
	  "state",
	  "cpupower idle-set -D 2", idle },
	{ "smt", "SMT sibling",
	  "a busy sibling takes up to half the core; waking and idling it repartitions "
	  "buffers",
	  "", smt },
	{ "isolation", "isolation of the measuring CPU",
	  "the tick, kthreads and any task the balancer moves there run inside batches",
	  "", isolation },
	{ "context-tracking", "context tracking (nohz_full)",
	  "every entry and exit also accounts user and kernel time: a longer path than "
	  "without",
	  "boot without nohz_full= for this CPU; isolcpus= is enough", context_tracking },
	{ "clocksource", "clock source",
	  "clock_gettime leaves the vDSO or takes a longer path, and drifts against the "
	  "TSC",
	  "boot with clocksource=tsc tsc=reliable, if the TSC is", clock_source },
	{ "hypervisor", "hypervisor",
	  "exits for timers, IPIs and page tables cost what the host makes them; the "
	  "host's "
	  "load is not visible",
	  "measure on bare metal, or compare only on this host", hypervisor },
	{ "microcode", "microcode",
	  "revisions change what VERW, IBPB, SYSCALL and the like cost: compare only "
	  "equals",
	  "install the newest microcode package and reboot", microcode },
	{ NULL },
};
