/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of `ktoll run`. */
#include "report/run.h"

#include "report/number.h"
#include "report/run_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct {
	char letter;
	const char *meaning;
} marks[] = {
	{ 'p', "more than 5 % of the samples were preempted (an involuntary switch)" },
	{ 'm', "samples that began on one CPU and ended on another" },
	{ 'c', "the clock's rate changed by more than 0.1 % within a process" },
	{ 'f', "some processes gave no number; the row rests on the others" },
	{ 'n', "too few processes for an interval" },
	{ 't',
	  "the mean is more than half above the headline: a long tail, or other load" },
	{ 'v', "boots of this kernel do not agree: the range over them is shown" },
	{ 'u', "fewer than half of the batches agree: work that varies; see the mean" },
};

#define N_MARKS (sizeof(marks) / sizeof(marks[0]))

static void mark_letters(unsigned int m, char text[N_MARKS + 1])
{
	size_t n = 0;

	for (size_t i = 0; i < N_MARKS; i++)
		if (m & 1u << i)
			text[n++] = marks[i].letter;
	text[n] = 0;
}

static int widest(const struct run_report *r)
{
	size_t w = strlen("workload");

	for (size_t i = 0; i < r->n; i++)
		if (!strcmp(r->rows[i].status, "done") && strlen(r->rows[i].label) > w)
			w = strlen(r->rows[i].label);
	return (int)w;
}

/* "+-0.3%": half of the interval's width, of the value */
static void half_width(const struct run_row *row, char buf[NUMBER_MAX])
{
	double pct = 50 * (row->hi - row->lo) / row->value;

	if (isfinite(pct))
		snprintf(buf, NUMBER_MAX, "+-%.*f%%", pct < 10 ? 2 : 0, pct);
	else
		strcpy(buf, "-");
}

/* Of a whole command in the unit that fits: it may take hours. */
static const char *value_text(const struct run_row *row, double v, char buf[NUMBER_MAX])
{
	return strcmp(row->unit, "run") ? number_text(v, buf) : number_time(v, buf);
}

static void one_row(const struct run_row *row, int width, struct str *out)
{
	char value[NUMBER_MAX], half[NUMBER_MAX], best[NUMBER_MAX], median[NUMBER_MAX];
	char p99[NUMBER_MAX], spread[NUMBER_MAX] = "-", letters[N_MARKS + 1];

	half_width(row, half);
	mark_letters(row->marks, letters);
	if (isfinite(row->spread_pct))
		snprintf(spread, sizeof(spread), "%.1f%%", row->spread_pct);
	str_addf(out, "%-*s %-6s %8s %8s %8s %8s %8s %7s%s%s\n", width, row->label,
		 row->unit, value_text(row, row->value, value), half,
		 value_text(row, row->best, best), value_text(row, row->median, median),
		 value_text(row, row->p99, p99), spread, letters[0] ? " " : "", letters);
}

static void exact_row(const struct run_row *row, int width, struct str *out)
{
	char letters[N_MARKS + 1], mean[NUMBER_MAX], range[2 * NUMBER_MAX] = "";

	mark_letters(row->marks, letters);
	if (row->marks & RUN_VARIES)
		snprintf(range, sizeof(range), " %.3f..%.3f", row->lo, row->hi);
	str_addf(out, "%-*s %-6s %12.3f %7.1f%% %12s %6zu%s%s%s\n", width, row->label,
		 row->unit, row->value, row->agree_pct, number_text(row->mean, mean),
		 row->processes, letters[0] ? " " : "", letters, range);
}

static void exact_legend(struct str *out)
{
	str_add(out,
		"\ninstructions per unit, counted under QEMU (TCG -icount): user and kernel, the "
		"timing\nloop included. The mode of short batches and the share of them that are it; "
		"the\nothers met an interrupt. mean: of all batches. No time can be told from it.\n");
}

static void head(const struct run_report *r, struct str *out)
{
	str_addf(out, "ktoll: %s", r->arm);
	if (r->modifiers && r->modifiers[0])
		str_addf(out, " (with %s)", r->modifiers);
	str_addf(out, ", experiment %lld\n", (long long)r->experiment);
	if (r->machine && r->machine[0])
		str_addf(out, "%s\n", r->machine);
	if (!strcmp(r->state, "interrupted"))
		str_add(out, "INTERRUPTED: this is what was measured until then\n");
	str_add(out, "\n");
}

static void time_legend(const struct run_report *r, struct str *out)
{
	str_addf(
		out,
		"\nns per unit (op, switch, fault ...), lower is better. value: 25th percentile of a\n"
		"process's %s, 20%% trimmed mean over the processes, with the half-width of\n"
		"its %.0f%% interval; best, median, p99: of all %s; spread: middle half of\n"
		"the processes, of the value. One boot: says nothing about the next one.\n",
		!strcmp(r->mode, "each") ? "ops" : "batches", r->confidence_pct,
		!strcmp(r->mode, "each") ? "ops" : "batches");
}

static void legend(const struct run_report *r, unsigned int used, struct str *out)
{
	if (r->exact)
		exact_legend(out);
	else
		time_legend(r, out);
	for (size_t i = 0; i < N_MARKS; i++)
		if (used & 1u << i)
			str_addf(out, "  %c  %s\n", marks[i].letter, marks[i].meaning);
	if (r->calibrated && !r->exact)
		str_addf(out, "%s\n", r->calibrated);
	if (r->not_set && r->not_set[0])
		str_addf(out, "not set, refused by the system: %s\n", r->not_set);
}

static bool same_reason(const struct run_row *a, const struct run_row *b)
{
	return !strcmp(a->status, b->status) &&
	       !strcmp(a->reason ? a->reason : "", b->reason ? b->reason : "");
}

/* Rows without a number, those of one reason together. */
static void without(const struct run_report *r, const char *status, const char *title,
		    struct str *out)
{
	bool any = false;

	for (size_t i = 0; i < r->n; i++) {
		const struct run_row *row = &r->rows[i];
		bool first = true;
		size_t column = 4;

		if (strcmp(row->status, status))
			continue;
		for (size_t j = 0; j < i; j++)
			first &= !same_reason(&r->rows[j], row);
		if (!first)
			continue;
		str_addf(out, "%s  %s:\n   ", any ? "" : title,
			 row->reason ? row->reason : "no reason given");
		any = true;
		for (size_t j = i; j < r->n; j++) {
			if (!same_reason(&r->rows[j], row))
				continue;
			if (column + strlen(r->rows[j].label) > 78) {
				str_add(out, "\n   ");
				column = 4;
			}
			str_addf(out, " %s", r->rows[j].label);
			column += strlen(r->rows[j].label) + 1;
		}
		str_add(out, "\n");
	}
}

void run_report_text(const struct run_report *r, struct str *out)
{
	const int width = widest(r);
	unsigned int used = 0;
	size_t done = 0;

	head(r, out);
	for (size_t i = 0; i < r->n; i++)
		done += !strcmp(r->rows[i].status, "done");
	if (done && r->exact)
		str_addf(out, "%-*s %-6s %12s %8s %12s %6s\n", width, "workload", "per",
			 "instructions", "agree", "mean", "boots");
	else if (done)
		str_addf(out, "%-*s %-6s %8s %8s %8s %8s %8s %7s\n", width, "workload",
			 "per", "value", "95%", "best", "median", "p99", "spread");
	for (size_t i = 0; i < r->n; i++) {
		if (strcmp(r->rows[i].status, "done"))
			continue;
		if (r->exact)
			exact_row(&r->rows[i], width, out);
		else
			one_row(&r->rows[i], width, out);
		used |= r->rows[i].marks;
	}
	if (done)
		legend(r, used, out);
	else
		str_add(out, "nothing was measured\n");
	run_counts_text(r, out);
	without(r, "skip", "\nnot run here:\n", out);
	without(r, "fail", "\nFAILED:\n", out);
	without(r, "crash", "\nCRASHED:\n", out);
	without(r, "timeout", "\nNO END:\n", out);
}
