/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The table of a comparison. In a mail no line may begin with what git or a mailer takes
 * for something, or be longer than 72 columns; a label too long for its column gets a
 * line of its own.
 */
#include "report/compare_parts.h"

#include "base/xalloc.h"
#include "report/number.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAIL_WIDTH 72
#define TEXT_WIDTH 80
/* before, after, change, interval, verdict, with their spaces */
#define NUMBERS_WIDTH 52

struct layout {
	int width, name;
};

/* Printable ASCII only: an arm may be called anything. */
static void add_clean(struct str *out, const char *s, size_t max)
{
	for (size_t n = 0; *s && n < max; s++) {
		unsigned char c = (unsigned char)*s;

		/* the rest of a UTF-8 character is not another "?" */
		if ((c & 0xc0) == 0x80)
			continue;
		str_addc(out, c < 0x20 || c > 0x7e ? '?' : (char)c);
		n++;
	}
}

static void clean(char *buf, size_t size, const char *s, size_t max)
{
	struct str text = STR_INIT;

	add_clean(&text, s, max);
	snprintf(buf, size, "%s", str_get(&text));
	str_release(&text);
}

/* Words of @text in lines; see compare_sentence(). */
static void paragraph(struct str *out, int width, const char *text, int more)
{
	int column = 2;
	bool term = more == COMPARE_TERM;

	str_add(out, "  ");
	while (*text) {
		int n = (int)strcspn(text, " ");

		if (column > 2 + more && column + 1 + n > width) {
			str_addf(out, "\n%*s", 2 + more, "");
			column = 2 + more;
		} else if (column > 2) {
			str_addc(out, ' ');
			column++;
		}
		/* a word longer than a line is cut into lines */
		while (n > width - column && n > width - 2 - more) {
			int fits = width - column;

			str_addn(out, text, (size_t)fits);
			str_addf(out, "\n%*s", 2 + more, "");
			text += fits;
			n -= fits;
			column = 2 + more;
		}
		str_addn(out, text, (size_t)n);
		column += n;
		text += n + (int)strspn(text + n, " ");
		if (term && column < 2 + COMPARE_TERM - 1) {
			str_addf(out, "%*s", 2 + COMPARE_TERM - 1 - column, "");
			column = 2 + COMPARE_TERM - 1;
		}
		term = false;
	}
	str_addc(out, '\n');
}

void compare_sentence(struct str *out, int width, int more, const char *fmt, ...)
{
	struct str raw = STR_INIT, text = STR_INIT;
	va_list ap;

	va_start(ap, fmt);
	str_addv(&raw, fmt, ap);
	va_end(ap);
	add_clean(&text, str_get(&raw), 4000);
	paragraph(out, width, str_get(&text), more);
	str_release(&raw);
	str_release(&text);
}

/*
 * The name of row @i: what was counted stands indented below the cost of its workload.
 * The text is in @buf.
 */
#define NAME_MAX_BYTES 192
static const char *name_of(const struct compare_report *r, size_t i, char *buf)
{
	const struct compare_row *row = &r->rows[i], *above = NULL;

	for (size_t k = i; k && !above; k--)
		if (r->rows[k - 1].compared)
			above = &r->rows[k - 1];
	if (row->event && above && !strcmp(above->workload, row->workload) &&
	    !strcmp(above->abi, row->abi)) {
		strcpy(buf, "  ");
		clean(buf + 2, NAME_MAX_BYTES - 2, row->event, NAME_MAX_BYTES - 3);
	} else {
		clean(buf, NAME_MAX_BYTES, row->label, NAME_MAX_BYTES - 1);
	}
	return buf;
}

static struct layout layout_of(const struct compare_report *r, bool mail)
{
	struct layout l = { mail ? MAIL_WIDTH : TEXT_WIDTH, (int)strlen("workload") };
	const int most = l.width - NUMBERS_WIDTH;
	char name[NAME_MAX_BYTES];

	for (size_t i = 0; i < r->n; i++)
		if ((int)strlen(name_of(r, i, name)) > l.name)
			l.name = (int)strlen(name);
	if (l.name > most)
		l.name = most;
	return l;
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
	str_addf(out, "%.*s%s\n", l->width - (int)strlen(n), r->design, n);
}

static void title(const struct compare_report *r, const struct layout *l, struct str *out)
{
	struct str line = STR_INIT;

	str_add(&line, "ktoll: ");
	add_clean(&line, r->arm_a, 64);
	str_add(&line, " -> ");
	add_clean(&line, r->arm_b, 64);
	if ((int)line.len > l->width)
		line.s[line.len = (size_t)l->width] = 0;
	str_addf(out, "%s\n", str_get(&line));
	str_release(&line);
	if (r->design)
		design(r, l, out);
	str_addf(out, "margin %g%%; %g%% intervals", r->margin_pct, r->confidence_pct);
	if (r->family > 1)
		str_addf(out, ", Holm over %zu", r->family);
	if (r->experiment)
		str_addf(out, "; experiment %lld", r->experiment);
	str_add(out, "\n");
	if (r->state && strcmp(r->state, "done"))
		str_addf(out, "%s: what was measured until then\n", r->state);
	if (r->forced)
		compare_sentence(out, l->width, 2, "FORCED, these do not compare: %s",
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

static void change_text(double pct, char buf[NUMBER_MAX])
{
	double a = fabs(pct);

	if (isfinite(pct))
		snprintf(buf, NUMBER_MAX, "%+.*f%%", a < 10 ? 2 : a < 100 ? 1 : 0, pct);
	else
		snprintf(buf, NUMBER_MAX, "-");
}

static const char *loud(enum verdict v)
{
	return v == VERDICT_SLOWER   ? "SLOWER"
	       : v == VERDICT_FASTER ? "FASTER"
				     : compare_verdict_word(v);
}

static bool counted(const struct compare_report *r)
{
	for (size_t i = 0; i < r->n; i++)
		if (r->rows[i].compared)
			return r->rows[i].c.method == COMPARE_BY_COUNT;
	return false;
}

bool compare_has_own_unit(const struct compare_row *row)
{
	return row->event_ns ||
	       (!strcmp(row->unit, "ns") && !strcmp(row->per, "run") && !row->event);
}

const char *compare_value_text(const struct compare_row *row, double v,
			       char buf[NUMBER_MAX])
{
	return compare_has_own_unit(row) ? number_time(v, buf) : number_text(v, buf);
}

static void one_row(const struct compare_report *r, size_t i, const struct layout *l,
		    struct str *out)
{
	const struct compare_row *row = &r->rows[i];
	char a[NUMBER_MAX], b[NUMBER_MAX], change[NUMBER_MAX], interval[NUMBER_MAX],
		label[NAME_MAX_BYTES];

	name_of(r, i, label);
	if ((int)strlen(label) > l->name) {
		str_addf(out, "%.*s\n", l->width, label);
		label[0] = 0;
	}
	change_text(row->c.estimate_pct, change);
	if (row->c.method == COMPARE_BY_COUNT && !counted(r))
		strcpy(interval, "every time");
	else if (row->c.method == COMPARE_BY_COUNT)
		snprintf(interval, sizeof(interval), "%+.3f",
			 row->value_b - row->value_a);
	else
		interval_text(row->c.diff_pct, interval);
	str_addf(out, "%-*s %9s %9s %7s %14s  %s\n", l->name, label,
		 compare_value_text(row, row->value_a, a),
		 compare_value_text(row, row->value_b, b), change, interval,
		 loud(row->c.verdict));
}

static void heading(const struct compare_report *r, const struct layout *l,
		    struct str *out)
{
	str_addf(out, "%-*s %9s %9s %7s %14s  %s\n", l->name, "workload", "a", "b",
		 "change", counted(r) ? "difference" : "interval", "verdict");
}

/* What the numbers are: one unit for all, or said per row. */
static void units(const struct compare_report *r, const struct layout *l, struct str *out)
{
	const char *unit = NULL;
	bool one = true, rates = false, costs = false, events = false;

	for (size_t i = 0; i < r->n; i++) {
		const struct compare_row *row = &r->rows[i];

		if (!row->compared)
			continue;
		events |= !!row->event;
		if (!row->event &&
		    ((unit && strcmp(unit, row->unit)) || compare_has_own_unit(row)))
			one = false;
		if (!row->event || !unit)
			unit = row->event ? "" : row->unit;
		rates |= row->c.direction == DIRECTION_RATE;
		costs |= row->c.direction == DIRECTION_COST;
	}
	if (!unit)
		return;
	compare_sentence(out, l->width, 2, "a is %s, b is %s; %s%s%s%s", r->arm_a,
			 r->arm_b, one && *unit ? unit : "", one && *unit ? ", " : "",
			 events ? "events per unit, " : "",
			 rates && costs
				 ? "lower or higher is better as each metric is declared"
			 : rates ? "higher is better"
				 : "lower is better");
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
		compare_sentence(
			out, l->width, COMPARE_TERM,
			"same     no difference beyond +-%g%%, positively established",
			r->margin_pct);
	if (differ)
		compare_sentence(
			out, l->width, COMPARE_TERM,
			counted(r)
				? "differs  SLOWER or FASTER: by more than the margin"
				: "differs  SLOWER or FASTER: the interval excludes no "
				  "difference");
	if (unknown)
		compare_sentence(out, l->width, COMPARE_TERM,
				 "unknown  neither is established");
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

/* The remarks of each row that has any. */
static void remarks(const struct compare_report *r, const struct layout *l,
		    struct str *out)
{
	for (size_t i = 0; i < r->n; i++) {
		const struct compare_row *row = &r->rows[i];
		struct comparison c = row->c;
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
		if (row->remarks && *row->remarks)
			str_addf(&line, "; %s", row->remarks);
		if (compare_layout(row))
			str_addf(&line, "; %s", compare_layout(row));
		if (row->c.verdict == VERDICT_UNKNOWN)
			advice(r, row, &line);
		if (row->c.verdict != VERDICT_SLOWER &&
		    isfinite(row->c.slowdown_bound_pct) &&
		    row->c.verdict == VERDICT_UNKNOWN)
			str_addf(&line, "; no slowdown above %.2g%%",
				 row->c.slowdown_bound_pct);
		if (line.len)
			compare_sentence(out, l->width, 4, "%s - %s", row->label,
					 line.s + 2);
		str_release(&line);
	}
}

static void not_compared(const struct compare_report *r, const struct layout *l,
			 struct str *out)
{
	for (size_t i = 0; i < r->n; i++)
		if (!r->rows[i].compared)
			compare_sentence(out, l->width, 4, "not compared: %s (%s)",
					 r->rows[i].label,
					 r->rows[i].why ? r->rows[i].why
							: r->rows[i].status);
}

static const char *known(const char *value)
{
	return value ? value : "unknown";
}

static void facts(const struct compare_report *r, const struct layout *l, struct str *out)
{
	for (int i = 0; i < 2; i++)
		if (r->set_up[i] && *r->set_up[i])
			compare_sentence(out, l->width, 4, "%s set up by: %s",
					 i ? "b" : "a", r->set_up[i]);
	for (size_t i = 0; i < r->n_differ; i++)
		compare_sentence(out, l->width, COMPARE_TERM, "facts  %s  %s -> %s",
				 r->differ[i].key, known(r->differ[i].a),
				 known(r->differ[i].b));
	if (!r->n_differ && r->n_same)
		compare_sentence(
			out, l->width, COMPARE_TERM,
			"facts  all %zu known facts of the two arms are the same",
			r->n_same);
	else if (r->n_same)
		compare_sentence(out, l->width, COMPARE_TERM,
				 "facts  the %zu others are the same", r->n_same);
	if (r->machine)
		compare_sentence(out, l->width, 4, "%s", r->machine);
}

void compare_report_text(const struct compare_report *r, bool mail, struct str *out)
{
	const struct layout l = layout_of(r, mail);
	bool any = false;

	title(r, &l, out);
	for (size_t i = 0; i < r->n; i++)
		any |= r->rows[i].compared;
	if (any)
		heading(r, &l, out);
	else
		str_add(out, "nothing to compare\n");
	for (size_t i = 0; i < r->n; i++)
		if (r->rows[i].compared)
			one_row(r, i, &l, out);
	if (any)
		legend(r, &l, out);
	remarks(r, &l, out);
	compare_path_text(r, l.width, out);
	facts(r, &l, out);
	not_compared(r, &l, out);
}
