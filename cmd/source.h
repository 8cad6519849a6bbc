/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One side of a comparison: an arm of the store, or a text file of another tool. Both
 * become series of one metric each.
 */
#ifndef CMD_SOURCE_H
#define CMD_SOURCE_H

#include "stats/moments.h"
#include "stats/verdict.h"
#include "store/store.h"

enum source_kind { SOURCE_ARM, SOURCE_FILE };

struct series {
	char *name, *abi, *unit, *per; /* abi and per "" for another tool's metric */
	char *event;   /* what was counted, NULL: the cost itself; the unit says it too */
	bool event_ns; /* the event is a time */
	char *mode;    /* batch, each; "" for another tool's */
	unsigned int rev;    /* of the workload; 0 for another tool's */
	int64_t workload_id; /* 0 for another tool's */
	enum direction direction;
	bool direction_known;
	/* Processes or values; boot[i] numbers the boot of each (0 .. n_boots - 1). */
	double *x;
	unsigned int *boot;
	size_t n, cap;
	/* If only a summary survived. */
	bool is_summary;
	bool exact; /* counted instructions, not samples of a time */
	struct moments moments;
	char *refused; /* why there is no number at all */
	char *notes;   /* "; " between; NULL */
};

struct source {
	char *name;
	enum source_kind kind;
	struct series *series;
	size_t n, cap;
	/* Facts of the first boot of an arm; conditions only. */
	struct store_fact *facts;
	size_t n_facts;
	size_t n_boots;      /* different boots of the machine */
	int64_t *experiment; /* of each of them */
	char *first_boot_id; /* fact id.boot, NULL unknown */
	bool imported;
	bool timed; /* an arm with times: what was counted under its name is left out */
};

/*
 * The database that names are looked up in, @db as the option has it; *@ret NULL if there
 * is none and none was asked for, which is no trouble as long as every name is a file.
 */
int source_store(const char *db, struct store **ret, struct err *e);

/* Which summary of a process stands for it. */
int parse_statistic(const char *s, enum store_statistic *ret, struct err *e);
const char *statistic_name(enum store_statistic st);

/*
 * Loads @name: an arm if the store has one of this name, else a file; a name with a slash
 * is a file in any case. @s may be NULL (no database). -ENOENT if it is neither.
 */
int source_load(struct store *s, const char *name, enum store_statistic st,
		struct source *ret, struct err *e);

/* The same from a file, whatever the store has. */
int source_load_file(const char *path, struct source *ret, struct err *e);

const char *source_fact(const struct source *src, const char *key);
/* As calibration_machine_of(). The caller frees; NULL if it is not known. */
char *source_machine(const struct source *src);
void source_release(struct source *src);

#endif
