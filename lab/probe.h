/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Running the probe on this machine: finding it, one execution with a plan, and how it
 * ended.
 */
#ifndef LAB_PROBE_H
#define LAB_PROBE_H

#include "base/err.h"
#include "base/spawn.h"
#include "lab/counted.h"
#include "lab/ingest.h"

#include <signal.h>

/*
 * The probe of @abi: in $KTOLL_PROBE_DIR, else in the build tree that ktoll runs from,
 * else where it was installed. The caller frees.
 */
int probe_find(const char *abi, char **ret_path, struct err *e);

/* One execution under way. */
struct probe {
	struct child child;
	struct ingest ingest;
	struct counted counted;
	char complaint[160]; /* first line of its standard error */
	int error;           /* -errno if it could not be started */
	bool timed_out;
	int status; /* of waitpid() */
	int64_t began_ns;
};

/*
 * Starts it with @plan on its standard input; @extra descriptors besides. Only trouble of
 * our own is an error; that the kernel will not run this ABI is a result (.error).
 */
int probe_start(struct probe *p, const char *path, const char *plan,
		const struct child_fd *extra, size_t n_extra, struct err *e);

/*
 * Reads from all @n until each has ended, or @timeout_ms are over, or *@stop is set;
 * those that have not ended by then are killed. -EINTR if stopped.
 */
int probe_collect(struct probe *const *p, size_t n, unsigned int timeout_ms,
		  const volatile sig_atomic_t *stop);

/*
 * What the store keeps, summaries and counts included; borrows from @p. @events: those of
 * its plan; NULL: none.
 */
void probe_result(struct probe *p, const struct events *events,
		  struct store_process *ret);

void probe_release(struct probe *p);

#endif
