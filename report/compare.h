/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two arms compared, as text, mail, JSON or CSV: the sentences for what stats/compare.h
 * says in codes. Gets finished comparisons; no SQL, no mathematics.
 */
#ifndef REPORT_COMPARE_H
#define REPORT_COMPARE_H

#include "base/str.h"
#include "report/look.h"
#include "report/number.h"
#include "stats/compare.h"

/* An amount of what an op touches that differs; per unit, or of the batch. */
struct compare_footprint {
	const char *side; /* user, kernel */
	const char *what;
	double a, b;
};

struct compare_row {
	const char *label, *workload, *abi;
	const char *unit, *per;  /* "ns", "op"; per "" for a metric of another tool */
	const char *event;       /* what was counted; NULL: it is a cost */
	bool event_ns;           /* it was a time: the values are ns */
	double value_a, value_b; /* NAN: none */
	size_t n_a, n_b;
	bool compared; /* else status and why */
	struct comparison c;
	const char *status, *why;
	const char *remarks; /* more remarks, ";" between; NULL: none */
	/* Of what `ktoll path` has found of both: footprints that differ. */
	bool paths; /* both are known */
	const struct compare_footprint *footprint;
	size_t n_footprint;
	/* A series of "signal.catch", "signal.*" or "*" (all): whose drift between
	 * sessions is that of `c`; NULL: not known, or not needed. */
	const char *drift_of;
	const char *layout; /* the remark if the time changed; NULL: none then either */
};

struct compare_fact {
	const char *key, *a, *b; /* NULL: unknown */
};

/* An event that was asked for and not counted. */
struct compare_refusal {
	const char *event, *reason;
	const char *arm; /* in which; NULL: in both */
};

struct compare_report {
	const char *arm_a, *arm_b;
	const char *design;  /* "process pairs in turns on one CPU (duet)" ... */
	bool paired;         /* n is pairs, not units a side */
	const char *more_of; /* what "about N more" counts: "pairs", "processes a side" */
	double margin_pct, confidence_pct;
	size_t family;         /* comparisons adjusted for */
	const char *statistic; /* of a process; NULL where there are none */
	long long experiment;  /* 0: none */
	const char *state;     /* interrupted ...; NULL or "done" */
	const char *set_up[2]; /* how each arm was set up; NULL or "": nothing */
	const struct compare_fact *differ; /* facts that differ between the arms */
	size_t n_differ, n_same;
	const struct compare_refusal *not_counted;
	size_t n_not_counted;
	const char *forced;  /* compared although it cannot be: why not; NULL */
	const char *machine; /* what calibrate says of this machine; NULL */
	const struct compare_row *rows;
	size_t n;
};

/* Of a mail: at most 72 columns, ASCII, survives git. */
void compare_report_text(const struct compare_report *r, const struct look *look,
			 struct str *out);

/* @n reports of one first arm against others, in one document. */
void compare_report_json(const struct compare_report *r, size_t n, struct str *out);
void compare_report_csv(const struct compare_report *r, size_t n, struct str *out);

/*
 * Of @n reports of arms in a row, each against the one before it: per workload the two
 * largest steps, tested or not.
 */
void compare_report_steps(const struct compare_report *r, size_t n,
			  const struct look *look, struct str *out);

/*
 * A value of @row, in the unit that fits where that is not said for all: a whole command
 * takes anything from microseconds to hours. Returns @buf.
 */
const char *compare_value_text(const struct compare_row *row, double v,
			       char buf[NUMBER_MAX]);

/* All that is compared is exact: it has differences, and no intervals. */
bool compare_is_exact(const struct compare_report *r);
/* The difference of an exact row, b less a, in its unit. Returns @buf. */
const char *compare_difference_text(const struct compare_row *row, char buf[NUMBER_MAX]);

/* "slower", "faster", "same", "unknown". */
const char *compare_verdict_word(enum verdict v);
/* The same with "SLOWER" and "FASTER". */
const char *compare_verdict_loud(enum verdict v);

/*
 * Of a verdict that the machine's drift forbids: how much that is, and of what. NULL: it
 * does not. Returns @buf.
 */
#define COMPARE_DRIFT_MAX 160
const char *compare_drift(const struct compare_row *row, char buf[COMPARE_DRIFT_MAX]);

/* row->layout if its verdict is slower or faster, else NULL. */
const char *compare_layout(const struct compare_row *row);

/*
 * The footnotes of a comparison as sentences, one call each: @i from 0; NULL at the end.
 */
const char *compare_remark(const struct comparison *c, size_t i);

#endif
