/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See intervals.h. */
#include "report/intervals.h"

#include "report/escape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST   60
#define MOST    160
#define VERDICT 9 /* "  unknown" */

static double far_end(const struct compare_row *row)
{
	const struct interval i = row->c.diff_pct;

	if (isfinite(i.lo) && isfinite(i.hi))
		return fmax(fabs(i.lo), fabs(i.hi));
	return isfinite(row->c.estimate_pct) ? fabs(row->c.estimate_pct) : 0;
}

/* Half of the axis, in per cent: all of the intervals, unless a few are far. */
static double reach_of(const struct compare_report *r)
{
	double most = 2 * r->margin_pct;

	for (size_t i = 0; i < r->n; i++)
		if (r->rows[i].compared)
			most = fmax(most, far_end(&r->rows[i]));
	return fmin(most * 1.05, 100);
}

/* The column of @pct; -1 and @columns where it lies outside. */
static int column(double pct, double reach, int columns)
{
	const double at = (pct + reach) / (2 * reach) * (columns - 1);

	return at < 0 ? -1 : at > columns - 1 ? columns : (int)lround(at);
}

static void put(char *line, int columns, int at, char c)
{
	if (at >= 0 && at < columns)
		line[at] = c;
}

static void draw(const struct compare_report *r, const struct compare_row *row,
		 double reach, int columns, char *line)
{
	const struct interval i = row->c.diff_pct;

	memset(line, ' ', (size_t)columns);
	line[columns] = 0;
	put(line, columns, column(-r->margin_pct, reach, columns), ':');
	put(line, columns, column(r->margin_pct, reach, columns), ':');
	put(line, columns, column(0, reach, columns), '|');
	if (isfinite(i.lo) && isfinite(i.hi)) {
		const int lo = column(i.lo, reach, columns);
		const int hi = column(i.hi, reach, columns);

		for (int k = lo < 0 ? 0 : lo; k <= hi && k < columns; k++)
			line[k] = '-';
		put(line, columns, lo, '[');
		put(line, columns, hi, ']');
		if (lo < 0)
			line[0] = '<';
		if (hi >= columns)
			line[columns - 1] = '>';
	}
	if (isfinite(row->c.estimate_pct))
		put(line, columns, column(row->c.estimate_pct, reach, columns), '*');
}

/* "-8.7%", 0 and "+8.7%" over the ends and the middle. */
static void axis(struct str *out, int name, double reach, int columns)
{
	struct str end = STR_INIT;
	int left;

	str_addf(&end, "%.3g%%", reach);
	left = columns / 2 - (int)end.len - 1;
	str_addf(out, "%-*s  -%s%*s0%*s+%s\n", name, "", str_get(&end),
		 left > 0 ? left : 0, "",
		 columns - columns / 2 - 1 - (int)end.len - 1 > 0
			 ? columns - columns / 2 - 1 - (int)end.len - 1
			 : 0,
		 "", str_get(&end));
	str_release(&end);
}

static int name_width(const struct compare_report *r, int width)
{
	size_t most = 8;

	for (size_t i = 0; i < r->n; i++)
		if (r->rows[i].compared && strlen(r->rows[i].label) > most)
			most = strlen(r->rows[i].label);
	return (int)most > width / 3 ? width / 3 : (int)most;
}

void compare_report_intervals(const struct compare_report *r, int width, struct str *out)
{
	const double reach = reach_of(r);
	char line[MOST + 1];
	int name, columns;
	bool any = false;

	width = width < LEAST ? LEAST : width > MOST ? MOST : width;
	name = name_width(r, width);
	columns = width - name - 2 - VERDICT;
	for (size_t i = 0; i < r->n; i++)
		any |= r->rows[i].compared;
	if (!any)
		return;
	str_addc(out, '\n');
	axis(out, name, reach, columns);
	for (size_t i = 0; i < r->n; i++) {
		const struct compare_row *row = &r->rows[i];
		struct str label = STR_INIT;

		if (!row->compared)
			continue;
		escape_ktap(&label, row->label, ESCAPE_NAME);
		draw(r, row, reach, columns, line);
		str_addf(out, "%-*.*s  %s  %s\n", name, name, str_get(&label), line,
			 compare_verdict_word(row->c.verdict));
		str_release(&label);
	}
	str_addf(out, "  [ * ] the %g%% interval and the estimate; : : the margin\n",
		 r->confidence_pct);
}
