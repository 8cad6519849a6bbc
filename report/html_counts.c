/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was counted while it was timed: one table, the events of a workload together. */
#include "report/html_parts.h"

#include "report/escape.h"
#include "report/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* In the place of the cells that are numbers. */
static void reason_cell(const char *reason, int columns, struct str *out)
{
	str_addf(out, "<td colspan=\"%d\" class=\"why\">", columns);
	escape_html(out, reason, ESCAPE_TEXT);
	str_add(out, "</td>");
}

static void value_cell(const char *text, struct str *out)
{
	str_addf(out, "<td class=\"n\">%s</td>", text);
}

/* A part of the page that the filter hides with its workload. */
static void of_workload(const struct html_report *r, const char *element, size_t workload,
			struct str *out)
{
	str_addf(out, "<%s data-w=\"", element);
	escape_html(out, r->workloads[workload].label, ESCAPE_NAME);
	str_add(out, "\">");
}

/* ---- one arm ---- */

static const char *only_text(const struct run_count *c, double v, char buf[NUMBER_MAX])
{
	return strcmp(c->unit, "ns") ? number_text(v, buf) : number_time(v, buf);
}

static void only_cells(const struct run_count *c, struct str *out)
{
	char value[NUMBER_MAX], lo[NUMBER_MAX], hi[NUMBER_MAX];

	if (c->reason) {
		reason_cell(c->reason, 3, out);
		return;
	}
	value_cell(only_text(c, c->value, value), out);
	str_add(out, "<td class=\"n\">");
	if (c->constant)
		str_add(out, "every time");
	else if (isfinite(c->lo) && isfinite(c->hi))
		str_addf(out, "%s..%s", only_text(c, c->lo, lo), only_text(c, c->hi, hi));
	else
		str_addc(out, '-');
	str_addf(out, "</td><td class=\"n\">%zu", c->n);
	if (c->scaled)
		str_addf(out, " ~%.0f&nbsp;%%", c->running_pct);
	str_add(out, "</td>");
}

/* ---- several ---- */

static void change_cells(const struct compare_row *row, struct str *out)
{
	const struct interval d = row->c.diff_pct;

	str_add(out, "<td class=\"n\">");
	if (isfinite(row->c.estimate_pct))
		str_addf(out, "%+.2f&nbsp;%%", row->c.estimate_pct);
	else
		str_addc(out, '-');
	str_add(out, "</td><td class=\"n\">");
	if (row->c.method == COMPARE_BY_COUNT)
		str_add(out, "every time");
	else if (isfinite(d.lo) && isfinite(d.hi))
		str_addf(out, "%+.2f..%+.2f", d.lo, d.hi);
	else
		str_addc(out, '-');
	str_add(out, "</td><td>");
	html_badge(html_verdict_letter(row->c.verdict), out);
	str_addf(out, "</td><td class=\"n\">%zu", row->n_a);
	if (row->n_a != row->n_b)
		str_addf(out, " + %zu", row->n_b);
	str_add(out, "</td>");
}

static void arm_cells(const struct html_report *r, const struct compare_row *row,
		      size_t k, struct str *out)
{
	char text[NUMBER_MAX];

	if (r->n_arms > 2) {
		str_add(out, "<td>");
		escape_html(out, r->arms[k].name, 40);
		str_add(out, "</td>");
	}
	value_cell(compare_value_text(row, row->value_a, text), out);
	value_cell(compare_value_text(row, row->value_b, text), out);
	if (row->compared)
		change_cells(row, out);
	else
		reason_cell(row->why ? row->why : row->status, 4, out);
}

/* ---- both ---- */

/* Lines of an event: one, or one for each arm that it was compared in. */
static size_t lines_of(const struct html_report *r, const struct html_count *c)
{
	size_t n = c->only != NULL;

	for (size_t k = 1; k < r->n_arms; k++)
		n += c->rows[k] != NULL;
	return n;
}

static void workload_cell(const struct html_report *r, size_t i, struct str *out)
{
	const size_t workload = r->counts[i].workload;
	size_t n = 0;

	if (i && r->counts[i - 1].workload == workload)
		return;
	for (; i < r->n_counts && r->counts[i].workload == workload; i++)
		n += lines_of(r, &r->counts[i]);
	str_addf(out, "<th scope=\"rowgroup\" rowspan=\"%zu\">", n);
	html_label(&r->workloads[workload], workload, out);
	str_add(out, "</th>");
}

static void event_cells(const struct html_report *r, const struct html_count *c,
			struct str *out)
{
	const size_t n = lines_of(r, c);
	char span[32] = "";

	if (n > 1)
		snprintf(span, sizeof(span), " rowspan=\"%zu\"", n);
	str_addf(out, "<th scope=\"%s\"%s>", n > 1 ? "rowgroup" : "row", span);
	escape_html(out, c->event, ESCAPE_NAME);
	str_addf(out, "</th><td%s>", span);
	escape_html(out, *c->per ? c->per : "ratio", 30);
	str_add(out, "</td>");
}

static void lines(const struct html_report *r, size_t i, struct str *out)
{
	const struct html_count *c = &r->counts[i];
	bool begun = false;

	str_add(out, "<tr>");
	workload_cell(r, i, out);
	event_cells(r, c, out);
	if (c->only)
		only_cells(c->only, out);
	for (size_t k = 1; k < r->n_arms; k++) {
		if (!c->rows[k])
			continue;
		str_add(out, begun ? "</tr>\n<tr>" : "");
		arm_cells(r, c->rows[k], k, out);
		begun = true;
	}
	str_add(out, "</tr>\n");
}

static void head(const struct html_report *r, struct str *out)
{
	str_add(out, "<thead><tr><th scope=\"col\">workload</th><th scope=\"col\">event"
		     "</th><th scope=\"col\">per</th>");
	if (r->n_arms > 2)
		str_add(out, "<th scope=\"col\">arm</th>");
	if (r->n_arms > 1)
		str_add(out,
			"<th scope=\"col\" class=\"n\">a</th><th scope=\"col\" "
			"class=\"n\">b</th><th scope=\"col\" class=\"n\">change</th>"
			"<th scope=\"col\" class=\"n\">interval</th><th scope=\"col\">"
			"verdict</th>");
	else
		str_addf(out,
			 "<th scope=\"col\" class=\"n\">%s</th><th scope=\"col\" "
			 "class=\"n\">%g&nbsp;%%</th>",
			 html_value_word(r), r->confidence_pct);
	str_add(out, "<th scope=\"col\" class=\"n\">n</th></tr></thead>");
}

static void caption(const struct html_report *r, struct str *out)
{
	const bool runs = !*r->workloads[r->counts[0].workload].abi;
	bool scaled = false, rates = false;

	for (size_t i = 0; i < r->n_counts; i++) {
		scaled |= r->counts[i].only && r->counts[i].only->scaled;
		rates |= !*r->counts[i].per;
	}
	str_add(out, "<caption>");
	str_add(out,
		runs ? "Counted from the start of each run to its end, in the command "
		       "and what it starts."
		     : "Counted around the batches that were timed; reading the "
		       "counters is in it.");
	if (r->n_arms > 1)
		str_addf(out,
			 " Against the first arm, adjusted among themselves (Holm), at a "
			 "margin of ±%g&nbsp;%%, which is "
			 "fixed here; slower means more of it%s.",
			 r->margins_pct[r->margin], rates ? ", or less of a ratio" : "");
	if (scaled)
		str_add(out, " ~: scaled up, it had its counter for that part of the "
			     "time only.");
	str_add(out, "</caption>");
}

/* ---- remarks ---- */

static void remark(const struct html_report *r, const struct html_count *c, size_t k,
		   const char *text, struct str *out)
{
	of_workload(r, "li", c->workload, out);
	escape_html(out, r->workloads[c->workload].label, ESCAPE_NAME);
	str_addc(out, ' ');
	escape_html(out, c->event, ESCAPE_NAME);
	if (r->n_arms > 2) {
		str_add(out, ", ");
		escape_html(out, r->arms[k].name, 40);
	}
	str_add(out, ": ");
	escape_html(out, text, ESCAPE_TEXT);
	str_add(out, "</li>");
}

static void remarks(const struct html_report *r, const struct html_count *c, size_t k,
		    struct str *out)
{
	struct comparison of = c->rows[k]->c;
	char drift[COMPARE_DRIFT_MAX];
	struct str more = STR_INIT;
	const char *text;

	/* what the design says of all is not said of each */
	of.notes &=
		~(unsigned int)(COMPARE_NOTE_SEPARATE | COMPARE_NOTE_TAKEN_INDEPENDENT |
				COMPARE_NOTE_ONE_BOOT);
	for (size_t i = 0; (text = compare_remark(&of, i)); i++)
		remark(r, c, k, text, out);
	if (compare_drift(c->rows[k], drift))
		remark(r, c, k, drift, out);
	if (c->rows[k]->remarks && *c->rows[k]->remarks)
		remark(r, c, k, c->rows[k]->remarks, out);
	html_advice(r, c->rows[k], &more);
	if (more.len)
		remark(r, c, k, more.s, out);
	str_release(&more);
}

static void all_remarks(const struct html_report *r, struct str *out)
{
	struct str list = STR_INIT;

	for (size_t i = 0; i < r->n_counts; i++)
		for (size_t k = 1; k < r->n_arms; k++)
			if (r->counts[i].rows[k] && r->counts[i].rows[k]->compared)
				remarks(r, &r->counts[i], k, &list);
	if (list.len)
		str_addf(out, "<ul class=\"rm\">%s</ul>\n", list.s);
	str_release(&list);
}

void html_counts(const struct html_report *r, struct str *out)
{
	if (!r->n_counts)
		return;
	str_add(out, "<section id=\"counted\"><h2>What was counted</h2>\n"
		     "<div class=\"sc\"><table>");
	caption(r, out);
	head(r, out);
	for (size_t i = 0; i < r->n_counts; i++) {
		const size_t workload = r->counts[i].workload;

		if (!i || r->counts[i - 1].workload != workload) {
			str_add(out, i ? "</tbody>" : "");
			of_workload(r, "tbody", workload, out);
			str_addc(out, '\n');
		}
		lines(r, i, out);
	}
	str_add(out, "</tbody></table></div>\n");
	all_remarks(r, out);
	str_add(out, "</section>\n");
}
