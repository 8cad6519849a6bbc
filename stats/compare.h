/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two arms' units in, everything that can be said about their difference out: estimate,
 * intervals, p, which method was used and why, verdict, advice. The one entry that
 * applies the rules for small and degenerate input (STATISTICS.md, sections 4, 5 and 9).
 * Codes only: the sentences belong to report/.
 *
 * Differences are ln(b) - ln(a), a the old or first arm, b the new one; in per cent,
 * 100 (exp(d) - 1). Units must be independent: processes, boots, process pairs.
 */
#ifndef STATS_COMPARE_H
#define STATS_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

#include "stats/interval.h"
#include "stats/looks.h"
#include "stats/moments.h"
#include "stats/sessions.h"
#include "stats/verdict.h"

/* Fewest units for which ranks can reach 95 %, and fewest for any verdict at all. */
enum {
	COMPARE_PAIRS_FOR_RANKS = 6,
	COMPARE_SIDE_FOR_RANKS = 4,
	COMPARE_FEWEST = 3,
	COMPARE_BOOTS_FOR_RANKS = 16 /* fewer boot pairs: the wider of ranks and t */
};

enum compare_unit {
	COMPARE_PROCESS, /* processes, or process pairs of the duet */
	COMPARE_BOOT,    /* boot summaries, or boot pairs */
	COMPARE_VALUE /* imported values, taken as independent because nothing is known */
};

struct compare_params {
	double margin;     /* relative: 0.01 for 1 % */
	double confidence; /* 0.95: 5 % for differences, two one-sided 5 % for sameness */
	enum direction direction;
	enum compare_unit unit;
	bool in_order; /* pairs come in order of time: test whether the difference drifts
			*/
	bool one_boot; /* kernels compared with one boot a side: no verdict */
	double drift_log; /* measured between separate sessions of this machine;
			     two-sample */
	double n_cap;     /* units beyond which advice says "not in reasonable time" */
	const unsigned int *session;   /* of each pair, equal ones adjacent; or NULL */
	const struct looks_plan *plan; /* NULL: one look */
	double earlier_p_diff,
		earlier_p_eq; /* smallest raw p of earlier looks; 1: none */
};

/* Everything at its default; the rest by assignment. */
#define COMPARE_PARAMS_DEFAULT                                                           \
	{                                                                                \
		.margin = 0.01, .confidence = 0.95, .n_cap = 10000, .earlier_p_diff = 1, \
		.earlier_p_eq = 1                                                        \
	}

enum compare_status {
	COMPARE_OK,
	COMPARE_BAD_INPUT,    /* bad_arm, bad_index; nothing else is filled */
	COMPARE_TOO_FEW,      /* fewer than three (a side): an estimate, no interval */
	COMPARE_ZERO_VARIANCE /* nothing varies: an estimate, nothing to test it by */
};

enum compare_method {
	COMPARE_BY_NOTHING,
	COMPARE_BY_SIGNED_RANK,
	COMPARE_BY_PAIRED_T,
	COMPARE_BY_BLOCKS, /* signed rank of block medians */
	COMPARE_BY_MANN_WHITNEY,
	COMPARE_BY_WELCH,
	COMPARE_BY_MOMENTS, /* Welch's t from mean, spread and n */
	COMPARE_BY_COUNT    /* exact counts: no test */
};

/* Footnotes: one bit each in comparison.notes. */
enum compare_note {
	COMPARE_NOTE_FEW = 1 << 0, /* too few for ranks at this level: a t test instead */
	COMPARE_NOTE_T_WIDER =
		1 << 1, /* few boot pairs: the t interval was wider, and used */
	COMPARE_NOTE_DRIFTS = 1 << 2, /* the difference drifts: blocks are the units */
	COMPARE_NOTE_SIGN_TEST =
		1 << 3, /* n < 30 and the sign-test interval has the zero */
	COMPARE_NOTE_SESSIONS =
		1 << 4, /* sessions differ: it depends on the machine's state */
	COMPARE_NOTE_SEPARATE = 1 << 5,          /* not interleaved */
	COMPARE_NOTE_TAKEN_INDEPENDENT = 1 << 6, /* imported values */
	COMPARE_NOTE_BELOW_DRIFT = 1 << 7,  /* unknown because of the machine's drift */
	COMPARE_NOTE_ONE_BOOT = 1 << 8,     /* unknown because of one boot a side */
	COMPARE_NOTE_CONSTANT_ARM = 1 << 9, /* one side does not vary */
	COMPARE_NOTE_COARSE =
		1 << 10, /* not same: rounding can hide as much as the margin leaves */
	COMPARE_NOTE_ADJUSTED = 1 << 11, /* the verdict did not survive the family */
	COMPARE_NOTE_SAME_BUT_DIFFERS =
		1 << 12,               /* same, and a difference inside the margin */
	COMPARE_NOTE_UNEQUAL = 1 << 13 /* sides unequally spread: a wider interval */
};

struct comparison {
	enum compare_status status;
	enum compare_method method;
	enum verdict verdict;
	unsigned int notes;
	size_t bad_arm,
		bad_index; /* 0 = a, 1 = b; a missing partner: the shorter arm's end */
	size_t n_a, n_b;   /* units; equal when paired */
	bool paired;
	double value_a,
		value_b; /* exp(median ln); means for moments; NaN from differences */

	double estimate_log, estimate_pct;
	struct interval diff_log,
		diff_pct; /* decides differences: 95 %, or its look's level */
	struct interval same_log,
		same_pct;          /* decides sameness: 90 %, or its look's level */
	struct interval sign_pct;  /* paired: sign-test interval; else none */
	double slowdown_bound_pct; /* "no slowdown above", from the sameness interval */

	double p_diff, p_eq;                   /* of this look; NaN where not tested */
	double p_diff_looked, p_eq_looked;     /* adjusted for the planned looks */
	double p_diff_adjusted, p_eq_adjusted; /* and for the family; family_adjust() */
	double p_smallest; /* the smallest p_diff ranks could give for these n */

	struct advice advice;
	size_t blocks;             /* how many, 0 when not tested */
	double blocks_f, blocks_p; /* F test of their variance */
	struct sessions sessions;  /* n = 0 when not asked for or not possible */

	/* What family_adjust() needs to decide again. */
	double step_log; /* values that are tied come in steps of this; else 0 */
	double margin_log, drift_log, alpha, advice_n, advice_cap, advice_shrink;
	enum direction direction;
	struct looks_plan plan; /* looks = 0: none */
};

/*
 * All return 0 (whatever the status), -EINVAL for parameters out of range (margin < 0,
 * confidence outside (0.5, 1), drift < 0), or -ENOMEM.
 */

/*
 * Differences of logarithms @d[@n], in order of time where params say so. What no two
 * doubles can give (beyond +-1500) is bad input, here and in compare_samples().
 */
int compare_pairs(const double *d, size_t n, const struct compare_params *params,
		  struct comparison *ret_comparison);

/* Logarithms of units, measured apart. */
int compare_samples(const double *a, size_t na, const double *b, size_t nb,
		    const struct compare_params *params,
		    struct comparison *ret_comparison);

/* Positive values: costs as measured. @paired: a[i] belongs to b[i]. */
int compare_values(const double *a, size_t na, const double *b, size_t nb, bool paired,
		   const struct compare_params *params,
		   struct comparison *ret_comparison);

/* Summaries; see moments_from_spread(). */
int compare_moments(const struct moments *a, const struct moments *b,
		    const struct compare_params *params,
		    struct comparison *ret_comparison);

/* Exact counts per op: equal or not, inside the margin or not. */
int compare_counts(double a, double b, const struct compare_params *params,
		   struct comparison *ret_comparison);

/*
 * The verdict from the intervals already there, where @may_same and @may_differ say which
 * claims are allowed; sets verdict, notes and advice. Used by family_adjust().
 */
void compare_decide(struct comparison *c, bool may_same, bool may_differ);

#endif
