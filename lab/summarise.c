/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See summarise.h. */
#include "lab/summarise.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "stats/summary.h"

#include <math.h>
#include <string.h>

double *sample_costs(const struct store_process *p, unsigned int per, size_t *ret_n)
{
	double scale = p->ns_per_tick / ((double)p->ops * per), *costs;
	size_t n = 0;

	*ret_n = 0;
	if (!p->n || !isfinite(scale))
		return NULL;
	costs = xcalloc(p->n, sizeof(*costs));
	for (size_t i = 0; i < p->n; i++)
		if (!(p->flags[i] & STORE_WARMUP))
			costs[n++] = (double)p->ticks[i] * scale;
	*ret_n = n;
	return costs;
}

void summarise(struct store_process *p, unsigned int per)
{
	_cleanup_free_ double *costs = NULL;
	struct summary s;
	size_t n;

	p->summary = (struct store_summary){ NAN, NAN, NAN, NAN, NAN, NAN,
					     NAN, NAN, NAN, NAN, NAN };
	if (strcmp(p->status, "done"))
		return;
	costs = sample_costs(p, per, &n);
	if (!costs || summary_of(costs, n, &s) < 0)
		return;
	p->summary = (struct store_summary){
		s.min, s.p10, s.p25, s.median,      s.mean, s.p75,
		s.p90, s.p99, s.max, s.octile_mean, s.mad,
	};
}

const char *trouble_word(const char *status)
{
	static const char *const all[] = { "skip", "timeout", "crash" };

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (!strcmp(status, all[i]))
			return all[i];
	return "fail";
}
