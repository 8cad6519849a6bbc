/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From what was seen of a boot to what it was. No I/O. */
#ifndef VM_VERDICT_H
#define VM_VERDICT_H

#include "vm/console.h"
#include "vm/frames.h"
#include "vm/guest.h"

/* Why the watching was over. */
enum vm_stop {
	VM_STOP_EXITED,  /* QEMU ended */
	VM_STOP_DONE,    /* everything was said, and it was not waited for longer */
	VM_STOP_SILENCE, /* the limits */
	VM_STOP_WALL,
	VM_STOP_TOLD, /* the stop flag */
};

struct vm_seen {
	enum vm_stop stop;
	const struct console *console;
	const struct vm_frames *frames;
	const char *shutdown; /* the reason that QEMU gave, "guest-reset"; "" if none */
	const char *stderr_line; /* the last thing QEMU itself said; "" */
	int status;              /* of QEMU, as of waitpid(); if it exited by itself */
	unsigned int limit_ms;   /* the one that was reached */
};

/* Sets ret->end and ret->why. */
void vm_verdict(const struct vm_seen *seen, struct vm_result *ret);

#endif
