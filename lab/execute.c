/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See execute.h. */
#include "lab/execute.h"

#include <stdlib.h>
#include <string.h>

#define OPS_MAX 1000000000u

void executor_plan(const struct executor *x, const struct catalogue_entry *entry,
		   struct lab_plan *ret)
{
	*ret = (struct lab_plan){
		.workload = entry->name,
		.cpu = x->cpu,
		.peer_cpu = x->peer_cpu,
		.nice = x->nice,
		.lock = x->lock,
		.modifiers = x->modifiers,
		.events = x->events,
		.count_cpus = x->count_cpus,
	};
}

int executor_probe(struct executor *x, const struct catalogue_entry *entry,
		   const char **ret_path, struct err *e)
{
	size_t i = strcmp(entry->abi, CATALOGUE_NATIVE_ABI) != 0;
	int r = x->probes[i] ? 0 : probe_find(entry->abi, &x->probes[i], e);

	if (!r)
		*ret_path = x->probes[i];
	return r;
}

int executor_run(struct executor *x, const struct catalogue_entry *entry,
		 const struct lab_plan *plan, struct probe *p,
		 struct store_process *result, struct err *e)
{
	struct probe *const all[] = { p };
	struct str text = STR_INIT;
	const char *path = NULL;
	int r;

	memset(p, 0, sizeof(*p));
	r = executor_probe(x, entry, &path, e);
	if (r < 0)
		return r;
	lab_plan_text(plan, &text);
	r = probe_start(p, path, str_get(&text), NULL, 0, e);
	str_release(&text);
	if (!r)
		r = probe_collect(all, 1, x->timeout_ms, x->stop);
	if (!r)
		probe_result(p, plan->events, result);
	return r;
}

/* The quickest of the batches of the largest op count, and that count. */
static double longest(const struct ingest *in, uint32_t *ret_ops)
{
	int64_t least = INT64_MAX;

	*ret_ops = in->n ? in->ops[in->n - 1] : 1;
	for (size_t i = in->n; i > 0 && in->ops[i - 1] == *ret_ops; i--)
		if (in->ticks[i - 1] < least)
			least = in->ticks[i - 1];
	return (double)least;
}

uint32_t executor_choose_ops(const struct ingest *in, double ns_per_tick,
			     uint32_t target_ns)
{
	const uint32_t max = in->max_ops ? in->max_ops : OPS_MAX;
	uint32_t ops;
	double took = longest(in, &ops) * ns_per_tick, wanted;

	if (!(took > 0))
		return 1;
	wanted = (double)ops * target_ns / took + 0.5;
	if (wanted > max)
		return max;
	return wanted < 1 ? 1 : (uint32_t)wanted;
}

int executor_calibrate(struct executor *x, const struct catalogue_entry *entry,
		       uint32_t target_ns, uint32_t *ret_ops, struct probe *p,
		       struct store_process *result, struct err *e)
{
	struct lab_plan plan;
	int r;

	executor_plan(x, entry, &plan);
	plan.mode = "calibrate";
	plan.events = NULL;
	plan.target_ns = target_ns;
	r = executor_run(x, entry, &plan, p, result, e);
	if (!r)
		*ret_ops = strcmp(result->status, "done")
				   ? 0
				   : executor_choose_ops(&p->ingest, result->ns_per_tick,
							 target_ns);
	return r;
}

void executor_release(struct executor *x)
{
	free(x->probes[0]);
	free(x->probes[1]);
	x->probes[0] = x->probes[1] = NULL;
}
