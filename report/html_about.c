/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What differs between the arms, what was flagged, how to get the same again. */
#include "report/html_parts.h"

#include "report/escape.h"

#include <string.h>

static void cell(struct str *out, const char *s, size_t max)
{
	str_add(out, "<td>");
	escape_html(out, s ? s : "unknown", max);
	str_add(out, "</td>");
}

static void set_up_rows(const struct compare_report *c, struct str *out)
{
	for (int i = 0; i < 2; i++)
		if (c->set_up[i] && *c->set_up[i]) {
			str_addf(out, "<tr><th scope=\"row\">set up by</th>%s",
				 i ? "<td></td>" : "");
			cell(out, c->set_up[i], 400);
			str_addf(out, "%s</tr>\n", i ? "" : "<td></td>");
		}
}

static void differs_of(const struct compare_report *c, struct str *out)
{
	str_add(out, "<div class=\"sc\"><table><caption>");
	escape_html(out, c->arm_b, 60);
	str_addf(out,
		 ": %zu known facts differ, %zu are the same.</caption><thead><tr><th "
		 "scope=\"col\">fact</th><th scope=\"col\">",
		 c->n_differ, c->n_same);
	escape_html(out, c->arm_a, 60);
	str_add(out, "</th><th scope=\"col\">");
	escape_html(out, c->arm_b, 60);
	str_add(out, "</th></tr></thead><tbody>\n");
	set_up_rows(c, out);
	for (size_t i = 0; i < c->n_differ; i++) {
		str_add(out, "<tr><th scope=\"row\">");
		escape_html(out, c->differ[i].key, ESCAPE_NAME);
		str_add(out, "</th>");
		cell(out, c->differ[i].a, 400);
		cell(out, c->differ[i].b, 400);
		str_add(out, "</tr>\n");
	}
	str_add(out, "</tbody></table></div>\n");
}

/* Nothing of an arm of which nothing is known, as of a file of another tool. */
static void differs(const struct html_report *r, struct str *out)
{
	struct str text = STR_INIT;

	for (size_t k = 0; k + 1 < r->n_arms; k++) {
		const struct compare_report *c = &r->compared[k];

		if (c->n_differ || (c->set_up[0] && *c->set_up[0]) ||
		    (c->set_up[1] && *c->set_up[1])) {
			differs_of(c, &text);
		} else if (c->n_same) {
			str_add(&text, "<p>");
			escape_html(&text, c->arm_b, 60);
			str_addf(&text, ": all %zu known facts are the same.</p>\n",
				 c->n_same);
		}
	}
	if (text.len)
		str_addf(out, "<h2 id=\"differs\">What differs between the arms</h2>\n%s",
			 text.s);
	str_release(&text);
}

static const char *const mark_texts[] = {
	"more than 5 % of the samples were preempted",
	"samples began on one CPU and ended on another",
	"the clock's rate changed by more than 0.1 % within a process",
	"some processes gave no number",
	"too few processes for an interval",
	"the mean is more than half above the headline: a long tail, or other load",
	"boots of one kernel do not agree",
	"fewer than half of the counted batches agree",
};

static void flag(struct str *out, const char *workload, const char *arm, const char *what)
{
	str_add(out, "<tr><th scope=\"row\">");
	escape_html(out, workload, ESCAPE_NAME);
	str_add(out, "</th>");
	cell(out, arm, 60);
	cell(out, what, ESCAPE_TEXT);
	str_add(out, "</tr>\n");
}

static void flag_cell(struct str *out, const struct html_report *r,
		      const struct html_workload *w, size_t k)
{
	const struct html_cell *c = &w->cells[k];
	struct str text = STR_INIT;

	for (size_t i = 0; i < sizeof(mark_texts) / sizeof(mark_texts[0]); i++)
		if (c->marks & 1u << i)
			str_addf(&text, "%s%s", text.len ? "; " : "", mark_texts[i]);
	if (c->status && strcmp(c->status, "done"))
		str_addf(&text, "%s%s: %s", text.len ? "; " : "", c->status,
			 c->reason ? c->reason : "no reason given");
	else if (c->failed)
		str_addf(&text, " (%zu)", c->failed);
	if (text.len)
		flag(out, w->label, r->arms[k].name, str_get(&text));
	str_release(&text);
}

static void flagged(const struct html_report *r, struct str *out)
{
	struct str rows = STR_INIT;

	for (size_t i = 0; i < r->n; i++)
		for (size_t k = 0; k < r->n_arms; k++)
			flag_cell(&rows, r, &r->workloads[i], k);
	if (r->not_set && *r->not_set)
		flag(&rows, "all", "all", r->not_set);
	for (size_t k = 0; k < r->n_arms; k++)
		if (r->arms[k].not_counted && *r->arms[k].not_counted)
			flag(&rows, "all", r->arms[k].name, r->arms[k].not_counted);
	str_add(out, "<h2 id=\"flagged\">What was flagged</h2>\n");
	if (rows.len)
		str_addf(
			out,
			"<div class=\"sc\"><table><thead><tr><th scope=\"col\">workload</th>"
			"<th scope=\"col\">arm</th><th scope=\"col\">what</th></tr></thead>"
			"<tbody>\n%s</tbody></table></div>\n",
			rows.s);
	else
		str_add(out, "<p>Nothing.</p>\n");
	str_release(&rows);
}

static void origins(const struct html_report *r, struct str *out)
{
	str_add(out,
		"<h2 id=\"reproduce\">How to reproduce it</h2>\n<p>This page:</p><pre>");
	escape_html(out, r->how, ESCAPE_TEXT);
	str_add(out, "</pre>\n");
	for (size_t i = 0; i < r->n_origins; i++) {
		const struct html_origin *o = &r->origins[i];

		str_addf(out, "<p>Experiment %lld, seed %llu, ktoll ", (long long)o->id,
			 (unsigned long long)o->seed);
		escape_html(out, o->version, 40);
		str_add(out, ", ");
		escape_html(out, o->began, 40);
		str_add(out, ", ");
		escape_html(out, o->state, 40);
		if (o->reason && *o->reason) {
			str_add(out, " (");
			escape_html(out, o->reason, 300);
			str_addc(out, ')');
		}
		str_add(out, ":</p><pre>");
		escape_html(out, o->command, ESCAPE_TEXT);
		str_add(out, "</pre>\n");
	}
	if (!r->n_hashes)
		return;
	str_add(out, "<div class=\"sc\"><table><tbody>\n");
	for (size_t i = 0; i < r->n_hashes; i++) {
		str_add(out, "<tr><th scope=\"row\">");
		escape_html(out, r->hashes[i].key, ESCAPE_NAME);
		str_add(out, "</th>");
		cell(out, r->hashes[i].a, 200);
		str_add(out, "</tr>\n");
	}
	str_add(out, "</tbody></table></div>\n");
}

static void verdicts(const struct html_report *r, struct str *out)
{
	if (r->exact)
		str_add(out,
			"<li><b>same</b>: the counts differ by the margin or less, or "
			"not at all.</li><li><b>slower, faster</b>: by more.</li>");
	else
		str_addf(
			out,
			"<li><b>same</b>: the whole %g&nbsp;%% interval lies within the margin: "
			"no difference beyond it, positively established.</li>"
			"<li><b>slower, faster</b>: else, if the %g&nbsp;%% interval excludes no "
			"difference.</li><li><b>unknown</b>: neither.</li>"
			"<li>Verdicts are adjusted for the %zu comparisons shown (Holm), at every "
			"margin that can be chosen.</li>"
			"<li>In the plots of pairs the upper bar is the %g&nbsp;%% interval with the "
			"estimate, the lower one the interval that decides sameness.</li>",
			2 * r->confidence_pct - 100, r->confidence_pct, r->family,
			r->confidence_pct);
}

static void how_to_read(const struct html_report *r, struct str *out)
{
	str_add(out, "<h2 id=\"read\">How to read it</h2>\n<ul>");
	if (r->n_arms > 1)
		verdicts(r, out);
	str_add(out,
		"<li>A point is one process (one boot where instructions are counted, one "
		"value of another tool); a ring is one boot of several. Pale points: more than "
		"a twentieth of the process's samples were preempted. What would press "
		"all others together stands at the edge, and is counted.</li>"
		"<li>Distributions are of all samples, up to their 97.5th percentile.</li>"
		"</ul>\n");
}

void html_about(const struct html_report *r, struct str *out)
{
	differs(r, out);
	flagged(r, out);
	origins(r, out);
	how_to_read(r, out);
}
