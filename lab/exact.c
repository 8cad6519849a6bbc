/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See exact.h. */
#include "lab/exact.h"

#include "base/cleanup.h"
#include "base/xalloc.h"
#include "lab/summarise.h"

#include <math.h>
#include <string.h>

static int by_value(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* Of ascending @x; *@ret_times how often it is there. */
static int64_t mode(const int64_t *x, size_t n, size_t *ret_times)
{
	int64_t best = x[0];

	*ret_times = 0;
	for (size_t i = 0, begin = 0; i < n; i++) {
		if (x[i] != x[begin])
			begin = i;
		if (i - begin + 1 > *ret_times) {
			*ret_times = i - begin + 1;
			best = x[i];
		}
	}
	return best;
}

void exact_summarise(struct store_process *p, unsigned int per)
{
	_cleanup_free_ int64_t *x = xcalloc(p->n, sizeof(*x));
	size_t n = 0, times;

	p->ns_per_tick = 1;
	p->clock_drift = NAN;
	p->exact = p->agree = NAN;
	summarise(p, per);
	for (size_t i = 0; i < p->n; i++)
		if (!(p->flags[i] & STORE_WARMUP))
			x[n++] = p->ticks[i];
	if (strcmp(p->status, "done") || !n || !p->ops)
		return;
	qsort(x, n, sizeof(*x), by_value);
	p->exact = (double)mode(x, n, &times) / ((double)p->ops * per);
	p->agree = (double)times / (double)n;
}
