/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One count of perf stat, in whichever of its three forms it was printed, and the
 * rules that hold for all: names, units, directions, what -r makes of a count.
 * Knows no form.
 */
#ifndef IMPORT_PERF_COUNT_H
#define IMPORT_PERF_COUNT_H

#include "import/result.h"
#include "import/text.h"

/*
 * perf stat -r N: before 6.1 the mean of the runs is printed; since then it is the
 * count of the last run, beside the standard error of all of them. Nothing in the
 * output says which.
 */
struct perf_count {
	struct span event, unit;
	struct span id;      /* "CPU0", "S0-D0-C1", "bash-123"; empty: all together */
	struct span time;    /* end of the interval; empty: the whole run */
	struct span cgroup;  /* empty: none */
	const char *missing; /* "<not counted>", "<not supported>", or NULL */
	double value;
	double running_pct;  /* of the time it was counted; 100: all */
	bool spread_printed; /* "( +- 0.52% )": of the mean, relative to the value */
	double spread_pct;
	size_t line;
};

/* What the file says about the runs behind a count. */
struct perf_runs {
	uint64_t n;      /* 1: a single run; 0: -r, but how often is not said */
	bool text;       /* the text form */
	bool old_perf;   /* something proves perf before 6.1 */
	bool fixed_work; /* a command ran to its end: counts are costs */
	const char *group;
	size_t since; /* a name that was seen after so many lines must not come again:
			 it would be another event, not another run */
};

/* "<not counted>" at @s (any white space inside), else NULL; what it is called. */
const char *perf_missing(const char *s, size_t *ret_len);

/* The name of the metric; the caller frees it. */
char *perf_name(const struct perf_count *c);

/* The unit: the printed one, ticks for the time stamp counter. Static or the caller's
   @buf of 32 bytes. */
const char *perf_unit(const struct perf_count *c, char *buf);

/*
 * Adds one count. A second one of the same name is a further value, unless the runs
 * are several or @runs->since forbids it (then -EINVAL).
 */
int perf_store(const struct text *t, const struct perf_count *c,
	       const struct perf_runs *runs, struct import_result *res, struct err *e);

/* True for CPU0, S0, S0-D0, S0-D0-C1, S0-C1, S0-D0-CLS3, S0-D0-L3-ID0, N0. */
bool perf_is_place(struct span w);

/* True if such a place is followed by the number of CPUs (all but CPU0). */
bool perf_place_has_count(struct span w);

/* True for seconds and nine digits, as -I prints. */
bool perf_is_time(struct span w);

#endif
