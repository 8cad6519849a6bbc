/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The table of a comparison. In a mail no line may begin with what git or a mailer takes
 * for something, or be longer than 72 columns; a label too long for its column gets a
 * line of its own.
 */
#include "report/compare_parts.h"

#include "base/xalloc.h"
#include "report/escape.h"
#include "report/number.h"
#include "report/table.h"
#include "report/wrap.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_LEAST   20 /* columns of names that others are left out for */
#define EVENT_INDENT "  "

struct layout {
	struct table table;
	struct look look;
	int width; /* of sentences */
};

bool compare_is_exact(const struct compare_report *r)
{
	bool any = false;

	for (size_t i = 0; i < r->n; i++) {
		if (r->rows[i].compared && r->rows[i].c.method != COMPARE_BY_COUNT)
			return false;
		any |= r->rows[i].compared;
	}
	return any;
}

const char *compare_difference_text(const struct compare_row *row, char buf[NUMBER_MAX])
{
	snprintf(buf, NUMBER_MAX, "%+.3f", row->value_b - row->value_a);
	return buf;
}

/* Whether row @i, of what was counted, stands right below others of its workload. */
static bool is_below(const struct compare_report *r, size_t i)
{
	const struct compare_row *row = &r->rows[i];

	if (!row->event)
		return false;
	while (i--)
		if (r->rows[i].compared)
			return !strcmp(r->rows[i].workload, row->workload) &&
			       !strcmp(r->rows[i].abi, row->abi);
	return false;
}

/*
 * The name of row @i: what was counted is indented below the cost of its workload. In a
 * mail git or a mailer may take for something what a line begins with.
 */
static void label_of(const struct compare_report *r, size_t i, const struct layout *l,
		     struct str *out)
{
	static const char *const taken[] = { "#",       "-",     " ",  ">", "From ",
					     "Index: ", "diff ", "8<", "%<" };

	const char *name = r->rows[i].label;

	if (is_below(r, i)) {
		str_add(out, EVENT_INDENT);
		escape_text(out, r->rows[i].event, ESCAPE_NAME, l->look.utf8);
		return;
	}
	for (size_t k = 0; l->look.mail && k < sizeof(taken) / sizeof(taken[0]); k++)
		if (!strncmp(name, taken[k], strlen(taken[k])))
			str_addc(out, '?');
	escape_text(out, name, ESCAPE_NAME, l->look.utf8);
}

static void lay_out(const struct compare_report *r, const struct look *look,
		    struct layout *l)
{
	*l = (struct layout){
		.look = *look,
		.width = look_prose(look),
		.table = { .c = { { "workload", 8, .left = true },
				  { "a", 9, .drop = 1 },
				  { "b", 9, .drop = 1 },
				  { "change", 7 },
				  { compare_is_exact(r) ? "difference" : "interval", 14 },
				  { "verdict", 7, .gap = 2, .left = true } },
			   .n = 6,
			   .least = NAME_LEAST },
	};
	/* a mail has what it says */
	for (size_t i = 0; i < l->table.n && look->mail; i++)
		l->table.c[i].drop = 0;
	for (size_t i = 0; i < r->n; i++) {
		struct str label = STR_INIT;

		label_of(r, i, l, &label);
		if (r->rows[i].compared && text_columns(label.s) > l->table.c[0].width)
			l->table.c[0].width = text_columns(label.s);
		str_release(&label);
	}
	table_fit(&l->table, look);
}

/* The design, what the unit is, and how many there are of it. */
static void design(const struct compare_report *r, const struct layout *l,
		   struct str *out)
{
	size_t lo_a = SIZE_MAX, hi_a = 0, lo_b = SIZE_MAX, hi_b = 0;
	char n[96] = "";

	for (size_t i = 0; i < r->n; i++) {
		const struct compare_row *row = &r->rows[i];

		if (!row->compared)
			continue;
		lo_a = row->n_a < lo_a ? row->n_a : lo_a;
		hi_a = row->n_a > hi_a ? row->n_a : hi_a;
		lo_b = row->n_b < lo_b ? row->n_b : lo_b;
		hi_b = row->n_b > hi_b ? row->n_b : hi_b;
	}
	if (r->paired && hi_a)
		snprintf(n, sizeof(n), lo_a == hi_a ? "; n %zu" : "; n %zu..%zu", lo_a,
			 hi_a);
	else if (hi_a && lo_a == hi_a && lo_b == hi_b)
		snprintf(n, sizeof(n), "; n %zu + %zu", hi_a, hi_b);
	else if (hi_a)
		snprintf(n, sizeof(n), "; n %zu..%zu + %zu..%zu", lo_a, hi_a, lo_b, hi_b);
	sentence(out, &l->look, 0, 2, "%s%s", r->design, n);
}

static void title(const struct compare_report *r, const struct layout *l, struct str *out)
{
	struct str line = STR_INIT, about = STR_INIT;

	str_add(&line, "ktoll: ");
	escape_text(&line, r->arm_a, 64, l->look.utf8);
	str_add(&line, " -> ");
	escape_text(&line, r->arm_b, 64, l->look.utf8);
	wrap(out, l->width, 0, 2, str_get(&line));
	str_release(&line);
	if (r->design)
		design(r, l, out);
	str_addf(&about, "margin %g%%", r->margin_pct);
	if (!compare_is_exact(r))
		str_addf(&about, "; %g%% intervals", r->confidence_pct);
	if (r->family > 1)
		str_addf(&about, ", Holm over %zu", r->family);
	if (r->experiment)
		str_addf(&about, "; experiment %lld", r->experiment);
	wrap(out, l->width, 0, 2, str_get(&about));
	str_release(&about);
	if (r->state && strcmp(r->state, "done"))
		str_addf(out, "%s: what was measured until then\n", r->state);
	if (r->forced)
		sentence(out, &l->look, 2, 4, "FORCED, these do not compare: %s",
			 r->forced);
	str_add(out, "\n");
}

/* "+3.9..+4.9" with as many digits as the narrower of its ends deserves */
static void interval_text(struct interval i, char buf[NUMBER_MAX])
{
	double a = fmax(fabs(i.lo), fabs(i.hi));
	int decimals = a < 10 ? 2 : a < 100 ? 1 : 0;

	if (interval_exists(i) && isfinite(i.lo) && isfinite(i.hi) && a < 1e6)
		snprintf(buf, NUMBER_MAX, "%+.*f..%+.*f", decimals, i.lo, decimals, i.hi);
	else
		snprintf(buf, NUMBER_MAX, "-");
}

/* Whether its values are shown in the unit that fits. */
static bool has_own_unit(const struct compare_row *row)
{
	return row->event_ns ||
	       (!strcmp(row->unit, "ns") && !strcmp(row->per, "run") && !row->event);
}

const char *compare_value_text(const struct compare_row *row, double v,
			       char buf[NUMBER_MAX])
{
	return has_own_unit(row) ? number_time(v, buf) : number_text(v, buf);
}

static void one_row(const struct compare_report *r, size_t i, const struct layout *l,
		    struct str *out)
{
	const struct compare_row *row = &r->rows[i];
	char a[NUMBER_MAX], b[NUMBER_MAX], change[NUMBER_MAX], interval[NUMBER_MAX];
	struct str label = STR_INIT;

	label_of(r, i, l, &label);
	if (row->c.method == COMPARE_BY_COUNT && !compare_is_exact(r))
		strcpy(interval, "every time");
	else if (row->c.method == COMPARE_BY_COUNT)
		compare_difference_text(row, interval);
	else
		interval_text(row->c.diff_pct, interval);
	table_row(&l->table,
		  (const char *const[]){ str_get(&label),
					 compare_value_text(row, row->value_a, a),
					 compare_value_text(row, row->value_b, b),
					 number_change(row->c.estimate_pct, change),
					 interval, compare_verdict_loud(row->c.verdict) },
		  out);
	str_addc(out, '\n');
	str_release(&label);
}

/* What the numbers are: one unit for all, or said per row. */
static void units(const struct compare_report *r, const struct layout *l, struct str *out)
{
	const char *unit = NULL;
	bool one = true, rates = false, costs = false, events = false, runs = false;

	for (size_t i = 0; i < r->n; i++) {
		const struct compare_row *row = &r->rows[i];

		if (!row->compared)
			continue;
		events |= !!row->event;
		runs |= !row->event && !strcmp(row->per, "run");
		if (!row->event &&
		    ((unit && strcmp(unit, row->unit)) || has_own_unit(row)))
			one = false;
		if (!row->event || !unit)
			unit = row->event ? "" : row->unit;
		rates |= row->c.direction == DIRECTION_RATE;
		costs |= row->c.direction == DIRECTION_COST;
	}
	if (!unit)
		return;
	sentence(out, &l->look, 2, 4, "a is %s, b is %s; %s%s%s%s", r->arm_a, r->arm_b,
		 one && *unit ? unit : "", one && *unit ? ", " : "",
		 events ? "events per unit, " : "",
		 rates && costs ? "lower or higher is better as each metric is declared"
		 : rates        ? "higher is better"
				: "lower is better");
	if (runs)
		sentence(
			out, &l->look, 2, 4,
			"of a command's time a and b are 20%% trimmed means of the runs (of "
			"logarithms), not the plain ones of `ktoll stat`");
}

static void legend(const struct compare_report *r, const struct layout *l,
		   struct str *out)
{
	bool same = false, unknown = false, differ = false;

	for (size_t i = 0; i < r->n; i++) {
		if (!r->rows[i].compared)
			continue;
		same |= r->rows[i].c.verdict == VERDICT_SAME;
		unknown |= r->rows[i].c.verdict == VERDICT_UNKNOWN;
		differ |= r->rows[i].c.verdict == VERDICT_SLOWER ||
			  r->rows[i].c.verdict == VERDICT_FASTER;
	}
	str_add(out, "\n");
	units(r, l, out);
	if (same)
		sentence_term(out, &l->look, 2, COMPARE_TERM, "same",
			      "no difference beyond +-%g%%, positively established",
			      r->margin_pct);
	if (differ)
		sentence_term(out, &l->look, 2, COMPARE_TERM, "differs",
			      compare_is_exact(r)
				      ? "SLOWER or FASTER: by more than the margin"
				      : "SLOWER or FASTER: the interval excludes no "
					"difference");
	if (unknown)
		sentence_term(out, &l->look, 2, COMPARE_TERM, "unknown",
			      "neither is established");
}

static void advice(const struct compare_report *r, const struct compare_row *row,
		   struct str *out)
{
	const struct advice *a = &row->c.advice;

	if (a->beyond)
		str_add(out, "; not decidable here in reasonable time");
	else if (a->more)
		str_addf(out, "; about %zu more %s would decide", a->more, r->more_of);
}

/* What is sure all the same: the end of the interval for sameness. */
static void bound(const struct compare_row *row, struct str *out)
{
	const double pct = row->c.slowdown_bound_pct;

	if (row->c.verdict != VERDICT_UNKNOWN || !isfinite(pct))
		return;
	if (pct > 0)
		str_addf(out, "; no slowdown above %.2g%%", pct);
	else
		str_add(out, "; no slowdown");
}

/* The remarks of each row that has any. */
static void remarks(const struct compare_report *r, const struct layout *l,
		    struct str *out)
{
	for (size_t i = 0; i < r->n; i++) {
		const struct compare_row *row = &r->rows[i];
		struct comparison c = row->c;
		char drift[COMPARE_DRIFT_MAX];
		struct str line = STR_INIT;
		const char *text;

		if (!row->compared)
			continue;
		/* What the design says of all rows is not said of each. */
		c.notes &= ~(unsigned int)(COMPARE_NOTE_SEPARATE |
					   COMPARE_NOTE_TAKEN_INDEPENDENT |
					   COMPARE_NOTE_ONE_BOOT);
		for (size_t k = 0; (text = compare_remark(&c, k)); k++)
			str_addf(&line, "; %s", text);
		if (compare_drift(row, drift))
			str_addf(&line, "; %s", drift);
		if (compare_layout(row))
			str_addf(&line, "; %s", compare_layout(row));
		if (row->remarks && *row->remarks)
			str_addf(&line, "; %s", row->remarks);
		if (row->c.verdict == VERDICT_UNKNOWN)
			advice(r, row, &line);
		bound(row, &line);
		if (line.len)
			sentence(out, &l->look, 2, 6, "%s - %s", row->label, line.s + 2);
		str_release(&line);
	}
}

static void not_compared(const struct compare_report *r, const struct layout *l,
			 struct str *out)
{
	for (size_t i = 0; i < r->n; i++)
		if (!r->rows[i].compared && !compare_is_refused(r, &r->rows[i]))
			sentence(out, &l->look, 2, 6, "not compared: %s (%s)",
				 r->rows[i].label,
				 r->rows[i].why ? r->rows[i].why : r->rows[i].status);
}

static const char *known(const char *value)
{
	return value ? value : "unknown";
}

static void facts(const struct compare_report *r, const struct layout *l, struct str *out)
{
	for (int i = 0; i < 2; i++)
		if (r->set_up[i] && *r->set_up[i])
			sentence(out, &l->look, 2, 6, "%s set up by: %s", i ? "b" : "a",
				 r->set_up[i]);
	for (size_t i = 0; i < r->n_differ; i++)
		sentence_term(out, &l->look, 2, COMPARE_TERM, "facts", "%s  %s -> %s",
			      r->differ[i].key, known(r->differ[i].a),
			      known(r->differ[i].b));
	if (!r->n_differ && r->n_same)
		sentence_term(out, &l->look, 2, COMPARE_TERM, "facts",
			      "all %zu known facts of the two arms are the same",
			      r->n_same);
	else if (r->n_same)
		sentence_term(out, &l->look, 2, COMPARE_TERM, "facts",
			      "the %zu others are the same", r->n_same);
	if (r->machine)
		sentence(out, &l->look, 2, 6, "%s", r->machine);
}

void compare_report_text(const struct compare_report *r, const struct look *look,
			 struct str *out)
{
	struct layout l;
	bool any = false;

	lay_out(r, look, &l);
	title(r, &l, out);
	for (size_t i = 0; i < r->n; i++)
		any |= r->rows[i].compared;
	if (any)
		table_head(&l.table, out);
	else
		str_add(out, "nothing to compare\n");
	for (size_t i = 0; i < r->n; i++)
		if (r->rows[i].compared)
			one_row(r, i, &l, out);
	if (any)
		legend(r, &l, out);
	if (any)
		table_left_out(&l.table, look,
			       "a wider terminal or --format csv shows them", out);
	remarks(r, &l, out);
	compare_path_text(r, look, out);
	facts(r, &l, out);
	not_compared(r, &l, out);
	compare_refused_text(r, &l.look, out);
}
