/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is asked of git about a repository: commits, ranges, whether it is clean. */
#ifndef LAB_GIT_H
#define LAB_GIT_H

#include "base/err.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

#define GIT_RANGE_MAX 1000

struct git_commit {
	char *hash;    /* all hexadecimal digits */
	char *subject; /* its first line */
	bool merge;
};

/* The base first, then the commits along first parents, oldest first. */
struct git_range {
	struct git_commit *v;
	size_t n, cap, merges;
	bool other_base; /* the base is not the revision that was named, but the parent */
};

/*
 * Runs git in @repo with the NULL-terminated arguments after @e; *@out (may be NULL) is
 * what it printed. -EIO with the line that git said; -EINVAL if @repo is no
 * repository; -ENOENT: no git.
 */
int git_run(const char *repo, struct str *out, struct err *e, ...)
	__attribute__((sentinel));

/* The repository's own folder: the same for all of its worktrees. The caller frees. */
int git_top(const char *repo, char **ret_path, struct err *e);

/* The full hash of the commit that @rev names; -EINVAL if it names none. */
int git_commit(const char *repo, const char *rev, char **ret_hash, struct err *e);

/* Hash and subject of one commit, by its hash. */
int git_describe(const char *repo, const char *hash, struct git_commit *ret,
		 struct err *e);

/*
 * "A..B" (either end empty: HEAD). -EINVAL: not a range, unknown revision, nothing in it,
 * too long, or A is no ancestor of B.
 */
int git_range(const char *repo, const char *range, struct git_range *ret, struct err *e);
void git_range_release(struct git_range *r);
void git_commit_release(struct git_commit *c);

/* 0; -EBUSY if files that git knows have changes that are not committed. */
int git_clean(const char *repo, struct err *e);

#endif
