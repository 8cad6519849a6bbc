/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the files build*.c: one run of make, and files. For nobody else. */
#ifndef LAB_BUILD_MAKE_H
#define LAB_BUILD_MAKE_H

#include "lab/build.h"

struct build_make {
	const char *src, *out;
	unsigned int jobs;
	int lock; /* inherited by all that make starts */
	const volatile sig_atomic_t *stop;
	void (*progress)(void *ctx, const char *line);
	void *ctx;
};

/*
 * make @target. *@ret_works false: it does not build, reason and detail say why. -ENOSPC,
 * -EINTR, -ENOMEM (a compiler was killed), other -errno: our own trouble.
 */
int build_make(const struct build_make *m, const char *target, bool *ret_works,
	       struct built *ret, struct err *e);

/* -ENOENT with the package, if make or the compiler is missing. */
int build_tools(struct err *e);

/*
 * The first line that the compiler says of itself, and what of the environment makes
 * other code. The caller frees.
 */
char *build_compiler(void);

/* Whether it looks like a .config at all: -EINVAL. */
int build_config_is(const char *text, size_t len, struct err *e);

/* Removes a folder and all in it; fine if it is not there. */
int build_remove(const char *path, struct err *e);

/* Copies a file and flushes it to the disk. */
int build_copy(const char *from, const char *to, struct err *e);

#endif
