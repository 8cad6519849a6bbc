/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A series of arms, from what the store has planned to what it then holds: kernels built,
 * equal ones recognised, boots run in rounds. Everything is noted when it is done, so
 * that a series that was killed goes on by running it again.
 */
#ifndef LAB_SERIES_H
#define LAB_SERIES_H

#include "lab/boot.h"
#include "lab/build.h"
#include "store/series.h"

enum series_stage { SERIES_BUILD, SERIES_CALIBRATE, SERIES_BOOT, SERIES_WORKLOAD };

/* Where it stands. */
struct series_event {
	enum series_stage stage;
	size_t done, total;
	const char *arm;
	const char *text; /* the compiler's last line, or the workload; may be NULL */
};

struct series {
	struct store *store;
	int64_t experiment;
	/* What all arms share. */
	struct vm_config config; /* bits and append are each arm's own */
	int pin;                 /* host CPU of timed boots; -1: none */
	bool pin_may_fail;
	unsigned int wall_ms, silence_ms; /* of a boot; 0: the defaults */
	unsigned int rounds;              /* boots of each arm */
	unsigned int retries;             /* of a boot that fails */
	uint64_t seed;
	const struct catalogue_entry *const *entries;
	size_t n_entries;
	struct builder *builder; /* NULL: no arm is a commit */
	const struct store_fact *host_facts;
	size_t n_host_facts;
	const volatile sig_atomic_t *stop;
	void (*progress)(void *ctx, const struct series_event *ev); /* may be NULL */
	/* What the user should hear of at once: a line, and more lines or NULL. */
	void (*trouble)(void *ctx, const char *arm, const char *why, const char *lines);
	void *ctx;
};

/*
 * Runs what is not done yet. 0, whatever the kernels did; -EINTR if stopped; other
 * -errno: trouble of our own. What was done is noted in any case.
 */
int series_run(struct series *s, struct err *e);

/*
 * Of arms in the store: which arm's boots stand for arm @i (itself, or what it is the
 * same as).
 */
size_t series_stands_for(const struct store_series_arm *arms, size_t n, size_t i);

#endif
