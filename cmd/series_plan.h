/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a series is to be: from options or a file, kept in the store as JSON. */
#ifndef CMD_SERIES_PLAN_H
#define CMD_SERIES_PLAN_H

#include "cmd/kernel.h"
#include "store/series.h"

/* What nobody said is negative, NULL or 0 until series_plan_defaults(). */
struct series_plan {
	bool exact, unpinned;
	int cpu; /* wish; -1: any */
	int64_t retries;
	uint64_t seed, rounds, jobs, mem_mb, wall_s, silence_s;
	double margin, confidence;                    /* shares */
	char *cpu_model, *repo, *config, *config_key; /* NULL: none */
	char *note;                                   /* for the report; NULL */
	const struct catalogue_entry **entries;
	size_t n_entries;
};

#define SERIES_PLAN_UNSET                                                \
	{                                                                \
		.cpu = -1, .retries = -1, .margin = -1, .confidence = -1 \
	}

void series_plan_defaults(struct series_plan *p);

struct series_arms {
	struct store_series_arm *v; /* the strings are its own */
	size_t n, cap;
};

/* Adds one. -EINVAL if the name is there already or no name, or a modifier is none. */
int series_arms_add(struct series_arms *a, const char *name, const char *source,
		    bool is_commit, const char *subject, const char *append,
		    const char *with, struct err *e);
void series_arms_release(struct series_arms *a);

/*
 * The commits of "A..B" as arms, named by their first 12 digits; what is to be said of
 * them goes to plan->note.
 */
int series_arms_range(struct series_plan *plan, struct series_arms *a, const char *range,
		      const char *append, const char *with, struct err *e);

/*
 * Reads an experiment file into the plan, the options and the arms. What they have
 * already counts more; @m->modifiers and @k->append count more than those of [series].
 */
int series_plan_file(struct series_plan *plan, struct series_arms *a, const char *path,
		     struct measure_options *m, struct kernel_options *k, struct err *e);

/* The caller frees. */
char *series_plan_json(const struct series_plan *plan);
/* -EBADMSG: damaged; -ENOENT: a workload that this ktoll does not know. */
int series_plan_read(const char *json, struct series_plan *ret, struct err *e);
void series_plan_release(struct series_plan *plan);

/* The absolute path of @path, which must exist. The caller frees. */
int series_real_path(const char *path, char **ret, struct err *e);

#endif
