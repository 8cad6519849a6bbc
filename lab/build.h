/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Kernels out of a git repository: commits are checked out one after the other in a
 * worktree of our own, built outside of it, incrementally, and the images kept by commit
 * and configuration. Banner and times are fixed, so that the same code gives the same
 * image.
 *
 *	CACHE/images/COMMIT-CONFIG.bzImage   a built image; made under another name
 *	CACHE/trees/REPOSITORY/src           the worktree
 *	CACHE/trees/REPOSITORY/CONFIG        what is built of it (build_mark.h: kills)
 *	CACHE/trees/REPOSITORY/lock          held while it is used, by make as well
 *
 * CACHE is $KTOLL_CACHE, else ktoll in $XDG_CACHE_HOME or ~/.cache.
 */
#ifndef LAB_BUILD_H
#define LAB_BUILD_H

#include "base/err.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

struct builder;

struct builder_spec {
	const char *repo, *config; /* paths, not copied */
	unsigned int jobs;         /* 0: one for each CPU */
	const volatile sig_atomic_t *stop;
	/* Called now and then with the last line of the compiler; may be NULL. */
	void (*progress)(void *ctx, const char *line);
	void *ctx;
};

/* What came of one commit. */
struct built {
	char *path;       /* of the image; NULL: it does not build */
	bool cached;      /* it was there already */
	char reason[256]; /* one line, if it does not build */
	char *detail;     /* the last lines of the build; NULL or owned */
	double seconds;
};

/*
 * Looks for git and make, reads the configuration. Nothing is built or locked yet. -errno
 * with one line.
 */
int builder_open(const struct builder_spec *spec, struct builder **ret, struct err *e);
void builder_close(struct builder *b); /* NULL is fine */

/*
 * Whether @commit's configuration has what the lab needs, before anything else is done
 * for it; nothing to do if its image is there. 0, also if that cannot be told because the
 * commit does not build; else as builder_image().
 */
int builder_check(struct builder *b, const char *commit, struct err *e);

/*
 * The image of @commit (its full hash). 0 whatever the compiler said; -EINTR if stopped;
 * -ENOSPC: disk full; -EINVAL: the configuration, brought up to date by this commit,
 * lacks what the lab needs (names it); -EBUSY: another build has held the tree too long;
 * other -errno: our own trouble. *@ret is the caller's in any case.
 */
int builder_image(struct builder *b, const char *commit, struct built *ret,
		  struct err *e);
void built_release(struct built *b);

/* Names the configuration and the compiler: part of the name of every image. */
const char *builder_key(const struct builder *b);

/* Options without which a workload or a fact is missing; "" or a sentence. */
const char *builder_wanting(const struct builder *b);

/* Where things are kept. The caller frees. */
char *builder_cache(void);

#endif
