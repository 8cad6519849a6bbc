/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A series of arms: a block for each workload with the arms as rows, so that it never
 * grows sideways. Gets finished comparisons; no SQL, no mathematics.
 */
#ifndef REPORT_SERIES_H
#define REPORT_SERIES_H

#include "base/str.h"
#include "report/look.h"
#include "stats/compare.h"

enum series_state { SERIES_MEASURED, SERIES_SAME, SERIES_BROKEN, SERIES_WAITING };

struct series_arm {
	const char *name, *subject; /* subject NULL: none */
	enum series_state state;
	size_t same_as;                          /* of SERIES_SAME: an earlier arm */
	const char *reason, *lines;              /* of SERIES_BROKEN; lines may be NULL */
	size_t boots, failed;                    /* that came through, that did not */
	const char *source, *append, *modifiers; /* image or commit; NULL or "": none */
};

/* One boot of the plan. */
struct series_boot {
	size_t round, arm, attempts;
	const char *state; /* planned, done, failed */
	long long boot_id; /* of the store; 0: none yet */
};

/* One arm against an earlier one. */
struct series_step {
	bool compared;
	size_t from;    /* the arm it is compared with */
	bool no_change; /* the code is the same: nothing to compare */
	bool varies;    /* counted, but not the same in each boot: no verdict */
	struct comparison c;
};

struct series_cell {
	double value, lo, hi; /* NAN: none; lo..hi over boots of counted ones */
	size_t n;             /* boots */
	const char *why;      /* of no boots: what was said of it; NULL: nothing */
	struct series_step prev, base;
};

/* Where the scan of a timed series sees a step. */
struct series_found {
	size_t at, from, to; /* arms */
	double change_pct, lo_pct, hi_pct, p;
};

struct series_block {
	const char *label, *workload, *abi, *unit, *per;
	struct series_cell *cell; /* one an arm */
	const char *why;          /* no number in any arm: why */
	bool moved;               /* something happens in it */
	bool unknown;             /* of a step it is not decided whether it is one */
	bool lost;                /* an arm that was measured has no number of it */
	bool varies;              /* what happens in it may be chance */
	struct series_found *found;
	size_t n_found;
};

struct series_report {
	long long experiment;
	const char *state; /* done, running, interrupted ... */
	bool exact;
	unsigned int rounds;
	double margin_pct, confidence_pct;
	size_t family; /* comparisons adjusted for, each with the arm before */
	const char *machine, *note; /* NULL: nothing to say */
	const struct series_arm *arm;
	size_t arms;
	const struct series_boot *boot; /* as planned; none as long as images are built */
	size_t boots;
	const struct series_block *block;
	size_t blocks;
};

/* ASCII; of a mail at most 72 columns, survives git; else at least 40, up to 80. */
void series_report_text(const struct series_report *r, const struct look *look,
			struct str *out);

/* Where each arm came from, and its boots, one by one. */
void series_report_boots(const struct series_report *r, const struct look *look,
			 struct str *out);

/* Three lines for a commit message, of at most 72 columns. */
void series_report_commit(const struct series_report *r, struct str *out);

/* docs/json.md: as of compare, each arm against the one before, and `base` besides. */
void series_report_json(const struct series_report *r, struct str *out);
void series_report_csv(const struct series_report *r, struct str *out);

/* What the steps of a whole series are, for the one sentence: appended to @out. */
void series_report_stands_out(const struct series_report *r, struct str *out);

/* Whether this step is a difference that is established. */
bool series_step_changed(const struct series_report *r, const struct series_step *s);

#endif
