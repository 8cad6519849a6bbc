/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Decision rules on the same data: how often each calls two arms different that took
 * turns as process pairs. On arms that are the same that is the rate of false alarms, on
 * arms of a known difference the power. usage: rules DB ARM_A ARM_B
 * [PAIRS_PER_COMPARISON]
 */
#include "base/xalloc.h"
#include "lab/summarise.h"
#include "stats/binomial.h"
#include "stats/compare.h"
#include "stats/mannwhitney.h"
#include "stats/sample.h"
#include "stats/ttest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BATCHES_MAX 400

struct process {
	double p25, cost[BATCHES_MAX];
	size_t n;
};

/* One workload's processes of one arm, in order. */
struct arm {
	struct process *p;
	size_t n, cap;
};

struct workload {
	char name[96];
	struct arm arm[2];
	double *d;
	size_t n_d, cap_d;
};

struct data {
	struct workload w[64];
	size_t n;
	const char *arms[2];
};

static struct workload *find(struct data *d, const char *name)
{
	for (size_t i = 0; i < d->n; i++)
		if (!strcmp(d->w[i].name, name))
			return &d->w[i];
	if (d->n == 64)
		exit(2);
	snprintf(d->w[d->n].name, sizeof(d->w[0].name), "%s", name);
	return &d->w[d->n++];
}

static int take_process(void *ctx, const struct store_row *row)
{
	struct data *d = ctx;
	int side = strcmp(row->arm, d->arms[0]) != 0;
	struct arm *a;
	struct process *p;
	double *costs;
	size_t n;

	if (strcmp(row->process.status, "done"))
		return 0;
	a = &find(d, row->workload)->arm[side];
	a->p = xgrow(a->p, a->n, &a->cap, sizeof(*a->p));
	p = &a->p[a->n++];
	costs = sample_costs(&row->process, row->per, &n);
	p->n = n < BATCHES_MAX ? n : BATCHES_MAX;
	memcpy(p->cost, costs, p->n * sizeof(*costs));
	p->p25 = row->process.summary.p25;
	free(costs);
	return 0;
}

static int take_pair(void *ctx, const struct store_pair_row *row)
{
	struct data *d = ctx;
	struct workload *w = find(d, row->workload);

	if (isnan(row->d))
		return 0;
	w->d = xgrow(w->d, w->n_d, &w->cap_d, sizeof(*w->d));
	w->d[w->n_d++] = row->d;
	return 0;
}

/* ---- the rules: true if they call the pairs from..from+k different ---- */

static bool rule_duet(const struct workload *w, size_t from, size_t k)
{
	struct compare_params p = COMPARE_PARAMS_DEFAULT;
	struct comparison c;

	p.in_order = true;
	return !compare_pairs(w->d + from, k, &p, &c) &&
	       !interval_contains(c.diff_log, 0);
}

static bool welch(const double *a, size_t na, const double *b, size_t nb)
{
	struct ttest t;

	return !ttest_welch(a, na, b, nb, 0.05, &t) && t.p < 0.05;
}

static size_t gather(const struct arm *a, size_t from, size_t k, double *out)
{
	size_t n = 0;

	for (size_t i = from; i < from + k && i < a->n; i++)
		for (size_t j = 0; j < a->p[i].n; j++)
			out[n++] = a->p[i].cost[j];
	return n;
}

static size_t drop_outliers(double *x, size_t n)
{
	struct moments m = moments_of(x, n);
	size_t k = 0;

	for (size_t i = 0; i < n; i++)
		if (fabs(x[i] - m.mean) <= 3 * m.sd)
			x[k++] = x[i];
	return k;
}

static double *buffer[2];

static bool rule_pooled(const struct workload *w, size_t from, size_t k)
{
	return welch(buffer[0], gather(&w->arm[0], from, k, buffer[0]), buffer[1],
		     gather(&w->arm[1], from, k, buffer[1]));
}

static bool rule_pooled_trimmed(const struct workload *w, size_t from, size_t k)
{
	size_t na = gather(&w->arm[0], from, k, buffer[0]);
	size_t nb = gather(&w->arm[1], from, k, buffer[1]);

	return welch(buffer[0], drop_outliers(buffer[0], na), buffer[1],
		     drop_outliers(buffer[1], nb));
}

/* One process a side, its batches taken for independent: k comparisons out of k pairs. */
static bool rule_one_process(const struct workload *w, size_t from, size_t k)
{
	return rule_pooled(w, from, 1);
}

static bool rule_process_heads(const struct workload *w, size_t from, size_t k)
{
	for (int side = 0; side < 2; side++)
		for (size_t i = 0; i < k; i++)
			buffer[side][i] = log(w->arm[side].p[from + i].p25);
	return welch(buffer[0], k, buffer[1], k);
}

static const struct {
	const char *name;
	bool (*differ)(const struct workload *w, size_t from, size_t k);
} rules[] = {
	{ "ktoll: process pairs, signed rank", rule_duet },
	{ "Welch on all batches pooled", rule_pooled },
	{ "the same, beyond 3 sd dropped", rule_pooled_trimmed },
	{ "one process a side, Welch", rule_one_process },
	{ "Welch on p25 of processes, unpaired", rule_process_heads },
};

static void judge(const struct data *d, size_t k)
{
	for (size_t r = 0; r < sizeof(rules) / sizeof(rules[0]); r++) {
		size_t hits = 0, n = 0;
		struct interval ci = interval_none();

		for (size_t i = 0; i < d->n; i++) {
			const struct workload *w = &d->w[i];
			size_t usable = w->n_d < w->arm[0].n ? w->n_d : w->arm[0].n;

			if (w->arm[1].n < usable)
				usable = w->arm[1].n;
			for (size_t from = 0; from + k <= usable; from += k, n++)
				hits += rules[r].differ(w, from, k);
		}
		binomial_interval(hits, n, 0.05, &ci);
		printf("%-38s %5zu of %5zu  %5.1f%%  (%.1f..%.1f%%)\n", rules[r].name,
		       hits, n, n ? 100.0 * (double)hits / (double)n : NAN, 100 * ci.lo,
		       100 * ci.hi);
	}
}

int main(int argc, char **argv)
{
	struct data *d = xcalloc(1, sizeof(*d));
	size_t k = argc > 4 ? strtoul(argv[4], NULL, 10) : 16;
	struct store *s;
	struct err e;

	if (argc < 4 || k < 6 || k > 100000)
		return 2;
	d->arms[0] = argv[2];
	d->arms[1] = argv[3];
	buffer[0] = xcalloc(k * BATCHES_MAX, sizeof(double));
	buffer[1] = xcalloc(k * BATCHES_MAX, sizeof(double));
	if (store_open(argv[1], STORE_READ, &s, &e) < 0 ||
	    store_each_process(s, 0, argv[2], true, take_process, d, &e) < 0 ||
	    store_each_process(s, 0, argv[3], true, take_process, d, &e) < 0 ||
	    store_each_pair(s, argv[2], argv[3], take_pair, d, &e) < 0) {
		fprintf(stderr, "rules: %s\n", e.what);
		return 3;
	}
	printf("%s against %s, comparisons of %zu process pairs, called different at 5 %%:\n",
	       argv[2], argv[3], k);
	judge(d, k);
	store_close(s);
	return 0;
}
