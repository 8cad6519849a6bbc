/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether something is hooked into the kernel's paths: ftrace, its events, kprobes and
 * uprobes, as tracefs and debugfs show them. perf's and BPF's own users of tracepoints
 * show nowhere in text; BPF trampolines and livepatches show as hooked functions.
 */
#ifndef HOST_TRACING_H
#define HOST_TRACING_H

struct tracing {
	const char *where; /* folder of tracefs, a static string; NULL: not visible */
	int error;         /* -errno when it is not */
	char tracer[64];   /* "nop" when none; "" unknown */
	int on;            /* tracing_on: 0, 1, or -1 unknown */
	/* Counts, -1 where the file cannot be read. */
	long events;    /* in set_event */
	long functions; /* in enabled_functions */
	long kprobes, uprobes;
};

/* Cannot fail: what cannot be read is unknown. */
void tracing_read(int root, struct tracing *ret_tracing);

#endif
