/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One boot of one kernel, from the start of QEMU to its end, watched: what comes over the
 * wire is handed on, the console is kept, and whatever happens the boot ends within its
 * limits and is given a name. No QEMU is left behind, whatever happens to this process.
 */
#ifndef VM_GUEST_H
#define VM_GUEST_H

#include "base/err.h"
#include "vm/frames.h"
#include "vm/qemu.h"

#include <signal.h>

#define VM_WALL_MS    600000u
#define VM_SILENCE_MS 60000u

struct vm_guest {
	struct vm_config config;
	int kernel, initramfs; /* of struct vm_image and vm_initramfs */
	unsigned int wall_ms;  /* 0: VM_WALL_MS */
	/*
	 * Of console and wire both, while QEMU had a CPU or wanted none: not the time
	 * that it waited for one on a busy host. 0: VM_SILENCE_MS.
	 */
	unsigned int silence_ms;
	/*
	 * How long it may take to power itself off when everything is said; 0: it is not
	 * waited for.
	 */
	unsigned int linger_ms;
	const int *pin; /* host CPU of each virtual CPU; NULL: not pinned */
	bool pin_may_fail;
	const volatile sig_atomic_t *stop; /* NULL: never */
	const struct vm_frames_ops *ops;
	void *ctx;
};

enum vm_end {
	VM_COMPLETE,    /* everything was said */
	VM_PANIC,       /* .why is what the panic says */
	VM_REBOOT,      /* the machine began again, or wanted to */
	VM_HANG,        /* silence beyond the limit */
	VM_TIMEOUT,     /* not silent, but beyond the wall-clock limit */
	VM_NO_KERNEL,   /* none began: not a kernel, or not one for this machine */
	VM_NO_PORT,     /* the kernel runs, but has no driver for the serial port */
	VM_INCOMPLETE,  /* powered off before everything was said */
	VM_QEMU_FAILED, /* our own trouble: QEMU ended by itself */
	VM_STOPPED,     /* killed because we were told to stop */
};

struct vm_result {
	enum vm_end end;
	char why[384];    /* one line; "" for VM_COMPLETE */
	char *console;    /* the last lines, each with its newline; never NULL */
	char banner[256]; /* "Linux version ..." of the kernel that answered; "" */
	char *qemu_version;
	char *qemu_args; /* the command line */
	unsigned int cpus_pinned;
	char pin_why[128]; /* why the others are not, if that was allowed */
	unsigned int first_wire_ms, complete_ms,
		total_ms; /* from QEMU's start; 0: never */
	uint64_t processes, wire_bytes, console_bytes;
	uint64_t lost, corrupt; /* of init's lines on the wire */
};

/*
 * Boots and watches. 0 whatever the kernel did: *@ret says what; it is the caller's to
 * release. -errno with @e for what is not the kernel's doing: no QEMU, QEMU failed, a
 * virtual CPU that could not be pinned, no descriptors; -EINTR if stopped. Then *@ret is
 * filled too, as far as it got.
 */
int vm_guest_run(const struct vm_guest *g, struct vm_result *ret, struct err *e);

/* "complete", "panic" ...: a word for each end, as a store may keep it. */
const char *vm_end_name(enum vm_end end);

/* Fine on a zeroed one. */
void vm_result_release(struct vm_result *r);

#endif
