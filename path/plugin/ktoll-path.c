/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The QEMU plug-in: writes down every instruction and every access to memory between two
 * addresses, those of the probe's clock readings around a batch. It knows nothing of
 * functions, kernels or ops: path/ makes sense of what it wrote (path/trace.h has the
 * format).
 *
 *	-plugin ktoll-path.so,out=FILE,begin=0xADDRESS,end=0xADDRESS
 */
#include "path/plugin/api.h"
#include "path/trace.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPORT       __attribute__((visibility("default")))
#define BUFFER_WORDS (1u << 18)
#define BUCKETS      (1u << 17)
#define ROOM_WORDS   16 /* of the longest record, and more */

/* One instruction at one address; those with other bytes there are others. */
struct insn {
	struct insn *next;
	uint64_t vaddr;
	uint32_t id; /* 0: not written yet; else one more than its number */
	uint8_t size;
	uint8_t bytes[TRACE_INSN_BYTES];
};

static uint64_t begin, end, written;
static uint32_t buffer[BUFFER_WORDS], used, ids;
static unsigned int cpu;
static bool open_window, full;
static int out = -1;
static struct insn *buckets[BUCKETS];
static qemu_plugin_data_pointer_fn *data_pointer;
static qemu_plugin_data_copy_fn *data_copy;

EXPORT int qemu_plugin_version = 1;
EXPORT int qemu_plugin_install(uint64_t id, const struct qemu_plugin_info *info, int argc,
			       char **argv);

static void *offered(const char *name)
{
	return dlsym(RTLD_DEFAULT, name);
}

/*
 * Runs when QEMU loads the file, before it reads qemu_plugin_version, which must be in
 * its range: the version is told by the functions that QEMU has. KTOLL_PLUGIN_API is for
 * a QEMU that has dropped that one.
 */
static void __attribute__((constructor)) choose_version(void)
{
	static const char *const first_of[] = {
		"qemu_plugin_scoreboard_new",
		"qemu_plugin_register_vcpu_tb_exec_cond_cb",
		"qemu_plugin_read_memory_vaddr",
		"qemu_plugin_write_memory_vaddr",
		"qemu_plugin_register_vcpu_discon_cb",
	};
	const char *wish = getenv("KTOLL_PLUGIN_API");

	for (size_t i = 0; i < sizeof(first_of) / sizeof(first_of[0]); i++) {
		if (!offered(first_of[i]))
			break;
		qemu_plugin_version++;
	}
	if (wish && atoi(wish) > 0)
		qemu_plugin_version = atoi(wish);
}

/* QEMU itself says which version its functions are. */
static void choose_functions(const struct qemu_plugin_info *info)
{
	void *data = offered("qemu_plugin_insn_data");

	if (info->version.cur < 3)
		memcpy(&data_pointer, &data, sizeof(data));
	else
		memcpy(&data_copy, &data, sizeof(data));
}

/* ---- writing ---- */

static void flush(void)
{
	const char *p = (const char *)buffer;
	size_t left = used * sizeof(*buffer);

	while (left && !full) {
		ssize_t n = write(out, p, left);

		if (n <= 0) {
			full = true;
			break;
		}
		p += n;
		left -= (size_t)n;
	}
	written += used;
	used = 0;
}

static void put(uint32_t word)
{
	buffer[used++] = word;
}

static void put64(uint64_t v)
{
	put((uint32_t)v);
	put((uint32_t)(v >> 32));
}

/* Room for one record. */
static bool room(void)
{
	if (used + ROOM_WORDS > BUFFER_WORDS)
		flush();
	if (!full && written + used > TRACE_WORDS_MAX) {
		put(TRACE_FULL);
		flush();
		full = true;
	}
	return !full;
}

static void define(struct insn *i)
{
	uint32_t words[TRACE_INSN_BYTES / 4];

	i->id = ++ids;
	memcpy(words, i->bytes, sizeof(words));
	put(TRACE_DEFINE | i->size);
	put64(i->vaddr);
	for (size_t k = 0; k < sizeof(words) / sizeof(words[0]); k++)
		put(words[k]);
}

/* ---- what is executed ---- */

static void record(unsigned int vcpu, struct insn *i)
{
	if (!room())
		return;
	if (vcpu != cpu) {
		cpu = vcpu;
		put(TRACE_CPU | vcpu);
	}
	if (!i->id)
		define(i);
	put(i->id - 1);
}

static void executed(unsigned int vcpu, void *data)
{
	if (open_window)
		record(vcpu, data);
}

/* The instructions at the two addresses. */
static void executed_mark(unsigned int vcpu, void *data)
{
	struct insn *i = data;

	if (i->vaddr == begin) {
		if (room())
			put(TRACE_BEGIN);
		open_window = true;
		return;
	}
	if (!open_window)
		return;
	record(vcpu, i);
	open_window = false;
	if (room())
		put(TRACE_END);
	flush();
}

static void accessed(unsigned int vcpu, uint32_t info, uint64_t vaddr, void *data)
{
	if (!open_window || !room())
		return;
	put(TRACE_ACCESS | (qemu_plugin_mem_is_store(info) ? TRACE_STORE : 0) |
	    qemu_plugin_mem_size_shift(info));
	put64(vaddr);
}

/* ---- what is translated ---- */

static void read_bytes(const struct qemu_plugin_insn *q, uint8_t bytes[TRACE_INSN_BYTES],
		       size_t size)
{
	const void *p;

	memset(bytes, 0, TRACE_INSN_BYTES);
	if (data_copy) {
		data_copy(q, bytes, size);
	} else {
		p = data_pointer(q);
		if (p)
			memcpy(bytes, p, size);
	}
}

/* The one there is, or a new one; NULL without memory. */
static struct insn *find(const struct qemu_plugin_insn *q)
{
	const uint64_t vaddr = qemu_plugin_insn_vaddr(q);
	struct insn **at = &buckets[(vaddr * 0x9e3779b97f4a7c15u) >> 47], *i;
	size_t size = qemu_plugin_insn_size(q);
	uint8_t bytes[TRACE_INSN_BYTES];

	if (size > TRACE_INSN_BYTES)
		size = TRACE_INSN_BYTES;
	read_bytes(q, bytes, size);
	for (i = *at; i; i = i->next)
		if (i->vaddr == vaddr && !memcmp(i->bytes, bytes, sizeof(bytes)))
			return i;
	i = calloc(1, sizeof(*i));
	if (!i)
		return NULL;
	i->vaddr = vaddr;
	i->size = (uint8_t)size;
	memcpy(i->bytes, bytes, sizeof(bytes));
	i->next = *at;
	*at = i;
	return i;
}

static void translated(uint64_t id, struct qemu_plugin_tb *tb)
{
	const size_t n = qemu_plugin_tb_n_insns(tb);

	for (size_t k = 0; k < n; k++) {
		struct qemu_plugin_insn *q = qemu_plugin_tb_get_insn(tb, k);
		struct insn *i = find(q);
		bool mark;

		if (!i)
			continue;
		mark = i->vaddr == begin || i->vaddr == end;
		qemu_plugin_register_vcpu_insn_exec_cb(q, mark ? executed_mark : executed,
						       QEMU_PLUGIN_NO_REGISTERS, i);
		qemu_plugin_register_vcpu_mem_cb(q, accessed, QEMU_PLUGIN_NO_REGISTERS,
						 QEMU_PLUGIN_BOTH, i);
	}
}

/* ---- the beginning ---- */

static bool argument(const char *arg)
{
	if (!strncmp(arg, "out=", 4))
		out = open(arg + 4, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	else if (!strncmp(arg, "begin=", 6))
		begin = strtoull(arg + 6, NULL, 0);
	else if (!strncmp(arg, "end=", 4))
		end = strtoull(arg + 4, NULL, 0);
	else
		return false;
	return true;
}

EXPORT int qemu_plugin_install(uint64_t id, const struct qemu_plugin_info *info, int argc,
			       char **argv)
{
	for (int i = 0; i < argc; i++)
		if (!argument(argv[i]))
			return -1;
	if (out < 0 || !begin || !end)
		return -1;
	choose_functions(info);
	if (!data_pointer && !data_copy)
		return -1;
	/* The format of the file, and the version that was spoken. */
	put(TRACE_MAGIC_LOW);
	put(TRACE_MAGIC_HIGH);
	flush();
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	return full ? -1 : 0;
}
