/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The contract of a workload: one file under workloads/ is the whole addition. The line
 * that begins with WORKLOAD( registers it; docs/adding-a-workload.md walks through one.
 *
 * An op body returns a value that is negative if the op did not do what its summary says
 * (an -errno does). The values are or-ed together, so that no branch is in the timed loop
 * and one failure among millions still shows in the sign.
 */
#ifndef PROBE_WORKLOAD_H
#define PROBE_WORKLOAD_H

#include "probe/clock.h"
#include "probe/plan.h"
#include "probe/sys.h"

/* The state of the one workload that a process measures. */
struct wl {
	const struct plan *plan;
	struct clock clock;
	long result;       /* or of what the op bodies returned; negative: one failed */
	uint64_t ops;      /* op bodies run so far, warm-up and all */
	uint64_t switches; /* of peers that were processes: added by teardown */
	volatile uint64_t events; /* what handlers and peers saw happen */
	char why[192];            /* why it cannot run, or failed; "" */
};

struct workload {
	const char *name;    /* a database key: never reused for something else */
	const char *summary; /* what one op is */
	unsigned int rev;    /* one more whenever the timed code changes */
	unsigned int
		per; /* what is counted in one op body (two switches): the unit of cost */
	const char *unit; /* what `per` counts: "op", "switch", "fault" ... */

	/*
	 * What must have happened for each op body; 0: not checked. Events exactly;
	 * switches (of all tasks) and faults at least this often, but for two in a
	 * hundred, or for `slack` in a hundred switches.
	 */
	unsigned int events, switches, faults, slack;

	unsigned int max_ops; /* op bodies that one batch can hold; 0: any number */
	bool tasks; /* an op makes others: what is counted is not this task's alone */

	/* 0; -EOPNOTSUPP: skip, with w->why; other -errno: failed. */
	int (*setup)(struct wl *w);
	/*
	 * Ends what setup began and adds to w->switches; 0, or -errno with w->why. Only
	 * after success: whatever a failed process leaves dies with it.
	 */
	int (*teardown)(struct wl *w);

	/* Around each batch of @n op bodies, outside the timed part. */
	int (*before)(struct wl *w, unsigned long n);
	int (*after)(struct wl *w, unsigned long n);

	/* Made by WORKLOAD() from the op body. */
	void (*batch)(struct wl *w, unsigned long n);
	void (*each)(struct wl *w, uint64_t *ticks, unsigned long n);
};

/*
 * Defines `wl_ID` and begins its op body; `w` is its struct wl. One body gives both
 * loops.
 */
#define WORKLOAD(id, ...)                                                    \
	static long id##_op(struct wl *w);                                   \
	static __attribute__((aligned(64))) void id##_batch(struct wl *w,    \
							    unsigned long n) \
	{                                                                    \
		long r = 0;                                                  \
                                                                             \
		do {                                                         \
			r |= id##_op(w);                                     \
		} while (--n);                                               \
		w->result |= r;                                              \
	}                                                                    \
	static __attribute__((aligned(64))) void id##_each(                  \
		struct wl *w, uint64_t *ticks, unsigned long n)              \
	{                                                                    \
		long r = 0;                                                  \
                                                                             \
		for (unsigned long i = 0; i < n; i++) {                      \
			uint64_t begin = clock_now(&w->clock);               \
                                                                             \
			r |= id##_op(w);                                     \
			ticks[i] = clock_now(&w->clock) - begin;             \
		}                                                            \
		w->result |= r;                                              \
	}                                                                    \
	extern const struct workload wl_##id;                                \
	const struct workload wl_##id = { .per = 1,                          \
					  .unit = "op",                      \
					  .slack = 2,                        \
					  .batch = id##_batch,               \
					  .each = id##_each,                 \
					  __VA_ARGS__ };                     \
	static inline __attribute__((always_inline)) long id##_op(           \
		struct wl *w __attribute__((unused)))

/* Workloads of one ABI only; on the other nothing is left of them. */
#ifdef __x86_64__
#define WORKLOAD_X86_64 WORKLOAD
#define WORKLOAD_I386(id, ...)                                          \
	static inline __attribute__((unused)) long id##_op(struct wl *w \
							   __attribute__((unused)))
#else
#define WORKLOAD_I386 WORKLOAD
#define WORKLOAD_X86_64(id, ...)                                        \
	static inline __attribute__((unused)) long id##_op(struct wl *w \
							   __attribute__((unused)))
#endif

/* The generated table, sorted by name; ends with NULL. */
extern const struct workload *const workloads[];

/* Sets w->why to @why and returns -EOPNOTSUPP, or @error. */
int workload_skip(struct wl *w, const char *why);
int workload_fail(struct wl *w, long error, const char *why);

/* What every task of a process does first: makes the state live that the plan asks for.
 */
void workload_enter_task(void);

/* The auxiliary vector's value, 0 if it has none. */
unsigned long auxv(unsigned long type);

/* Stack memory for handlers, as large as this processor's signal frames need. */
int workload_altstack(struct wl *w);

/* SA_ONSTACK_F if the plan wants handlers on the alternate stack, else 0. */
unsigned long workload_sa_flags(const struct wl *w);

/* -1 if @failed, else 0: turns a condition into what an op body returns, without a
 * branch. */
static inline long op_bad(bool failed)
{
	return -(long)failed;
}

#endif
