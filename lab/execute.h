/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Single executions of the probe for catalogue entries, under fixed conditions; and the
 * one calibration of the op count that every design begins with.
 */
#ifndef LAB_EXECUTE_H
#define LAB_EXECUTE_H

#include "lab/catalogue.h"
#include "lab/plan.h"
#include "lab/probe.h"

struct executor {
	int cpu, peer_cpu; /* peer_cpu -1: there is only one */
	int nice;
	bool lock;
	const char *const *modifiers; /* NULL-terminated, or NULL */
	const struct events *events;  /* to count, but those with an error; NULL: none */
	const char *count_cpus;       /* "0-3,7": where, if they are counted everywhere */
	unsigned int timeout_ms;      /* of one process */
	const volatile sig_atomic_t *stop;
	char *probes[2]; /* paths, found when first needed; executor_release() */
};

/* A plan for @entry with the executor's conditions; mode, ops and batches are left to
 * fill. */
void executor_plan(const struct executor *x, const struct catalogue_entry *entry,
		   struct lab_plan *ret);

/* The probe of @entry's ABI; owned by @x. */
int executor_probe(struct executor *x, const struct catalogue_entry *entry,
		   const char **ret_path, struct err *e);

/*
 * One execution from start to result, which borrows from @p; @p is to be released in any
 * case. 0 whatever the workload did; -EINTR if stopped; other -errno: trouble of our own.
 */
int executor_run(struct executor *x, const struct catalogue_entry *entry,
		 const struct lab_plan *plan, struct probe *p,
		 struct store_process *result, struct err *e);

/*
 * Finds how many op bodies take @target_ns. *@ret_ops is 0 if the workload did not run:
 * @result, which borrows from @p, says why. @p is to be released in any case.
 */
int executor_calibrate(struct executor *x, const struct catalogue_entry *entry,
		       uint32_t target_ns, uint32_t *ret_ops, struct probe *p,
		       struct store_process *result, struct err *e);

/* The same from the samples of a calibration that ran elsewhere. */
uint32_t executor_choose_ops(const struct ingest *in, double ns_per_tick,
			     uint32_t target_ns);

void executor_release(struct executor *x);

#endif
