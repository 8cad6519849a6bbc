/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Facts cpu.*, mitigation.* and machine.*: the processor as the kernel sees it, what the
 * kernel does about its flaws, its frequency and idle states, and what is around it.
 */
#include "host/facts_parts.h"

#include "base/cleanup.h"
#include "base/rootfd.h"
#include "base/xalloc.h"
#include "host/fnv.h"
#include "host/machine.h"
#include "host/text.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CPU_DIR "sys/devices/system/cpu/"

/* Flags that change what an entry, a switch, a copy or a fault executes. */
static const char *const flags_that_matter[] = {
	"syscall",
	"sep",
	"fred",
	"lkgs",
	"fsgsbase",
	"pcid",
	"invpcid",
	"invlpgb",
	"la57",
	"smep",
	"smap",
	"umip",
	"pku",
	"ospke",
	"user_shstk",
	"ibt",
	"lam",
	"xsave",
	"xsaveopt",
	"xsavec",
	"xsaves",
	"avx",
	"avx2",
	"avx512f",
	"amx_tile",
	"erms",
	"fsrm",
	"fzrm",
	"fsrs",
	"rdpid",
	"rdtscp",
	"tsc",
	"constant_tsc",
	"nonstop_tsc",
	"tsc_known_freq",
	"tsc_reliable",
	"tsc_adjust",
	"arat",
	"tsc_deadline_timer",
	"x2apic",
	"pti",
	"ibrs",
	"ibrs_enhanced",
	"ibpb",
	"stibp",
	"ssbd",
	"virt_ssbd",
	"retpoline",
	"md_clear",
	"flush_l1d",
	"arch_capabilities",
	"hypervisor",
	"waitpkg",
	"mwaitx",
	"pdpe1gb",
	"nopl",
	"rdrand",
	"rdseed",
};

/* The line of flags has another name on every architecture. */
static bool flags_line(const char *block, char *buf, size_t size)
{
	static const char *const names[] = { "flags", "Features", "isa" };
	size_t i;

	for (i = 0; i < 3; i++)
		if (text_field(block, names[i], buf, size))
			return true;
	return false;
}

static void flags(struct facts_source *s, const char *block)
{
	char all[TEXT_LINE_BYTES], some[TEXT_LINE_BYTES] = "";
	size_t i, len = 0;

	if (!flags_line(block, all, sizeof(all))) {
		facts_add_unknown(s->facts, "cpu.flags", "proc/cpuinfo: no flags");
		facts_add_unknown(s->facts, "cpu.flags.hash", "proc/cpuinfo: no flags");
		return;
	}
	for (i = 0; i < sizeof(flags_that_matter) / sizeof(*flags_that_matter); i++)
		if (text_has_word(all, flags_that_matter[i]))
			len += snprintf(some + len, sizeof(some) - len, "%s%s",
					len ? " " : "", flags_that_matter[i]);
	fact_text(s, "cpu.flags", some);
	facts_add(s->facts, "cpu.flags.hash", "fnv:%016llx",
		  (unsigned long long)fnv_add(FNV_START, all, strlen(all)));
}

/* @field of the measuring CPU, or @other where the first is not there (arm64). */
static void of_block(struct facts_source *s, const char *key, const char *block,
		     const char *field, const char *other)
{
	char line[TEXT_LINE_BYTES];

	if (other && !text_field(block, field, line, sizeof(line)) &&
	    text_field(block, other, line, sizeof(line)))
		field = other;
	fact_field(s, key, block, s->cpuinfo_error, "proc/cpuinfo", field);
}

static void identity(struct facts_source *s)
{
	_cleanup_free_ char *block =
		machine_cpu_block(s->cpuinfo ? s->cpuinfo : "", s->cpu);
	char microcode[512];

	of_block(s, "cpu.vendor", block, "vendor_id", "CPU implementer");
	of_block(s, "cpu.model", block, "model name", "CPU part");
	of_block(s, "cpu.family", block, "cpu family", "CPU architecture");
	of_block(s, "cpu.model_number", block, "model", "CPU variant");
	of_block(s, "cpu.stepping", block, "stepping", "CPU revision");
	of_block(s, "cpu.bugs", block, "bugs", NULL);
	of_block(s, "cpu.address_sizes", block, "address sizes", NULL);
	of_block(s, "now.cpu_mhz", block, "cpu MHz", NULL);
	/* All CPUs: a late load that missed one is worth knowing. */
	if (s->cpuinfo &&
	    machine_distinct(s->cpuinfo, "microcode", microcode, sizeof(microcode)))
		fact_text(s, "cpu.microcode", microcode);
	else
		of_block(s, "cpu.microcode", block, "microcode", NULL);
	if (s->cpuinfo_error < 0) {
		fact_unreadable(s, "cpu.flags", "proc/cpuinfo", s->cpuinfo_error);
		fact_unreadable(s, "cpu.flags.hash", "proc/cpuinfo", s->cpuinfo_error);
	} else {
		flags(s, block);
	}
}

static void file_of_cpu(struct facts_source *s, const char *key, const char *file)
{
	char path[160];

	snprintf(path, sizeof(path), CPU_DIR "cpu%d/%s", s->cpu, file);
	fact_file(s, key, path);
}

/* "on" or "off": Intel's file says "no turbo", the others "boost". */
static void boost(struct facts_source *s)
{
	static const char no_turbo[] = CPU_DIR "intel_pstate/no_turbo";
	static const char general[] = CPU_DIR "cpufreq/boost";
	char own[96];
	long long v;

	snprintf(own, sizeof(own), CPU_DIR "cpu%d/cpufreq/boost", s->cpu);
	if (!root_read_number(s->root, no_turbo, &v))
		fact_text(s, "cpu.boost", v ? "off" : "on");
	else if (!root_read_number(s->root, own, &v) ||
		 !root_read_number(s->root, general, &v))
		fact_text(s, "cpu.boost", v ? "on" : "off");
	else
		facts_add_unknown(s->facts, "cpu.boost",
				  "neither intel_pstate/no_turbo nor cpufreq/boost");
}

/* "POLL:0,C1:2,C6:133-off": the exit latency in us of each idle state. */
static void idle_states(struct facts_source *s)
{
	char text[1024] = "", name[64], path[128];
	long long latency, off;
	size_t len = 0;
	int i, n, r = 0;

	for (i = 0; i < 16 && len < sizeof(text); i++) {
		n = snprintf(path, sizeof(path), CPU_DIR "cpu%d/cpuidle/state%d/", s->cpu,
			     i);
		snprintf(path + n, sizeof(path) - n, "name");
		r = text_line(s->root, path, name, sizeof(name));
		if (r < 0)
			break;
		snprintf(path + n, sizeof(path) - n, "latency");
		if (root_read_number(s->root, path, &latency))
			latency = -1;
		snprintf(path + n, sizeof(path) - n, "disable");
		off = !root_read_number(s->root, path, &off) && off;
		len += snprintf(text + len, sizeof(text) - len, "%s%s:%lld%s",
				i ? "," : "", name, latency, off ? "-off" : "");
	}
	if (i)
		fact_text(s, "cpu.idle.states", text);
	else
		fact_unreadable(s, "cpu.idle.states", path, r);
}

static void caches(struct facts_source *s)
{
	char text[512] = "", path[128], level[16], type[32], size[32];
	size_t len = 0;
	int i, n;

	for (i = 0; i < 8 && len < sizeof(text); i++) {
		n = snprintf(path, sizeof(path), CPU_DIR "cpu%d/cache/index%d/", s->cpu,
			     i);
		snprintf(path + n, sizeof(path) - n, "level");
		if (text_line(s->root, path, level, sizeof(level)) < 0)
			break;
		snprintf(path + n, sizeof(path) - n, "type");
		if (text_line(s->root, path, type, sizeof(type)) < 0)
			break;
		snprintf(path + n, sizeof(path) - n, "size");
		if (text_line(s->root, path, size, sizeof(size)) < 0)
			break;
		len += snprintf(text + len, sizeof(text) - len, "%sL%s%s:%s",
				i ? "," : "", level,
				*type == 'D'   ? "d"
				: *type == 'I' ? "i"
					       : "",
				size);
	}
	if (len)
		fact_text(s, "cpu.caches", text);
	else
		facts_add_unknown(s->facts, "cpu.caches", "no " CPU_DIR "cpu%d/cache",
				  s->cpu);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* File names become keys: what is not a plain name is left out. */
static bool plain_name(const char *s)
{
	return *s && strlen(s) < 64 &&
	       !s[strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789_")];
}

static void mitigations(struct facts_source *s)
{
	static const char dir_path[] = CPU_DIR "vulnerabilities";
	_cleanup_dir_ DIR *dir = NULL;
	char *names[128], key[96], path[160];
	struct dirent *d;
	size_t n = 0, i;
	int r;

	r = text_dir(s->root, dir_path, &dir);
	if (r < 0) {
		fact_unreadable(s, "mitigation.count", dir_path, r);
		return;
	}
	while (n < 128 && (d = readdir(dir)))
		if (plain_name(d->d_name))
			names[n++] = xstrdup(d->d_name);
	qsort(names, n, sizeof(*names), by_text);
	facts_add(s->facts, "mitigation.count", "%zu", n);
	for (i = 0; i < n; i++) {
		snprintf(key, sizeof(key), "mitigation.%s", names[i]);
		snprintf(path, sizeof(path), "%s/%s", dir_path, names[i]);
		fact_file(s, key, path);
		free(names[i]);
	}
}

static void hypervisor(struct facts_source *s)
{
	static const struct fact_path around[] = {
		{ "machine.hypervisor.type", "sys/hypervisor/type" },
		{ "machine.vendor", "sys/class/dmi/id/sys_vendor" },
		{ "machine.product", "sys/class/dmi/id/product_name" },
		{ "machine.board", "sys/class/dmi/id/board_name" },
		{ "machine.bios", "sys/class/dmi/id/bios_version" },
		{ "machine.numa_nodes", "sys/devices/system/node/online" },
		{ NULL },
	};

	if (s->cpuinfo_error < 0)
		fact_unreadable(s, "machine.hypervisor", "proc/cpuinfo",
				s->cpuinfo_error);
	else if (machine_virtual(s->cpuinfo) == MACHINE_UNKNOWN)
		facts_add_unknown(s->facts, "machine.hypervisor",
				  "this architecture has no flag for it");
	else
		fact_text(s, "machine.hypervisor",
			  machine_virtual(s->cpuinfo) == MACHINE_GUEST ? "yes" : "no");
	fact_files(s, around);
}

static void memory_size(struct facts_source *s)
{
	static const char path[] = "proc/meminfo";
	_cleanup_free_ char *text = NULL;
	int r = text_file(s->root, path, &text);

	fact_field(s, "machine.memory", text, r, path, "MemTotal");
	fact_field(s, "mm.huge_pages", text, r, path, "HugePages_Total");
	fact_field(s, "mm.swap", text, r, path, "SwapTotal");
	fact_field(s, "now.memory_available", text, r, path, "MemAvailable");
}

void facts_cpu(struct facts_source *s)
{
	static const struct fact_path all_cpus[] = {
		{ "cpu.online", CPU_DIR "online" },
		{ "cpu.possible", CPU_DIR "possible" },
		{ "cpu.isolated", CPU_DIR "isolated" },
		{ "cpu.nohz_full", CPU_DIR "nohz_full" },
		{ "cpu.smt.control", CPU_DIR "smt/control" },
		{ "cpu.smt.active", CPU_DIR "smt/active" },
		{ "cpu.pstate", CPU_DIR "intel_pstate/status" },
		{ "cpu.amd_pstate", CPU_DIR "amd_pstate/status" },
		{ "cpu.idle.driver", CPU_DIR "cpuidle/current_driver" },
		{ "cpu.idle.governor", CPU_DIR "cpuidle/current_governor" },
		{ "cpu.idle.haltpoll_ns",
		  "sys/module/haltpoll/parameters/guest_halt_poll_ns" },
		{ "cpu.umwait_c02", CPU_DIR "umwait_control/enable_c02" },
		{ NULL },
	};

	identity(s);
	fact_files(s, all_cpus);
	file_of_cpu(s, "cpu.siblings", "topology/thread_siblings_list");
	caches(s);
	file_of_cpu(s, "cpu.freq.driver", "cpufreq/scaling_driver");
	file_of_cpu(s, "cpu.governor", "cpufreq/scaling_governor");
	file_of_cpu(s, "cpu.freq.min_khz", "cpufreq/scaling_min_freq");
	file_of_cpu(s, "cpu.freq.max_khz", "cpufreq/scaling_max_freq");
	file_of_cpu(s, "cpu.freq.hardware_max_khz", "cpufreq/cpuinfo_max_freq");
	file_of_cpu(s, "cpu.freq.base_khz", "cpufreq/base_frequency");
	file_of_cpu(s, "cpu.freq.preference", "cpufreq/energy_performance_preference");
	file_of_cpu(s, "now.cpu_freq_khz", "cpufreq/scaling_cur_freq");
	boost(s);
	idle_states(s);
	mitigations(s);
	hypervisor(s);
	memory_size(s);
}
