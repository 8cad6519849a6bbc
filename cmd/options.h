/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options that all commands that measure have, read the same way. */
#ifndef CMD_OPTIONS_H
#define CMD_OPTIONS_H

#include "cmd/command.h"

/* What every command that measures takes; 'q' besides. */
enum {
	OPT_CPU = OPT_FIRST_OWN,
	OPT_SEED,
	OPT_MEASURE_OWN, /* a command's own long options begin here */
};

#define MEASURE_LONGS                                                                    \
	{ "cpu", required_argument, NULL, OPT_CPU },                                     \
		{ "seed", required_argument, NULL, OPT_SEED },                           \
		{ "format", required_argument, NULL, OPT_FORMAT },                       \
		{ "color", required_argument, NULL, OPT_COLOR },                         \
		{ "db", required_argument, NULL, OPT_DB },                               \
		{ "quiet", no_argument, NULL, 'q' }, { "help", no_argument, NULL, 'h' }, \
	{                                                                                \
		NULL                                                                     \
	}

struct measure_options {
	const char *db;
	enum format format;
	bool quiet, seeded;
	int cpu; /* -1: choose */
	uint64_t seed;
};

#define MEASURE_OPTIONS_DEFAULT \
	{                       \
		.cpu = -1       \
	}

/* Takes one of the above. 1: it is none of them; -EINVAL with @e. */
int measure_option(struct measure_options *m, int opt, unsigned int formats,
		   struct err *e);

/* Draws a seed if none was given. */
void measure_seed(struct measure_options *m);

#define MODIFIERS_MAX 8

/* Modifiers of an arm, as the executor wants them. */
struct modifiers {
	const char *list[MODIFIERS_MAX + 1]; /* NULL-terminated */
	size_t n;
};

/* -EINVAL with @e if it is none, or one too many. */
int modifiers_add(struct modifiers *m, const char *s, struct err *e);

/* Their list, NULL if there is none. */
const char *const *modifiers_list(const struct modifiers *m);

/* "0.5" or "0.5%" in (0, @max) as a share: 0.005. */
int parse_percent(const char *option, const char *s, double max, double *ret,
		  struct err *e);

/* --confidence: 50 to below 100 percent. */
int parse_confidence(const char *s, double *ret, struct err *e);

/* A name of an arm: 1 to 128 characters. */
int parse_arm(const char *option, const char *s, struct err *e);

#endif
