/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See sessions.h. */
#include "stats/sessions.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>

#include "stats/moments.h"
#include "stats/sample.h"
#include "stats/ttest.h"

int heterogeneity_of(const double *effect, const double *se, size_t n,
		     struct heterogeneity *ret_heterogeneity)
{
	struct heterogeneity h = { .df = (double)n - 1 };
	double w_sum = 0, w2_sum = 0, we_sum = 0, rw_sum = 0, rwe_sum = 0;
	size_t i;

	if (n < 2)
		return -ENODATA;
	for (i = 0; i < n; i++) {
		double w = 1 / (se[i] * se[i]);

		if (!isfinite(effect[i]) || !(se[i] > 0) || !isfinite(se[i]) ||
		    !isfinite(w))
			return -EINVAL;
		w_sum += w;
		w2_sum += w * w;
		we_sum += w * effect[i];
	}
	h.fixed_mean = we_sum / w_sum;
	for (i = 0; i < n; i++) {
		double e = (effect[i] - h.fixed_mean) / se[i];

		h.q += e * e;
	}
	/* Far out the tail is 0 in a double, and GSL aborts instead of saying so. */
	h.p = h.q < 1e4 + 10 * h.df ? gsl_cdf_chisq_Q(h.q, h.df) : 0;
	h.tau2 = fmax(0, (h.q - h.df) / (w_sum - w2_sum / w_sum));
	for (i = 0; i < n; i++) {
		double w = 1 / (se[i] * se[i] + h.tau2);

		rw_sum += w;
		rwe_sum += w * effect[i];
	}
	h.random_mean = rwe_sum / rw_sum;
	h.random_se = sqrt(1 / rw_sum);
	*ret_heterogeneity = h;
	return 0;
}

static size_t session_end(const unsigned int *session, size_t n, size_t from)
{
	size_t to = from;

	while (to < n && session[to] == session[from])
		to++;
	return to;
}

/* Mean and standard error of each session, into arrays with room for @n. */
static int reduce(const double *d, const unsigned int *session, size_t n, double *effect,
		  double *se, size_t *ret_n)
{
	size_t from, to, k = 0;

	for (from = 0; from < n; from = to) {
		struct moments m;

		to = session_end(session, n, from);
		if (to - from < 2)
			return -ENODATA;
		m = moments_of(d + from, to - from);
		effect[k] = m.mean;
		se[k++] = m.sd / sqrt((double)(to - from));
	}
	*ret_n = k;
	return 0;
}

static int fill_size(const double *effect, double alpha, struct sessions *s)
{
	double half = gsl_cdf_ugaussian_Qinv(alpha / 2) * s->h.random_se;
	struct ttest t;
	int e;

	s->size = s->h.random_mean;
	s->size_ci = (struct interval){ s->size - half, s->size + half };
	if (s->n < SESSIONS_FEW)
		return 0;
	e = ttest_one(effect, s->n, alpha, &t);
	if (!e) {
		s->size = t.estimate;
		s->size_ci = t.ci;
	}
	return e;
}

int sessions_of(const double *d, const unsigned int *session, size_t n, double alpha,
		struct sessions *ret_sessions)
{
	struct sessions s = { 0 };
	double *effect, *se;
	int e;

	if (sample_first_not_finite(d, n) < n || !(alpha > 0 && alpha < 1))
		return -EINVAL;
	effect = calloc(2 * n + 1, sizeof(*effect));
	if (!effect)
		return -ENOMEM;
	se = effect + n;
	e = reduce(d, session, n, effect, se, &s.n);
	if (!e)
		e = heterogeneity_of(effect, se, s.n, &s.h);
	if (!e)
		e = fill_size(effect, alpha, &s);
	if (!e) {
		s.differ = s.h.p < SESSIONS_ALPHA;
		*ret_sessions = s;
	}
	free(effect);
	return e;
}
