/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What QEMU gives to TCG plug-ins, as its manual ("QEMU TCG Plugins") and the comments of
 * its public header document it, API versions 1 to 7: only what ktoll-path.c uses. QEMU
 * resolves the functions when it loads the plug-in; what differs between versions is
 * looked up by name instead.
 *
 *	version  QEMU      what matters here
 *	1        4.2-8.2   qemu_plugin_insn_data() gives a pointer to the bytes
 *	2        9.0       scoreboards, and inline operations per CPU; none is used
 *	3        9.1       qemu_plugin_insn_data() copies into a buffer
 *	4        9.2       reading of memory
 *	5        10.1      writing of memory
 *	6        10.2      callbacks for discontinuities; registers are read otherwise
 *	7        later     more callbacks have user data; those that are used had it before
 */
#ifndef PATH_PLUGIN_API_H
#define PATH_PLUGIN_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct qemu_plugin_tb;
struct qemu_plugin_insn;

/* The beginning of what qemu_plugin_install() is told; the rest is not used. */
struct qemu_plugin_info {
	const char *target_name;
	struct {
		int min, cur;
	} version;
	bool system_emulation;
};

/* What a callback may do to the registers: nothing at all. */
enum { QEMU_PLUGIN_NO_REGISTERS = 0 };

enum { QEMU_PLUGIN_READS = 1, QEMU_PLUGIN_WRITES, QEMU_PLUGIN_BOTH };

typedef void qemu_plugin_translated_fn(uint64_t id, struct qemu_plugin_tb *tb);
typedef void qemu_plugin_executed_fn(unsigned int vcpu, void *data);
typedef void qemu_plugin_accessed_fn(unsigned int vcpu, uint32_t info, uint64_t vaddr,
				     void *data);

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, qemu_plugin_translated_fn *fn);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
					    qemu_plugin_executed_fn *fn, int flags,
					    void *data);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn,
				      qemu_plugin_accessed_fn *fn, int flags, int which,
				      void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb,
						 size_t i);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
unsigned int qemu_plugin_mem_size_shift(uint32_t info);
bool qemu_plugin_mem_is_store(uint32_t info);
void qemu_plugin_outs(const char *text);

/* qemu_plugin_insn_data() before and from version 3 on. */
typedef const void *qemu_plugin_data_pointer_fn(const struct qemu_plugin_insn *insn);
typedef size_t qemu_plugin_data_copy_fn(const struct qemu_plugin_insn *insn, void *to,
					size_t len);

#endif
