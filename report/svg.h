/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The little SVG that the page needs: one axis a direction, dots as the shortest strokes
 * of one path (few bytes each), lines. Sizes are pixels of a figure SVG_WIDTH wide, which
 * is what a phone shows.
 */
#ifndef REPORT_SVG_H
#define REPORT_SVG_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

#define SVG_WIDTH 340
#define SVG_LEFT  8
#define SVG_RIGHT 332

/* From values to pixels, linearly. */
struct scale {
	double lo, hi;       /* values */
	double from, to;     /* pixels */
	size_t below, above; /* values that lie outside */
};

double scale_px(const struct scale *s, double v);

/*
 * Covers @x[@n], which is sorted. If a few far values would press the others together,
 * they are left outside and counted.
 */
struct scale scale_of(const double *sorted, size_t n, double from, double to);

/* Widened so that @v is inside. */
void scale_cover(struct scale *s, double v);

void svg_begin(struct str *out, int height, const char *label);
void svg_end(struct str *out);

/* A number with at most one decimal. */
void svg_number(struct str *out, double v);

/* Ticks and numbers below, at @y; @unit after the last. Millions of ns become ms or s. */
void svg_axis_x(struct str *out, const struct scale *s, double y, const char *unit);
/* Ticks, numbers and thin lines across from the left. */
void svg_axis_y(struct str *out, const struct scale *s, const char *unit);

/*
 * What makes a dot at the current point. It has a length: no printer draws a stroke
 * of none with square ends, which are one arm's.
 */
#define SVG_DOT "h.5"

/* Dots in one path. */
struct dots {
	struct str path;
	double x, y;
	bool begun;
};

void dots_add(struct dots *d, double x, double y);
/* Writes it with @class_name, and releases it. */
void dots_end(struct dots *d, const char *class_name, struct str *out);

/*
 * Dots of @v[@n] above each other where they would overlap, around @y, at most @half
 * away. Those outside of the scale stand at its ends. @flagged may be NULL.
 */
void svg_swarm(struct str *out, const struct scale *s, const double *v,
	       const bool *flagged, size_t n, double y, double half,
	       const char *class_name);

/* An interval with ends and, if finite, a mark at @at. */
void svg_interval(struct str *out, const struct scale *s, double lo, double hi, double at,
		  double y, const char *class_name);

/* Values beyond the scale: "3 beyond >" at the ends of the line at @y. */
void svg_outside(struct str *out, const struct scale *s, double y);

#endif
