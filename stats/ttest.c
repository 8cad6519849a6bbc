/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See ttest.h. */
#include "stats/ttest.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>

#include <gsl/gsl_cdf.h>

#include "stats/dist.h"
#include "stats/sample.h"

/* The factor is that of R's t.test(). */
struct ttest ttest_from(double estimate, double se, double df, double scale, double alpha)
{
	struct ttest t = { .estimate = estimate, .df = NAN, .t = NAN, .p = NAN };

	t.ci = interval_none();
	if (!(se > 10 * DBL_EPSILON * scale))
		return t;
	t.se = se;
	t.df = df;
	t.t = estimate / se;
	t.p = 2 * gsl_cdf_tdist_Q(fabs(t.t), df);
	t.ci = ttest_interval(&t, alpha);
	return t;
}

/* Welch and Satterthwaite: variances @va and @vb of the two means. */
static double welch_df(double va, double na, double vb, double nb)
{
	double total = va + vb, wa = va / total, wb = vb / total;

	return 1 / (wa * wa / (na - 1) + wb * wb / (nb - 1));
}

/* Values so large that their squares are not numbers. */
static bool too_large(double se, double df)
{
	return !isfinite(se) || (se > 0 && !(df > 0));
}

static int check_level(double alpha)
{
	return alpha > 0 && alpha < 1 ? 0 : -EINVAL;
}

int ttest_one(const double *d, size_t n, double alpha, struct ttest *ret_test)
{
	struct moments m;

	if (sample_first_not_finite(d, n) < n || check_level(alpha))
		return -EINVAL;
	if (n < 2)
		return -ENODATA;
	m = moments_of(d, n);
	if (!isfinite(m.mean) || too_large(m.sd, 1))
		return -ERANGE;
	*ret_test = ttest_from(m.mean, m.sd / sqrt((double)n), (double)(n - 1),
			       fabs(m.mean), alpha);
	return 0;
}

int ttest_amount(const double *x, size_t n, double alpha, struct ttest *ret_test)
{
	int r = ttest_one(x, n, alpha, ret_test);

	if (!r && ret_test->ci.lo < 0)
		ret_test->ci.lo = 0;
	return r;
}

int ttest_welch(const double *a, size_t na, const double *b, size_t nb, double alpha,
		struct ttest *ret_test)
{
	struct moments ma, mb;

	if (sample_first_not_finite(a, na) < na || sample_first_not_finite(b, nb) < nb)
		return -EINVAL;
	ma = moments_of(a, na);
	mb = moments_of(b, nb);
	return ttest_welch_moments(&ma, &mb, alpha, ret_test);
}

static int check_moments(const struct moments *m)
{
	if (m->n < 2)
		return -ENODATA;
	return isfinite(m->mean) && isfinite(m->sd) && m->sd >= 0 ? 0 : -EINVAL;
}

static int check_two(const struct moments *a, const struct moments *b, double alpha)
{
	int e = check_level(alpha);

	if (!e)
		e = check_moments(a);
	return e ? e : check_moments(b);
}

int ttest_welch_moments(const struct moments *a, const struct moments *b, double alpha,
			struct ttest *ret_test)
{
	double na = (double)a->n, nb = (double)b->n, va, vb, df;
	int e = check_two(a, b, alpha);

	if (e)
		return e;
	va = a->sd * a->sd / na;
	vb = b->sd * b->sd / nb;
	df = welch_df(va, na, vb, nb);
	if (!isfinite(b->mean - a->mean) || too_large(sqrt(va + vb), df))
		return -ERANGE;
	*ret_test = ttest_from(b->mean - a->mean, sqrt(va + vb), df,
			       fmax(fabs(a->mean), fabs(b->mean)), alpha);
	return 0;
}

int ttest_ratio_moments(const struct moments *a, const struct moments *b, double alpha,
			struct ttest *ret_test)
{
	double na = (double)a->n, nb = (double)b->n, va, vb, ra, rb, df;
	int e = check_two(a, b, alpha);

	if (e)
		return e;
	if (a->mean <= 0 || b->mean <= 0)
		return -EINVAL;
	ra = a->sd / a->mean;
	rb = b->sd / b->mean;
	va = ra * ra / na;
	vb = rb * rb / nb;
	df = welch_df(va, na, vb, nb);
	if (too_large(sqrt(va + vb), df))
		return -ERANGE;
	*ret_test = ttest_from(log(b->mean) - log(a->mean), sqrt(va + vb), df, 1, alpha);
	return 0;
}

struct interval ttest_interval(const struct ttest *t, double alpha)
{
	double half;

	if (!(t->se > 0))
		return interval_none();
	half = dist_t_upper(alpha / 2, t->df) * t->se;
	return (struct interval){ t->estimate - half, t->estimate + half };
}

struct tost ttest_tost(const struct ttest *t, double lower, double upper)
{
	struct tost r = { NAN, NAN, NAN, NAN, NAN };

	if (!(t->se > 0))
		return r;
	r.t_lower = (t->estimate - lower) / t->se;
	r.t_upper = (t->estimate - upper) / t->se;
	r.p_lower = gsl_cdf_tdist_Q(r.t_lower, t->df);
	r.p_upper = gsl_cdf_tdist_P(r.t_upper, t->df);
	r.p = fmax(r.p_lower, r.p_upper);
	return r;
}
