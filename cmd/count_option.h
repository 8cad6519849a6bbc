/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options about counters that run, ab and stat have. */
#ifndef CMD_COUNT_OPTION_H
#define CMD_COUNT_OPTION_H

#include "cmd/machine.h"
#include "host/events.h"
#include "lab/execute.h"

#define COUNT_SHORTS "e:a"
#define COUNT_LONGS                                                     \
	{ "event", required_argument, NULL, 'e' },                      \
		{ "all-cpus", no_argument, NULL, 'a' },                 \
	{                                                               \
		"require-events", no_argument, NULL, OPT_REQUIRE_EVENTS \
	}

struct count_options {
	struct events events;
	bool required;
	int root; /* of /proc and /sys; opened when first needed */
	bool rooted;
};

/* Takes one of COUNT_LONGS or COUNT_SHORTS. 1: it is none of them; -EINVAL with @e. */
int count_option(struct count_options *c, int opt, struct err *e);

/* Whether one of the others is given without -e. */
bool count_alone(const struct count_options *c);

/* Adds what stands for -e where none was given. */
int count_default(struct count_options *c, const char *text, struct err *e);

/*
 * Finds out which of them can be counted here, and says once which cannot (unless
 * @quiet). -1: go on; else an exit status: some cannot, but are required.
 */
int count_try(struct count_options *c, bool quiet);

/*
 * After @experiment: EXIT_OK, or EXIT_CANNOT and a line on stderr if an event is required
 * and has no number in a workload that was measured.
 */
int count_missing(const struct count_options *c, struct store *s, int64_t experiment);

/* Notes which cannot be counted as facts of @m, "counter.EVENT": before the boot is
 * stored. */
void count_facts(const struct count_options *c, struct machine *m);

/* Has @x count them on @m; @x borrows from both. */
void count_with(const struct count_options *c, const struct machine *m,
		struct executor *x);

/* Every CPU that is online, for commands that are counted everywhere. The caller frees.
 */
size_t count_cpus(const struct machine *m, int **ret);

void count_release(struct count_options *c);

#endif
