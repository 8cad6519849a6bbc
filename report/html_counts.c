/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was counted beside the times: of one arm, or of each arm against the first. */
#include "report/html_parts.h"

#include "report/escape.h"
#include "report/number.h"

#include <math.h>
#include <string.h>

static void text_cell(struct str *out, const char *s)
{
	str_add(out, "<td>");
	escape_html(out, s, ESCAPE_NAME);
	str_add(out, "</td>");
}

static void name_cell(struct str *out, const char *s)
{
	str_add(out, "<th scope=\"row\">");
	escape_html(out, s, ESCAPE_NAME);
	str_add(out, "</th>");
}

static void number_cell(struct str *out, double v)
{
	char text[NUMBER_MAX];

	str_addf(out, "<td class=\"n\">%s</td>", number_text(v, text));
}

static void interval_cell(struct str *out, double lo, double hi)
{
	char a[NUMBER_MAX], b[NUMBER_MAX];

	if (isfinite(lo) && isfinite(hi))
		str_addf(out, "<td class=\"n\">%s..%s</td>", number_text(lo, a),
			 number_text(hi, b));
	else
		str_add(out, "<td class=\"n\">-</td>");
}

static void one_arm(const struct html_report *r, struct str *out)
{
	str_addf(
		out,
		"<table><caption>Counted around the batches, per unit; %g&nbsp;%% "
		"intervals over the processes. Reading the counters is in it.</caption>"
		"<thead><tr><th scope=\"col\">workload</th><th scope=\"col\">event</th><th "
		"scope=\"col\" class=\"n\">count</th><th scope=\"col\" class=\"n\">interval"
		"</th><th scope=\"col\">per</th></tr></thead><tbody>\n",
		r->confidence_pct);
	for (size_t i = 0; i < r->n_counts; i++) {
		const struct run_count *c = &r->counts[i];

		str_add(out, "<tr>");
		name_cell(out, c->label);
		text_cell(out, c->event);
		number_cell(out, c->value);
		if (c->reason)
			text_cell(out, c->reason);
		else
			interval_cell(out, c->lo, c->hi);
		/* a ratio is of nothing */
		str_add(out, strcmp(c->unit, "ns") ? "<td>" : "<td>ns/");
		escape_html(out, strcmp(c->unit, "ratio") ? c->per : "", ESCAPE_NAME);
		str_add(out, "</td></tr>\n");
	}
	str_add(out, "</tbody></table>\n");
}

static void compared_row(const struct html_report *r, size_t arm,
			 const struct compare_row *row, struct str *out)
{
	str_add(out, "<tr>");
	name_cell(out, row->label);
	text_cell(out, row->event);
	if (r->n_arms > 2)
		text_cell(out, r->arms[arm].name);
	number_cell(out, row->value_a);
	number_cell(out, row->value_b);
	str_add(out, "<td class=\"n\">");
	if (isfinite(row->c.estimate_pct))
		str_addf(out, "%+.2f&nbsp;%%", row->c.estimate_pct);
	else
		str_addc(out, '-');
	str_add(out, "</td><td>");
	html_badge(html_verdict_letter(row->c.verdict), out);
	str_add(out, "</td></tr>\n");
}

static size_t compared_events(const struct html_report *r)
{
	size_t n = 0;

	for (size_t k = 1; k < r->n_arms; k++)
		for (size_t i = 0; i < r->compared[k - 1].n; i++)
			n += r->compared[k - 1].rows[i].event &&
			     r->compared[k - 1].rows[i].compared;
	return n;
}

static void arms(const struct html_report *r, struct str *out)
{
	str_addf(
		out,
		"<table><caption>Counts per unit, each arm against the first, at a margin "
		"of %g&nbsp;%%.</caption><thead><tr><th scope=\"col\">workload</th><th "
		"scope=\"col\">event</th>%s<th scope=\"col\" class=\"n\">a</th><th "
		"scope=\"col\" class=\"n\">b</th><th scope=\"col\" class=\"n\">change</th>"
		"<th scope=\"col\">verdict</th></tr></thead><tbody>\n",
		r->margins_pct[r->margin],
		r->n_arms > 2 ? "<th scope=\"col\">arm</th>" : "");
	for (size_t k = 1; k < r->n_arms; k++)
		for (size_t i = 0; i < r->compared[k - 1].n; i++) {
			const struct compare_row *row = &r->compared[k - 1].rows[i];

			if (row->event && row->compared)
				compared_row(r, k, row, out);
		}
	str_add(out, "</tbody></table>\n");
}

void html_counts(const struct html_report *r, struct str *out)
{
	const bool compared = r->n_arms > 1 && compared_events(r);

	if (!compared && (r->n_arms > 1 || !r->n_counts))
		return;
	str_add(out,
		"<section id=\"counted\"><h2>What was counted</h2>\n<div class=\"sc\">");
	if (compared)
		arms(r, out);
	else
		one_arm(r, out);
	str_add(out, "</div></section>\n");
}
