/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See experiment.h. */
#include "cmd/experiment.h"

#include "base/cleanup.h"
#include "base/clock.h"
#include "cmd/progress.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

int experiment_begin(struct experiment *x, const char *command, int argc, char **argv,
		     const char *db, int cpu_wish, uint64_t seed, struct err *e)
{
	_cleanup_free_ char *path = database_path(db), *owner = owner_self();
	_cleanup_free_ char *arguments = words_json(argv, (size_t)argc);
	const struct store_new_experiment row = {
		.command = command,
		.arguments = arguments,
		.version = KTOLL_VERSION,
		.seed = (int64_t)seed,
		.owner = owner,
		.began_ns = clock_realtime_ns(),
	};
	int r;

	memset(x, 0, sizeof(*x));
	r = machine_look(cpu_wish, &x->machine, e);
	if (!r)
		r = store_open(path, STORE_CREATE, &x->store, e);
	return r ? r : store_experiment_begin(x->store, &row, &x->id, e);
}

int experiment_boot(struct experiment *x, const char *arm, int64_t *ret_boot,
		    struct err *e)
{
	const char *name = arm ? arm : machine_fact(&x->machine, "kernel.release");
	int r = store_boot_begin(x->store, x->id, name ? name : "unnamed", "host",
				 STORE_TIME, clock_realtime_ns(), x->machine.facts,
				 x->machine.n, ret_boot, e);

	if (!r && x->n_boots < EXPERIMENT_BOOTS_MAX)
		x->boots[x->n_boots++] = *ret_boot;
	return r;
}

/* ktoll's own work is kept off the CPU that is measured, where there is another. */
static void move_away(const struct cpu_choice *cpus)
{
	cpu_set_t set;

	if (cpus->self < 0 || cpus->self == cpus->measure || cpus->self >= CPU_SETSIZE)
		return;
	CPU_ZERO(&set);
	CPU_SET(cpus->self, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

void experiment_executor(struct experiment *x, struct executor *ret)
{
	*ret = (struct executor){
		.cpu = x->machine.cpus.measure,
		.peer_cpu = x->machine.cpus.other,
		.nice = -20,
		.lock = true,
		.timeout_ms = 30000,
		.stop = &interrupted,
	};
	move_away(&x->machine.cpus);
	catch_interrupts();
}

void experiment_end(struct experiment *x, int r, const struct err *e)
{
	struct store_fact *facts = NULL;
	size_t n_facts = 0;
	struct err ignored;

	if (!x->id)
		return;
	machine_after(&x->machine, &facts, &n_facts);
	for (size_t i = 0; i < x->n_boots; i++)
		store_boot_end(x->store, x->boots[i], clock_realtime_ns(), facts, n_facts,
			       &ignored);
	store_facts_free(facts, n_facts);
	store_experiment_end(x->store, x->id,
			     !r            ? "done"
			     : r == -EINTR ? "interrupted"
					   : "failed",
			     r && r != -EINTR ? e->what : NULL, clock_realtime_ns(),
			     &ignored);
}

int experiment_status(const struct experiment *x, int r, const struct err *e)
{
	if (!r)
		return EXIT_OK;
	if (r == -EINTR)
		return complainf(
			EXIT_SIGINT,
			"interrupted: what was measured is kept as experiment %lld",
			(long long)x->id);
	return complain(r == -EINVAL && !x->id ? EXIT_USAGE : EXIT_CANNOT, e);
}

void experiment_release(struct experiment *x)
{
	store_close(x->store);
	machine_release(&x->machine);
	memset(x, 0, sizeof(*x));
}
