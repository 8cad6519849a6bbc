/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The plan: what one process is to measure, as lines of text (docs/plan.md).
 * Freestanding, and knows nothing of the machine.
 */
#ifndef PROBE_PLAN_H
#define PROBE_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PLAN_NAME_MAX    64
#define PLAN_TURNS_MAX   512
#define PLAN_PATH_MAX    256
#define PLAN_BYTES_MAX   8192
#define PLAN_BATCHES_MAX 1000000u
#define PLAN_OPS_MAX     1000000000u
#define PLAN_CPU_MAX     8191
#define PLAN_COUNTS_MAX  32 /* events */
#define PLAN_RANGES_MAX  32 /* of CPUs */

enum plan_mode {
	PLAN_BATCH,     /* batches of ops, one tick count each */
	PLAN_EACH,      /* one tick count per op */
	PLAN_CALIBRATE, /* batches of 1, 2, 4 ... ops until one takes target_ns */
	PLAN_TRY,       /* a few ops, to see whether it runs here */
};

enum {
	PLAN_WITH_NOTSC = 1 << 0,    /* PR_SET_TSC: the counter is off for the process */
	PLAN_WITH_ALTSTACK = 1 << 1, /* handlers run on an alternate stack */
	PLAN_WITH_AVX = 1 << 2,      /* live AVX state in every task */
	PLAN_WITH_AVX512 = 1 << 3,   /* live AVX-512 state in every task */
	PLAN_WITH_SECCOMP = 1 << 4,  /* a filter that costs seccomp instructions */
};

enum { /* what an event does not count */
       PLAN_NOT_USER = 1 << 0,
       PLAN_NOT_KERNEL = 1 << 1,
       PLAN_NOT_HV = 1 << 2,
};

/* An event of perf_event_open(2); the numbers are those of its attributes. */
struct plan_count {
	uint32_t group; /* neighbours of one number are counted at once */
	uint32_t type;
	uint64_t config, config1, config2;
	uint32_t exclude; /* PLAN_NOT_... */
};

struct plan {
	char workload[PLAN_NAME_MAX];
	enum plan_mode mode;
	uint32_t ops;     /* op bodies a batch; the count of ops for `each` */
	uint32_t batches; /* of a slice when there are turns */
	uint32_t warmup;  /* the first so many of them (of each slice) are flagged */
	uint32_t target_ns;
	int cpu;      /* -1: where the kernel puts it */
	int peer_cpu; /* for the second task of *.other-cpu; -1: there is none */
	int nice;     /* 0: left alone */
	bool lock;    /* lock the probe's own memory */
	bool die_with_parent;
	unsigned int with;
	uint32_t seccomp;
	/*
	 * Turns: 'w' waits for a token (one byte from token_in), 'r' runs a slice, 'p'
	 * passes the token (a byte to token_out). Empty: one slice.
	 */
	char turns[PLAN_TURNS_MAX];
	int token_in, token_out;         /* -1: none */
	char exec_target[PLAN_PATH_MAX]; /* of proc.exec; empty: the probe itself */
	struct plan_count count[PLAN_COUNTS_MAX];
	uint32_t n_counts;
	struct {
		int first, last;
	} cpu_range[PLAN_RANGES_MAX]; /* count all that runs there, not the task */
	uint32_t n_cpu_ranges;
};

struct plan_error {
	uint32_t line;    /* from 1 */
	const char *what; /* what is wrong with it */
};

/*
 * Reads one plan from @text. Returns 0, or -EINVAL with *@ret_error filled. Nothing but
 * the plan of exactly this version is accepted; a plan without its `end` is truncated.
 */
int plan_parse(const char *text, size_t len, struct plan *ret,
	       struct plan_error *ret_error);

#endif
