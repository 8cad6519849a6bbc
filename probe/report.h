/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns what was measured into wire lines (docs/wire.md), and writes them. */
#ifndef PROBE_REPORT_H
#define PROBE_REPORT_H

#include "probe/measure.h"
#include "wire/wire.h"

struct report {
	struct wire_out wire;
	int fd;
	size_t used;
	char buf[65536];
};

void report_open(struct report *r, int fd);

/* Who is speaking. */
void report_hello(struct report *r);

/* A condition that was asked for: @error 0 set, else refused with that -errno. */
void report_condition(struct report *r, const char *what, long value, long error);

/* Which workload by which clock. */
void report_workload(struct report *r, const struct workload *wl, const struct wl *w);

/* Samples, calibration, counts. */
void report_measurement(struct report *r, const struct measurement *m);

/* How it ended: 0 done, -EOPNOTSUPP skipped, other failed, with @why. */
void report_end(struct report *r, int error, const char *why);

/* The last line, and out with everything. 0, or -errno if anything was not written. */
int report_close(struct report *r);

#endif
