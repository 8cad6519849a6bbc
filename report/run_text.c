/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of `ktoll run`. */
#include "report/run.h"

#include "report/number.h"
#include "report/run_parts.h"
#include "report/table.h"
#include "report/wrap.h"

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

struct layout {
	struct table table;
	struct look look;
	int width; /* of sentences */
};

#define LONGEST_NAME 34 /* of the catalogue: others are left out for it */

/* The marks and the range of an exact row follow without a column. */
static void lay_out(const struct run_report *r, const struct look *look, struct layout *l)
{
	static const struct table timed = { .c = { { "workload", 8, .left = true },
						   { "per", 6, .left = true },
						   { "value", 8 },
						   { "95%", 8 },
						   { "best", 8, .drop = 1 },
						   { "median", 8, .drop = 3 },
						   { "p99", 8, .drop = 4 },
						   { "spread", 7, .drop = 2 } },
					    .n = 8,
					    .least = LONGEST_NAME,
					    .tail = 4 },
				  counted = { .c = { { "workload", 8, .left = true },
						     { "per", 6, .left = true },
						     { "instructions", 12 },
						     { "agree", 8, .drop = 1 },
						     { "mean", 12, .drop = 3 },
						     { "boots", 6, .drop = 2 } },
					      .n = 6,
					      .least = LONGEST_NAME,
					      .tail = 4 };

	*l = (struct layout){ .table = r->exact ? counted : timed,
			      .look = *look,
			      .width = look_prose(look) };
	for (size_t i = 0; i < r->n; i++)
		if (!strcmp(r->rows[i].status, "done") &&
		    text_columns(r->rows[i].label) > l->table.c[0].width)
			l->table.c[0].width = text_columns(r->rows[i].label);
	table_fit(&l->table, look);
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

static void one_row(const struct run_row *row, const struct layout *l, struct str *out)
{
	char value[NUMBER_MAX], half[NUMBER_MAX], best[NUMBER_MAX], median[NUMBER_MAX];
	char p99[NUMBER_MAX], spread[NUMBER_MAX] = "-", letters[N_MARKS + 1];

	half_width(row, half);
	mark_letters(row->marks, letters);
	if (isfinite(row->spread_pct))
		snprintf(spread, sizeof(spread), "%.1f%%", row->spread_pct);
	table_row(&l->table,
		  (const char *const[]){ row->label, row->unit,
					 value_text(row, row->value, value), half,
					 value_text(row, row->best, best),
					 value_text(row, row->median, median),
					 value_text(row, row->p99, p99), spread },
		  out);
	str_addf(out, "%s%s\n", letters[0] ? " " : "", letters);
}

static void exact_row(const struct run_row *row, const struct layout *l, struct str *out)
{
	char letters[N_MARKS + 1], mean[NUMBER_MAX], value[NUMBER_MAX], agree[NUMBER_MAX];
	char boots[NUMBER_MAX];

	mark_letters(row->marks, letters);
	snprintf(value, sizeof(value), "%.3f", row->value);
	snprintf(agree, sizeof(agree), "%.1f%%", row->agree_pct);
	snprintf(boots, sizeof(boots), "%zu", row->processes);
	table_row(&l->table,
		  (const char *const[]){ row->label, row->unit, value, agree,
					 number_text(row->mean, mean), boots },
		  out);
	str_addf(out, "%s%s\n", letters[0] ? " " : "", letters);
	if (row->marks & RUN_VARIES)
		sentence(out, &l->look, 4, 6, "%.3f..%.3f over its boots", row->lo,
			 row->hi);
}

static void head(const struct run_report *r, const struct layout *l, struct str *out)
{
	struct str arm = STR_INIT;

	str_addf(&arm, "ktoll: %s", r->arm);
	if (r->modifiers && r->modifiers[0])
		str_addf(&arm, " (with %s)", r->modifiers);
	sentence(out, &l->look, 0, 2, "%s, experiment %lld", str_get(&arm),
		 (long long)r->experiment);
	str_release(&arm);
	if (r->machine && r->machine[0])
		sentence(out, &l->look, 0, 2, "%s", r->machine);
	if (!strcmp(r->state, "interrupted"))
		sentence(out, &l->look, 0, 2,
			 "INTERRUPTED: this is what was measured until then");
	str_addc(out, '\n');
}

static void exact_legend(const struct layout *l, struct str *out)
{
	sentence(out, &l->look, 0, 0,
		 "instructions per unit, counted under QEMU (TCG -icount): user and "
		 "kernel, the timing loop included. The mode of short batches and the "
		 "share of them that are it; the others met an interrupt. mean: of all "
		 "batches. No time can be told from it.");
}

static void time_legend(const struct run_report *r, const struct layout *l,
			struct str *out)
{
	const char *what = !strcmp(r->mode, "each") ? "ops" : "batches";

	sentence(out, &l->look, 0, 0,
		 "ns per unit (op, switch, fault ...), lower is better. value: 25th "
		 "percentile of a process's %s, 20%% trimmed mean over the processes, "
		 "with the half-width of its %.0f%% interval; best, median, p99: of all "
		 "%s; spread: middle half of the processes, of the value. One boot: says "
		 "nothing about the next one.",
		 what, r->confidence_pct, what);
}

static void legend(const struct run_report *r, unsigned int used, const struct layout *l,
		   struct str *out)
{
	str_addc(out, '\n');
	if (r->exact)
		exact_legend(l, out);
	else
		time_legend(r, l, out);
	for (size_t i = 0; i < N_MARKS; i++)
		if (used & 1u << i) {
			const char letter[2] = { marks[i].letter, 0 };

			wrap_term(out, l->width, 2, 5, letter, marks[i].meaning);
		}
	table_left_out(&l->table, &l->look, "a wider terminal or --format csv shows them",
		       out);
	if (r->calibrated && !r->exact)
		sentence(out, &l->look, 0, 2, "%s", r->calibrated);
	if (r->not_set && r->not_set[0])
		sentence(out, &l->look, 0, 2, "not set, refused by the system: %s",
			 r->not_set);
}

static bool same_reason(const struct run_row *a, const struct run_row *b)
{
	return !strcmp(a->status, b->status) &&
	       !strcmp(a->reason ? a->reason : "", b->reason ? b->reason : "");
}

/* Rows without a number, those of one reason together. */
static void without(const struct run_report *r, const char *status, const char *title,
		    const struct layout *l, struct str *out)
{
	bool any = false;

	for (size_t i = 0; i < r->n; i++) {
		const struct run_row *row = &r->rows[i];
		struct str names = STR_INIT;
		bool first = true;

		if (strcmp(row->status, status))
			continue;
		for (size_t j = 0; j < i; j++)
			first &= !same_reason(&r->rows[j], row);
		if (!first)
			continue;
		str_add(out, any ? "" : title);
		any = true;
		sentence(out, &l->look, 2, 4,
			 "%s:", row->reason ? row->reason : "no reason given");
		for (size_t j = i; j < r->n; j++)
			if (same_reason(&r->rows[j], row))
				str_addf(&names, "%s%s", names.len ? " " : "",
					 r->rows[j].label);
		wrap(out, l->width, 4, 4, str_get(&names));
		str_release(&names);
	}
}

void run_report_text(const struct run_report *r, const struct look *look, struct str *out)
{
	unsigned int used = 0;
	struct layout l;
	size_t done = 0;

	lay_out(r, look, &l);
	head(r, &l, out);
	for (size_t i = 0; i < r->n; i++)
		done += !strcmp(r->rows[i].status, "done");
	if (done)
		table_head(&l.table, out);
	for (size_t i = 0; i < r->n; i++) {
		if (strcmp(r->rows[i].status, "done"))
			continue;
		if (r->exact)
			exact_row(&r->rows[i], &l, out);
		else
			one_row(&r->rows[i], &l, out);
		used |= r->rows[i].marks;
	}
	if (done)
		legend(r, used, &l, out);
	else
		str_add(out, "nothing was measured\n");
	run_counts_text(r, look, out);
	without(r, "skip", "\nnot run here:\n", &l, out);
	without(r, "fail", "\nFAILED:\n", &l, out);
	without(r, "crash", "\nCRASHED:\n", &l, out);
	without(r, "timeout", "\nNO END:\n", &l, out);
}
