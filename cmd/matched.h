/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two sources brought together: which series belong to each other, whether they can be
 * compared at all, and the comparison that their design allows.
 */
#ifndef CMD_MATCHED_H
#define CMD_MATCHED_H

#include "cmd/source.h"
#include "report/compare.h"

struct match_options {
	double margin, confidence; /* shares */
	double drift_log;          /* of this machine between sessions; 0: not known */
	bool force;
	const char *const *globs; /* of names; none: all */
	size_t n_globs;
};

struct matched {
	struct compare_row *rows; /* with strings of its own, but `why` */
	size_t n, cap;
	struct compare_fact *differ; /* borrowed from the sources */
	size_t n_differ, n_same;
	const char *design, *more_of;
	bool paired;
	char *forced; /* what does not compare, if forced */
};

/*
 * 0; -EINVAL with @e if they do not compare and are not forced, or have nothing in
 * common; other -errno.
 */
int match(struct store *s, const struct source *a, const struct source *b,
	  const struct match_options *o, struct matched *ret, struct err *e);
void matched_release(struct matched *m);

#endif
