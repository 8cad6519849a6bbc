/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The facts of a boot in QEMU: the guest's own, the emulator's, the host's. */
#ifndef LAB_BOOT_FACTS_H
#define LAB_BOOT_FACTS_H

#include "lab/boot.h"
#include "vm/files.h"

/*
 * Guest facts under their own names, vm.* for QEMU and how the boot ended, host.* for the
 * machine it ran on. The list is the caller's (store_facts_free()).
 */
void boot_facts(const struct boot *b, const struct vm_files *files,
		const struct vm_result *v, const struct boot_outcome *out,
		struct store_fact **ret, size_t *ret_n);

#endif
