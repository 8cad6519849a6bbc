/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A series on the page: its patches, and a step plot of each workload that moves. */
#include "report/html_parts.h"

#include "base/xalloc.h"
#include "report/escape.h"
#include "report/series_parts.h"
#include "report/svg.h"
#include "stats/sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HEIGHT  176
#define TOP     22
#define BOTTOM  146
#define LEFT    (SVG_LEFT + 40)
#define LABELS  12 /* patches that have their number below; of more every n-th */
#define REASON  200
#define SUBJECT 120

/* The sign and the size of a step: "+7", "-2.1 %". */
static void change(const struct series_report *r, const struct series_step *s,
		   struct str *out)
{
	const double d = s->c.value_b - s->c.value_a;

	if (r->exact)
		str_addf(out, "%+.6g", fabs(d) < 1e-6 ? 0 : d);
	else
		str_addf(out, "%+.2f&nbsp;%%", s->c.estimate_pct);
}

static const char *sign_class(const struct series_step *s)
{
	return s->c.value_b > s->c.value_a || s->c.estimate_pct > 0 ? "s" : "f";
}

/* ---- the plot ---- */

struct plot {
	const struct series_report *r;
	const struct series_block *b;
	const struct html_workload *points; /* NULL: no single boots */
	struct scale x, y;
};

static double *all_values(const struct plot *p, size_t *ret_n)
{
	double *v = xcalloc(3 * p->r->arms + 1, sizeof(*v)), *sorted = NULL;
	size_t n = 0;

	for (size_t i = 0; i < p->r->arms; i++) {
		const struct series_cell *c = &p->b->cell[i];
		const double three[] = { c->value, c->lo, c->hi };

		for (size_t k = 0; k < 3; k++)
			if (isfinite(three[k]))
				v[n++] = three[k];
	}
	*ret_n = n;
	if (n && sample_sorted(v, n, &sorted) < 0)
		*ret_n = 0;
	free(v);
	return sorted;
}

static bool broken(const struct plot *p, size_t i)
{
	return p->r->arm[i].state == SERIES_BROKEN ||
	       p->r->arm[i].state == SERIES_WAITING;
}

/* The line from patch to patch: flat over each, upright between them. */
static void steps(const struct plot *p, struct str *out)
{
	double last = NAN;

	for (size_t i = 0; i < p->r->arms; i++) {
		const struct series_cell *c = &p->b->cell[i];
		const double x0 = scale_px(&p->x, (double)i - 0.5);
		const double y = scale_px(&p->y, c->value);

		if (!isfinite(c->value))
			continue;
		if (isfinite(last))
			str_addf(out, "<path class=\"%s%s\" d=\"M%.1f %.1fV%.1f\"/>",
				 series_step_changed(p->r, &c->prev) ? "up u" : "up",
				 series_step_changed(p->r, &c->prev)
					 ? sign_class(&c->prev)
					 : "",
				 x0, last, y);
		str_addf(out, "<path class=\"st%s\" d=\"M%.1f %.1fH%.1f\"/>",
			 p->r->arm[i].state == SERIES_SAME ? " sm" : "", x0, y,
			 scale_px(&p->x, (double)i + 0.5));
		last = y;
	}
}

/* The words of a step, where there is room: above what rises, below what falls. */
static void words(const struct plot *p, struct str *out)
{
	for (size_t i = 1; i < p->r->arms; i++) {
		const struct series_cell *c = &p->b->cell[i];
		const bool up = *sign_class(&c->prev) == 's';
		const double x = scale_px(&p->x, (double)i);

		if (!isfinite(c->value) || !series_step_changed(p->r, &c->prev))
			continue;
		str_addf(out, "<text class=\"m v%s\" x=\"%.1f\" y=\"%.1f\">%s",
			 sign_class(&c->prev), x,
			 scale_px(&p->y, c->value) + (up ? -6 : 14), up ? "▲" : "▼");
		if (p->r->arms <= LABELS)
			change(p->r, &c->prev, out);
		str_add(out, "</text>");
	}
}

static void boots(const struct html_report *h, const struct plot *p, struct str *out)
{
	struct dots d = { 0 };

	for (size_t i = 0; i < p->r->arms && p->points; i++)
		for (size_t k = 0; k < h->n_arms; k++) {
			const struct html_cell *c = &p->points->cells[k];

			if (strcmp(h->arms[k].name, p->r->arm[i].name))
				continue;
			for (size_t n = 0; n < c->n; n++)
				dots_add(&d, scale_px(&p->x, (double)i),
					 scale_px(&p->y, c->points[n].value));
		}
	dots_end(&d, "d c0", out);
}

static void numbers(const struct plot *p, struct str *out)
{
	const size_t every = (p->r->arms + LABELS - 1) / LABELS;

	str_addf(out, "<path class=\"ax\" d=\"M%d %dH%d\"/>", LEFT, BOTTOM + 4,
		 SVG_RIGHT);
	for (size_t i = 0; i < p->r->arms; i++) {
		const double x = scale_px(&p->x, (double)i);

		if (broken(p, i))
			str_addf(out, "<text class=\"m vs\" x=\"%.1f\" y=\"%d\">×</text>",
				 x, BOTTOM - 2);
		if (i % every == 0)
			str_addf(out, "<text class=\"m\" x=\"%.1f\" y=\"%d\">%zu</text>",
				 x, BOTTOM + 17, i);
	}
}

static const struct html_workload *workload_of(const struct html_report *h,
					       const struct series_block *b)
{
	for (size_t i = 0; i < h->n; i++)
		if (!strcmp(h->workloads[i].workload, b->workload) &&
		    !strcmp(h->workloads[i].abi, b->abi))
			return &h->workloads[i];
	return NULL;
}

static void figure(const struct html_report *h, const struct series_block *b,
		   struct str *out)
{
	struct plot p = {
		.r = h->series,
		.b = b,
		.points = workload_of(h, b),
		.x = { -0.5, (double)h->series->arms - 0.5, LEFT, SVG_RIGHT, 0, 0 },
	};
	struct str label = STR_INIT;
	size_t n;
	double *sorted = all_values(&p, &n);

	if (!n) {
		free(sorted);
		return;
	}
	p.y = scale_of(sorted, n, BOTTOM - 18, TOP + 12);
	/* a step is what it is about: none is left outside */
	scale_cover(&p.y, sorted[0]);
	scale_cover(&p.y, sorted[n - 1]);
	free(sorted);
	str_add(out, "<figure class=\"sp\"><figcaption>");
	escape_html(out, b->label, ESCAPE_NAME);
	str_addf(&label, "%s, patch by patch", b->label);
	str_add(out, "</figcaption>");
	svg_begin(out, HEIGHT, str_get(&label));
	str_release(&label);
	svg_axis_y(out, &p.y, h->series->exact ? "instructions" : b->unit);
	steps(&p, out);
	boots(h, &p, out);
	words(&p, out);
	numbers(&p, out);
	svg_end(out);
	str_add(out, "</figure>");
}

/* ---- the patches ---- */

/* What a patch changes beyond doubt, workload by workload. */
static void changes(const struct series_report *r, size_t arm, struct str *out)
{
	bool any = false;

	for (size_t i = 0; i < r->blocks; i++) {
		const struct series_step *s = &r->block[i].cell[arm].prev;

		if (!series_step_changed(r, s))
			continue;
		str_addf(out, "%s<span class=\"v v%s\">%s ", any ? "<br>" : "",
			 sign_class(s), *sign_class(s) == 's' ? "▲" : "▼");
		change(r, s, out);
		str_add(out, "</span> ");
		escape_html(out, r->block[i].label, ESCAPE_NAME);
		any = true;
	}
	if (!any)
		str_add(out, arm ? "nothing" : "the base");
}

static void state(const struct series_report *r, size_t arm, struct str *out)
{
	const struct series_arm *a = &r->arm[arm];

	if (a->state == SERIES_SAME) {
		str_addf(out, "no code change: that of %zu", a->same_as);
	} else if (a->state == SERIES_WAITING) {
		str_add(out, series_why(a));
	} else if (a->state == SERIES_BROKEN) {
		str_add(out, "<span class=\"v vs\">×</span> ");
		escape_html(out, series_why(a), REASON);
		if (a->lines && *a->lines) {
			str_add(out, "<details><summary>its last lines</summary><pre>");
			escape_html_lines(out, a->lines, ESCAPE_TEXT);
			str_add(out, "</pre></details>");
		}
	} else {
		changes(r, arm, out);
	}
}

static void patches(const struct series_report *r, struct str *out)
{
	str_add(out,
		"<div class=\"sc\"><table class=\"pt\"><caption>Each against the one "
		"before it.</caption><thead><tr><th scope=\"col\" class=\"n\">#</th>"
		"<th scope=\"col\">patch</th><th scope=\"col\">changes</th></tr>"
		"</thead><tbody>\n");
	for (size_t i = 0; i < r->arms; i++) {
		const struct series_arm *a = &r->arm[i];

		str_addf(out, "<tr><td class=\"n\">%zu</td><th scope=\"row\">", i);
		if (a->subject) {
			escape_html(out, a->subject, SUBJECT);
			str_add(out, " <code>");
			escape_html(out, a->name, 12);
			str_add(out, "</code>");
		} else {
			escape_html(out, a->name, ESCAPE_NAME);
		}
		str_add(out, "</th><td>");
		state(r, i, out);
		str_add(out, "</td></tr>\n");
	}
	str_add(out, "</tbody></table></div>\n");
}

static void still(const struct series_report *r, struct str *out)
{
	bool any = false;

	for (size_t i = 0; i < r->blocks; i++) {
		if (r->block[i].moved)
			continue;
		str_add(out, any ? ", " : "<p>Without an established step: ");
		escape_html(out, r->block[i].label, ESCAPE_NAME);
		any = true;
	}
	str_add(out, any ? ".</p>\n" : "");
}

void html_series(const struct html_report *h, struct str *out)
{
	const struct series_report *r = h->series;

	if (!r)
		return;
	str_addf(out,
		 "<section id=\"series\"><h2>The series</h2>\n<p>%zu arms, %u boot%s "
		 "each; %s. A step is ▲ or ▼ where it is established, × is what gave no "
		 "number, a dashed line is code that did not change.</p>\n",
		 r->arms, r->rounds, r->rounds == 1 ? "" : "s",
		 r->exact ? "instructions, counted: any difference is one"
			  : "each step tested, Holm over all of them");
	patches(r, out);
	str_add(out, "<div class=\"fs\">");
	for (size_t i = 0; i < r->blocks; i++)
		if (r->block[i].moved)
			figure(h, &r->block[i], out);
	str_add(out, "</div>\n");
	still(r, out);
	str_add(out, "</section>\n");
}
