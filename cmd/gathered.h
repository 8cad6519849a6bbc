/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Everything that a page or a plot shows of some arms: each process as a point, the
 * distribution of all samples, each pair, and the comparisons with the verdicts at every
 * margin.
 */
#ifndef CMD_GATHERED_H
#define CMD_GATHERED_H

#include "cmd/counts.h"
#include "cmd/matched.h"
#include "report/html.h"
#include "store/store.h"

#define GATHERED_ARMS 64

/* Process pairs of one workload. */
struct gathered_pairs {
	size_t workload, arm; /* indices */
	double *d, *d_pct, *a, *b;
	unsigned int *session;
	size_t n, cap;
	bool duet;
};

/* Facts that say why an event was not counted, each once. */
struct gathered_refused {
	struct store_fact *facts; /* with strings of their own */
	size_t n, cap;
};

struct gathered {
	int64_t experiment;     /* only what it measured; 0: everything of the arms */
	bool looked;            /* which stopped when it was decided: `ab` */
	struct looks_plan plan; /* of that */
	struct source *sources;
	size_t n_arms;
	struct html_workload *workloads;
	size_t n, cap;
	struct gathered_pairs *pairs;
	size_t n_pairs, cap_pairs;
	struct matched *matched; /* of each arm but the first with the first */
	bool exact;
	char *probe;                              /* build id of the first probe; NULL */
	char *not_set, *modifiers[GATHERED_ARMS]; /* NULL: none */
	double *margins_pct;
	size_t n_margins, margin; /* which of them was asked for */
	double confidence;
	size_t family;
	struct counts counted; /* of a single arm */
	struct html_count *counts;
	size_t n_counts, cap_counts;
	struct gathered_refused refused[GATHERED_ARMS]; /* of each arm */
	char *not_counted[GATHERED_ARMS]; /* the same as text; NULL: nothing */
};

/*
 * Loads @names[@n] (arms or files), or those arms that @experiment has (@n = 0). @s may
 * be NULL (no database: files only). -ENOENT if there is no such experiment or arm;
 * -EINVAL if arms do not compare and are not forced.
 */
int gathered_load(struct store *s, int64_t experiment, char *const *names, size_t n,
		  const struct match_options *o, struct gathered *ret, struct err *e);
void gathered_release(struct gathered *g);

/* The workload of a row, made if it is new. */
struct html_workload *gathered_workload(struct gathered *g, const char *workload,
					const char *abi, const char *unit,
					const char *per);

/* Points, distributions and pairs out of the store. */
int gathered_points(struct store *s, struct gathered *g, const struct match_options *o,
		    struct err *e);
/* After sorting: each pair of the first arm and another. */
int gathered_pairs_load(struct store *s, struct gathered *g,
			const struct match_options *o, struct err *e);
/*
 * Comparisons at the margin asked for, and verdicts at all; what was counted is compared
 * at the one asked for.
 */
int gathered_compare(struct store *s, struct gathered *g, const struct match_options *o,
		     struct err *e);

/* What was counted, workload by workload, out of those comparisons or of a single arm. */
int gathered_counts(struct store *s, struct gathered *g, const struct match_options *o,
		    struct err *e);

/* Flame graphs, where paths of an arm or of its kernel are kept. */
int gathered_paths(struct store *s, struct gathered *g, struct err *e);

/* Whether @globs (none: all) want it. */
bool gathered_wanted(const struct match_options *o, const char *workload,
		     const char *abi);

#endif
