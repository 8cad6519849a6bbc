/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See svg.h. */
#include "report/svg.h"

#include "base/xalloc.h"
#include "report/escape.h"
#include "stats/quantile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TICKS 5

double scale_px(const struct scale *s, double v)
{
	const double share = (v - s->lo) / (s->hi - s->lo);

	return s->from + fmin(fmax(share, 0), 1) * (s->to - s->from);
}

/* A range with something in it. */
static void open_up(struct scale *s)
{
	double pad = (s->hi - s->lo) * 0.04;

	if (!(pad > 0))
		pad = fmax(fabs(s->lo) * 0.01, 0.01);
	s->lo -= pad;
	s->hi += pad;
}

struct scale scale_of(const double *sorted, size_t n, double from, double to)
{
	struct scale s = { .lo = 0, .hi = 1, .from = from, .to = to };
	double lo, hi, middle;

	if (!n)
		return s;
	lo = quantile_sorted(sorted, n, 0.05);
	hi = quantile_sorted(sorted, n, 0.95);
	middle = hi - lo;
	s.lo = sorted[0];
	s.hi = sorted[n - 1];
	if (n >= 8 && middle > 0) {
		s.lo = fmax(s.lo, lo - middle);
		s.hi = fmin(s.hi, hi + middle);
	}
	for (size_t i = 0; i < n; i++) {
		s.below += sorted[i] < s.lo;
		s.above += sorted[i] > s.hi;
	}
	open_up(&s);
	return s;
}

void scale_cover(struct scale *s, double v)
{
	const double pad = (s->hi - s->lo) * 0.04;

	if (!isfinite(v))
		return;
	s->lo = fmin(s->lo, v - pad);
	s->hi = fmax(s->hi, v + pad);
}

void svg_begin(struct str *out, int height, const char *label)
{
	str_addf(out, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", SVG_WIDTH,
		 height);
	escape_html(out, label, 300);
	str_add(out, "\">");
}

void svg_end(struct str *out)
{
	str_add(out, "</svg>");
}

void svg_number(struct str *out, double v)
{
	char buf[32];
	size_t n;

	snprintf(buf, sizeof(buf), "%.1f", v);
	n = strlen(buf);
	if (n > 2 && !strcmp(buf + n - 2, ".0"))
		buf[n - 2] = 0;
	str_add(out, strcmp(buf, "-0") ? buf : "0");
}

/* 1, 2 or 5 times a power of ten, about @range / TICKS. */
static double step_of(double range)
{
	double raw = range / TICKS, power = pow(10, floor(log10(raw))), m = raw / power;

	return power * (m < 1.5 ? 1 : m < 3.5 ? 2 : m < 7.5 ? 5 : 10);
}

/* "1.2k" is nobody's number: all digits that the step needs, and no more. */
static void tick_text(struct str *out, double v, double step)
{
	int decimals = step >= 1 ? 0 : (int)ceil(-log10(step) - 1e-9);

	if (fabs(v) < step / 1e6)
		v = 0;
	if (fabs(v) >= 1e7)
		str_addf(out, "%.3g", v);
	else
		str_addf(out, "%.*f", decimals > 6 ? 6 : decimals, v);
}

/* Nanoseconds that are millions, in larger units: what one of them is. */
static double larger_unit(const struct scale *s, const char **unit)
{
	const double most = fmax(fabs(s->lo), fabs(s->hi));

	if (strcmp(*unit, "ns") || most < 1e6)
		return 1;
	*unit = most < 1e9 ? "ms" : "s";
	return most < 1e9 ? 1e6 : 1e9;
}

/* How far apart ticks are, in the unit that is written. */
static double ticks_of(const struct scale *s, double one)
{
	return step_of((s->hi - s->lo) / one);
}

void svg_axis_x(struct str *out, const struct scale *s, double y, const char *unit)
{
	const double one = larger_unit(s, &unit), step = ticks_of(s, one);
	const double room =
		16 + 6 * fmin(12, (double)strlen(unit)); /* that the unit takes */

	str_addf(out, "<path class=\"ax\" d=\"M%d %.1fH%d", SVG_LEFT, y, SVG_RIGHT);
	for (double v = ceil(s->lo / one / step) * step; v * one <= s->hi; v += step) {
		str_add(out, "M");
		svg_number(out, scale_px(s, v * one));
		str_addf(out, " %gv3", y);
	}
	str_add(out, "\"/>");
	for (double v = ceil(s->lo / one / step) * step; v * one <= s->hi; v += step) {
		const double x = scale_px(s, v * one);

		if (x < SVG_LEFT + 6 || x > SVG_RIGHT - room)
			continue;
		str_add(out, "<text class=\"m\" x=\"");
		svg_number(out, x);
		str_addf(out, "\" y=\"%g\">", y + 13);
		tick_text(out, v, step);
		str_add(out, "</text>");
	}
	str_addf(out, "<text class=\"e\" x=\"%d\" y=\"%g\">", SVG_RIGHT, y + 13);
	escape_html(out, unit, 12);
	str_add(out, "</text>");
}

void svg_axis_y(struct str *out, const struct scale *s, const char *unit)
{
	const double one = larger_unit(s, &unit), step = ticks_of(s, one);
	double last = NAN;

	str_add(out, "<path class=\"gr\" d=\"");
	for (double v = ceil(s->lo / one / step) * step; v * one <= s->hi; v += step) {
		str_addf(out, "M%d ", SVG_LEFT + 34);
		svg_number(out, scale_px(s, v * one));
		str_addf(out, "H%d", SVG_RIGHT);
		last = v;
	}
	str_add(out, "\"/>");
	for (double v = ceil(s->lo / one / step) * step; v * one <= s->hi; v += step) {
		str_addf(out, "<text class=\"e\" x=\"%d\" y=\"", SVG_LEFT + 31);
		svg_number(out, scale_px(s, v * one) + 3.5);
		str_add(out, "\">");
		tick_text(out, v, step);
		str_add(out, "</text>");
	}
	if (isfinite(last)) {
		str_addf(out, "<text x=\"%d\" y=\"9\">", 0);
		escape_html(out, unit, 24);
		str_add(out, "</text>");
	}
}

void dots_add(struct dots *d, double x, double y)
{
	const double nx = round(x * 2) / 2, ny = round(y * 2) / 2;

	str_addc(&d->path, d->begun ? 'm' : 'M');
	svg_number(&d->path, d->begun ? nx - d->x : nx);
	str_addc(&d->path, ' ');
	svg_number(&d->path, d->begun ? ny - d->y : ny);
	str_add(&d->path, SVG_DOT);
	d->x = nx + 0.5;
	d->y = ny;
	d->begun = true;
}

void dots_end(struct dots *d, const char *class_name, struct str *out)
{
	if (d->begun)
		str_addf(out, "<path class=\"%s\" d=\"%s\"/>", class_name,
			 str_get(&d->path));
	str_release(&d->path);
	memset(d, 0, sizeof(*d));
}

#define BIN 3

static size_t bin_of(const struct scale *s, double v)
{
	return (size_t)((scale_px(s, v) - fmin(s->from, s->to)) / BIN);
}

void svg_swarm(struct str *out, const struct scale *s, const double *v,
	       const bool *flagged, size_t n, double y, double half,
	       const char *class_name)
{
	const size_t bins = (size_t)(fabs(s->to - s->from) / BIN) + 2;
	size_t *count = xcalloc(bins, sizeof(*count));
	size_t *used = xcalloc(bins, sizeof(*used));
	struct dots plain = { 0 }, marked = { 0 };
	char name[64];

	for (size_t i = 0; i < n; i++)
		count[bin_of(s, v[i])]++;
	for (size_t i = 0; i < n; i++) {
		const size_t bin = bin_of(s, v[i]), k = used[bin]++;
		const double gap = fmin(4, 2 * half / (double)count[bin]);
		const double off = gap * (double)((k + 1) / 2) * (k & 1 ? -1 : 1);

		dots_add(flagged && flagged[i] ? &marked : &plain, scale_px(s, v[i]),
			 y + off);
	}
	snprintf(name, sizeof(name), "d %s", class_name);
	dots_end(&plain, name, out);
	snprintf(name, sizeof(name), "d fl %s", class_name);
	dots_end(&marked, name, out);
	free(count);
	free(used);
}

void svg_interval(struct str *out, const struct scale *s, double lo, double hi, double at,
		  double y, const char *class_name)
{
	if (isfinite(lo) && isfinite(hi)) {
		str_addf(out, "<path class=\"iv %s\" d=\"M", class_name);
		svg_number(out, scale_px(s, lo));
		str_addf(out, " %gv6m0-3H", y - 3);
		svg_number(out, scale_px(s, hi));
		str_add(out, "m0-3v6\"/>");
	}
	if (isfinite(at)) {
		str_addf(out, "<path class=\"at %s\" d=\"M", class_name);
		svg_number(out, scale_px(s, at));
		str_addf(out, " %gv10\"/>", y - 5);
	}
}

void svg_outside(struct str *out, const struct scale *s, double y)
{
	if (s->below)
		str_addf(out, "<text x=\"%d\" y=\"%g\">&lt; %zu further</text>", SVG_LEFT,
			 y, s->below);
	if (s->above)
		str_addf(out,
			 "<text class=\"e\" x=\"%d\" y=\"%g\">%zu further &gt;</text>",
			 SVG_RIGHT, y, s->above);
}
