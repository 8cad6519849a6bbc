/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See plan.h. */
#include "lab/plan.h"

static void number(struct str *out, const char *key, uint32_t v)
{
	if (v)
		str_addf(out, "%s %u\n", key, v);
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
