/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Between doctor.c and the files that hold the checks; nobody else includes it.
 */
#ifndef HOST_DOCTOR_PARTS_H
#define HOST_DOCTOR_PARTS_H

#include <stdbool.h>

#include "host/doctor.h"
#include "host/kconfig.h"
#include "host/machine.h"

struct doctor_ctx {
	int root;
	const struct cpu_choice *cpus;
	const struct interference *before, *after;
	struct interference_change change;
	char *cpuinfo, *status, *cmdline; /* NULL: unreadable */
	struct kconfig config;            /* empty unless config_known */
	bool config_known;
	enum machine_virtual virtual;
};

/* The tables, each ended by a NULL id. */
extern const struct doctor_check doctor_load_checks[];
extern const struct doctor_check doctor_cpu_checks[];
extern const struct doctor_check doctor_kernel_checks[];
extern const struct doctor_check doctor_task_checks[];

/* Set the state and what was found. A check that calls none of them is not visible. */
void doctor_good(struct doctor_finding *f, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void doctor_bad(struct doctor_finding *f, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void doctor_hidden(struct doctor_finding *f, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* "PATH: reason", not visible. */
void doctor_unreadable(struct doctor_finding *f, const char *path, int error);

/* The command for this machine, in place of the table's. */
void doctor_fix(struct doctor_finding *f, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* A number, a line or a mask out of a file; false, and not visible, if there is none. */
bool doctor_number(const struct doctor_ctx *c, struct doctor_finding *f, const char *path,
		   long long *ret_value);
bool doctor_line(const struct doctor_ctx *c, struct doctor_finding *f, const char *path,
		 char *ret_buf, size_t size);
bool doctor_mask(const struct doctor_ctx *c, struct doctor_finding *f, const char *path,
		 struct cpumask *ret_mask);

/* True only if the configuration was read and none of it has @option. */
bool doctor_not_built(const struct doctor_ctx *c, const char *option);

#endif
