/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Profiles out of the store, as `ktoll path`, `run --path` and `ab --path` have kept
 *them.
 *
 *	const struct store_profile_wish w = { .arm = "before", .workload = "syscall.null",
 *					      .abi = "x86_64" };
 *
 *	if (!path_kept_find(store, &w, &k, &e)) {
 *		path_kept_rows(&k, 1, &rows);
 *		path_report_flame(&rows.report, 0, &out);
 *	}
 *	path_rows_release(&rows);
 *	path_kept_release(&k);
 */
#ifndef CMD_PATH_KEPT_H
#define CMD_PATH_KEPT_H

#include "cmd/path_rows.h"
#include "lab/catalogue.h"
#include "path/kept.h"
#include "store/profile.h"

struct path_kept {
	struct store_profile row; /* .profile is NULL: it is in .kept */
	struct kept kept;
	char label[CATALOGUE_LABEL_MAX];
};

/* The latest that @w means; -ENOENT with @e: none; -EBADMSG: it cannot be read. */
int path_kept_find(struct store *s, const struct store_profile_wish *w,
		   struct path_kept *ret, struct err *e);

/* @k: one, or two of the same workload; must outlive *@ret. */
void path_kept_rows(const struct path_kept *k, size_t n, struct path_rows *ret);

/* Fine on a zeroed one. */
void path_kept_release(struct path_kept *k);

#endif
