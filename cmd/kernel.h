/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options about kernels in QEMU, and the boots of an arm as the commands run them. */
#ifndef CMD_KERNEL_H
#define CMD_KERNEL_H

#include "cmd/experiment.h"
#include "cmd/options.h"
#include "lab/boot.h"

#define KERNEL_MODULES 8 /* as many as the guest's init looks for */

struct kernel_options {
	const char *cpu_model, *append;
	const char *modules[KERNEL_MODULES + 1]; /* NULL behind the last one */
	size_t n_modules;
	uint64_t mem_mb, boots; /* 0: the default */
	int accel;              /* enum vm_accel; -1: KVM where usable, else counting */
	bool exact;
	bool path;     /* with profiles, for which each workload has a boot of its own */
	bool unpinned; /* vCPUs that cannot be pinned are no error */
	const struct events *events; /* to count in the guest; NULL: none */
};

enum {
	OPT_KERNEL = OPT_MEASURE_OWN + 100,
	OPT_APPEND,
	OPT_CPU_MODEL,
	OPT_MEM,
	OPT_BOOTS,
	OPT_ACCEL,
	OPT_EXACT,
	OPT_PATH,
	OPT_MODULE,
	OPT_UNPINNED,
	OPT_KERNEL_A,
	OPT_KERNEL_B,
	OPT_APPEND_A,
	OPT_APPEND_B,
};

#define KERNEL_LONGS                                             \
	{ "cpu-model", required_argument, NULL, OPT_CPU_MODEL }, \
		{ "mem", required_argument, NULL, OPT_MEM },     \
		{ "boots", required_argument, NULL, OPT_BOOTS }, \
		{ "accel", required_argument, NULL, OPT_ACCEL }, \
		{ "exact", no_argument, NULL, OPT_EXACT },       \
	{                                                        \
		"unpinned", no_argument, NULL, OPT_UNPINNED      \
	}

/*
 * Takes one of KERNEL_LONGS, --append, --path or --module. 1: it is none of them; -EINVAL
 * with @e.
 */
int kernel_option(struct kernel_options *k, int opt, struct err *e);

/* Of commands that take --path: EXIT_OK, or a usage error. */
int kernel_check_path(const struct command *c, const struct kernel_options *k,
		      const struct modifiers *m);

/*
 * 0: a guest runs in KVM; -errno with @e: it does not. Found out once in a process: it
 * takes some seconds where it does not.
 */
int kernel_kvm(struct err *e);

/*
 * KVM where usable, else counting; never silently something else than was asked for.
 * -EINVAL for what makes no sense together; other -errno: there is no KVM.
 */
int kernel_accelerator(const struct kernel_options *k, enum vm_accel *ret, struct err *e);

/* For an option's value, which @option takes: a file that can be read. -EINVAL with @e.
 */
int kernel_named_file(const char *option, const char *path, struct err *e);

/* Whether @path is a kernel, before anything is stored. -EINVAL with @e: it is none. */
int kernel_look(const char *path, struct err *e);

/*
 * Decides the accelerator, looks whether the guest fits the host, opens @image. @a is to
 * be released (boot_arm_release()) in any case. -EINVAL: @image is none, or as of
 * kernel_accelerator().
 */
int kernel_arm(const struct kernel_options *k, const char *image, const char *append,
	       const char *const *modifiers, struct boot_arm *a, struct err *e);

/* What @a is kept as: @given, else after its release and what is appended. The caller
 * frees. */
char *kernel_arm_name(const struct boot_arm *a, const char *given);

/*
 * Of all entries, those that a counted boot runs when none were named: not those that
 * touch 16 MiB first, which take as long as everything else together. Compacts the array,
 * returns the number.
 */
size_t kernel_default_entries(const struct catalogue_entry **entries, size_t n);

/* Boots of each of @n arms, interleaved, in pairs by coin: as many as @k says. */
int kernel_boots(struct experiment *x, const struct kernel_options *k,
		 struct boot_arm *arms, size_t n,
		 const struct catalogue_entry *const *entries, size_t n_entries,
		 uint64_t seed, bool quiet, struct err *e);

#endif
