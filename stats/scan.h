/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where in a series of arms does the cost step? Each round measured every arm once, in
 * random order (STATISTICS-PIPELINE.md, 5.7 a). The largest studentised contrast "after
 * minus before" over all places is compared with what it is when the labels inside each
 * round are shuffled. The step is placed where the contrast is largest for equal noise
 * everywhere (not where t is, see scan.c); both sides of it are searched again.
 * Sources: Vostrikova 1981 (binary segmentation); Besag and Clifford, "Sequential Monte
 * Carlo p-values", Biometrika 78 (1991), for stopping early when there is clearly none.
 */
#ifndef STATS_SCAN_H
#define STATS_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "stats/interval.h"
#include "stats/random.h"

/*
 * What STATISTICS-PIPELINE.md asks for. Without a step a scan ends after a hundred or
 * two; with one it takes about 7 us per resample for 10 arms in 20 rounds.
 */
enum { SCAN_RESAMPLES = 999 };

struct scan_step {
	size_t at;          /* the first arm of the new level: the likeliest place */
	size_t from, to;    /* the step is at one of these: the others fit worse (5 %) */
	double size_log;    /* trimmed mean over rounds of mean after - mean before */
	struct interval ci; /* of it, 95 %, as if the place had been given */
	double t, p;        /* of the scan of the segment it was found in */
};

struct scan {
	double p;         /* of the whole series: is there a step anywhere? */
	double t;         /* largest studentised contrast */
	size_t likeliest; /* where it is, step or not */
	size_t n_steps;
	struct scan_step *step; /* ascending; scan_release() frees */
};

/*
 * Of @y[round * arms + arm], logarithms of costs. A step needs p <= @alpha; each side of
 * one is searched at half the level. -ENODATA: fewer than two arms or three rounds;
 * -EINVAL: not finite, alpha outside (0, 1), no resamples; -ENOMEM.
 */
int scan_series(const double *y, size_t rounds, size_t arms, double alpha,
		size_t resamples, struct random_state *rng, struct scan *ret_scan);

void scan_release(struct scan *s);

/*
 * What stands out where each arm has one value only, which supports no verdict: marks
 * the steps y[i + 1] - y[i] that are at least half as large as the largest, into
 * @ret_marks[@arms - 1]. Returns how many; none when nothing varies or arms < 3.
 */
size_t scan_single(const double *y, size_t arms, bool *ret_marks);

#endif
