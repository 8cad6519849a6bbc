/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Init's own lines on the wire: what machine this is, and where the lines of a process
 * begin and end. They are of the wire format (wire/wire.h), numbered by themselves:
 *
 *	machine version abi    the first line; a second one is a reboot
 *	file path at data      a piece of a file of /proc or /sys, at offset `at`; a gap
 *	                       between pieces is NULs; `data` may be empty
 *	process n abi          the n-th plan's process begins; its own lines follow
 *	exit n how value|errno it has ended, and nothing of it is left. how: exited (value
 *	                       is the status), signal (its number), timeout (init killed
 *	                       it), noexec (the kernel will not run the probe), refused
 *	                       (init will not start it)
 *	complete processes     the last line
 *
 * Every line is out of the machine before the function returns, so that no interrupt of
 * the port falls into what is measured next.
 */
#ifndef PROBE_MACHINE_H
#define PROBE_MACHINE_H

#include "wire/wire.h"

struct machine {
	struct wire_out wire;
	int fd;
};

/*
 * Opens @device, raw (nothing echoed, nothing translated), and says who is there. 0 or
 * -errno.
 */
int machine_open(struct machine *m, const char *device);

/* The files that say what kernel and processor this is, as they are. */
void machine_facts(struct machine *m);

/*
 * If there are modules: /proc/modules, and of /proc/kallsyms the functions in them, as
 * /proc/kallsyms.modules.
 */
void machine_modules(struct machine *m);

/* Before and after the @n-th process. @how: exited, signal, timeout, noexec, refused. */
void machine_process(struct machine *m, uint64_t n, const char *abi);
void machine_exit(struct machine *m, uint64_t n, const char *how, long value);

/* The last line. */
void machine_complete(struct machine *m, uint64_t processes);

#endif
