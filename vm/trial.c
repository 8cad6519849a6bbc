/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See trial.h. */
#include "vm/trial.h"

#include "base/cleanup.h"
#include "base/clock.h"
#include "vm/memfile.h"
#include "vm/process.h"
#include "vm/qemu.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define FIRMWARE_BYTES 65536 /* the smallest that QEMU's pc takes */

/* What the firmware says, in this order. */
#define SAYS_STARTED '1'
#define SAYS_LONG    '2'
#define SAYS_DONE    '3'

/*
 * Lies at 0xf0000, where the last 64 KiB of the firmware are seen a second time. Page
 * tables go to RAM, which is zero: a CPU marks them as used. Levels 4, 3 and 2 at 0x1000,
 * 0x2000 and 0x3000 map the first 2 MiB to themselves.
 */
static const char code[] =
	/* 0x00, 16 bits: cli; mov $0x3f8,%dx; mov $'1',%al; out %al,(%dx) */
	"\xfa\xba\xf8\x03\xb0\x31\xee"
	/* 0x07: lgdtl %cs:0x90 */
	"\x2e\x66\x0f\x01\x16\x90\x00"
	/* 0x0e: mov $0x11 (PE, ET),%eax; mov %eax,%cr0 */
	"\x66\xb8\x11\x00\x00\x00\x0f\x22\xc0"
	/* 0x17: ljmpl $8,$0xf001f */
	"\x66\xea\x1f\x00\x0f\x00\x08\x00"
	/* 0x1f, 32 bits: mov $16,%eax; mov %eax,%ds; mov %eax,%es; mov %eax,%ss */
	"\xb8\x10\x00\x00\x00\x8e\xd8\x8e\xc0\x8e\xd0"
	/* 0x2a: movl $0x2003,0x1000; movl $0x3003,0x2000; movl $0x83,0x3000 */
	"\xc7\x05\x00\x10\x00\x00\x03\x20\x00\x00"
	"\xc7\x05\x00\x20\x00\x00\x03\x30\x00\x00"
	"\xc7\x05\x00\x30\x00\x00\x83\x00\x00\x00"
	/* 0x48: mov $0x1000,%eax; mov %eax,%cr3; mov $0x20 (PAE),%eax; mov %eax,%cr4 */
	"\xb8\x00\x10\x00\x00\x0f\x22\xd8"
	"\xb8\x20\x00\x00\x00\x0f\x22\xe0"
	/* 0x58: mov $0xc0000080 (EFER),%ecx; rdmsr; or $0x100 (LME),%eax; wrmsr */
	"\xb9\x80\x00\x00\xc0\x0f\x32\x0d\x00\x01\x00\x00\x0f\x30"
	/* 0x66: mov $0x80000011 (PG besides),%eax; mov %eax,%cr0 */
	"\xb8\x11\x00\x00\x80\x0f\x22\xc0"
	/* 0x6e: ljmp $24,$0xf0075 */
	"\xea\x75\x00\x0f\x00\x18\x00"
	/* 0x75, 64 bits: mov $0x3f8,%edx; mov $'2',%al; out %al,(%dx) */
	"\xba\xf8\x03\x00\x00\xb0\x32\xee"
	/* 0x7d: mov $10000000,%ecx; 1: dec %ecx; jnz 1b */
	"\xb9\x80\x96\x98\x00\xff\xc9\x75\xfc"
	/* 0x86: mov $'3',%al; out %al,(%dx); 1: hlt; jmp 1b */
	"\xb0\x33\xee\xf4\xeb\xfd"
	/* 0x8c: up to a multiple of 8 */
	"\x00\x00\x00\x00"
	/* 0x90: the limit and address of the descriptors */
	"\x1f\x00\x98\x00\x0f\x00\x00\x00"
	/* 0x98: none; code of 32 bits; data; code of 64 bits */
	"\x00\x00\x00\x00\x00\x00\x00\x00"
	"\xff\xff\x00\x00\x00\x9b\xcf\x00"
	"\xff\xff\x00\x00\x00\x93\xcf\x00"
	"\xff\xff\x00\x00\x00\x9b\xaf\x00";

/* Where a CPU begins, 16 bytes before the end: ljmp $0xf000,$0. */
static const unsigned char reset[] = { 0xea, 0x00, 0x00, 0x00, 0xf0 };

static void make_firmware(unsigned char image[FIRMWARE_BYTES])
{
	memset(image, 0, FIRMWARE_BYTES);
	memcpy(image, code, sizeof(code) - 1);
	memcpy(image + FIRMWARE_BYTES - 16, reset, sizeof(reset));
}

struct trial {
	int start_ms, loop_ms; /* limits */
	int firmware, output;  /* files in memory */
	int console[2];
	char said; /* the last byte of the firmware; 0: nothing */
	bool ended;
};

static int start(struct trial *t, const char *qemu, pid_t *ret_pid, struct err *e)
{
	unsigned char image[FIRMWARE_BYTES];
	struct vm_args args;
	int r;

	make_firmware(image);
	t->firmware = memfile_create("firmware", e);
	if (t->firmware < 0)
		return t->firmware;
	t->output = memfile_create("qemu-output", e);
	if (t->output < 0)
		return t->output;
	r = memfile_write(t->firmware, image, sizeof(image), e);
	if (r < 0)
		return r;
	if (pipe2(t->console, O_CLOEXEC | O_NONBLOCK) < 0)
		return err_errno(e, errno, "cannot make a pipe");
	r = vm_qemu_trial_args(qemu, &args, e);
	if (!r) {
		/* The same places as in a boot, which has two files. */
		const int give[] = { t->firmware, t->firmware, t->console[1] };

		r = process_start(args.v, t->output, give, 3, ret_pid, e);
		vm_args_free(&args);
	}
	close(t->console[1]);
	t->console[1] = -1;
	return r;
}

/* Whether there is to be waited on. */
static bool more(struct trial *t)
{
	char bytes[16];
	ssize_t n = read(t->console[0], bytes, sizeof(bytes));

	if (n < 0)
		return errno == EAGAIN || errno == EINTR;
	if (n > 0)
		t->said = bytes[n - 1];
	t->ended = n == 0;
	return n > 0 && t->said != SAYS_DONE;
}

static void watch(struct trial *t)
{
	int64_t since = clock_monotonic_ns();
	struct pollfd p = { .fd = t->console[0], .events = POLLIN };
	bool in_loop = false;

	do {
		int64_t left;

		if (!in_loop && t->said == SAYS_LONG) {
			in_loop = true;
			since = clock_monotonic_ns();
		}
		left = (in_loop ? t->loop_ms : t->start_ms) -
		       (clock_monotonic_ns() - since) / 1000000;
		if (left <= 0)
			return;
		poll(&p, 1, (int)left);
	} while (more(t));
}

/* The last line, and where KVM gave up that one: registers follow it. */
static bool qemu_said(const struct trial *t, char *line, size_t size)
{
	char text[4096], *at, *kvm;
	ssize_t n = pread(t->output, text, sizeof(text) - 1, 0);

	if (n < 0)
		n = 0;
	while (n && text[n - 1] == '\n')
		n--;
	text[n] = 0;
	at = strrchr(text, '\n');
	kvm = strstr(text, "KVM internal error");
	at = kvm ? kvm : at ? at + 1 : text;
	snprintf(line, size, "%.*s", (int)strcspn(at, "\n"), at);
	return kvm;
}

static int no_guest(struct err *e, const char *why)
{
	return err_set(e, EIO, "KVM is there, but a guest does not run in it: %s", why);
}

static int verdict(const struct trial *t, struct err *e)
{
	char line[200], why[200];
	bool gave_up;

	if (t->said == SAYS_DONE)
		return 0;
	gave_up = qemu_said(t, line, sizeof(line));
	if (t->ended && !line[0])
		snprintf(line, sizeof(line), "QEMU ends and says nothing");
	if (t->ended && !t->said)
		return err_set(e, ENODEV, "QEMU cannot use KVM here: %s", line);
	if (t->ended || gave_up)
		return no_guest(e, line);
	if (t->said == SAYS_LONG)
		snprintf(why, sizeof(why),
			 "a loop of some milliseconds is not through in %g s, as if each "
			 "instruction were emulated",
			 t->loop_ms / 1e3);
	else
		snprintf(why, sizeof(why), "it %s within %g s",
			 t->said ? "does not reach 64-bit mode" : "runs no instruction",
			 t->start_ms / 1e3);
	return no_guest(e, why);
}

int vm_kvm_trial_within(const char *qemu, int start_ms, int loop_ms, struct err *e)
{
	struct trial t = { .start_ms = start_ms,
			   .loop_ms = loop_ms,
			   .firmware = -1,
			   .output = -1,
			   .console = { -1, -1 } };
	pid_t pid = 0;
	int r = start(&t, qemu, &pid, e);

	if (!r) {
		watch(&t);
		process_kill(pid);
		r = verdict(&t, e);
	}
	for (int i = 0; i < 2; i++)
		if (t.console[i] >= 0)
			close(t.console[i]);
	if (t.firmware >= 0)
		close(t.firmware);
	if (t.output >= 0)
		close(t.output);
	return r;
}

int vm_kvm_trial(const char *qemu, struct err *e)
{
	return vm_kvm_trial_within(qemu, TRIAL_START_MS, TRIAL_LOOP_MS, e);
}
