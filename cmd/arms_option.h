/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `report` and `plot` share: their options, and the loading of what they show. */
#ifndef CMD_ARMS_OPTION_H
#define CMD_ARMS_OPTION_H

#include "cmd/command.h"
#include "cmd/gathered.h"
#include "cmd/options.h"

#define ARMS_GLOBS 64

enum {
	OPT_WORKLOADS = 512,
	OPT_FORCE,
	OPT_PLOT_EVENT,
	OPT_ARMS_OWN, /* a command's own long options begin here */
};

#define ARMS_LONGS                                                       \
	{ "output", required_argument, NULL, 'o' }, VERDICT_LONGS,       \
		{ "workloads", required_argument, NULL, OPT_WORKLOADS }, \
		{ "force", no_argument, NULL, OPT_FORCE },               \
		{ "db", required_argument, NULL, OPT_DB },               \
		{ "help", no_argument, NULL, 'h' },                      \
	{                                                                \
		NULL                                                     \
	}

struct arms_options {
	const char *db, *output, *event; /* event NULL: costs */
	struct match_options match;
	const char *globs[ARMS_GLOBS];
	int64_t experiment; /* 0: the names */
	char **names;
	size_t n_names;
};

#define ARMS_OPTIONS_DEFAULT                                   \
	{                                                      \
		.match = {.margin = 0.01, .confidence = 0.95 } \
	}

/* Takes --workloads into @globs, of ARMS_GLOBS, which @m borrows. -E2BIG with @e. */
int workloads_option(const char **globs, struct match_options *m, struct err *e);

/* -1: go on; else an exit status. */
int arms_parse(const struct command *c, const struct option *longs, int argc, char **argv,
	       struct arms_options *o);

/* The database (*@ret_store NULL: none is needed) and what it has. */
int arms_load(struct arms_options *o, struct store **ret_store, struct gathered *ret,
	      struct err *e);

/* The exit status of what arms_load() returned. */
int arms_status(int r, const struct err *e);

/*
 * Writes @text to @path, whole or not at all; "-": to stdout. What is no file, a pipe or
 * a device, is written to. -errno.
 */
int write_whole(const char *path, const struct str *text, struct err *e);

#endif
