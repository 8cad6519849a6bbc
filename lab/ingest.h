/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the wire lines of one process to what the store keeps of it. */
#ifndef LAB_INGEST_H
#define LAB_INGEST_H

#include "store/store.h"
#include "wire/wire.h"

#define INGEST_WHY_MAX      256
#define INGEST_COUNTERS_MAX 32

/* One event of the plan. */
struct ingest_counter {
	bool opened;     /* the probe spoke of it */
	int error;       /* 0, or the errno with which it was refused */
	int error_cpu;   /* on this CPU; -1: on none by itself */
	int64_t *counts; /* n, of consecutive samples; NULL: none */
	size_t n, cap;
	uint64_t enabled, running; /* ns; see docs/wire.md */
};

/* What one process said. Initialise, feed, finish; then read; then release. */
struct ingest {
	struct wire_reader reader;
	char name[64], abi[16], unit[16], mode[16], clock[24], build[48], status[16];
	char why[INGEST_WHY_MAX]; /* of a skip or a failure; or why the stream is no good
				   */
	char conditions[512];     /* JSON object */
	unsigned int rev, per, max_ops;
	int64_t *ticks; /* n, negative where the clock went back */
	uint8_t *flags;
	uint32_t *ops;
	size_t n, cap;
	struct {
		uint64_t ticks, ns, width;
	} calibration[3];
	unsigned int calibrations;
	uint64_t nvcsw, nivcsw, minflt, majflt, user_ns, system_ns, wall_ns;
	struct ingest_counter counters[INGEST_COUNTERS_MAX];
	bool hello, ended, bye, malformed;
};

void ingest_init(struct ingest *in);
void ingest_feed(struct ingest *in, const char *buf, size_t len);
void ingest_release(struct ingest *in);

/*
 * To be called at the end of the stream: fills @p (which borrows from @in), all but ids,
 * number, began_ns and modifiers. Status and reason say what the process said, or that
 * the stream was damaged: samples from a stream that lost any are kept, but not
 * summarised.
 */
void ingest_finish(struct ingest *in, struct store_process *p);

#endif
