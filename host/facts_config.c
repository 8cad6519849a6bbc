/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Facts kernel.config.*: the hash of the whole configuration, and one by one the options
 * known to change what a crossing costs.
 */
#include "host/facts_parts.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/*
 * The key is the lower-case name; where an option was renamed, the old name follows a
 * blank and is asked if the new one is not set, so that versions compare.
 */
static const char *const options[] = {
	/* scheduling, tick, time accounting */
	"PREEMPT_NONE",
	"PREEMPT_VOLUNTARY",
	"PREEMPT",
	"PREEMPT_LAZY",
	"PREEMPT_RT",
	"PREEMPT_DYNAMIC",
	"HZ",
	"NO_HZ_IDLE",
	"NO_HZ_FULL",
	"HZ_PERIODIC",
	"CONTEXT_TRACKING_USER",
	"CONTEXT_TRACKING_USER_FORCE CONTEXT_TRACKING_FORCE",
	"VIRT_CPU_ACCOUNTING_GEN",
	"IRQ_TIME_ACCOUNTING",
	"PREEMPT_RCU",
	"RCU_NOCB_CPU",
	"FAIR_GROUP_SCHED",
	"CFS_BANDWIDTH",
	"RT_GROUP_SCHED",
	"SCHED_AUTOGROUP",
	"SCHED_CORE",
	"SCHED_CLASS_EXT",
	"SCHED_SMT",
	"SCHED_MC",
	"SCHED_HRTICK",
	"SCHED_MM_CID",
	"RSEQ",
	"UCLAMP_TASK",
	"PSI",
	"PSI_DEFAULT_DISABLED",
	"SCHEDSTATS",
	"TASK_DELAY_ACCT",
	"NUMA_BALANCING",
	"CGROUPS",
	"MEMCG",

	/* entry and ABI */
	"SMP",
	"NR_CPUS",
	"64BIT",
	"IA32_EMULATION",
	"IA32_EMULATION_DEFAULT_DISABLED",
	"X86_X32_ABI",
	"X86_FRED",
	"X86_5LEVEL",
	"X86_PAE",
	"PARAVIRT",
	"PARAVIRT_XXL",
	"KVM_GUEST",
	"XEN_PV",
	"MODIFY_LDT_SYSCALL",
	"X86_KERNEL_IBT",
	"X86_USER_SHADOW_STACK",
	"JUMP_LABEL",
	"GENERIC_ENTRY",
	"RANDOMIZE_KSTACK_OFFSET",
	"RANDOMIZE_KSTACK_OFFSET_DEFAULT",
	"RANDOMIZE_BASE",
	"VMAP_STACK",
	"ARCH_HAS_SYSCALL_WRAPPER",

	/* mitigations; the second names are those before 6.9 */
	"CPU_MITIGATIONS SPECULATION_MITIGATIONS",
	"MITIGATION_PAGE_TABLE_ISOLATION PAGE_TABLE_ISOLATION",
	"MITIGATION_RETPOLINE RETPOLINE",
	"MITIGATION_RETHUNK RETHUNK",
	"MITIGATION_UNRET_ENTRY CPU_UNRET_ENTRY",
	"MITIGATION_IBPB_ENTRY CPU_IBPB_ENTRY",
	"MITIGATION_IBRS_ENTRY CPU_IBRS_ENTRY",
	"MITIGATION_SRSO CPU_SRSO",
	"MITIGATION_SLS SLS",
	"MITIGATION_CALL_DEPTH_TRACKING CALL_DEPTH_TRACKING",
	"MITIGATION_SPECTRE_BHI",
	"MITIGATION_ITS",
	"MITIGATION_TSA",
	"MITIGATION_VMSCAPE",
	"MITIGATION_GDS",
	"MITIGATION_RFDS",

	/* hardening */
	"STACKPROTECTOR",
	"STACKPROTECTOR_STRONG",
	"FORTIFY_SOURCE",
	"HARDENED_USERCOPY",
	"INIT_STACK_ALL_ZERO",
	"INIT_ON_ALLOC_DEFAULT_ON",
	"INIT_ON_FREE_DEFAULT_ON",
	"ZERO_CALL_USED_REGS",
	"KSTACK_ERASE GCC_PLUGIN_STACKLEAK",
	"CFI CFI_CLANG",
	"SHADOW_CALL_STACK",
	"SLAB_FREELIST_HARDENED",
	"SLAB_FREELIST_RANDOM",
	"LIST_HARDENED",
	"BUG_ON_DATA_CORRUPTION",
	"PAGE_TABLE_CHECK",

	/* security and observation hooks */
	"AUDIT",
	"AUDITSYSCALL",
	"SECCOMP",
	"SECCOMP_FILTER",
	"SECURITY",
	"SECURITY_SELINUX",
	"SECURITY_APPARMOR",
	"SECURITY_LOCKDOWN_LSM",
	"BPF_LSM",
	"LSM",
	"FTRACE",
	"FUNCTION_TRACER",
	"DYNAMIC_FTRACE",
	"FTRACE_SYSCALLS",
	"KPROBES",
	"UPROBES",
	"BPF_SYSCALL",
	"BPF_JIT",
	"BPF_JIT_ALWAYS_ON",
	"LIVEPATCH",
	"PERF_EVENTS",

	/* memory */
	"TRANSPARENT_HUGEPAGE",
	"TRANSPARENT_HUGEPAGE_ALWAYS",
	"TRANSPARENT_HUGEPAGE_MADVISE",
	"PER_VMA_LOCK",
	"LRU_GEN",
	"USERFAULTFD",
	"SLUB_TINY",
	"SLUB_CPU_PARTIAL",
	"SLAB_BUCKETS",
	"RANDOM_KMALLOC_CACHES",

	/* how it was compiled */
	"CC_VERSION_TEXT",
	"CC_OPTIMIZE_FOR_PERFORMANCE",
	"CC_OPTIMIZE_FOR_SIZE",
	"LTO_CLANG_FULL",
	"LTO_CLANG_THIN",
	"AUTOFDO_CLANG",
	"PROPELLER_CLANG",
	"FUNCTION_ALIGNMENT",
	"X86_NATIVE_CPU",
	"FRAME_POINTER",
	"UNWINDER_ORC",

	/* debugging */
	"KASAN",
	"KCSAN",
	"KMSAN",
	"KFENCE",
	"UBSAN",
	"KCOV",
	"GCOV_KERNEL",
	"LOCKDEP",
	"PROVE_LOCKING",
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
	"DEBUG_LIST",
	"DEBUG_IRQFLAGS",
	"DEBUG_STACK_USAGE",
	"SCHED_STACK_END_CHECK",
	"SLUB_DEBUG",
	"SLUB_DEBUG_ON",
	"TRACE_IRQFLAGS",
	"IRQSOFF_TRACER",
	"PREEMPT_TRACER",
	"RCU_EQS_DEBUG",
	"PROVE_RCU",
	"DEBUG_RSEQ",
	"X86_DEBUG_FPU",
};

static const char *value_of(const struct kconfig *c, const char *name, const char *old)
{
	const char *v = kconfig_get(c, name);

	return old && !strcmp(v, "n") ? kconfig_get(c, old) : v;
}

static void one(struct facts_source *s, const char *option)
{
	char name[64], key[96], *p, *old;

	snprintf(name, sizeof(name), "%s", option);
	old = strchr(name, ' ');
	if (old)
		*old++ = 0;
	snprintf(key, sizeof(key), "kernel.config.%s", name);
	for (p = key; *p; p++)
		*p = tolower((unsigned char)*p);
	if (s->config_error < 0)
		facts_add_unknown(s->facts, key, "%s%s%s", s->config_why.where,
				  *s->config_why.where ? ": " : "", s->config_why.what);
	else
		fact_text(s, key, value_of(&s->config, name, old));
}

void facts_config(struct facts_source *s)
{
	size_t i;

	if (s->config_error < 0) {
		facts_add_unknown(s->facts, "kernel.config", "%s%s%s",
				  s->config_why.where, *s->config_why.where ? ": " : "",
				  s->config_why.what);
		facts_add_unknown(s->facts, "kernel.config.source", "%s",
				  s->config_why.what);
	} else {
		facts_add(s->facts, "kernel.config", "fnv:%016llx",
			  (unsigned long long)kconfig_hash(&s->config));
		facts_add(s->facts, "kernel.config.source", "%s", s->config.source);
	}
	for (i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		one(s, options[i]);
}
