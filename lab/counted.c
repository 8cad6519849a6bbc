/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See counted.h. */
#include "lab/counted.h"

#include "host/count.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Op bodies in the samples that are not warm-up, in units of cost. */
static double units(const struct ingest *in)
{
	double n = 0;

	for (size_t i = 0; i < in->n; i++)
		if (!(in->flags[i] & STORE_WARMUP))
			n += in->ops[i];
	return n * in->per;
}

static uint64_t total(const struct ingest *in, const struct ingest_counter *c,
		      bool warmup_too)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < c->n && i < in->n; i++)
		if (warmup_too || !(in->flags[i] & STORE_WARMUP))
			sum += (uint64_t)c->counts[i];
	return sum;
}

static void unsupported(struct store_counter *to, const char *why)
{
	to->status = count_status_name(COUNT_UNSUPPORTED);
	to->reason = why;
	to->value = NAN;
}

static void refused(const struct ingest_counter *c, char why[COUNTED_WHY_MAX])
{
	char where[24] = "";

	if (c->error_cpu >= 0)
		snprintf(where, sizeof(where), " on CPU %d", c->error_cpu);
	if (c->error == EMFILE)
		snprintf(why, COUNTED_WHY_MAX,
			 "too many files are open%s: raise the limit (ulimit -Hn)",
			 where);
	else
		snprintf(why, COUNTED_WHY_MAX, "%s%s (%s)",
			 c->error == ENOENT
				 ? "this kernel has no such event for this processor"
				 : "perf_event_open refused it",
			 where, strerrorname_np(c->error) ?: "?");
}

static void name_one(const struct event *ev, const struct ingest *in,
		     const struct ingest_counter *c, struct store_counter *to,
		     char why[COUNTED_WHY_MAX])
{
	enum count_status status;
	double scaled;

	to->running = count_share(c->enabled, c->running);
	to->counts = c->counts;
	to->n = c->n;
	if (c->error) {
		refused(c, why);
		unsupported(to, why);
		return;
	}
	count_scale(total(in, c, false), c->enabled, c->running, &scaled, &status);
	to->status = count_status_name(status);
	to->value = scaled / units(in);
	if (status == COUNT_UNUSED)
		to->reason = "had a counter for less than 20 % of the time";
	else if (!ev->software && !total(in, c, true))
		unsupported(to,
			    "stayed 0 while the task ran: it is not supported here, or "
			    "never happened");
}

static bool is_hardware(const struct event *ev, uint64_t config)
{
	/* The upper half names the PMU of a hybrid CPU. */
	return ev->type == PERF_TYPE_HARDWARE && (uint32_t)ev->config == config;
}

static bool usable(const struct store_counter *c)
{
	return isfinite(c->value) && c->value > 0;
}

/* Cycles counted at once with @instructions; NULL: none. */
static const struct store_counter *cycles_beside(const struct events *events,
						 const struct event *instructions,
						 const struct store_counter *const *of)
{
	for (size_t i = 0; i < events->n; i++) {
		const struct event *ev = &events->list[i];

		if (of[i] && is_hardware(ev, PERF_COUNT_HW_CPU_CYCLES) &&
		    ev->group == instructions->group &&
		    ev->exclude == instructions->exclude && usable(of[i]))
			return of[i];
	}
	return NULL;
}

static void add_ratio(const struct events *events, size_t i,
		      const struct store_counter *const *of, struct counted *ret)
{
	const struct event *ev = &events->list[i];
	const struct store_counter *cycles = NULL;
	const char *modifiers = strchr(ev->name, ':');

	if (of[i] && is_hardware(ev, PERF_COUNT_HW_INSTRUCTIONS) && usable(of[i]))
		cycles = cycles_beside(events, ev, of);
	if (!cycles)
		return;
	snprintf(ret->ipc[i], sizeof(ret->ipc[i]), "ipc%s", modifiers ?: "");
	ret->list[ret->n++] = (struct store_counter){
		.event = ret->ipc[i],
		.pmu = ev->pmu,
		.scope = of[i]->scope,
		.unit = "ratio",
		.status = of[i]->status,
		.group = ev->group,
		.running = of[i]->running,
		.value = of[i]->value / cycles->value,
	};
}

void counted_name(const struct events *events, const struct ingest *in,
		  struct store_process *p, struct counted *ret)
{
	const struct store_counter *of[EVENTS_MAX] = { NULL };
	size_t at = 0;

	ret->n = 0;
	for (size_t i = 0; events && i < events->n; i++) {
		const struct event *ev = &events->list[i];
		const struct ingest_counter *c;
		struct store_counter *to;

		if (ev->error)
			continue;
		c = &in->counters[at++];
		if (!c->opened)
			continue;
		to = &ret->list[ret->n++];
		*to = (struct store_counter){ .event = ev->name,
					      .pmu = ev->pmu,
					      .scope = events->everywhere ? "system"
									  : "task",
					      .unit = ev->time ? "ns" : "",
					      .group = ev->group };
		name_one(ev, in, c, to, ret->why[i]);
		of[i] = to;
	}
	for (size_t i = 0; events && i < events->n; i++)
		add_ratio(events, i, of, ret);
	p->counters = ret->list;
	p->n_counters = ret->n;
}
