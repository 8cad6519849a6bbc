/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A QEMU for the plug-in to be loaded into, of API version API (a macro): it has the
 * functions that version has, and runs a program of four instructions, the first and the
 * last of which are the marks.
 */
#include "path/plugin/api.h"

#include <string.h>

#define EXPORT __attribute__((visibility("default")))
#define CODE   0x1000

struct qemu_plugin_insn {
	unsigned char bytes[8];
	size_t size;
	uint64_t vaddr;
	qemu_plugin_executed_fn *executed;
	qemu_plugin_accessed_fn *accessed;
	void *executed_data, *accessed_data;
};

struct qemu_plugin_tb {
	struct qemu_plugin_insn v[4];
};

#define INSN(code, length, at)                                        \
	{                                                             \
		.bytes = code, .size = (length), .vaddr = CODE + (at) \
	}

static struct qemu_plugin_tb program = { {
	INSN("\x0f\x31", 2, 0),         /* rdtsc */
	INSN("\x48\x89\x07", 3, 2),     /* mov %rax,(%rdi) */
	INSN("\xf3\x0f\xb8\xc1", 4, 5), /* popcnt %ecx,%eax */
	INSN("\x0f\x31", 2, 9),
} };
static qemu_plugin_translated_fn *on_translation;

EXPORT void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id,
						  qemu_plugin_translated_fn *fn)
{
	on_translation = fn;
}

EXPORT void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
						   qemu_plugin_executed_fn *fn, int flags,
						   void *data)
{
	insn->executed = fn;
	insn->executed_data = data;
}

EXPORT void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn,
					     qemu_plugin_accessed_fn *fn, int flags,
					     int which, void *data)
{
	insn->accessed = fn;
	insn->accessed_data = data;
}

EXPORT size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb)
{
	return 4;
}

EXPORT struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb,
							size_t i)
{
	return (struct qemu_plugin_insn *)&tb->v[i];
}

EXPORT uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn)
{
	return insn->vaddr;
}

EXPORT size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn)
{
	return insn->size;
}

EXPORT unsigned int qemu_plugin_mem_size_shift(uint32_t info)
{
	return info & 0xf;
}

EXPORT bool qemu_plugin_mem_is_store(uint32_t info)
{
	return info & 0x10;
}

EXPORT void qemu_plugin_outs(const char *text)
{
}

#if API < 3
EXPORT const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
EXPORT const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn)
{
	return insn->bytes;
}
#else
EXPORT size_t qemu_plugin_insn_data(const struct qemu_plugin_insn *insn, void *to,
				    size_t len);
EXPORT size_t qemu_plugin_insn_data(const struct qemu_plugin_insn *insn, void *to,
				    size_t len)
{
	const size_t n = len < insn->size ? len : insn->size;

	memcpy(to, insn->bytes, n);
	return n;
}
#endif

/* What tells the versions apart; never called. */
#define HAS(name)               \
	EXPORT void name(void); \
	EXPORT void name(void)  \
	{                       \
	}
#if API >= 2
HAS(qemu_plugin_scoreboard_new)
#endif
#if API >= 3
HAS(qemu_plugin_register_vcpu_tb_exec_cond_cb)
#endif
#if API >= 4
HAS(qemu_plugin_read_memory_vaddr)
#endif
#if API >= 5
HAS(qemu_plugin_write_memory_vaddr)
#endif
#if API >= 6
HAS(qemu_plugin_register_vcpu_discon_cb)
#endif

typedef int install_fn(uint64_t id, const struct qemu_plugin_info *info, int argc,
		       char **argv);

/* Installs, translates once, runs twice. What install() returned, or -2: no callbacks. */
EXPORT int host_run(install_fn *install, int argc, char **argv);
EXPORT int host_run(install_fn *install, int argc, char **argv)
{
	const struct qemu_plugin_info info = { "x86_64", { API < 2 ? 0 : 2, API }, true };
	int r = install(1, &info, argc, argv);

	if (r || !on_translation)
		return r ? r : -2;
	on_translation(1, &program);
	for (int times = 0; times < 2; times++)
		for (size_t i = 0; i < 4; i++) {
			struct qemu_plugin_insn *insn = &program.v[i];

			if (!insn->executed)
				return -2;
			insn->executed(0, insn->executed_data);
			if (i == 1 && insn->accessed)
				insn->accessed(0, 0x13, 0x2000, insn->accessed_data);
		}
	return 0;
}
