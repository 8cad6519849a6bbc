/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See markdown.h. */
#include "report/markdown.h"

#include "report/compare_parts.h"

#include "report/escape.h"
#include "report/number.h"
#include "report/run_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void without(const char *label, const char *status, const char *why,
		    struct str *out)
{
	str_add(out, "- ");
	escape_code(out, label, ESCAPE_NAME);
	str_addf(out, " %s: ", status);
	escape_markdown(out, why ? why : "no reason given", ESCAPE_TEXT);
	str_addc(out, '\n');
}

static void run_row(const struct run_row *row, struct str *out)
{
	char value[NUMBER_MAX], best[NUMBER_MAX], median[NUMBER_MAX], p99[NUMBER_MAX];
	const double half = 50 * (row->hi - row->lo) / row->value;
	char hi[NUMBER_MAX];

	str_add(out, "| ");
	escape_code(out, row->label, ESCAPE_NAME);
	str_add(out, " | ");
	escape_markdown(out, row->unit, ESCAPE_NAME);
	str_addf(out, " | %s | ", number_text(row->value, value));
	if (row->lo <= 0 && row->hi > 0) /* a share of what may be 0 says nothing */
		str_addf(out, "0..%s", number_text(row->hi, hi));
	else if (isfinite(half))
		str_addf(out, "±%.2f%%", half);
	else
		str_addc(out, '-');
	str_addf(out, " | %s | %s | %s | %zu |\n", number_text(row->best, best),
		 number_text(row->median, median), number_text(row->p99, p99),
		 row->processes);
}

static void count_row(const struct run_count *c, struct str *out)
{
	const bool ns = !strcmp(c->unit, "ns"), ratio = !strcmp(c->unit, "ratio");
	char value[NUMBER_MAX], lo[NUMBER_MAX], hi[NUMBER_MAX];

	str_add(out, "| ");
	escape_code(out, c->label, ESCAPE_NAME);
	str_add(out, " | ");
	escape_code(out, c->event, ESCAPE_NAME);
	str_addf(out, " | %s | ", number_text(c->value, value));
	escape_markdown(out, ratio ? "ratio" : c->per, ESCAPE_NAME);
	str_add(out, ns ? ", ns | " : " | ");
	if (c->reason)
		escape_markdown(out, c->reason, ESCAPE_TEXT);
	else if (c->constant)
		str_add(out, "always");
	else if (isfinite(c->lo) && isfinite(c->hi))
		str_addf(out, "%s..%s", number_text(c->lo, lo), number_text(c->hi, hi));
	else
		str_addc(out, '-');
	if (c->scaled && !c->reason)
		str_addf(out, ", scaled: counted %.0f%% of the time", c->running_pct);
	str_add(out, " |\n");
}

static bool said_below(const struct run_report *r, const struct run_count *c)
{
	for (size_t i = 0; i < r->n_facts && c->reason; i++) {
		const char *event = run_not_counted(&r->facts[i]);

		if (event && !strcmp(event, c->event))
			return true;
	}
	return false;
}

static void counted(const struct run_report *r, struct str *out)
{
	bool any = false;

	for (size_t i = 0; i < r->n_counts; i++)
		any |= !said_below(r, &r->counts[i]);
	if (any)
		str_addf(out,
			 "| workload | counted | value | per | %g%% |\n"
			 "|:---|:---|---:|:---|---:|\n",
			 r->confidence_pct);
	for (size_t i = 0; i < r->n_counts; i++)
		if (!said_below(r, &r->counts[i]))
			count_row(&r->counts[i], out);
	str_add(out, any ? "\n" : "");
	for (size_t i = 0; i < r->n_facts; i++)
		if (run_not_counted(&r->facts[i]))
			without(run_not_counted(&r->facts[i]), "not counted",
				r->facts[i].reason, out);
}

void run_report_markdown(const struct run_report *r, struct str *out)
{
	bool any = false;

	str_add(out, "### ktoll: ");
	escape_code(out, r->arm, ESCAPE_NAME);
	str_add(out, "\n\n");
	if (r->machine && *r->machine) {
		escape_markdown(out, r->machine, ESCAPE_TEXT);
		str_add(out, "\n\n");
	}
	for (size_t i = 0; i < r->n; i++)
		any |= !strcmp(r->rows[i].status, "done");
	if (any)
		str_addf(out,
			 "| workload | per | %s | %g%% | best | median | p99 | %s |\n"
			 "|:---|:---|---:|---:|---:|---:|---:|---:|\n",
			 r->exact ? "instructions" : "ns", r->confidence_pct,
			 r->exact ? "boots" : "n");
	else
		str_add(out, "Nothing was measured.\n");
	for (size_t i = 0; i < r->n; i++)
		if (!strcmp(r->rows[i].status, "done"))
			run_row(&r->rows[i], out);
	str_add(out, any ? "\nLower is better.\n\n" : "\n");
	counted(r, out);
	for (size_t i = 0; i < r->n; i++)
		if (strcmp(r->rows[i].status, "done"))
			without(r->rows[i].label, r->rows[i].status, r->rows[i].reason,
				out);
}

static const char *strong(enum verdict v)
{
	return v == VERDICT_SLOWER   ? "**slower**"
	       : v == VERDICT_FASTER ? "**faster**"
				     : compare_verdict_word(v);
}

static void value_with(const struct compare_row *row, double v, bool unit,
		       struct str *out)
{
	char text[NUMBER_MAX];

	str_addf(out, " | %s", compare_value_text(row, v, text));
	if (!unit || row->event || !*row->unit || !isfinite(v))
		return;
	str_addc(out, ' ');
	escape_code(out, row->unit, 16);
}

/* @unit: beside the values, where it is not the same for all. */
static void compare_row_line(const struct compare_row *row, bool unit, bool exact,
			     struct str *out)
{
	const struct interval i = row->c.diff_pct;
	char difference[NUMBER_MAX];

	str_add(out, "| ");
	escape_code(out, row->label, ESCAPE_NAME);
	value_with(row, row->value_a, unit, out);
	value_with(row, row->value_b, unit, out);
	str_add(out, " | ");
	if (isfinite(row->c.estimate_pct))
		str_addf(out, "%+.2f%% | ", row->c.estimate_pct);
	else
		str_add(out, "- | ");
	if (exact)
		str_addf(out, "%s | ", compare_difference_text(row, difference));
	else if (row->c.method == COMPARE_BY_COUNT)
		str_add(out, "every time | ");
	else if (interval_exists(i) && isfinite(i.lo) && isfinite(i.hi))
		str_addf(out, "%+.2f..%+.2f | ", i.lo, i.hi);
	else
		str_add(out, "- | ");
	str_addf(out, "%s |\n", strong(row->c.verdict));
}

static void refusal(const struct compare_refusal *one, struct str *out)
{
	str_add(out, "- ");
	escape_code(out, one->event, ESCAPE_NAME);
	str_add(out, " not counted");
	if (one->arm) {
		str_add(out, " in ");
		escape_code(out, one->arm, ESCAPE_NAME);
	}
	str_add(out, ": ");
	escape_markdown(out, one->reason, ESCAPE_TEXT);
	str_addc(out, '\n');
}

static void footer(const struct compare_report *r, struct str *out)
{
	for (size_t i = 0; i < r->n_differ; i++) {
		str_add(out, "- differs: ");
		escape_code(out, r->differ[i].key, ESCAPE_NAME);
		str_addc(out, ' ');
		escape_code(out, r->differ[i].a ? r->differ[i].a : "unknown", 200);
		str_add(out, " → ");
		escape_code(out, r->differ[i].b ? r->differ[i].b : "unknown", 200);
		str_addc(out, '\n');
	}
	for (size_t i = 0; i < r->n; i++)
		if (!r->rows[i].compared && !compare_is_refused(r, &r->rows[i]))
			without(r->rows[i].label, "not compared",
				r->rows[i].why ? r->rows[i].why : r->rows[i].status, out);
	for (size_t i = 0; i < r->n_not_counted; i++)
		refusal(&r->not_counted[i], out);
	if (r->forced) {
		str_add(out, "- FORCED, these do not compare: ");
		escape_markdown(out, r->forced, ESCAPE_TEXT);
		str_addc(out, '\n');
	}
}

static void one_report(const struct compare_report *r, struct str *out)
{
	const struct compare_row *first = NULL;
	const bool exact = compare_is_exact(r);
	bool any = false, rates = false, units = false;

	str_add(out, "### ktoll: ");
	escape_code(out, r->arm_a, ESCAPE_NAME);
	str_add(out, " → ");
	escape_code(out, r->arm_b, ESCAPE_NAME);
	str_addf(out, "\n\n%s; margin %g%%", r->design ? r->design : "", r->margin_pct);
	if (!exact)
		str_addf(out, ", %g%% intervals", r->confidence_pct);
	if (r->family > 1)
		str_addf(out, ", Holm over %zu", r->family);
	str_add(out, "\n\n");
	for (size_t i = 0; i < r->n; i++) {
		if (!r->rows[i].compared || r->rows[i].event)
			continue;
		first = first ? first : &r->rows[i];
		rates |= r->rows[i].c.direction == DIRECTION_RATE;
		units |= strcmp(r->rows[i].unit, first->unit) != 0;
	}
	for (size_t i = 0; i < r->n; i++)
		any |= r->rows[i].compared;
	if (any)
		str_addf(out,
			 "| workload | a | b | change | %s | verdict |\n"
			 "|:---|---:|---:|---:|---:|:---|\n",
			 exact ? "difference" : "interval");
	else
		str_add(out, "Nothing to compare.\n");
	for (size_t i = 0; i < r->n; i++)
		if (r->rows[i].compared)
			compare_row_line(&r->rows[i], units, exact, out);
	str_addc(out, '\n');
	if (first && !units && *first->unit) {
		str_add(out, "a and b in ");
		escape_code(out, first->unit, 16);
		str_add(out, ". ");
	}
	if (any)
		str_addf(out, "%s is better%s.\n\n", rates ? "Lower or higher" : "Lower",
			 rates ? ", as each metric is declared" : "");
	footer(r, out);
}

void compare_report_markdown(const struct compare_report *r, size_t n, struct str *out)
{
	for (size_t i = 0; i < n; i++) {
		str_add(out, i ? "\n" : "");
		one_report(&r[i], out);
	}
}
