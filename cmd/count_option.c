/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See count_option.h. */
#include "cmd/count_option.h"

#include "base/str.h"
#include "base/xalloc.h"
#include "cmd/command.h"
#include "cmd/counts.h"
#include "cmd/options.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int root_of(struct count_options *c)
{
	if (!c->rooted)
		c->root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	c->rooted = true;
	return c->root;
}

int count_default(struct count_options *c, const char *text, struct err *e)
{
	return events_add(&c->events, text, root_of(c), e);
}

int count_option(struct count_options *c, int opt, struct err *e)
{
	switch (opt) {
	case 'e': return count_default(c, optarg, e);
	case 'a': c->events.everywhere = true; return 0;
	case OPT_REQUIRE_EVENTS: c->required = true; return 0;
	default: return 1;
	}
}

bool count_alone(const struct count_options *c)
{
	return !c->events.n && (c->events.everywhere || c->required);
}

/* "cycles, instructions": those without a count for the reason of @first. */
static void same_reason(const struct events *ev, size_t first, struct str *out)
{
	for (size_t i = first; i < ev->n; i++) {
		const struct event *one = &ev->list[i];

		if (one->error && !strcmp(one->why, ev->list[first].why))
			str_addf(out, "%s%s%s%s", out->len ? ", " : "", one->name,
				 *one->pmu ? " on " : "", one->pmu);
	}
}

static bool said_before(const struct events *ev, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (ev->list[k].error && !strcmp(ev->list[k].why, ev->list[i].why))
			return true;
	return false;
}

int count_try(struct count_options *c, bool quiet)
{
	const struct events *ev = &c->events;
	int status = -1;

	if (!ev->n || events_try(&c->events, root_of(c)) == ev->n)
		return -1;
	for (size_t i = 0; i < ev->n && (c->required || !quiet); i++) {
		struct str names = STR_INIT;

		if (!ev->list[i].error || said_before(ev, i))
			continue;
		same_reason(ev, i, &names);
		fflush(stdout);
		fprintf(stderr, "ktoll: not counted: %s: %s\n", str_get(&names),
			ev->list[i].why);
		str_release(&names);
	}
	if (c->required)
		status = EXIT_CANNOT;
	return status;
}

int count_missing(const struct count_options *c, struct store *s, int64_t experiment)
{
	struct counts counts = { 0 };
	int status = EXIT_OK;
	struct err e;

	if (!c->required)
		return EXIT_OK;
	if (counts_load(s, experiment, NULL, 95, &counts, &e) < 0)
		return complain(EXIT_CANNOT, &e);
	for (size_t i = 0; i < counts.n && !status; i++)
		if (counts.rows[i].reason)
			status = complainf(EXIT_CANNOT,
					   "required, but not counted: %s in %s: %s",
					   counts.rows[i].event, counts.rows[i].label,
					   counts.rows[i].reason);
	counts_release(&counts);
	return status;
}

void count_facts(const struct count_options *c, struct machine *m)
{
	char key[EVENT_NAME_MAX + 16], *counted = events_counted(&c->events);

	if (counted)
		machine_set_fact(m, "counter.events", counted);
	free(counted);
	for (size_t i = 0; i < c->events.n; i++) {
		if (!c->events.list[i].error)
			continue;
		snprintf(key, sizeof(key), "counter.%s", c->events.list[i].name);
		machine_unknown_fact(m, key, c->events.list[i].why);
	}
}

void count_with(const struct count_options *c, const struct machine *m,
		struct executor *x)
{
	x->events = c->events.n ? &c->events : NULL;
	x->count_cpus = machine_fact(m, "cpu.online");
}

size_t count_cpus(const struct machine *m, int **ret)
{
	const int n = cpumask_count(&m->cpus.online);
	int *cpus = xcalloc((size_t)n, sizeof(*cpus));
	size_t k = 0;

	for (int i = 0; i < CPUMASK_BITS && k < (size_t)n; i++)
		if (cpumask_has(&m->cpus.online, i))
			cpus[k++] = i;
	*ret = cpus;
	return k;
}

void count_release(struct count_options *c)
{
	events_release(&c->events);
	if (c->rooted && c->root >= 0)
		close(c->root);
}
