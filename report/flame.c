/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See path.h: flame graphs as SVG, callers below, in call order from left to right. */
#include "report/path_parts.h"

#include "base/xalloc.h"
#include "report/escape.h"

#include <stdlib.h>
#include <string.h>

#define WIDTH  1200
#define MARGIN 10
#define ROW    18
#define HEAD   34   /* the line above each graph, and its distance */
#define LETTER 6.6  /* width of one, at the size used */
#define LEAST  0.05 /* narrower than that is not drawn */

/* Frames of a graph: the sides at the bottom, then the nodes. */
struct box {
	const char *name;
	enum path_side side;
	unsigned int level;
	uint64_t self, all; /* instructions of the batch */
	double x, w;
};

struct graph {
	struct box *v;
	size_t n;
	unsigned int levels;
	uint64_t total;
};

/* The first letters of a name: there is no room for the dots of a cut one. */
static void shortened(struct str *out, const char *s, size_t letters)
{
	char *front = xstrndup(s, letters);

	escape_html(out, front, letters);
	free(front);
}

static void boxes(const struct path_arm *a, struct graph *g)
{
	int side = -1;

	g->v = xcalloc(a->n_nodes + PATH_SIDES, sizeof(*g->v));
	for (size_t i = 0; i < a->n_nodes; i++) {
		const struct path_node *n = &a->nodes[i];

		if ((int)n->side != side)
			g->v[g->n++] = (struct box){ .name = path_side_name(n->side),
						     .side = n->side };
		side = (int)n->side;
		g->v[g->n++] = (struct box){ .name = n->name,
					     .side = n->side,
					     .level = n->depth + 1,
					     .self = n->count };
		if (n->depth + 2 > g->levels)
			g->levels = n->depth + 2;
	}
}

/* What a frame is wide for: itself and all above it, which follow it. */
static void sum(struct graph *g)
{
	for (size_t i = g->n; i-- > 0;) {
		struct box *b = &g->v[i];

		b->all = b->self;
		for (size_t k = i + 1; k < g->n && g->v[k].level > b->level; k++)
			if (g->v[k].level == b->level + 1)
				b->all += g->v[k].all;
		if (!b->level)
			g->total += b->all;
	}
}

/* @scale: instructions that are as wide as there is room for. */
static void layout(struct graph *g, uint64_t scale)
{
	double *x = xcalloc(g->levels + 2, sizeof(*x));

	x[0] = MARGIN;
	for (size_t i = 0; i < g->n; i++) {
		struct box *b = &g->v[i];

		b->w = scale ? (double)b->all / (double)scale * (WIDTH - 2 * MARGIN) : 0;
		b->x = x[b->level];
		x[b->level] += b->w;
		x[b->level + 1] = b->x;
	}
	free(x);
}

/* The same function has the same colour in every graph. */
static void colour(const struct box *b, char out[8])
{
	static const unsigned char base[PATH_SIDES][3] = { { 120, 170, 220 },
							   { 230, 150, 70 },
							   { 170, 170, 170 } };
	uint32_t hash = 2166136261u;

	for (const char *s = b->name; *s; s++)
		hash = (hash ^ (unsigned char)*s) * 16777619u;
	for (int i = 0; i < 3; i++) {
		static const char digits[] = "0123456789abcdef";
		unsigned int v = base[b->side][i] + (hash >> (8 * i) & 31) - 15u;

		out[1 + 2 * i] = digits[v >> 4 & 15];
		out[2 + 2 * i] = digits[v & 15];
	}
	out[0] = '#';
	out[7] = 0;
}

static void draw_box(const struct path_report *r, const struct box *b, double bottom,
		     struct str *out)
{
	const double y = bottom - ROW * (b->level + 1.0);
	const double units = r->units ? (double)r->units : 1;
	char fill[8], all[PATH_AMOUNT_MAX], self[PATH_AMOUNT_MAX];
	const size_t letters = (size_t)((b->w - 4) / LETTER);

	if (b->w < LEAST)
		return;
	colour(b, fill);
	str_add(out, "<g><title>");
	escape_html(out, b->name, SIZE_MAX);
	str_addf(out, ": %s instructions, %s of its own</title>",
		 path_amount((double)b->all / units, all),
		 path_amount((double)b->self / units, self));
	str_addf(out,
		 "<rect x=\"%.2f\" y=\"%.0f\" width=\"%.2f\" height=\"%d\" fill=\"%s\"/>",
		 b->x, y, b->w, ROW - 1, fill);
	if (b->w >= 3 * LETTER + 4) {
		str_addf(out, "<text x=\"%.2f\" y=\"%.0f\">", b->x + 2, y + 13);
		shortened(out, b->name, letters);
		str_add(out, "</text>");
	}
	str_add(out, "</g>\n");
}

static void draw(const struct path_report *r, size_t arm, double top, struct graph *g,
		 struct str *out)
{
	char exact[PATH_AMOUNT_MAX];

	str_addf(out, "<text x=\"%d\" y=\"%.0f\">", MARGIN, top + 20);
	escape_html(out, r->label, SIZE_MAX);
	str_add(out, " on ");
	escape_html(out, r->arms[arm].release, SIZE_MAX);
	str_addf(out, ": %s instructions per ", path_amount(r->arms[arm].exact, exact));
	escape_html(out, r->unit, SIZE_MAX);
	str_add(out, "</text>\n");
	for (size_t i = 0; i < g->n; i++)
		draw_box(r, &g->v[i], top + HEAD + ROW * g->levels, out);
}

static double height_of(const struct graph *g)
{
	return HEAD + ROW * (double)g->levels;
}

static void make(const struct path_arm *a, struct graph *g)
{
	boxes(a, g);
	sum(g);
}

static void begin(double height, struct str *out)
{
	str_addf(out,
		 "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\" "
		 "viewBox=\"0 0 %d %.0f\" font-family=\"monospace\" font-size=\"11\">\n"
		 "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
		 WIDTH, height, WIDTH, height);
}

void path_report_svg(const struct path_report *r, struct str *out)
{
	struct graph g[PATH_ARMS] = { 0 };
	double height = MARGIN, top = 0;
	uint64_t most = 0;

	for (size_t i = 0; i < r->n_arms; i++) {
		make(&r->arms[i], &g[i]);
		height += height_of(&g[i]);
		most = g[i].total > most ? g[i].total : most;
	}
	/* One scale: what is wider is more. */
	for (size_t i = 0; i < r->n_arms; i++)
		layout(&g[i], most);
	str_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
	begin(height, out);
	for (size_t i = 0; i < r->n_arms; i++) {
		draw(r, i, top, &g[i], out);
		top += height_of(&g[i]);
		free(g[i].v);
	}
	str_add(out, "</svg>\n");
}

void path_report_flame(const struct path_report *r, size_t arm, struct str *out)
{
	struct graph g = { 0 };

	make(&r->arms[arm], &g);
	layout(&g, g.total);
	begin(MARGIN + height_of(&g), out);
	draw(r, arm, 0, &g, out);
	str_add(out, "</svg>\n");
	free(g.v);
}
