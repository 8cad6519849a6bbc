/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two sources brought together: which series belong to each other, whether they can be
 * compared at all, and the comparison that their design allows.
 */
#ifndef CMD_MATCHED_H
#define CMD_MATCHED_H

#include "cmd/calibration.h"
#include "cmd/source.h"
#include "report/compare.h"

struct match_options {
	double margin, confidence;               /* shares */
	const struct calibration_drifts *drifts; /* of this machine; NULL: not known */
	bool force;
	bool costs_only;          /* no counters */
	bool one_margin;          /* no verdicts at others, as pages have them */
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

/*
 * The report of @m under options @o, without its arms, family and experiment. Borrows
 * from @m.
 */
struct compare_report matched_report(const struct matched *m,
				     const struct match_options *o);

/* Whether a verdict of @m is slower. */
bool matched_slower(const struct matched *m);

/* The looks that `ktoll ab` took, and stopped at when all was decided. */
int match_looks(double confidence, struct looks_plan *ret_plan, struct err *e);

/*
 * Compares the pairs @d[@n], ln b - ln a in order of time, of the sessions @session[@n].
 * @plan: they are of `ktoll ab`, which is adjusted for as it was then; NULL: all were
 * planned. 0 or -errno of compare_pairs().
 */
int match_pairs_compare(const double *d, const unsigned int *session, size_t n,
			const struct match_options *o, const struct looks_plan *plan,
			struct comparison *ret);

/* How pairs were made: @duet, or whole processes, which are runs of commands if @runs. */
const char *match_pairs_design(bool duet, bool runs);

/*
 * What was counted in the pairs of both arms, in @experiment only unless it is 0; each
 * row behind that of its workload if there is one. @plan: looks that were planned; NULL:
 * one.
 */
int match_counter_pairs(struct store *s, int64_t experiment, const char *arm_a,
			const char *arm_b, const struct match_options *o,
			const struct looks_plan *plan, struct matched *m, struct err *e);

/*
 * Adjusts all rows of @m[@n] for their family: the costs together, and what was counted
 * together, for these are answers to different questions. *@ret_family is that of the
 * costs, or of the counts if there are no costs.
 */
int match_adjust(struct matched *m, size_t n, size_t *ret_family, struct err *e);

#endif
