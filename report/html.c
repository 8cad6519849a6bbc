/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frame of the page; see html.h. */
#include "report/html_parts.h"

#include "report/escape.h"
#include "report/svg.h"

#include <math.h>

static void head(const struct html_report *r, struct str *out)
{
	str_add(out,
		"<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
		"style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
		"<meta name=\"color-scheme\" content=\"light dark\">\n"
		"<link rel=\"icon\" href=\"data:,\">\n<title>ktoll: ");
	escape_html(out, r->title, 200);
	str_addf(out, "</title>\n<style>\n%s</style></head>\n<body>\n", html_css);
}

static void arms(const struct html_report *r, struct str *out)
{
	str_add(out, "<ul class=\"arms\">");
	for (size_t i = 0; i < r->n_arms; i++) {
		const struct html_arm *a = &r->arms[i];

		str_addf(
			out,
			"<li><svg class=\"key\" viewBox=\"0 0 12 12\" aria-hidden=\"true\">"
			"<path class=\"d c%zu\" d=\"M6 6" SVG_DOT "\"/></svg><b>",
			i % 6);
		escape_html(out, a->name, ESCAPE_NAME);
		str_add(out, "</b>");
		if (r->n_arms == 2)
			str_add(out, i ? " (b)" : " (a)");
		if (a->kernel && *a->kernel) {
			str_add(out, ", Linux ");
			escape_html(out, a->kernel, ESCAPE_NAME);
		}
		if (a->machine && *a->machine) {
			str_add(out, " on ");
			escape_html(out, a->machine, ESCAPE_NAME);
		}
		if (a->boots > 1)
			str_addf(out, ", %zu boots", a->boots);
		if (a->set_up && *a->set_up) {
			str_add(out, ", ");
			escape_html(out, a->set_up, 200);
		}
		str_add(out, "</li>");
	}
	str_add(out, "</ul>\n");
}

/* How many of each verdict; the script keeps them right. */
static void counts(const struct html_report *r, struct str *out)
{
	static const char letters[] = "sfeu";

	str_add(out, "<p id=\"counts\">");
	for (size_t l = 0; letters[l]; l++) {
		size_t n = 0;

		for (size_t i = 0; i < r->n; i++)
			for (size_t k = 1; k < r->n_arms; k++) {
				const struct compare_row *row =
					r->workloads[i].comparisons[k].row;

				n += row && row->compared &&
				     html_verdict_letter(row->c.verdict) == letters[l];
			}
		str_addf(out, "<span class=\"ct\" data-l=\"%c\"><b>%zu</b> ", letters[l],
			 n);
		html_badge(letters[l], out);
		str_add(out, "</span> ");
	}
	str_addf(out,
		 "at a margin of <b>±<span id=\"margin\">%g</span>&nbsp;%%</b></p>\n",
		 r->margins_pct[r->margin]);
}

/* Only with JavaScript: the style sheet hides them without. */
static void controls(const struct html_report *r, struct str *out)
{
	str_add(out, "<form id=\"controls\"><label>Workload <input id=\"filter\" "
		     "type=\"search\" placeholder=\"part of a name\"></label>");
	if (r->n_arms > 1) {
		str_add(out, "<fieldset><legend>Verdict</legend>");
		str_add(out,
			"<label><input type=\"checkbox\" name=\"v\" value=\"s\" checked>slower"
			"</label><label><input type=\"checkbox\" name=\"v\" value=\"f\" checked>"
			"faster</label><label><input type=\"checkbox\" name=\"v\" value=\"e\" "
			"checked>same</label><label><input type=\"checkbox\" name=\"v\" "
			"value=\"u\" checked>unknown</label></fieldset>");
		str_addf(out,
			 "<label>Margin <input id=\"slider\" type=\"range\" min=\"0\" "
			 "max=\"%zu\" value=\"%zu\" data-m=\"",
			 r->n_margins - 1, r->margin);
		for (size_t i = 0; i < r->n_margins; i++)
			str_addf(out, "%s%g", i ? " " : "", r->margins_pct[i]);
		str_addf(out, "\"> <output id=\"shown\">±%g %%</output></label>",
			 r->margins_pct[r->margin]);
	}
	str_add(out, "</form>\n");
}

static void intro(const struct html_report *r, struct str *out)
{
	str_add(out, "<header><h1>");
	escape_html(out, r->title, 200);
	str_add(out, "</h1>\n");
	arms(r, out);
	if (r->design) {
		str_add(out, "<p>");
		escape_html(out, r->design, 300);
		if (!r->exact) /* what was counted needs none */
			str_addf(out, "; %g&nbsp;%% intervals", r->confidence_pct);
		if (r->family > 1)
			str_addf(out, ", Holm over %zu", r->family);
		str_add(out, "</p>\n");
	}
	if (r->forced) {
		str_add(out, "<p class=\"warn\">FORCED, these do not compare: ");
		escape_html(out, r->forced, ESCAPE_TEXT);
		str_add(out, "</p>\n");
	}
	if (r->machine) {
		str_add(out, "<p>");
		escape_html(out, r->machine, ESCAPE_TEXT);
		str_add(out, "</p>\n");
	}
	str_add(out, "</header>\n");
}

static bool anything(const struct html_report *r)
{
	for (size_t i = 0; i < r->n; i++)
		for (size_t k = 0; k < r->n_arms; k++)
			if (r->workloads[i].cells[k].n ||
			    isfinite(r->workloads[i].cells[k].value))
				return true;
	return false;
}

void html_report(const struct html_report *r, struct str *out)
{
	head(r, out);
	str_add(out, "<a class=\"skip\" href=\"#verdicts\">to the table</a>\n");
	intro(r, out);
	str_add(out, "<main>\n");
	if (anything(r)) {
		html_series(r, out);
		if (r->series && r->n_arms > 1)
			str_add(out, "<h2>Each arm against the first</h2>\n");
		if (r->n_arms > 1)
			counts(r, out);
		controls(r, out);
		html_tables(r, out);
		html_counts(r, out);
		str_add(out, "<h2>Workloads</h2>\n");
		html_sections(r, out);
	} else {
		str_add(out,
			"<p class=\"warn\">Nothing was measured: there are no numbers "
			"to show.</p>\n");
	}
	html_about(r, out);
	str_add(out, "</main>\n<footer>ktoll ");
	escape_html(out, r->version, 40);
	str_add(out, ", ");
	escape_html(out, r->made, 60);
	str_addf(out, "</footer>\n<script>\n%s</script>\n</body></html>\n", html_js);
}
