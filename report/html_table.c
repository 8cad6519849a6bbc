/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of the page, and a section for each workload. */
#include "report/html_parts.h"

#include "report/escape.h"
#include "report/number.h"
#include "report/svg.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MINI 120 /* width of the small interval plots */

char html_verdict_letter(enum verdict v)
{
	return v == VERDICT_SLOWER   ? 's'
	       : v == VERDICT_FASTER ? 'f'
	       : v == VERDICT_SAME   ? 'e'
				     : 'u';
}

/* A sign beside the word: colour alone says nothing. */
void html_badge(char letter, struct str *out)
{
	static const struct {
		char letter;
		const char *text;
	} badges[] = {
		{ 's', "<span class=\"v vs\">▲ slower</span>" },
		{ 'f', "<span class=\"v vf\">▼ faster</span>" },
		{ 'e', "<span class=\"v ve\">= same</span>" },
		{ 'u', "<span class=\"v vu\">? unknown</span>" },
	};

	for (size_t i = 0; i < sizeof(badges) / sizeof(badges[0]); i++)
		if (badges[i].letter == letter)
			str_add(out, badges[i].text);
}

/* Half of what the small interval plots show, in per cent. */
static double reach_of(const struct html_report *r)
{
	double reach = 2 * r->margins_pct[r->margin];

	for (size_t i = 0; i < r->n; i++)
		for (size_t k = 1; k < r->n_arms; k++) {
			const struct compare_row *row =
				r->workloads[i].comparisons[k].row;
			double far;

			if (!row || !row->compared)
				continue;
			far = interval_exists(row->c.diff_pct)
				      ? fmax(fabs(row->c.diff_pct.lo),
					     fabs(row->c.diff_pct.hi))
				      : 1.1 * fabs(row->c.estimate_pct);
			if (isfinite(far) && far > reach)
				reach = far;
		}
	return fmin(reach, 30);
}

/* The interval as a line, the margin as a band behind it. */
static void mini(const struct html_report *r, const struct compare_row *row, double reach,
		 struct str *out)
{
	const struct scale s = { -reach, reach, 2, MINI - 2, 0, 0 };
	const double m = r->margins_pct[r->margin], k = (s.to - s.from) / (2 * reach);

	str_addf(out,
		 "<svg class=\"mi\" viewBox=\"0 0 %d 14\" aria-hidden=\"true\"><rect "
		 "class=\"mb\" data-z=\"%d\" data-k=\"%.3f\" data-l=\"0 %d\" y=\"0\" "
		 "height=\"14\" x=\"%.1f\" width=\"%.1f\"/><path class=\"z\" "
		 "d=\"M%d 0v14\"/>",
		 MINI, MINI / 2, k, MINI, scale_px(&s, -m),
		 scale_px(&s, m) - scale_px(&s, -m), MINI / 2);
	svg_interval(out, &s, row->c.diff_pct.lo, row->c.diff_pct.hi, row->c.estimate_pct,
		     7, "iw");
	if (row->c.diff_pct.lo < -reach || row->c.estimate_pct < -reach)
		str_add(out, "<path class=\"bey\" d=\"M5 3l-4 4 4 4\"/>");
	if (row->c.diff_pct.hi > reach || row->c.estimate_pct > reach)
		str_addf(out, "<path class=\"bey\" d=\"M%d 3l4 4-4 4\"/>", MINI - 5);
	str_add(out, "</svg>");
}

/* The unit of all workloads; NULL: it differs, and stands in each row. */
static const char *common_unit(const struct html_report *r)
{
	const char *unit = r->n ? r->workloads[0].unit : "";

	for (size_t i = 1; i < r->n; i++)
		if (strcmp(r->workloads[i].unit, unit))
			return NULL;
	return unit;
}

/* @unit: NULL where the head of the table has it. */
static void number_cell(struct str *out, double v, const char *unit,
			const char *class_name)
{
	char text[NUMBER_MAX];

	str_addf(out, "<td class=\"%s\" data-s=\"%.9g\">%s", class_name,
		 isfinite(v) ? v : -1, number_text(v, text));
	if (unit && *unit && isfinite(v)) {
		str_add(out, "&nbsp;<small>");
		escape_html(out, unit, 16);
		str_add(out, "</small>");
	}
	str_add(out, "</td>");
}

/* "in ns, " of the caption. */
static void caption_unit(const struct html_report *r, const char *before,
			 const char *after, struct str *out)
{
	const char *unit = common_unit(r);

	if (!unit || !*unit)
		return;
	str_add(out, before);
	escape_html(out, unit, 16);
	str_add(out, after);
}

void html_label(const struct html_workload *w, size_t i, struct str *out)
{
	struct str name = STR_INIT;

	escape_html(&name, w->label, ESCAPE_NAME);
	str_addf(out, "<a href=\"#w%zu\">", i);
	/* where a narrow screen may break it; no entity has one of the two */
	for (const char *p = str_get(&name); *p; p++) {
		str_addc(out, *p);
		if ((*p == '.' || *p == '-') && p[1])
			str_add(out, "<wbr>");
	}
	str_add(out, "</a>");
	str_release(&name);
}

static void label_cell(const struct html_workload *w, size_t i, struct str *out)
{
	str_add(out, "<th scope=\"row\">");
	html_label(w, i, out);
	str_add(out, "</th>");
}

/* The interval; of what is exact the difference. */
static void sureness_cell(const struct html_report *r, const struct compare_row *row,
			  struct str *out)
{
	const struct interval d = row->c.diff_pct;
	const double sorted = r->exact ? row->value_b - row->value_a : d.hi - d.lo;
	char text[NUMBER_MAX];

	str_addf(out, "<td class=\"n w\" data-s=\"%.9g\">",
		 isfinite(sorted) ? sorted : -1);
	if (r->exact && isfinite(sorted))
		str_add(out, compare_difference_text(row, text));
	else if (!r->exact && isfinite(d.lo) && isfinite(d.hi))
		str_addf(out, "%+.2f..%+.2f", d.lo, d.hi);
	else
		str_addc(out, '-');
	str_add(out, "</td>");
}

static void compared_row(const struct html_report *r, size_t i, size_t k, double reach,
			 struct str *out)
{
	const struct html_workload *w = &r->workloads[i];
	const struct html_comparison *c = &w->comparisons[k];
	const struct compare_row *row = c->row;
	const char *unit = common_unit(r) ? NULL : w->unit;

	str_addf(out, "<tr data-v=\"%s\">", c->by_margin ? c->by_margin : "");
	label_cell(w, i, out);
	if (r->n_arms > 2) {
		str_add(out, "<td>");
		escape_html(out, r->arms[k].name, 40);
		str_add(out, "</td>");
	}
	number_cell(out, row->value_a, unit, "n w");
	number_cell(out, row->value_b, unit, "n w");
	str_addf(out, "<td class=\"n\" data-s=\"%.9g\">",
		 isfinite(row->c.estimate_pct) ? row->c.estimate_pct : 0);
	if (isfinite(row->c.estimate_pct))
		str_addf(out, "%+.2f&nbsp;%%", row->c.estimate_pct);
	else
		str_addc(out, '-');
	str_add(out, "</td>");
	sureness_cell(r, row, out);
	str_add(out, "<td>");
	mini(r, row, reach, out);
	str_add(out, "</td><td class=\"vc\">");
	html_badge(html_verdict_letter(row->c.verdict), out);
	str_addf(out, "</td><td class=\"n w\" data-s=\"%zu\">", row->n_a);
	str_addf(out, row->n_a == row->n_b ? "%zu" : "%zu + %zu", row->n_a, row->n_b);
	str_add(out, "</td></tr>\n");
}

static bool of_runs(const struct html_report *r)
{
	for (size_t i = 0; i < r->n; i++)
		if (!strcmp(r->workloads[i].per, "run"))
			return true;
	return false;
}

static void compare_table(const struct html_report *r, struct str *out)
{
	const double reach = reach_of(r);

	str_add(out,
		"<table id=\"verdicts\"><caption>Each workload against the first arm; ");
	caption_unit(r, "a and b in ", ", ", out);
	if (of_runs(r))
		str_add(out,
			"of a command a and b are 20&nbsp;% trimmed means of the runs "
			"(of logarithms), not the plain ones of ktoll stat; ");
	str_add(out, "lower is better unless said otherwise. The bar is the ");
	if (r->exact)
		str_add(out, "change");
	else
		str_addf(out, "%g&nbsp;%% interval", r->confidence_pct);
	str_addf(
		out,
		" from &minus;%.3g to +%.3g&nbsp;%%, an arrow what lies beyond, the band "
		"the margin.</caption><thead><tr><th scope=\"col\">workload</th>",
		reach, reach);
	if (r->n_arms > 2)
		str_add(out, "<th scope=\"col\">arm</th>");
	str_addf(out,
		 "<th scope=\"col\" class=\"n w\">a</th><th scope=\"col\" class=\"n w\">b"
		 "</th><th scope=\"col\" class=\"n\">change</th><th scope=\"col\" "
		 "class=\"n w\">%s</th><th scope=\"col\" class=\"x\">-&nbsp;&nbsp;"
		 "0&nbsp;&nbsp;+</th><th scope=\"col\">verdict</th><th scope=\"col\" "
		 "class=\"n w\">n</th></tr></thead><tbody>\n",
		 r->exact ? "difference" : "interval");
	for (size_t i = 0; i < r->n; i++)
		for (size_t k = 1; k < r->n_arms; k++) {
			const struct compare_row *row =
				r->workloads[i].comparisons[k].row;

			if (row && row->compared)
				compared_row(r, i, k, reach, out);
		}
	str_add(out, "</tbody></table>\n");
}

const char *html_value_word(const struct html_report *r)
{
	for (size_t i = 0; i < r->n; i++)
		if (*r->workloads[i].abi)
			return "value";
	return "mean";
}

static void run_row_html(const struct html_report *r, size_t i, struct str *out)
{
	const struct html_workload *w = &r->workloads[i];
	const struct html_cell *c = &w->cells[0];
	const double half = 50 * (c->hi - c->lo) / c->value;
	const char *unit = common_unit(r) ? NULL : w->unit;
	char hi[NUMBER_MAX];

	str_add(out, "<tr>");
	label_cell(w, i, out);
	str_add(out, "<td>");
	escape_html(out, w->per, 30);
	str_add(out, "</td>");
	number_cell(out, c->value, unit, "n");
	str_addf(out, "<td class=\"n\" data-s=\"%.6g\">", isfinite(half) ? half : -1);
	if (c->lo <= 0 && c->hi > 0) /* a share of what may be 0 says nothing */
		str_addf(out, "0..%s", number_text(c->hi, hi));
	else if (isfinite(half))
		str_addf(out, "±%.2f&nbsp;%%", half);
	else
		str_addc(out, '-');
	str_add(out, "</td>");
	number_cell(out, c->grid[0], unit, "n w");
	number_cell(out, c->grid[HTML_GRID / 2], unit, "n w");
	number_cell(out, c->grid[36], unit, "n w");
	str_addf(out, "<td class=\"n w\" data-s=\"%zu\">%zu</td></tr>\n", c->n, c->n);
}

static void run_table(const struct html_report *r, struct str *out)
{
	str_add(out, "<table id=\"verdicts\"><caption>");
	caption_unit(r, "In ", ". ", out);
	str_addf(
		out,
		"Best, median and p90 are of all samples.</caption>"
		"<thead><tr><th scope=\"col\">workload</th><th scope=\"col\">per</th><th "
		"scope=\"col\" class=\"n\">%s</th><th scope=\"col\" class=\"n\">%g&nbsp;%%"
		"</th><th scope=\"col\" class=\"n w\">best</th><th scope=\"col\" "
		"class=\"n w\">median</th><th scope=\"col\" class=\"n w\">p90</th><th "
		"scope=\"col\" class=\"n w\">n</th></tr></thead><tbody>\n",
		html_value_word(r), r->confidence_pct);
	for (size_t i = 0; i < r->n; i++)
		if (isfinite(r->workloads[i].cells[0].value))
			run_row_html(r, i, out);
	str_add(out, "</tbody></table>\n");
}

void html_tables(const struct html_report *r, struct str *out)
{
	str_add(out, "<div class=\"sc\">");
	if (r->n_arms > 1)
		compare_table(r, out);
	else
		run_table(r, out);
	str_add(out, "</div>\n");
}

/* ---- sections ---- */

void html_advice(const struct html_report *r, const struct compare_row *row,
		 struct str *out)
{
	if (row->c.verdict != VERDICT_UNKNOWN)
		return;
	if (row->c.advice.beyond)
		str_add(out, "not decidable here in reasonable time");
	else if (row->c.advice.more)
		str_addf(out, "about %zu more %s would decide", row->c.advice.more,
			 r->more_of ? r->more_of : "units");
}

/* One point of the list; of several arms it says which. */
static void remark(const struct html_report *r, size_t k, const char *before,
		   const char *text, struct str *out)
{
	str_add(out, "<li>");
	if (r->n_arms > 2) {
		escape_html(out, r->arms[k].name, 40);
		str_add(out, ": ");
	}
	str_add(out, before);
	escape_html(out, text, ESCAPE_TEXT);
	str_add(out, "</li>");
}

static void remarks(const struct html_report *r, const struct html_workload *w, size_t k,
		    struct str *out)
{
	const struct compare_row *row = w->comparisons[k].row;
	char drift[COMPARE_DRIFT_MAX];
	struct str more = STR_INIT;
	const char *text;

	if (!row)
		return;
	if (!row->compared) {
		remark(r, k, "not compared: ", row->why ? row->why : row->status, out);
		return;
	}
	for (size_t i = 0; (text = compare_remark(&row->c, i)); i++)
		remark(r, k, "", text, out);
	if (compare_drift(row, drift))
		remark(r, k, "", drift, out);
	if (row->remarks && *row->remarks)
		remark(r, k, "", row->remarks, out);
	html_advice(r, row, &more);
	if (more.len)
		remark(r, k, "", more.s, out);
	str_release(&more);
}

static void heading(const struct html_report *r, const struct html_workload *w, size_t i,
		    struct str *out)
{
	str_addf(out, "<section class=\"wl\" id=\"w%zu\"><h3>", i);
	escape_html(out, w->label, ESCAPE_NAME);
	for (size_t k = 1; k < r->n_arms; k++) {
		const struct html_comparison *c = &w->comparisons[k];

		if (!c->row || !c->row->compared)
			continue;
		str_addf(out, " <small data-v=\"%s\">", c->by_margin ? c->by_margin : "");
		if (r->n_arms > 2) {
			escape_html(out, r->arms[k].name, 40);
			str_addc(out, ' ');
		}
		html_badge(html_verdict_letter(c->row->c.verdict), out);
		if (isfinite(c->row->c.estimate_pct))
			str_addf(out, " %+.2f&nbsp;%%", c->row->c.estimate_pct);
		str_add(out, "</small>");
	}
	str_add(out, "</h3><p>");
	if (w->summary) {
		str_add(out, "One op: ");
		escape_html(out, w->summary, 300);
		str_add(out, ". ");
	}
	if (*w->per && strcmp(w->per, "op")) {
		str_add(out, "Shown per ");
		escape_html(out, w->per, 30);
		str_addc(out, '.');
	}
	str_add(out, "</p>");
}

void html_sections(const struct html_report *r, struct str *out)
{
	size_t spent = 0;

	for (size_t i = 0; i < r->n; i++) {
		const struct html_workload *w = &r->workloads[i];
		bool any = false;

		for (size_t k = 0; k < r->n_arms; k++)
			any |= w->cells[k].n > 0 || isfinite(w->cells[k].value);
		if (!any)
			continue;
		heading(r, w, i, out);
		str_add(out, "<ul>");
		for (size_t k = 1; k < r->n_arms; k++)
			remarks(r, w, k, out);
		str_add(out, "</ul><div class=\"fs\">");
		html_figures(r, w, out);
		str_add(out, "</div>");
		html_paths(r, w, &spent, out);
		str_add(out, "</section>\n");
	}
}
