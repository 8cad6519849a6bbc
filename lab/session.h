/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A session on this machine: workloads calibrated once, then measured in many short
 * processes, interleaved; each stored as soon as it has ended.
 */
#ifndef LAB_SESSION_H
#define LAB_SESSION_H

#include "lab/execute.h"
#include "store/store.h"

struct session_options {
	unsigned int processes;       /* of each workload */
	unsigned int batches, warmup; /* of each process; warmup is among the batches */
	uint32_t target_ns;           /* length of a batch */
	bool each;                    /* time every op by itself instead */
	uint64_t seed;
	unsigned int budget_s; /* begin no further round when this is over; 0: no limit */
};

/* Where the session stands, for a progress line; called before every process. */
struct session_progress {
	size_t done, total; /* processes */
	const char *label;
	double seconds, seconds_left; /* left: < 0 while it cannot be known */
	const char *meanwhile;        /* what is done until then; NULL: calibrating */
};

typedef void session_progress_fn(void *ctx, const struct session_progress *p);

struct session {
	struct session_options options;
	struct executor executor; /* released by the caller */
	struct store *store;
	int64_t boot;
	session_progress_fn *progress; /* may be NULL */
	void *ctx;
};

/*
 * Measures @entries. 0; -EINTR if stopped (what had ended is stored); other -errno:
 * trouble of our own, such as a full disk. A workload that skips or fails is stored as
 * that and does not end the session; one that fails in calibration is not run again.
 */
int session_run(struct session *s, const struct catalogue_entry *const *entries, size_t n,
		struct err *e);

/*
 * Tries one workload: a few ops. *@ret_status is "done", "skip" or another of the
 * store's, and
 * @why says why.
 */
int session_try(struct executor *x, const struct catalogue_entry *entry,
		const char **ret_status, char why[INGEST_WHY_MAX], struct err *e);

#endif
