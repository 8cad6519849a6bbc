/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See pool.h. */
#include "cmd/pool.h"

#include "base/xalloc.h"
#include "lab/summarise.h"
#include "report/run.h"
#include "stats/location.h"
#include "stats/moments.h"
#include "stats/ttest.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DRIFT 0.001
#define TAIL  1.5

void pool_add(struct pool *p, const struct store_row *row)
{
	size_t n;
	double *costs = sample_costs(&row->process, row->per, &n);

	while (p->n + n > p->cap) {
		p->cap = p->cap ? p->cap * 2 : 4096;
		p->costs = xreallocarray(p->costs, p->cap, sizeof(*p->costs));
	}
	if (n)
		memcpy(p->costs + p->n, costs, n * sizeof(*costs));
	p->n += n;
	free(costs);
	p->measured += row->samples - row->warmup;
	p->preempted += row->preempted;
	p->migrated += row->migrated;
	p->drift |= fabs(row->process.clock_drift) > DRIFT;
}

double pool_mean(const struct pool *p)
{
	double sum = 0;

	for (size_t i = 0; i < p->n; i++)
		sum += p->costs[i];
	return p->n ? sum / (double)p->n : NAN;
}

double pool_preempted_pct(const struct pool *p)
{
	return p->measured ? 100.0 * (double)p->preempted / (double)p->measured : NAN;
}

void pool_reset(struct pool *p)
{
	*p = (struct pool){ .costs = p->costs, .cap = p->cap };
}

void pool_release(struct pool *p)
{
	free(p->costs);
	*p = (struct pool){ 0 };
}

struct headline headline_of(const double *x, size_t n, bool exact, double alpha)
{
	struct headline h = { NAN, NAN, NAN };
	struct location at;

	if (!n)
		return h;
	if (exact) {
		h.value = h.lo = h.hi = x[0];
		for (size_t i = 1; i < n; i++) {
			h.lo = fmin(h.lo, x[i]);
			h.hi = fmax(h.hi, x[i]);
		}
	} else if (!location_of(x, n, alpha, &at)) {
		h.value = at.value;
		h.lo = n < POOL_FEW ? NAN : at.ci.lo;
		h.hi = n < POOL_FEW ? NAN : at.ci.hi;
	}
	return h;
}

struct headline headline_of_runs(const double *x, size_t n, double alpha)
{
	struct headline h = { moments_of(x, n).mean, NAN, NAN };
	struct ttest t;

	if (!ttest_amount(x, n, alpha, &t)) {
		h.lo = t.ci.lo;
		h.hi = t.ci.hi;
	}
	return h;
}

unsigned int pool_marks(const struct pool *p, const struct headline *h, size_t n,
			size_t failed, bool exact)
{
	const unsigned int failures = failed ? RUN_FAILURES : 0;

	if (exact)
		return (n && h->lo != h->hi ? RUN_VARIES : 0) | failures;
	return (pool_preempted_pct(p) > POOL_PREEMPTED_PCT ? RUN_PREEMPTED : 0) |
	       (p->migrated ? RUN_MIGRATED : 0) | (p->drift ? RUN_CLOCK : 0) | failures |
	       (n < POOL_FEW ? RUN_FEW : 0) |
	       (pool_mean(p) > TAIL * h->value ? RUN_MEAN : 0);
}

void refusals_add(struct str *out, const char *conditions)
{
	json_t *object = json_loads(conditions, 0, NULL), *value;
	const char *what;

	json_object_foreach (object, what, value) {
		const char *state = json_string_value(value);
		struct str entry = STR_INIT;

		if (!state || strncmp(state, "refused ", 8))
			continue;
		str_addf(&entry, "%s %s", what, state + 8);
		if (!strstr(str_get(out), str_get(&entry)))
			str_addf(out, "%s%s", out->len ? ", " : "", str_get(&entry));
		str_release(&entry);
	}
	json_decref(object);
}
