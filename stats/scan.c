/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See scan.h. */
#include "stats/scan.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_sort.h>

#include "stats/location.h"
#include "stats/sample.h"
#include "stats/sort.h"

enum { ENOUGH = 100 };

/* Arms [from, to) of the series, and room to work on them. */
struct segment {
	const double *y;
	size_t rounds, arms, from, to;
	double *row;      /* one round, shuffled: arms */
	double *inverse;  /* 1 / c */
	double *contrast; /* [place - 1][round]: (arms - 1) * rounds */
};

/*
 * mean(after) - mean(before) of one round for every place in the segment; place c means
 * that the new level starts with the segment's arm c.
 */
static void contrasts(const struct segment *g, const double *row, size_t round)
{
	size_t k = g->to - g->from, c;
	double total = 0, before = 0;

	for (c = 0; c < k; c++)
		total += row[c];
	for (c = 1; c < k; c++) {
		before += row[c - 1];
		g->contrast[(c - 1) * g->rounds + round] =
			(total - before) * g->inverse[k - c] - before * g->inverse[c];
	}
}

/* |trimmed mean| / se of @x[@n], which is sorted in place. No spread: 0, or infinite. */
static double studentised(double *x, size_t n)
{
	size_t cut = n / 5;
	double mean, sd;

	if (n <= 64)
		sort_few(x, n);
	else
		gsl_sort(x, 1, n);
	mean = fabs(location_trimmed_mean(x, n, cut));
	sd = location_winsorised_sd(x, n, cut);
	if (!(sd > 1e-14 * mean))
		return mean > 0 ? INFINITY : 0;
	return mean * (1 - 2 * LOCATION_TRIM) * sqrt((double)n) / sd;
}

/* Sorts the contrasts of every place. */
static double largest(const struct segment *g)
{
	size_t k = g->to - g->from, c;
	double best = 0;

	for (c = 1; c < k; c++)
		best = fmax(best,
			    studentised(g->contrast + (c - 1) * g->rounds, g->rounds));
	return best;
}

/*
 * The place is that of the largest contrast in units of its standard deviation for equal
 * noise in all arms. The place of the largest t is often a neighbour's, since each has
 * its own uncertain standard error, and the halves then still contain the step: tried on
 * ten arms, 20 rounds, one step of 2 %, it gave a second step in 49 of 100 series; this
 * in 5.
 */
static double observed(const struct segment *g, size_t *ret_place)
{
	size_t k = g->to - g->from, r, c;
	double t, best = -1;

	for (r = 0; r < g->rounds; r++)
		contrasts(g, g->y + r * g->arms + g->from, r);
	t = largest(g);
	for (c = 1; c < k; c++) {
		const double *x = g->contrast + (c - 1) * g->rounds;
		double size = fabs(location_trimmed_mean(x, g->rounds, g->rounds / 5)) *
			      sqrt((double)(c * (k - c)));

		if (size > best) {
			best = size;
			*ret_place = c;
		}
	}
	return t;
}

static double shuffled(const struct segment *g, struct random_state *rng)
{
	size_t k = g->to - g->from, r, i;

	for (r = 0; r < g->rounds; r++) {
		memcpy(g->row, g->y + r * g->arms + g->from, k * sizeof(*g->row));
		for (i = k - 1; i > 0; i--) {
			size_t j = random_below(rng, (uint32_t)i + 1);
			double v = g->row[i];

			g->row[i] = g->row[j];
			g->row[j] = v;
		}
		contrasts(g, g->row, r);
	}
	return largest(g);
}

/* Stops once ENOUGH were as large: p is then far from small, and known to a tenth. */
static double p_value(const struct segment *g, double t, size_t resamples,
		      struct random_state *rng)
{
	double hits = 0;
	size_t k;

	for (k = 1; k <= resamples; k++) {
		hits += shuffled(g, rng) >= t * (1 - 1e-10);
		if (hits >= ENOUGH)
			return hits / (double)k;
	}
	return (hits + 1) / ((double)resamples + 1);
}

/* Fills @x with the contrast at @place and returns its trimmed t test. */
static int contrast_at(const struct segment *g, size_t place, double *x,
		       struct trimmed *ret_trimmed)
{
	size_t r;

	for (r = 0; r < g->rounds; r++)
		contrasts(g, g->y + r * g->arms + g->from, r);
	memcpy(x, g->contrast + (place - 1) * g->rounds, g->rounds * sizeof(*x));
	gsl_sort(x, 1, g->rounds);
	return location_trimmed_t(x, g->rounds, LOCATION_TRIM, 0.05, ret_trimmed);
}

static double mean_of(const double *row, size_t from, size_t to)
{
	double sum = 0;
	size_t i;

	for (i = from; i < to; i++)
		sum += row[i];
	return sum / (double)(to - from);
}

/*
 * Can the step be at @other instead of @place? Then the arms between the two lie on the
 * other level than if it is at @place: nearer to the one beyond them. A one-sided 5 %
 * trimmed t test on where they lie between the two levels.
 */
static bool plausible(const struct segment *g, size_t place, size_t other, double sign,
		      double *x)
{
	size_t lo = place < other ? place : other, hi = place < other ? other : place;
	size_t k = g->to - g->from, r;
	struct trimmed t;

	for (r = 0; r < g->rounds; r++) {
		const double *row = g->y + r * g->arms + g->from;
		double middle = (mean_of(row, 0, lo) + mean_of(row, hi, k)) / 2;
		double where = sign * (mean_of(row, lo, hi) - middle);

		x[r] = other < place ? where : -where;
	}
	gsl_sort(x, 1, g->rounds);
	if (location_trimmed_t(x, g->rounds, LOCATION_TRIM, 0.10, &t))
		return true;
	return t.test.se > 0 ? t.test.ci.hi >= 0 : t.test.estimate >= 0;
}

static int describe(const struct segment *g, size_t place, double t, double p,
		    struct scan_step *ret_step)
{
	size_t k = g->to - g->from, first = place, last = place, c;
	double *x = calloc(g->rounds, sizeof(*x)), sign;
	struct trimmed size;
	int e;

	if (!x)
		return -ENOMEM;
	e = contrast_at(g, place, x, &size);
	if (!e) {
		sign = size.test.estimate < 0 ? -1 : 1;
		for (c = 1; c < place && first == place; c++)
			if (plausible(g, place, c, sign, x))
				first = c;
		for (c = k - 1; c > place && last == place; c--)
			if (plausible(g, place, c, sign, x))
				last = c;
		*ret_step = (struct scan_step){
			.at = g->from + place,
			.from = g->from + first,
			.to = g->from + last,
			.size_log = size.test.estimate,
			.ci = size.test.ci,
			.t = t,
			.p = p,
		};
	}
	free(x);
	return e;
}

/* Steps of a segment and of what lies on both sides of each, in ascending order. */
static int search(struct segment g, double alpha, size_t resamples,
		  struct random_state *rng, struct scan *s)
{
	size_t place = 0;
	double t, p;
	struct segment left = g, right = g;
	struct scan_step step;
	bool whole = g.to - g.from == g.arms;
	int e;

	if (g.to - g.from < 2)
		return 0;
	t = observed(&g, &place);
	p = t > 0 ? p_value(&g, t, resamples, rng) : 1;
	if (whole) {
		s->t = t;
		s->p = p;
		s->likeliest = place;
	}
	if (!(p <= alpha))
		return 0;
	left.to = right.from = g.from + place;
	e = describe(&g, place, t, p, &step);
	if (!e)
		e = search(left, alpha / 2, resamples, rng, s);
	if (!e) {
		s->step[s->n_steps++] = step;
		e = search(right, alpha / 2, resamples, rng, s);
	}
	return e;
}

int scan_series(const double *y, size_t rounds, size_t arms, double alpha,
		size_t resamples, struct random_state *rng, struct scan *ret_scan)
{
	struct segment g = { .y = y, .rounds = rounds, .arms = arms, .to = arms };
	struct scan s = { 0 };
	size_t c;
	int e = -ENOMEM;

	if (arms < 2 || rounds < 3)
		return -ENODATA;
	if (sample_first_not_finite(y, rounds * arms) < rounds * arms ||
	    !(alpha > 0 && alpha < 1) || !resamples)
		return -EINVAL;
	s.step = calloc(arms, sizeof(*s.step));
	g.row = calloc(2 * arms, sizeof(*g.row));
	g.contrast = calloc((arms - 1) * rounds, sizeof(*g.contrast));
	if (s.step && g.row && g.contrast) {
		g.inverse = g.row + arms;
		for (c = 1; c < arms; c++)
			g.inverse[c] = 1 / (double)c;
		e = search(g, alpha, resamples, rng, &s);
	}
	free(g.contrast);
	free(g.row);
	if (e)
		scan_release(&s);
	else
		*ret_scan = s;
	return e;
}

void scan_release(struct scan *s)
{
	free(s->step);
	s->step = NULL;
	s->n_steps = 0;
}

size_t scan_single(const double *y, size_t arms, bool *ret_marks)
{
	double most = 0;
	size_t i, marked = 0;

	for (i = 0; i + 1 < arms; i++)
		most = fmax(most, fabs(y[i + 1] - y[i]));
	for (i = 0; i + 1 < arms; i++) {
		ret_marks[i] = arms > 2 && most > 0 && fabs(y[i + 1] - y[i]) >= most / 2;
		marked += ret_marks[i];
	}
	return marked;
}
