/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See plan.h. */
#include "lab/plan.h"

#include <inttypes.h>
#include <stdio.h>

static void number(struct str *out, const char *key, uint32_t v)
{
	if (v)
		str_addf(out, "%s %u\n", key, v);
}

/* A line for each range of "0-3,7". */
static void count_cpus(struct str *out, const char *list)
{
	int first, last, used;

	for (const char *p = list; *p; p += used + (p[used] == ',')) {
		if (sscanf(p, "%d-%d%n", &first, &last, &used) < 2) {
			if (sscanf(p, "%d%n", &first, &used) < 1)
				return;
			last = first;
		}
		str_addf(out, "count-cpus %d %d\n", first, last);
	}
}

static void counts(struct str *out, const struct lab_plan *p)
{
	for (size_t i = 0; p->events && i < p->events->n; i++) {
		const struct event *ev = &p->events->list[i];

		if (!ev->error)
			str_addf(out,
				 "count %u %" PRIu32 " %" PRIu64 " %" PRIu64 " %" PRIu64
				 " %u\n",
				 ev->group, ev->type, ev->config, ev->config1,
				 ev->config2, ev->exclude);
	}
	if (p->events && p->events->everywhere && p->count_cpus)
		count_cpus(out, p->count_cpus);
}

void lab_plan_text(const struct lab_plan *p, struct str *out)
{
	str_addf(out, "ktoll-plan 1\nworkload %s\nmode %s\n", p->workload, p->mode);
	number(out, "ops", p->ops);
	number(out, "batches", p->batches);
	number(out, "warmup", p->warmup);
	number(out, "target-ns", p->target_ns);
	if (p->cpu >= 0)
		str_addf(out, "cpu %d\n", p->cpu);
	if (p->peer_cpu >= 0)
		str_addf(out, "peer-cpu %d\n", p->peer_cpu);
	if (p->nice)
		str_addf(out, "nice %d\n", p->nice);
	if (p->lock)
		str_add(out, "lock\n");
	for (size_t i = 0; p->modifiers && p->modifiers[i]; i++)
		str_addf(out, "with %s\n", p->modifiers[i]);
	if (p->turns)
		str_addf(out, "token %d %d\nturns %s\n", p->token_in, p->token_out,
			 p->turns);
	if (p->exec_target)
		str_addf(out, "exec-target %s\n", p->exec_target);
	counts(out, p);
	if (p->abi)
		str_addf(out, "abi %s\n", p->abi);
	number(out, "limit-ms", p->limit_ms);
	if (!p->own_parent)
		str_add(out, "die-with-parent\n");
	str_add(out, "end\n");
}

char *modifiers_text(const char *const *modifiers)
{
	struct str text = STR_INIT;

	for (size_t i = 0; modifiers && modifiers[i]; i++)
		str_addf(&text, "%s%s", i ? " " : "", modifiers[i]);
	return str_detach(&text);
}
