/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See gnuplot.h. */
#include "report/gnuplot.h"

#include "report/escape.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/*
 * In double quotes: nothing that ends them, is replaced by a command, or escapes. Of
 * "]]>" gnuplot makes text that is no XML.
 */
static void label(struct str *out, const char *s, size_t max)
{
	struct str clean = STR_INIT;

	escape_ktap(&clean, s, max);
	str_addc(out, '"');
	for (const char *p = str_get(&clean); *p; p++)
		str_addc(out, strchr("\"\\`$@'", *p) || !strncmp(p, "]>", 2) ? '_' : *p);
	str_addc(out, '"');
	str_release(&clean);
}

static void terminal(struct str *out, const char *name, int width, int height)
{
	if (!strcmp(name, "png"))
		str_addf(out,
			 "set terminal pngcairo noenhanced size %d,%d font 'Sans,10'\n",
			 width, height);
	else if (!strcmp(name, "svg"))
		str_addf(out,
			 "set terminal svg noenhanced size %d,%d font 'Sans,12' "
			 "background 'white'\n",
			 width, height);
	else
		str_addf(out,
			 "set terminal pdfcairo noenhanced size %.2fin,%.2fin font "
			 "'Sans,9'\n",
			 width / 96.0, height / 96.0);
	str_add(out,
		"set encoding utf8\n"
		"set linetype 1 lc rgb '#0072b2' pt 7\n"
		"set linetype 2 lc rgb '#d55e00' pt 5\n"
		"set linetype 3 lc rgb '#009e73' pt 9\n"
		"set linetype 4 lc rgb '#a8558a' pt 11\n"
		"set linetype 5 lc rgb '#8a6d00' pt 13\n"
		"set linetype 6 lc rgb '#3c8dbc' pt 15\n"
		"set grid xtics lc rgb '#dddddd'\nset border 3\nset tics nomirror\n");
}

static void title(const struct html_report *r, struct str *out)
{
	struct str text = STR_INIT;

	for (size_t i = 0; i < r->n_arms && i < 4; i++)
		str_addf(&text, "%s%.60s",
			 i > 1 ? ", "
			 : i   ? " -> "
			       : "",
			 r->arms[i].name);
	str_add(out, "set title ");
	label(out, str_get(&text), 120);
	str_addc(out, '\n');
	str_release(&text);
}

/*
 * The axis: what the values are ("ns per op", "page-faults per fault", without what
 * differs between the workloads; what other tools say need not have a unit), and @of
 * them.
 */
static void axis(const struct html_report *r, const char *of, struct str *out)
{
	const char *one = r->workloads[0].unit, *per = r->workloads[0].per;
	struct str text = STR_INIT;

	for (size_t i = 1; i < r->n; i++) {
		one = strcmp(one, r->workloads[i].unit) ? "" : one;
		per = strcmp(per, r->workloads[i].per) ? "" : per;
	}
	str_addf(&text, "%s%s%s%s%s", one, *one && *per ? " per " : "", *one ? per : "",
		 *one && *of ? ": " : "", of);
	str_add(out, "set xlabel ");
	label(out, str_get(&text), 120);
	str_addc(out, '\n');
	str_release(&text);
}

/* ---- all workloads ---- */

static size_t change_rows(const struct html_report *r, struct str *data)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++)
		for (size_t k = 1; k < r->n_arms; k++) {
			const struct compare_row *row =
				r->workloads[i].comparisons[k].row;
			struct str name = STR_INIT;

			if (!row || !row->compared || !isfinite(row->c.estimate_pct))
				continue;
			str_addf(&name, "%s%s%.40s", r->workloads[i].label,
				 r->n_arms > 2 ? ", " : "",
				 r->n_arms > 2 ? r->arms[k].name : "");
			label(data, str_get(&name), 70);
			str_release(&name);
			str_addf(data, " %zu %.9g %.9g %.9g %c\n", n++,
				 row->c.estimate_pct,
				 isfinite(row->c.diff_pct.lo) ? row->c.diff_pct.lo
							      : row->c.estimate_pct,
				 isfinite(row->c.diff_pct.hi) ? row->c.diff_pct.hi
							      : row->c.estimate_pct,
				 html_verdict_letter(row->c.verdict));
		}
	return n;
}

/* Counts may be 0; then *@ret_log is false. */
static size_t value_rows(const struct html_report *r, struct str *data, bool *ret_log)
{
	size_t n = 0;

	*ret_log = true;
	for (size_t i = 0; i < r->n; i++) {
		const struct html_cell *c = &r->workloads[i].cells[0];

		if (!isfinite(c->value))
			continue;
		*ret_log &= c->value > 0 && !(c->lo <= 0);
		label(data, r->workloads[i].label, 70);
		str_addf(data, " %zu %.9g %.9g %.9g u\n", n++, c->value,
			 isfinite(c->lo) ? c->lo : c->value,
			 isfinite(c->hi) ? c->hi : c->value);
	}
	return n;
}

static void change_label(const struct html_report *r, struct str *out)
{
	struct str text = STR_INIT;

	str_addf(&text, "%% change, %g%% interval, margin %g%%", r->confidence_pct,
		 r->margins_pct[r->margin]);
	axis(r, str_get(&text), out);
	str_release(&text);
}

static int overview(const struct html_report *r, const char *name, struct str *out)
{
	const bool changes = r->n_arms > 1;
	const double m = r->margins_pct[r->margin];
	struct str data = STR_INIT;
	bool log = false;
	const size_t n = changes ? change_rows(r, &data) : value_rows(r, &data, &log);

	if (!n) {
		str_release(&data);
		return -ENODATA;
	}
	terminal(out, name, 800, 90 + 18 * (int)(n > 400 ? 400 : n));
	title(r, out);
	str_addf(out, "$d << END_OF_DATA\n%sEND_OF_DATA\n", str_get(&data));
	str_release(&data);
	str_addf(out, "set yrange [%zu.5:-0.5]\nset bars 0.4\n", n - 1);
	if (!changes) {
		str_add(out, log ? "set logscale x\n" : "");
		axis(r, "", out);
		str_add(out, "plot $d using 3:2:4:5:ytic(1) with xerrorbars lt 1 ps 0.6 "
			     "notitle\n");
		return 0;
	}
	change_label(r, out);
	str_addf(
		out,
		"set object 1 rectangle from %g, graph 0 to %g, graph 1 fillcolor rgb "
		"'#e3e8ef' fillstyle solid noborder behind\n"
		"set arrow 1 from 0, graph 0 to 0, graph 1 nohead lc rgb '#888888' dt 2\n"
		"set key outside right\n"
		"plot $d using 3:2:ytic(1) with points ps 0 notitle, "
		"$d using (strcol(6) eq 's' ? $3 : NaN):2:4:5 with xerrorbars lt 2 ps 0.7 "
		"title 'slower', "
		"$d using (strcol(6) eq 'f' ? $3 : NaN):2:4:5 with xerrorbars lt 1 ps 0.7 "
		"title 'faster', "
		"$d using (strcol(6) eq 'e' ? $3 : NaN):2:4:5 with xerrorbars lc rgb "
		"'#444444' pt 9 ps 0.7 title 'same', "
		"$d using (strcol(6) eq 'u' ? $3 : NaN):2:4:5 with xerrorbars lc rgb "
		"'#888888' pt 4 ps 0.7 title 'unknown'\n",
		-m, m);
	return 0;
}

/* ---- one workload ---- */

static void points(const struct html_report *r, const struct html_workload *w,
		   struct str *out)
{
	for (size_t i = 0; i < r->n_arms; i++) {
		const struct html_cell *c = &w->cells[i];

		str_addf(out, "$p%zu << END_OF_DATA\n", i);
		for (size_t k = 0; k < c->n; k++)
			/* spread a little, the same every time */
			str_addf(out, "%.9g %.3f\n", c->points[k].value,
				 (double)i + 0.28 * ((double)(k * 37 % 61) / 30 - 1));
		str_addf(out, "END_OF_DATA\n$i%zu << END_OF_DATA\n", i);
		if (isfinite(c->lo) && isfinite(c->hi))
			str_addf(out, "%.9g %.3f %.9g %.9g\n", c->value, (double)i + 0.4,
				 c->lo, c->hi);
		str_addf(out, "END_OF_DATA\n$e%zu << END_OF_DATA\n", i);
		for (size_t k = 0; k < HTML_GRID - 1 && isfinite(c->grid[0]); k++)
			str_addf(out, "%.9g %.4g\n", c->grid[k],
				 100.0 * (double)k / (HTML_GRID - 1));
		str_add(out, "END_OF_DATA\n");
	}
}

/* Series that have data: an empty block is an error to gnuplot. */
static void series(const struct html_report *r, const struct html_workload *w, char block,
		   const char *how, struct str *out)
{
	for (size_t i = 0; i < r->n_arms; i++) {
		const struct html_cell *c = &w->cells[i];
		const bool there = block == 'p'   ? c->n > 0
				   : block == 'i' ? isfinite(c->lo) && isfinite(c->hi)
						  : isfinite(c->grid[0]);

		if (!there)
			continue;
		str_addf(out, "$%c%zu %s lt %zu", block, i, how, i % 6 + 1);
		if (block == 'i') {
			str_add(out, " lw 2 pt 2 notitle, ");
			continue;
		}
		str_addf(out, "%s title ", block == 'p' ? " ps 0.5" : " lw 2");
		label(out, r->arms[i].name, 40);
		str_add(out, ", ");
	}
	/* a last element for the comma before it */
	str_add(out, "NaN notitle");
}

static int one(const struct html_report *r, const struct html_workload *w,
	       const char *name, struct str *out)
{
	bool grid = false;

	for (size_t i = 0; i < r->n_arms; i++)
		grid |= isfinite(w->cells[i].grid[0]);
	terminal(out, name, 800, 160 + 90 * (int)r->n_arms + (grid ? 240 : 0));
	points(r, w, out);
	str_addf(out, "set multiplot layout %d,1\nset title ", grid ? 2 : 1);
	label(out, w->label, 80);
	str_addc(out, '\n');
	axis(r, "value of each process", out);
	str_addf(out,
		 "set yrange [%zu.6:-0.5]\nunset ytics\nset key outside right\nplot ",
		 r->n_arms - 1);
	series(r, w, 'p', "using 1:2 with points", out);
	str_add(out, ", ");
	series(r, w, 'i', "using 1:2:3:4 with xerrorbars", out);
	if (grid) {
		str_add(out,
			"\nset title 'all samples'\nset yrange [0:100]\nset ytics nomirror\n"
			"set ylabel '% at most'\nset xlabel ''\nplot ");
		series(r, w, 'e', "using 1:2 with lines", out);
	}
	str_add(out, "\nunset multiplot\n");
	return 0;
}

int gnuplot_script(const struct html_report *r, const char *name, struct str *out)
{
	bool points = false;

	if (!r->n)
		return -ENODATA;
	/* of a summary there is an interval, but nothing that could be a point */
	for (size_t i = 0; i < r->n_arms; i++)
		points |= r->workloads[0].cells[i].n > 0;
	return r->n == 1 && points ? one(r, &r->workloads[0], name, out)
				   : overview(r, name, out);
}
