/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What about this machine would spoil a measurement: one check per condition, each with
 * what it does to the numbers and the one command that sets it. Changes nothing.
 */
#ifndef HOST_DOCTOR_H
#define HOST_DOCTOR_H

#include <stddef.h>

#include "host/cpus.h"
#include "host/interference.h"

enum doctor_state {
	DOCTOR_HIDDEN, /* not visible: could not be read, or proves nothing here */
	DOCTOR_GOOD,   /* read, and as it should be */
	DOCTOR_BAD,
};

struct doctor_ctx;
struct doctor_finding;

struct doctor_check {
	const char *id;     /* stable, "cpu-load" */
	const char *title;  /* "load on the measuring CPU" */
	const char *effect; /* what it does to the numbers when it is bad */
	const char *fix;    /* one command, or what to do; "" nothing can be done */
	void (*look)(const struct doctor_ctx *c, struct doctor_finding *f);
};

struct doctor_finding {
	const struct doctor_check *check;
	enum doctor_state state;
	char found[240]; /* what was read, or why nothing could be */
	char fix[160];   /* the command for this machine; "" when good or nothing helps */
};

struct doctor_report {
	struct doctor_finding *v;
	size_t n;
	size_t bad, hidden;
};

/* "good", "bad", "not visible". */
const char *doctor_state_name(enum doctor_state state);

/*
 * Looks at everything, for the CPUs chosen. Takes two looks at the counters @settle_ms
 * apart (0: without waiting, which leaves the conditions that need time not visible);
 * 200 is plenty. Cannot fail. Release with doctor_release().
 */
void doctor_examine(int root, const struct cpu_choice *cpus, unsigned int settle_ms,
		    struct doctor_report *ret_report);

/* The same on two looks taken before. */
void doctor_judge(int root, const struct cpu_choice *cpus,
		  const struct interference *before, const struct interference *after,
		  struct doctor_report *ret_report);

/* Fine on a zeroed one. */
void doctor_release(struct doctor_report *r);

#endif
