/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One boot of one kernel with the plug-in in QEMU, and what it tells of one workload:
 * where the instructions of its batches went. The boot is stored as any counted one, with
 * the profile of its process beside it.
 */
#ifndef LAB_PATH_H
#define LAB_PATH_H

#include "lab/boot.h"
#include "path/inlines.h"
#include "path/profile.h"

struct path_wish {
	struct store *store;
	int64_t experiment;
	const struct store_fact *host_facts; /* as of struct boot */
	size_t n_host_facts;
	const struct boot_arm *arm; /* counting */
	const struct catalogue_entry *entry;
	const char *vmlinux; /* the same kernel with its symbols; NULL: none */
	const volatile sig_atomic_t *stop;
};

struct path_result {
	struct symbols user, kernel;
	struct trace trace;
	struct inlines *inlines;    /* of --vmlinux; NULL: none */
	struct profile profile;     /* of one batch: the first that is the exact count */
	struct profile_input input; /* that it was made from: points into this */
	uint64_t units;             /* in that batch */
	double exact, agree; /* per unit, and the share of batches: as `run --exact` */
	char build_id[BUILD_ID_TEXT];
	char note[600]; /* why there are no names; "" */
	char *console;  /* its last lines, if the boot did not come through */
	/* The failure is this kernel's or this workload's: others may still be followed.
	 */
	bool passing;
	bool through; /* the boot came through, whatever became of the rest */
};

/*
 * 0 only if the instructions of all functions are those that the probe's clock counted.
 * -EINTR if stopped; other -errno with @e. *@ret is to be released in any case.
 */
int path_run(const struct path_wish *w, struct path_result *ret, struct err *e);

/* Fine on a zeroed one. */
void path_result_release(struct path_result *r);

#endif
