/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The figures of one workload: pairs, processes and boots as points beside their
 * intervals; the distribution of all samples and how its quantiles shift; drift over the
 * session.
 */
#include "report/html_parts.h"

#include "base/xalloc.h"
#include "report/escape.h"
#include "report/number.h"
#include "report/svg.h"
#include "stats/sample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define STRIP      52 /* height of one arm's points */
#define HALF       15
#define ARMS_DRAWN 12 /* of each of which a figure has a row */
#define SHOWN      39 /* the distribution is drawn up to this of its 40 steps */

static void figure_begin(struct str *out, const char *title, int height,
			 const struct html_workload *w)
{
	struct str label = STR_INIT;

	str_addf(&label, "%s: %s", w->label, title);
	str_addf(out, "<figure><figcaption>%s</figcaption>", title);
	svg_begin(out, height, str_get(&label));
	str_release(&label);
}

static void figure_end(struct str *out)
{
	svg_end(out);
	str_add(out, "</figure>\n");
}

static const char *arm_class(size_t i)
{
	static const char *const names[] = { "c0", "c1", "c2", "c3", "c4", "c5" };

	return names[i % 6];
}

/* The band of the margin; the script moves it. */
static void band(struct str *out, const struct scale *s, double margin, int y, int height,
		 bool vertical)
{
	const double a = scale_px(s, -margin), b = scale_px(s, margin);
	const double k = (s->to - s->from) / (s->hi - s->lo);

	str_add(out, "<rect class=\"mb\" data-z=\"");
	str_addf(out, "%.2f\" data-k=\"%.4f\" data-l=\"%g %g\"", s->from - s->lo * k, k,
		 fmin(s->from, s->to), fmax(s->from, s->to));
	if (vertical)
		str_addf(
			out,
			" data-y=\"1\" x=\"%d\" width=\"%d\" y=\"%.1f\" height=\"%.1f\"/>",
			SVG_LEFT + 34, SVG_RIGHT - SVG_LEFT - 34, fmin(a, b),
			fabs(b - a));
	else
		str_addf(out, " y=\"%d\" height=\"%d\" x=\"%.1f\" width=\"%.1f\"/>", y,
			 height, a, b - a);
}

static void zero_line(struct str *out, const struct scale *s, int y, int height)
{
	if (s->lo <= 0 && s->hi >= 0)
		str_addf(out, "<path class=\"z\" d=\"M%.1f %dv%d\"/>", scale_px(s, 0), y,
			 height);
}

/* "before, 150 processes" in the arm's colour, with its shape. */
static void arm_text(struct str *out, const struct html_report *r, size_t i, double y,
		     const char *tail)
{
	str_addf(out,
		 "<path class=\"d %s\" d=\"M%d %g" SVG_DOT "\"/><text x=\"%d\" y=\"%g\">",
		 arm_class(i), SVG_LEFT + 3, y - 3.5, SVG_LEFT + 10, y);
	escape_html(out, r->arms[i].name, 34);
	str_addf(out, "%s</text>", tail);
}

/* ---- pairs ---- */

static void pairs_figure(const struct html_report *r, const struct html_workload *w,
			 size_t i, struct str *out)
{
	const struct html_comparison *c = &w->comparisons[i];
	const struct comparison *v = &c->row->c;
	double *sorted = NULL;
	struct scale s;
	char tail[64];

	if (!c->d_pct || !c->n_pairs || sample_sorted(c->d_pct, c->n_pairs, &sorted) < 0)
		return;
	s = scale_of(sorted, c->n_pairs, SVG_LEFT, SVG_RIGHT);
	free(sorted);
	scale_cover(&s, 0);
	scale_cover(&s, v->diff_pct.lo);
	scale_cover(&s, v->diff_pct.hi);
	figure_begin(out, "Change of each pair", 104, w);
	band(out, &s, r->margins_pct[r->margin], 14, 70, false);
	zero_line(out, &s, 14, 70);
	snprintf(tail, sizeof(tail), ": %zu pairs", c->n_pairs);
	arm_text(out, r, i, 10, tail);
	svg_swarm(out, &s, c->d_pct, NULL, c->n_pairs, 36, 18, arm_class(i));
	svg_interval(out, &s, v->diff_pct.lo, v->diff_pct.hi, v->estimate_pct, 64, "iw");
	svg_interval(out, &s, v->same_pct.lo, v->same_pct.hi, NAN, 75, "in");
	svg_axis_x(out, &s, 84, "%");
	svg_outside(out, &s, 60);
	figure_end(out);
}

/* ---- processes and boots ---- */

static double *all_values(const struct html_report *r, const struct html_workload *w,
			  size_t *ret_n)
{
	double *v, *sorted = NULL;
	size_t n = 0;

	for (size_t i = 0; i < r->n_arms; i++)
		n += w->cells[i].n;
	v = xcalloc(n ? n : 1, sizeof(*v));
	n = 0;
	for (size_t i = 0; i < r->n_arms; i++)
		for (size_t k = 0; k < w->cells[i].n; k++)
			v[n++] = w->cells[i].points[k].value;
	*ret_n = n;
	if (sample_sorted(v, n, &sorted) < 0)
		*ret_n = 0;
	free(v);
	return sorted;
}

static void strip(const struct html_report *r, const struct html_cell *c, size_t i,
		  const struct scale *s, double y, struct str *out)
{
	double *v = xcalloc(c->n + 1, sizeof(*v));
	bool *flagged = xcalloc(c->n + 1, sizeof(*flagged));
	char tail[64], value[NUMBER_MAX];

	for (size_t k = 0; k < c->n; k++) {
		v[k] = c->points[k].value;
		flagged[k] = c->points[k].flagged;
	}
	snprintf(tail, sizeof(tail), ": %s, n %zu", number_text(c->value, value), c->n);
	arm_text(out, r, i, y + 9, tail);
	svg_swarm(out, s, v, flagged, c->n, y + 12 + HALF, HALF, arm_class(i));
	for (size_t k = 0; k < c->n_boots && c->n_boots > 1; k++)
		str_addf(out, "<circle class=\"bo %s\" cx=\"%.1f\" cy=\"%g\" r=\"4\"/>",
			 arm_class(i), scale_px(s, c->boots[k]), y + 12 + HALF);
	svg_interval(out, s, c->lo, c->hi, c->value, y + STRIP - 7, "iw");
	free(v);
	free(flagged);
}

static const char *unit_of(const struct html_report *r, const struct html_workload *w)
{
	return r->exact ? "instr." : w->unit;
}

static void values_figure(const struct html_report *r, const struct html_workload *w,
			  struct str *out)
{
	size_t n, rows = 0, y = 2;
	double *sorted = all_values(r, w, &n);
	struct scale s;

	for (size_t i = 0; i < r->n_arms && rows < ARMS_DRAWN; i++)
		rows += w->cells[i].n > 0;
	if (!n || !rows) {
		free(sorted);
		return;
	}
	s = scale_of(sorted, n, SVG_LEFT, SVG_RIGHT);
	free(sorted);
	for (size_t i = 0; i < r->n_arms; i++) {
		scale_cover(&s, w->cells[i].lo);
		scale_cover(&s, w->cells[i].hi);
	}
	figure_begin(out,
		     r->exact  ? "Every boot"
		     : *w->abi ? "Every process"
			       : "Every value",
		     (int)rows * STRIP + 24, w);
	for (size_t i = 0; i < r->n_arms && y < rows * STRIP; i++) {
		if (!w->cells[i].n)
			continue;
		strip(r, &w->cells[i], i, &s, (double)y, out);
		y += STRIP;
	}
	svg_axis_x(out, &s, (double)y + 2, unit_of(r, w));
	svg_outside(out, &s, (double)y);
	figure_end(out);
}

/* ---- the distribution ---- */

static bool has_grid(const struct html_cell *c)
{
	return isfinite(c->grid[0]);
}

static struct scale grid_scale(const struct html_report *r, const struct html_workload *w)
{
	struct scale s = { INFINITY, -INFINITY, SVG_LEFT + 34, SVG_RIGHT, 0, 0 };

	for (size_t i = 0; i < r->n_arms; i++)
		if (has_grid(&w->cells[i])) {
			s.lo = fmin(s.lo, w->cells[i].grid[0]);
			s.hi = fmax(s.hi, w->cells[i].grid[SHOWN]);
		}
	if (!(s.hi > s.lo))
		s.hi = s.lo + fmax(fabs(s.lo) * 0.01, 0.01);
	return s;
}

static void curve(struct str *out, size_t arm, const double *x, const double *y, size_t n)
{
	str_addf(out, "<path class=\"l %s\" d=\"M", arm_class(arm));
	for (size_t i = 0; i < n; i++) {
		if (i)
			str_addc(out, ' ');
		svg_number(out, x[i]);
		str_addc(out, ' ');
		svg_number(out, y[i]);
	}
	str_add(out, "\"/>");
}

static void ecdf_figure(const struct html_report *r, const struct html_workload *w,
			struct str *out)
{
	const struct scale s = grid_scale(r, w), share = { 0, 100, 110, 20, 0, 0 };
	double x[HTML_GRID], y[HTML_GRID];

	if (!isfinite(s.lo))
		return;
	figure_begin(out, "Distribution of all samples", 132, w);
	svg_axis_y(out, &share, "% at most");
	for (size_t i = 0; i < r->n_arms; i++) {
		if (!has_grid(&w->cells[i]))
			continue;
		for (size_t k = 0; k <= SHOWN; k++) {
			x[k] = scale_px(&s, w->cells[i].grid[k]);
			y[k] = scale_px(&share, 100.0 * (double)k / (HTML_GRID - 1));
		}
		curve(out, i, x, y, SHOWN + 1);
	}
	svg_axis_x(out, &s, 112, unit_of(r, w));
	figure_end(out);
}

static bool shifts(const struct html_workload *w, size_t i)
{
	return has_grid(&w->cells[0]) && has_grid(&w->cells[i]) &&
	       w->cells[0].grid[0] > 0;
}

static double shift(const struct html_workload *w, size_t i, size_t k)
{
	return 100 * (w->cells[i].grid[k] / w->cells[0].grid[k] - 1);
}

#define SHIFT_FROM 2
#define SHIFT_TO   38

static void shift_figure(const struct html_report *r, const struct html_workload *w,
			 struct str *out)
{
	struct scale s = { 0, 0, 110, 20, 0, 0 },
		     p = { 0, 100, SVG_LEFT + 34, SVG_RIGHT, 0, 0 };
	double x[HTML_GRID], y[HTML_GRID];
	bool any = false;

	for (size_t i = 1; i < r->n_arms; i++)
		for (size_t k = SHIFT_FROM; shifts(w, i) && k <= SHIFT_TO; k++) {
			s.lo = fmin(s.lo, shift(w, i, k));
			s.hi = fmax(s.hi, shift(w, i, k));
			any = true;
		}
	if (!any)
		return;
	scale_cover(&s, 1.2 * r->margins_pct[r->margin]);
	scale_cover(&s, -1.2 * r->margins_pct[r->margin]);
	figure_begin(out, "Shift at each quantile", 132, w);
	band(out, &s, r->margins_pct[r->margin], 0, 0, true);
	svg_axis_y(out, &s, "% change");
	str_addf(out, "<path class=\"z\" d=\"M%d %.1fH%d\"/>", SVG_LEFT + 34,
		 scale_px(&s, 0), SVG_RIGHT);
	for (size_t i = 1; i < r->n_arms; i++) {
		size_t n = 0;

		for (size_t k = SHIFT_FROM; shifts(w, i) && k <= SHIFT_TO; k++, n++) {
			x[n] = scale_px(&p, 100.0 * (double)k / (HTML_GRID - 1));
			y[n] = scale_px(&s, shift(w, i, k));
		}
		if (n)
			curve(out, i, x, y, n);
	}
	svg_axis_x(out, &p, 112, "quantile");
	figure_end(out);
}

/* ---- drift ---- */

static void pair_drift(const struct html_report *r, const struct html_workload *w,
		       size_t i, struct str *out)
{
	const struct html_comparison *c = &w->comparisons[i];
	struct scale s, x = { 0, (double)c->n_pairs + 1, SVG_LEFT + 34, SVG_RIGHT, 0, 0 };
	struct dots d = { 0 };
	double *sorted = NULL;
	char name[16];

	if (!c->d_pct || c->n_pairs < 3 ||
	    sample_sorted(c->d_pct, c->n_pairs, &sorted) < 0)
		return;
	s = scale_of(sorted, c->n_pairs, 108, 20);
	free(sorted);
	scale_cover(&s, 0);
	figure_begin(out, "Over the session", 132, w);
	band(out, &s, r->margins_pct[r->margin], 0, 0, true);
	svg_axis_y(out, &s, "% change");
	for (size_t k = 0; k < c->n_pairs; k++)
		dots_add(&d, scale_px(&x, (double)k + 1), scale_px(&s, c->d_pct[k]));
	snprintf(name, sizeof(name), "d %s", arm_class(i));
	dots_end(&d, name, out);
	svg_axis_x(out, &x, 112, "pair");
	figure_end(out);
}

static double longest(const struct html_report *r, const struct html_workload *w)
{
	double most = 0;

	for (size_t i = 0; i < r->n_arms; i++)
		for (size_t k = 0; k < w->cells[i].n; k++)
			if (w->cells[i].points[k].at_s > most)
				most = w->cells[i].points[k].at_s;
	return most;
}

static void drift_figure(const struct html_report *r, const struct html_workload *w,
			 struct str *out)
{
	const double most = longest(r, w), unit = most > 180 ? 60 : 1;
	struct scale s, x = { 0, most / unit, SVG_LEFT + 34, SVG_RIGHT, 0, 0 };
	size_t n;
	double *sorted = all_values(r, w, &n);

	if (!(most > 0) || n < 3) {
		free(sorted);
		return;
	}
	s = scale_of(sorted, n, 108, 20);
	free(sorted);
	figure_begin(out, "Over the session", 132, w);
	svg_axis_y(out, &s, unit_of(r, w));
	for (size_t i = 0; i < r->n_arms; i++) {
		const struct html_cell *c = &w->cells[i];
		struct dots d = { 0 };
		char name[16];

		for (size_t k = 0; k < c->n; k++)
			if (isfinite(c->points[k].at_s))
				dots_add(&d, scale_px(&x, c->points[k].at_s / unit),
					 scale_px(&s, c->points[k].value));
		snprintf(name, sizeof(name), "d %s", arm_class(i));
		dots_end(&d, name, out);
	}
	svg_axis_x(out, &x, 112, unit > 1 ? "minutes" : "seconds");
	figure_end(out);
}

void html_figures(const struct html_report *r, const struct html_workload *w,
		  struct str *out)
{
	bool pairs = false;

	for (size_t i = 1; i < r->n_arms && i < ARMS_DRAWN; i++)
		if (w->comparisons[i].row && w->comparisons[i].d_pct) {
			pairs_figure(r, w, i, out);
			pairs = true;
		}
	values_figure(r, w, out);
	ecdf_figure(r, w, out);
	shift_figure(r, w, out);
	for (size_t i = 1; i < r->n_arms && i < ARMS_DRAWN; i++)
		if (w->comparisons[i].row)
			pair_drift(r, w, i, out);
	if (!pairs)
		drift_figure(r, w, out);
}
