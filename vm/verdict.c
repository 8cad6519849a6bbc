/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See verdict.h. */
#include "vm/verdict.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

static const char *const names[] = {
	[VM_COMPLETE] = "complete",       [VM_PANIC] = "panic",
	[VM_REBOOT] = "reboot",           [VM_HANG] = "hang",
	[VM_TIMEOUT] = "timeout",         [VM_NO_KERNEL] = "no-kernel",
	[VM_NO_PORT] = "no-serial-port",  [VM_INCOMPLETE] = "incomplete",
	[VM_QEMU_FAILED] = "qemu-failed", [VM_STOPPED] = "stopped",
};

const char *vm_end_name(enum vm_end end)
{
	return names[end];
}

static void __attribute__((format(printf, 3, 4)))
say(struct vm_result *r, enum vm_end end, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	r->end = end;
	vsnprintf(r->why, sizeof(r->why), fmt, ap);
	va_end(ap);
}

/* The set-up code of an image may have spoken before. */
static bool no_kernel(const struct vm_seen *s)
{
	return !s->console->banners && !s->frames->machines;
}

static bool qemu_failed(const struct vm_seen *s)
{
	return s->stop == VM_STOP_EXITED && s->status && !s->shutdown[0];
}

static void failed(const struct vm_seen *s, struct vm_result *r)
{
	if (s->stderr_line[0])
		say(r, VM_QEMU_FAILED, "QEMU: %s", s->stderr_line);
	else if (WIFSIGNALED(s->status))
		say(r, VM_QEMU_FAILED, "QEMU was killed by signal %d",
		    WTERMSIG(s->status));
	else
		say(r, VM_QEMU_FAILED, "QEMU ended with status %d and said nothing",
		    WEXITSTATUS(s->status));
}

/* "after 3 processes": how far it got. */
static const char *progress(const struct vm_frames *f, char *buf, size_t len)
{
	if (!f->machines)
		snprintf(buf, len, "before its init said anything");
	else
		snprintf(buf, len, "in or after process %llu",
			 (unsigned long long)(f->processes ? f->processes - 1 : 0));
	return buf;
}

static void limit(const struct vm_seen *s, struct vm_result *r)
{
	const unsigned int seconds = (s->limit_ms + 500) / 1000;
	char where[64];

	progress(s->frames, where, sizeof(where));
	if (no_kernel(s))
		say(r, VM_NO_KERNEL,
		    "no sign of a kernel in %u s: not one, or not one for this machine",
		    seconds);
	else if (s->stop == VM_STOP_WALL)
		say(r, VM_TIMEOUT, "not at its end after %u s: %s", seconds, where);
	else
		say(r, VM_HANG, "silent for %u s: %s", seconds, where);
}

void vm_verdict(const struct vm_seen *s, struct vm_result *r)
{
	char where[64];

	progress(s->frames, where, sizeof(where));
	if (s->frames->complete)
		say(r, VM_COMPLETE, "%s", "");
	else if (s->stop == VM_STOP_TOLD)
		say(r, VM_STOPPED, "stopped: %s", where);
	else if (s->console->no_port)
		/* Where it cannot power itself off, a panic follows. */
		say(r, VM_NO_PORT,
		    "no /dev/ttyS1: the kernel has no driver for the serial port");
	else if (s->console->panicked)
		say(r, VM_PANIC, "kernel panic, %s: %s", where, s->console->panic);
	else if (s->frames->machines > 1 || s->console->banners > 1)
		say(r, VM_REBOOT, "the machine began again, %s", where);
	else if (!strcmp(s->shutdown, "guest-reset"))
		say(r, VM_REBOOT, "the machine reset itself, %s", where);
	else if (qemu_failed(s))
		failed(s, r);
	else if (s->stop != VM_STOP_EXITED)
		limit(s, r);
	else if (no_kernel(s))
		say(r, VM_NO_KERNEL, "ended without a sign of a kernel");
	else
		say(r, VM_INCOMPLETE, "powered off %s", where);
}
