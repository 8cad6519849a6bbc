/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options that all commands that measure have, read the same way. */
#ifndef CMD_OPTIONS_H
#define CMD_OPTIONS_H

#include "cmd/command.h"

/* What every command that measures takes; 'q' besides. */
enum {
	OPT_CPU = OPT_FIRST_OWN,
	OPT_SEED,
	OPT_AS,
	OPT_WITH,
	OPT_MARGIN,
	OPT_CONFIDENCE,
	OPT_GIT,
	OPT_CONFIG,
	OPT_BUILD_JOBS,
	OPT_REQUIRE_EVENTS,
	OPT_MEASURE_OWN, /* a command's own long options begin here */
};

#define MEASURE_LONGS                                                                    \
	{ "cpu", required_argument, NULL, OPT_CPU },                                     \
		{ "seed", required_argument, NULL, OPT_SEED },                           \
		{ "format", required_argument, NULL, OPT_FORMAT },                       \
		{ "db", required_argument, NULL, OPT_DB },                               \
		{ "quiet", no_argument, NULL, 'q' }, { "help", no_argument, NULL, 'h' }, \
	{                                                                                \
		NULL                                                                     \
	}

/* Of the arm that is measured, for commands that have one. */
#define ARM_LONGS                                         \
	{ "as", required_argument, NULL, OPT_AS },        \
	{                                                 \
		"with", required_argument, NULL, OPT_WITH \
	}

#define MODIFIERS_MAX 8

/* Modifiers of an arm, as the executor wants them. */
struct modifiers {
	const char *list[MODIFIERS_MAX + 1]; /* NULL-terminated */
	size_t n;
};

struct measure_options {
	const char *db;
	const char *arm; /* --as; NULL: none given */
	struct modifiers modifiers;
	enum format format;
	bool quiet, seeded;
	int cpu; /* -1: choose */
	uint64_t seed;
};

#define MEASURE_OPTIONS_DEFAULT \
	{                       \
		.cpu = -1       \
	}

/* Takes one of MEASURE_LONGS or ARM_LONGS. 1: it is none of them; -EINVAL with @e. */
int measure_option(struct measure_options *m, int opt, unsigned int formats,
		   struct err *e);

/* Draws a seed if none was given. */
void measure_seed(struct measure_options *m);

/* What verdicts are about. */
#define VERDICT_LONGS                                                 \
	{ "margin", required_argument, NULL, OPT_MARGIN },            \
	{                                                             \
		"confidence", required_argument, NULL, OPT_CONFIDENCE \
	}

/* Takes one of VERDICT_LONGS, as shares. 1: it is none of them; -EINVAL with @e. */
int verdict_option(int opt, double *margin, double *confidence, struct err *e);
/* The same of options kept as text; NULL: not given, the number stays. */
int verdict_texts(const char *margin, const char *confidence, double *ret_margin,
		  double *ret_confidence, struct err *e);

/* --margin where 0, any difference, may make sense: of counts it does. */
int parse_margin_or_0(const char *s, double *ret, struct err *e);

/* Kernels out of a repository. */
#define BUILD_LONGS                                                   \
	{ "git", required_argument, NULL, OPT_GIT },                  \
		{ "config", required_argument, NULL, OPT_CONFIG },    \
	{                                                             \
		"build-jobs", required_argument, NULL, OPT_BUILD_JOBS \
	}

struct build_options {
	const char *git, *config; /* NULL: not given */
	uint64_t jobs;            /* 0: one for each CPU */
};

/* Takes one of BUILD_LONGS. 1: it is none of them; -EINVAL with @e. */
int build_option(struct build_options *b, int opt, struct err *e);

/* -EINVAL with @e if it is none, or one too many. */
int modifiers_add(struct modifiers *m, const char *s, struct err *e);

/* Their list, NULL if there is none. */
const char *const *modifiers_list(const struct modifiers *m);

/* --name of a command as a workload. */
int parse_command_name(const char *s, struct err *e);

/* A name of an arm: 1 to 128 characters. */
int parse_arm(const char *option, const char *s, struct err *e);

#endif
