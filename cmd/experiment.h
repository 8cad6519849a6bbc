/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An experiment on this machine from its first row in the database to its last: what
 * every command that measures does around the measuring.
 */
#ifndef CMD_EXPERIMENT_H
#define CMD_EXPERIMENT_H

#include "cmd/command.h"
#include "cmd/machine.h"
#include "lab/execute.h"

#define EXPERIMENT_BOOTS_MAX 32

struct experiment {
	struct store *store;
	int64_t id; /* 0: not begun */
	struct machine machine;
	int64_t boots[EXPERIMENT_BOOTS_MAX];
	size_t n_boots;
};

/*
 * Looks at the machine (@cpu_wish: the CPU to measure on, -1 any), opens the database
 * (@db: option's value or NULL) and begins the experiment. -EINVAL: the wish cannot be
 * had.
 */
int experiment_begin(struct experiment *x, const char *command, int argc, char **argv,
		     const char *db, int cpu_wish, uint64_t seed, struct err *e);

/* One more boot of @arm (NULL: named after the kernel's release), with this machine's
 * facts. */
int experiment_boot(struct experiment *x, const char *arm, int64_t *ret_boot,
		    struct err *e);

/* The conditions under which everything is measured; moves ktoll off the measuring CPU.
 */
void experiment_executor(struct experiment *x, struct executor *ret);

/*
 * Ends it as @r says: 0 done, -EINTR interrupted, else failed because of @e. Adds what
 * happened meanwhile to the facts. Keeps the store open.
 */
void experiment_end(struct experiment *x, int r, const struct err *e);

/* The exit status that @r means; complains of @e where that is due. */
int experiment_status(const struct experiment *x, int r, const struct err *e);

void experiment_release(struct experiment *x);

#endif
