/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * QEMU's command line for one boot, and what can be said before it is started: whether
 * there is a QEMU, KVM, memory.
 *
 * The machine has one or more CPUs, memory and two serial ports, nothing else: ttyS0 is
 * the console, ttyS1 the wire. In exact mode (TCG with instruction counting) a tick of
 * the guest's clock is one instruction, and nothing random or real reaches the guest: the
 * random seed that QEMU passes, the date and the layout are fixed, and the CPU model has
 * neither RDRAND nor RDSEED.
 */
#ifndef VM_QEMU_H
#define VM_QEMU_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

enum vm_accel { VM_TCG, VM_KVM };

#define VM_MEM_MB   256u
#define VM_CPUS_MAX 64u

struct vm_config {
	enum vm_accel accel;
	bool exact;            /* count instructions: VM_TCG only, and TCG only with it */
	unsigned int bits;     /* of the kernel: 64 or 32 */
	unsigned int mem_mb;   /* 0: VM_MEM_MB */
	unsigned int cpus;     /* 0: 1; exact mode has no more */
	const char *cpu_model; /* NULL: vm_qemu_cpu() */
	const char *append;    /* NULL: nothing; behind ktoll's own kernel parameters */
	const char *qemu;      /* path of the program; NULL: found in PATH */
	const char *const *extra; /* further arguments; NULL-terminated, or NULL */
};

/* The descriptors that QEMU inherits: the same numbers in every command line. */
enum {
	VM_FD_FIRST = 10,
	VM_FD_KERNEL = VM_FD_FIRST, /* files to read */
	VM_FD_INITRAMFS,
	VM_FD_CONSOLE, /* ends of pipes to write to */
	VM_FD_WIRE,
	VM_FD_QMP, /* a connected unix socket */
	VM_FDS = VM_FD_QMP + 1 - VM_FD_FIRST,
};

/* NULL-terminated; free with vm_args_free(). */
struct vm_args {
	char **v;
	size_t n, cap;
};

/*
 * -EINVAL with @e if the configuration is none: TCG without counting, KVM with it, a CPU
 * count (more than one in exact mode) or an --append that cannot be.
 */
int vm_qemu_args(const struct vm_config *c, const char *qemu, struct vm_args *ret,
		 struct err *e);
void vm_args_free(struct vm_args *args);

/*
 * The machine of a default boot under KVM, that runs a firmware (VM_FD_KERNEL) in place
 * of a kernel at once; it has no wire and no QMP. 0, or -EINVAL with @e.
 */
int vm_qemu_trial_args(const char *qemu, struct vm_args *ret, struct err *e);

/* In one line, quoted for the shell where it has to be. The caller frees. */
char *vm_args_text(const struct vm_args *args);

/* The CPU model that is used when none is asked for: a part of the arm. */
const char *vm_qemu_cpu(enum vm_accel accel);

/* The path of the emulator for kernels of @bits; -ENOENT names the package. */
int vm_qemu_find(unsigned int bits, char **ret_path, struct err *e);

/* "QEMU emulator version 7.2.22 (Debian 1:7.2+dfsg-7+deb12u18)". The caller frees. */
int vm_qemu_version(const char *qemu, char **ret_version, struct err *e);

/*
 * Whether KVM can be used through @device ("/dev/kvm"): 0; -ENOENT: there is none;
 * -EACCES: there is, but not for us: @e says which group may; -ENODEV: it does not work.
 */
int vm_kvm_usable(const char *device, struct err *e);

/* Refuses (-ENOMEM) a guest with more memory than the host under @root has. */
int vm_memory_fits(int root, unsigned int mem_mb, struct err *e);

#endif
