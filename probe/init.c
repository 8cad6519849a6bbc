/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See init.h. */
#include "probe/init.h"

#include "probe/lib.h"
#include "probe/machine.h"
#include "probe/plan.h"
#include "probe/task.h"

#include <linux/mount.h>
#include <linux/reboot.h>

#define LIMIT_MS    30000
#define STACK_BYTES 4096
#define NOT_RUN     127

/* One plan of the file: what init wants to know of it, and what the probe gets. */
struct job {
	char path[32]; /* the probe of its ABI */
	const char *abi;
	uint32_t limit_ms;
	bool too_long;
	size_t len;
	char text[PLAN_BYTES_MAX];
};

/* What a child needs between its start and its program's. */
struct child {
	const char *path;
	int in, out;
	long error; /* of execve(2); 0: it runs */
};

static char stack[STACK_BYTES] __attribute__((aligned(16)));
static const uint32_t sigchld[2] = { 1u << (SIGNAL_CHLD - 1), 0 };
static const uint32_t no_signals[2];

bool init_is_first(void)
{
	return sys_getpid() == 1;
}

static void mount_one(const char *type, const char *at)
{
	sys3(__NR_mkdirat, AT_FDCWD, P(at), 0755);
	sys5(__NR_mount, P(type), P(at), P(type), 0, 0);
}

/* Those that came along, in their order; which of them are in, /proc/modules says. */
static void load_modules(void)
{
	char path[] = "/module.0";

	for (; path[8] < '0' + INIT_MODULES; path[8]++) {
		int fd = (int)sys_open(path, O_RDONLY | O_CLOEXEC, 0);

		if (fd < 0)
			return;
		sys3(__NR_finit_module, fd, P(""), 0);
		sys_close(fd);
	}
}

static void power_off(void)
{
	sys0(__NR_sync);
	sys4(__NR_reboot, (long)LINUX_REBOOT_MAGIC1, LINUX_REBOOT_MAGIC2,
	     (long)LINUX_REBOOT_CMD_POWER_OFF, 0);
}

static void *map_file(const char *path, size_t *ret_len)
{
	int fd = (int)sys_open(path, O_RDONLY | O_CLOEXEC, 0);
	long len = fd < 0 ? fd : sys3(__NR_lseek, fd, 0, 2 /* SEEK_END */);
	long at = len <= 0 ? -EINVAL
			   : sys_mmap(NULL, (size_t)len, PROT_READ, MAP_PRIVATE, fd);

	sys_close(fd);
	if (sys_failed(at))
		return NULL;
	*ret_len = (size_t)len;
	return (void *)at;
}

/* Whether the line of @len bytes is "KEY VALUE": then the value is copied. */
static bool line_is(const char *line, size_t len, const char *key, char *value,
		    size_t size)
{
	size_t n = str_len(key), i = 0;

	if (len <= n + 1 || line[n] != ' ' || len - n > size)
		return false;
	for (size_t k = 0; k < n; k++)
		if (line[k] != key[k])
			return false;
	for (n++; n < len; n++)
		value[i++] = line[n];
	value[i] = 0;
	return true;
}

static void add_line(struct job *j, const char *line, size_t len)
{
	char value[16];
	uint64_t v;

	if (line_is(line, len, "limit-ms", value, sizeof(value))) {
		if (str_u64(value, 3600000, &v) == 0)
			j->limit_ms = (uint32_t)v;
		return;
	}
	if (line_is(line, len, "abi", value, sizeof(value))) {
		str_copy(j->path, sizeof(j->path), "/probe.");
		str_append(j->path, sizeof(j->path), value);
		return;
	}
	if (j->len + len + 1 > sizeof(j->text)) {
		j->too_long = true;
		return;
	}
	for (size_t i = 0; i < len; i++)
		j->text[j->len++] = line[i];
	j->text[j->len++] = '\n';
}

/* The next plan of the file: up to its `end`. False if there is none. */
static bool next_job(const char *text, size_t len, size_t *pos, struct job *j)
{
	bool ended = false;

	str_copy(j->path, sizeof(j->path), "/probe." ARCH_NAME);
	j->limit_ms = LIMIT_MS;
	j->too_long = false;
	j->len = 0;
	while (*pos < len && !ended) {
		const char *line = text + *pos;
		size_t n = 0;

		while (*pos + n < len && line[n] != '\n')
			n++;
		*pos += n + 1;
		ended = n == 3 && line[0] == 'e' && line[1] == 'n' && line[2] == 'd';
		if (n)
			add_line(j, line, n);
	}
	j->abi = j->path + str_len("/probe.");
	return j->len > 0;
}

static void child_main(void *arg)
{
	struct child *c = arg;
	char *const argv[] = { (char *)c->path, NULL };
	char *const envp[] = { NULL };

	sys2(__NR_setpgid, 0, 0);
	sys_sigprocmask(MASK_SET, no_signals, NULL);
	sys3(__NR_dup3, c->in, 0, 0);
	sys3(__NR_dup3, c->out, 1, 0);
	c->error = sys_execve(c->path, argv, envp);
	sys_exit_group(NOT_RUN);
}

/* Starts the probe with the plan as its standard input. Its id, or -errno. */
static long start(const struct machine *m, const struct job *j)
{
	struct child c = { .path = j->path, .out = m->fd };
	long pid, r;
	int fd[2];

	r = sys2(__NR_pipe2, P(fd), O_CLOEXEC);
	if (r < 0)
		return r;
	/* A pipe holds 16 pages at least: more than a plan. */
	r = sys_write(fd[1], j->text, j->len);
	sys_close(fd[1]);
	c.in = fd[0];
	pid = arch_clone(CLONE_VM | CLONE_VFORK | SIGNAL_CHLD, stack + STACK_BYTES, NULL,
			 NULL, child_main, &c);
	sys_close(fd[0]);
	if (pid > 0 && c.error) {
		sys_wait4((int)pid, NULL, 0, NULL);
		return c.error;
	}
	return r < 0 ? r : pid;
}

/* Waits for @pid and reaps whoever else ends. False if the time was over first. */
static bool await(long pid, uint32_t limit_ms, int *ret_status)
{
	struct k_timespec now, end, left;
	long r;

	sys_clock_gettime(1 /* CLOCK_MONOTONIC */, &end);
	end.sec += (long)(limit_ms / 1000);
	end.nsec += (long)(limit_ms % 1000) * 1000000;
	for (;;) {
		while ((r = sys_wait4(-1, ret_status, WNOHANG, NULL)) > 0)
			if (r == pid)
				return true;
		if (r < 0)
			return false;
		sys_clock_gettime(1, &now);
		left.sec = end.sec - now.sec;
		left.nsec = end.nsec - now.nsec;
		while (left.nsec < 0) {
			left.nsec += 1000000000;
			left.sec--;
		}
		while (left.nsec >= 1000000000) {
			left.nsec -= 1000000000;
			left.sec++;
		}
		if (left.sec < 0)
			return false;
		sys4(__NR_rt_sigtimedwait, P(sigchld), 0, P(&left), ARCH_NSIG_LEN);
	}
}

/* Nothing of a process outlives it: init may kill all others, and does. */
static void clear(void)
{
	sys_kill(-1, SIGNAL_KILL);
	while (sys_wait4(-1, NULL, 0, NULL) > 0)
		;
}

static void run_job(struct machine *m, const struct job *j, uint64_t n)
{
	int status = 0;
	long pid;

	machine_process(m, n, j->abi);
	if (j->too_long) {
		machine_exit(m, n, "refused", -E2BIG);
		return;
	}
	pid = start(m, j);
	if (pid < 0) {
		machine_exit(m, n, "noexec", pid);
		return;
	}
	if (!await(pid, j->limit_ms, &status)) {
		clear();
		machine_exit(m, n, "timeout", 0);
		return;
	}
	clear();
	if (status & 0x7f)
		machine_exit(m, n, "signal", status & 0x7f);
	else
		machine_exit(m, n, "exited", status >> 8 & 0xff);
}

static void run_all(struct machine *m, const char *plan)
{
	static struct job job;
	size_t len = 0, pos = 0;
	const char *text = map_file(plan, &len);
	uint64_t n = 0;

	while (text && next_job(text, len, &pos, &job))
		run_job(m, &job, n++);
	machine_complete(m, n);
}

/* The first three numbers are for what a probe gets as such. */
static void take_first_three(void)
{
	long fd;

	do {
		fd = sys_open("/dev/null", O_RDWR, 0);
	} while (fd >= 0 && fd <= 2);
	if (fd > 2)
		sys_close((int)fd);
}

void init_run(const char *plan, const char *device)
{
	static struct machine m;

	if (!init_is_first())
		return;
	mount_one("devtmpfs", "/dev");
	mount_one("proc", "/proc");
	mount_one("sysfs", "/sys");
	take_first_three();
	load_modules();
	sys_sigprocmask(MASK_BLOCK, sigchld, NULL);
	if (machine_open(&m, device) < 0) {
		static const char no[] = "ktoll-init: no such serial port: ";

		sys_write(2, no, sizeof(no) - 1);
		sys_write(2, device, str_len(device));
		sys_write(2, "\n", 1);
	} else {
		machine_facts(&m);
		machine_modules(&m);
		run_all(&m, plan);
	}
	power_off();
}
