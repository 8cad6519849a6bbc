/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See machine.h. */
#include "probe/machine.h"

#include "probe/lib.h"
#include "probe/sys.h"

#include <asm/ioctls.h>
#include <asm/termbits.h>

#define FILE_BYTES_MAX 8192 /* of one file; the rest is left out */
#define DIR_BYTES      2048
#define SYMBOLS_MAX    65536 /* bytes of the functions in modules; the rest is left out */
#define PIECE_BYTES    280   /* three characters each, at worst */

static void put_all(int fd, const char *s, size_t len)
{
	while (len) {
		long n = sys_write(fd, s, len);

		if (n == -EINTR || n == -EAGAIN)
			continue;
		if (n <= 0)
			return;
		s += n;
		len -= (size_t)n;
	}
}

static int put(void *ctx, const char *line, size_t len)
{
	struct machine *m = ctx;

	put_all(m->fd, line, len);
	return 0;
}

static void drain(struct machine *m)
{
	sys3(__NR_ioctl, m->fd, TCSBRK, 1);
}

static void make_raw(int fd)
{
	static const struct termios raw = {
		.c_cflag = B115200 | CS8 | CREAD | CLOCAL,
		.c_cc[VMIN] = 1,
	};

	sys3(__NR_ioctl, fd, TCSETS, P(&raw));
}

int machine_open(struct machine *m, const char *device)
{
	m->fd = (int)sys_open(device, O_WRONLY | O_NOCTTY | O_CLOEXEC, 0);
	if (m->fd < 0)
		return m->fd;
	make_raw(m->fd);
	wire_init(&m->wire, put, m);
	wire_begin(&m->wire, "machine");
	wire_u64(&m->wire, "version", WIRE_VERSION);
	wire_str(&m->wire, "abi", ARCH_NAME);
	wire_end(&m->wire);
	return 0;
}

static void piece(struct machine *m, const char *path, size_t at, const char *text)
{
	wire_begin(&m->wire, "file");
	wire_str(&m->wire, "path", path);
	wire_u64(&m->wire, "at", at);
	wire_str(&m->wire, "data", text);
	wire_end(&m->wire);
}

/* As many bytes as fit into a line, wherever they have to be escaped. */
static void pieces(struct machine *m, const char *path, const char *data, size_t len)
{
	static char text[PIECE_BYTES + 1];
	size_t at = 0, n;

	while (at < len) {
		for (n = 0; n < PIECE_BYTES && at + n < len && data[at + n]; n++)
			text[n] = data[at + n];
		text[n] = 0;
		piece(m, path, at, text);
		at += n;
		/* A NUL has no place in a text: the reader fills the gap with it. */
		while (at < len && !data[at])
			at++;
	}
	if (len && !data[len - 1])
		piece(m, path, len, "");
}

/* Of cpuinfo the first processor is enough. */
static size_t first_paragraph(const char *s, size_t len)
{
	for (size_t i = 1; i < len; i++)
		if (s[i] == '\n' && s[i - 1] == '\n')
			return i;
	return len;
}

static void file(struct machine *m, const char *path, bool paragraph)
{
	static char data[FILE_BYTES_MAX];
	int fd = (int)sys_open(path, O_RDONLY | O_CLOEXEC, 0);
	size_t len = 0;
	long n = fd;

	while (n >= 0 && len < sizeof(data)) {
		n = sys_read(fd, data + len, sizeof(data) - len);
		if (n <= 0)
			break;
		len += (size_t)n;
	}
	if (fd >= 0)
		sys_close(fd);
	if (paragraph)
		len = first_paragraph(data, len);
	pieces(m, path, data, len);
}

struct entry {
	uint64_t inode, offset;
	unsigned short size;
	unsigned char type;
	char name[];
};

static void folder(struct machine *m, const char *path)
{
	static char names[DIR_BYTES] __attribute__((aligned(8)));
	int fd = (int)sys_open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
	char full[128];
	long n;

	if (fd < 0)
		return;
	while ((n = sys3(__NR_getdents64, fd, P(names), sizeof(names))) > 0) {
		for (long at = 0; at < n;) {
			const struct entry *e = (const struct entry *)(names + at);

			at += e->size;
			if (e->name[0] == '.')
				continue;
			str_copy(full, sizeof(full), path);
			str_append(full, sizeof(full), e->name);
			file(m, full, false);
		}
	}
	sys_close(fd);
}

void machine_facts(struct machine *m)
{
	static const char *const files[] = {
		"/proc/version",
		"/proc/cmdline",
		"/proc/sys/kernel/osrelease",
		"/proc/sys/kernel/version",
		"/proc/sys/kernel/arch",
		"/proc/sys/kernel/tainted",
		"/proc/sys/kernel/randomize_va_space",
		"/proc/sys/abi/vsyscall32",
		"/sys/kernel/notes",
		"/sys/kernel/mm/transparent_hugepage/enabled",
		"/sys/kernel/security/lsm",
		"/sys/devices/system/cpu/online",
		"/sys/devices/system/cpu/smt/active",
		"/sys/devices/system/clocksource/clocksource0/current_clocksource",
	};

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		file(m, files[i], false);
	file(m, "/proc/cpuinfo", true);
	folder(m, "/sys/devices/system/cpu/vulnerabilities/");
	drain(m);
}

/* "ADDRESS TYPE NAME\t[MODULE]": whether it is a function in a module. */
static bool in_module(const char *line, size_t len)
{
	size_t space = 0;

	while (space < len && line[space] != ' ')
		space++;
	if (space + 2 >= len || (line[space + 1] | 0x20) != 't')
		return false;
	for (size_t i = space; i < len; i++)
		if (line[i] == '\t')
			return true;
	return false;
}

/* Of the lines of @fd those that are wanted; how many bytes. */
static size_t module_symbols(int fd, char *to, size_t size)
{
	static char buf[4096];
	size_t have = 0, used = 0, at, n;
	long got;

	while ((got = sys_read(fd, buf + have, sizeof(buf) - have)) > 0) {
		have += (size_t)got;
		for (at = 0;; at += n + 1) {
			for (n = 0; at + n < have && buf[at + n] != '\n'; n++)
				;
			if (at + n == have)
				break;
			if (!in_module(buf + at, n) || used + n + 1 > size)
				continue;
			for (size_t i = 0; i <= n; i++)
				to[used++] = buf[at + i];
		}
		/* A line longer than the buffer is none of those that are wanted. */
		have = at || have < sizeof(buf) ? have - at : 0;
		for (size_t i = 0; i < have; i++)
			buf[i] = buf[at + i];
	}
	return used;
}

void machine_modules(struct machine *m)
{
	static char symbols[SYMBOLS_MAX];
	int fd = (int)sys_open("/proc/modules", O_RDONLY | O_CLOEXEC, 0);
	char any = 0;

	if (fd < 0)
		return;
	sys_read(fd, &any, 1);
	sys_close(fd);
	if (!any)
		return;
	file(m, "/proc/modules", false);
	fd = (int)sys_open("/proc/kallsyms", O_RDONLY | O_CLOEXEC, 0);
	if (fd >= 0) {
		pieces(m, "/proc/kallsyms.modules", symbols,
		       module_symbols(fd, symbols, sizeof(symbols)));
		sys_close(fd);
	}
	drain(m);
}

void machine_process(struct machine *m, uint64_t n, const char *abi)
{
	wire_begin(&m->wire, "process");
	wire_u64(&m->wire, "n", n);
	wire_str(&m->wire, "abi", abi);
	wire_end(&m->wire);
	drain(m);
}

void machine_exit(struct machine *m, uint64_t n, const char *how, long value)
{
	/* What it was killed in the middle of is not to swallow the line. */
	if (!str_eq(how, "exited"))
		put_all(m->fd, "\n", 1);
	wire_begin(&m->wire, "exit");
	wire_u64(&m->wire, "n", n);
	wire_str(&m->wire, "how", how);
	wire_u64(&m->wire, value < 0 ? "errno" : "value",
		 (uint64_t)(value < 0 ? -value : value));
	wire_end(&m->wire);
	drain(m);
}

void machine_complete(struct machine *m, uint64_t processes)
{
	wire_begin(&m->wire, "complete");
	wire_u64(&m->wire, "processes", processes);
	wire_end(&m->wire);
	drain(m);
}
