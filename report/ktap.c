/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See ktap.h. */
#include "report/ktap.h"

#include "base/xalloc.h"
#include "report/escape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum outcome { PASS, FAIL, SKIP };

/* One result, whatever it came from. */
struct line {
	const char *label;
	enum outcome outcome;
	const char *directive; /* SKIP, ERROR, TIMEOUT; NULL */
	const char *why;
	struct str values; /* "# key=value ..." without the "# " */
};

struct totals {
	size_t pass, fail, skip, error;
};

static void indent(struct str *out, int depth)
{
	for (int i = 0; i < depth; i++)
		str_add(out, "  ");
}

/* "syscall" of "syscall.null": what a label has before its first dot. */
static size_t group_length(const char *label)
{
	return strcspn(label, ".");
}

static bool same_group(const char *a, const char *b)
{
	const size_t n = group_length(a);

	return n == group_length(b) && !strncmp(a, b, n);
}

static bool first_of_group(const struct line *lines, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (same_group(lines[k].label, lines[i].label))
			return false;
	return true;
}

static void result(struct str *out, int depth, enum outcome o, size_t number,
		   const char *name, size_t name_max)
{
	indent(out, depth);
	str_addf(out, "%s %zu ", o == FAIL ? "not ok" : "ok", number);
	escape_ktap(out, name, name_max);
}

static void one_line(const struct line *l, size_t number, int depth, struct totals *t,
		     struct str *out)
{
	if (l->values.len) {
		indent(out, depth);
		str_addf(out, "# %s\n", str_get(&l->values));
	}
	result(out, depth, l->outcome, number, l->label, ESCAPE_NAME);
	if (l->directive) {
		str_addf(out, " # %s ", l->directive);
		escape_ktap(out, l->why, ESCAPE_TEXT);
	}
	str_addc(out, '\n');
	t->pass += l->outcome == PASS;
	t->fail += l->outcome == FAIL && !l->directive;
	t->error += l->outcome == FAIL && l->directive;
	t->skip += l->outcome == SKIP;
}

/* Of a group from what its lines were. */
static enum outcome outcome_of(const struct totals *before, const struct totals *after)
{
	if (after->fail > before->fail || after->error > before->error)
		return FAIL;
	return after->pass > before->pass ? PASS : SKIP;
}

static void close_group(struct str *out, int depth, enum outcome o, size_t number,
			const char *name)
{
	result(out, depth, o, number, name, ESCAPE_NAME);
	str_add(out, o == SKIP ? " # SKIP nothing in it was decided\n" : "\n");
}

static void group(const struct line *lines, size_t n, size_t first, size_t number,
		  int depth, struct totals *t, struct str *out)
{
	char *name = xstrndup(lines[first].label, group_length(lines[first].label));
	const struct totals before = *t;
	size_t count = 0, k = 0;

	for (size_t i = first; i < n; i++)
		count += same_group(lines[i].label, lines[first].label);
	indent(out, depth + 1);
	str_add(out, "KTAP version 1\n");
	indent(out, depth + 1);
	str_add(out, "# Subtest: ");
	escape_ktap(out, name, ESCAPE_NAME);
	str_addc(out, '\n');
	indent(out, depth + 1);
	str_addf(out, "1..%zu\n", count);
	for (size_t i = first; i < n; i++)
		if (same_group(lines[i].label, lines[first].label))
			one_line(&lines[i], ++k, depth + 1, t, out);
	close_group(out, depth, outcome_of(&before, t), number, name);
	free(name);
}

/* The plan of groups, and the groups. */
static void groups(const struct line *lines, size_t n, int depth, struct totals *t,
		   struct str *out)
{
	size_t count = 0, k = 0;

	for (size_t i = 0; i < n; i++)
		count += first_of_group(lines, i);
	indent(out, depth);
	str_addf(out, "1..%zu%s\n", count, count ? "" : " # SKIP nothing was measured");
	for (size_t i = 0; i < n; i++)
		if (first_of_group(lines, i))
			group(lines, n, i, ++k, depth, t, out);
}

static void closing(const struct totals *t, struct str *out)
{
	str_addf(out, "# Totals: pass:%zu fail:%zu xfail:0 xpass:0 skip:%zu error:%zu\n",
		 t->pass, t->fail, t->skip, t->error);
}

static void lines_free(struct line *lines, size_t n)
{
	for (size_t i = 0; i < n; i++)
		str_release(&lines[i].values);
	free(lines);
}

static void value(struct str *out, const char *key, double v)
{
	if (isfinite(v))
		str_addf(out, " %s=%.6g", key, v);
}

static void set_outcome(struct line *l, const char *status, const char *why)
{
	l->why = why ? why : status;
	l->outcome = FAIL;
	l->directive = "ERROR";
	if (!strcmp(status, "done")) {
		l->outcome = PASS;
		l->directive = NULL;
	} else if (!strcmp(status, "skip")) {
		l->outcome = SKIP;
		l->directive = "SKIP";
	} else if (!strcmp(status, "timeout")) {
		l->directive = "TIMEOUT";
	}
}

static void run_line(const struct run_report *r, const struct run_row *row,
		     struct line *l)
{
	l->label = row->label;
	set_outcome(l, row->status, row->reason);
	if (l->outcome != PASS)
		return;
	str_addf(&l->values, "unit=%s per=", r->exact ? "instructions" : "ns");
	escape_ktap(&l->values, row->unit, ESCAPE_NAME);
	value(&l->values, "value", row->value);
	value(&l->values, "lo", row->lo);
	value(&l->values, "hi", row->hi);
	value(&l->values, "best", row->best);
	value(&l->values, "median", row->median);
	value(&l->values, "p99", row->p99);
	str_addf(&l->values, " n=%zu failed=%zu", row->processes, row->failed);
}

void run_report_ktap(const struct run_report *r, struct str *out)
{
	struct line *lines = xcalloc(r->n ? r->n : 1, sizeof(*lines));
	struct totals t = { 0 };

	for (size_t i = 0; i < r->n; i++)
		run_line(r, &r->rows[i], &lines[i]);
	str_add(out, "KTAP version 1\n");
	groups(lines, r->n, 0, &t, out);
	closing(&t, out);
	lines_free(lines, r->n);
}

static void compare_values_text(const struct compare_report *r,
				const struct compare_row *row, struct str *out)
{
	str_add(out, "unit=");
	escape_ktap(out, *row->unit ? row->unit : "1", ESCAPE_NAME);
	value(out, "a", row->value_a);
	value(out, "b", row->value_b);
	value(out, "change_pct", row->c.estimate_pct);
	value(out, "lo_pct", row->c.diff_pct.lo);
	value(out, "hi_pct", row->c.diff_pct.hi);
	str_addf(out, " margin_pct=%g n_a=%zu n_b=%zu verdict=%s", r->margin_pct,
		 row->n_a, row->n_b, compare_verdict_word(row->c.verdict));
}

static void compare_line(const struct compare_report *r, const struct compare_row *row,
			 struct line *l)
{
	l->label = row->label;
	if (!row->compared) {
		/* what one side never had is no failure of the other */
		set_outcome(l, row->status, row->why);
		if (!strcmp(row->status, "fail") || l->outcome == PASS) {
			l->outcome = SKIP;
			l->directive = "SKIP";
		}
		return;
	}
	compare_values_text(r, row, &l->values);
	l->outcome = row->c.verdict == VERDICT_SLOWER    ? FAIL
		     : row->c.verdict == VERDICT_UNKNOWN ? SKIP
							 : PASS;
	if (l->outcome == SKIP) {
		l->directive = "SKIP";
		l->why = "undecided";
	}
}

static void one_report(const struct compare_report *r, int depth, struct totals *t,
		       struct str *out)
{
	struct line *lines = xcalloc(r->n ? r->n : 1, sizeof(*lines));

	for (size_t i = 0; i < r->n; i++)
		compare_line(r, &r->rows[i], &lines[i]);
	groups(lines, r->n, depth, t, out);
	lines_free(lines, r->n);
}

void compare_report_ktap(const struct compare_report *r, size_t n, struct str *out)
{
	struct totals t = { 0 };

	str_add(out, "KTAP version 1\n");
	if (n == 1) {
		one_report(r, 0, &t, out);
		closing(&t, out);
		return;
	}
	str_addf(out, "1..%zu\n", n);
	for (size_t i = 0; i < n; i++) {
		const struct totals before = t;
		struct str name = STR_INIT;

		str_addf(&name, "%s to %s", r[i].arm_a, r[i].arm_b);
		indent(out, 1);
		str_add(out, "KTAP version 1\n");
		indent(out, 1);
		str_add(out, "# Subtest: ");
		escape_ktap(out, str_get(&name), ESCAPE_NAME);
		str_addc(out, '\n');
		one_report(&r[i], 1, &t, out);
		close_group(out, 0, outcome_of(&before, &t), i + 1, str_get(&name));
		str_release(&name);
	}
	closing(&t, out);
}
