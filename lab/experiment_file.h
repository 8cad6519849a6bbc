/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An experiment that is too long for a command line, as a file (ktoll-experiment(5)):
 *
 *	[series]
 *	workloads = syscall.* signal.catch
 *	boots = 12
 *
 *	[arm before]
 *	kernel = /boot/vmlinuz-6.1
 *
 *	[arm after]
 *	commit = v6.2
 *	append = mitigations=off
 */
#ifndef LAB_EXPERIMENT_FILE_H
#define LAB_EXPERIMENT_FILE_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EXPERIMENT_FILE_BYTES_MAX 262144
#define EXPERIMENT_FILE_ARMS_MAX  1000

struct experiment_arm {
	char *name;
	char *kernel, *commit; /* one of them; a path as written */
	char *append, *with;   /* NULL: those of [series] */
};

/* Numbers are 0, shares negative and strings NULL where the file says nothing. */
struct experiment_file {
	char *git, *range, *config; /* paths as written */
	char *workloads, *append, *with, *cpu_model;
	unsigned int build_jobs, boots, retries, mem_mb, wall_s, silence_s;
	bool retries_set, exact, kvm, seeded;
	uint64_t seed;
	double margin, confidence; /* shares */
	struct experiment_arm *arm;
	size_t n, cap;
};

/*
 * Reads @buf[@len]; @name is for messages. -EINVAL with file and line: bad syntax, an
 * unknown section or key, a bad or second value, an arm without or with two kernels,
 * a commit without a repository, no arm at all.
 */
int experiment_file_parse(const char *buf, size_t len, const char *name,
			  struct experiment_file *ret, struct err *e);

/* Fine on a zeroed one. */
void experiment_file_release(struct experiment_file *f);

#endif
