/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See calibrate.h. */
#include "report/calibrate.h"

#include "report/compare.h"
#include "report/number.h"
#include "report/table.h"
#include "report/wrap.h"

#include <math.h>
#include <stdio.h>

#define INSTEAD "a wider terminal or --format json shows them"

static void aa_rows(const struct calibrate_report *r, const struct look *look,
		    struct str *out)
{
	struct table t = { .c = { { "workload", 8, .left = true },
				  { "comparisons", 12, .drop = 1 },
				  { "different", 9 },
				  { "same", 6, .drop = 2 },
				  { "10 s sees", 11, .drop = 4 },
				  { "60 s sees", 11 },
				  { "drift", 7, .drop = 3 } },
			   .n = 7,
			   .least = 32 };

	for (size_t i = 0; i < r->n_aa; i++)
		if (text_columns(r->aa[i].label) > t.c[0].width)
			t.c[0].width = text_columns(r->aa[i].label);
	table_fit(&t, look);
	table_head(&t, out);
	for (size_t i = 0; i < r->n_aa; i++) {
		const struct calibrate_aa *a = &r->aa[i];
		char cell[6][NUMBER_MAX];

		snprintf(cell[0], NUMBER_MAX, "%zu", a->comparisons);
		snprintf(cell[1], NUMBER_MAX, "%zu", a->different);
		snprintf(cell[2], NUMBER_MAX, "%zu", a->same);
		snprintf(cell[3], NUMBER_MAX, "%.2f%%", a->smallest_10s_pct);
		snprintf(cell[4], NUMBER_MAX, "%.2f%%", a->smallest_60s_pct);
		snprintf(cell[5], NUMBER_MAX, "%.2f%%", a->drift_pct);
		table_row(&t,
			  (const char *const[]){ a->label, cell[0], cell[1], cell[2],
						 cell[3], cell[4], cell[5] },
			  out);
		str_addc(out, '\n');
	}
	str_addc(out, '\n');
	table_left_out(&t, look, INSTEAD, out);
}

static void text_aa(const struct calibrate_report *r, const struct look *look,
		    struct str *out)
{
	sentence(out, look, 0, 3,
		 "1. The kernel against itself, %g%% confidence, margin %g%%",
		 r->confidence_pct, r->margin_pct);
	str_addc(out, '\n');
	aa_rows(r, look, out);
	sentence(
		out, look, 0, 2,
		"called different: %zu of %zu, %.1f%% (exact 95%% interval %.1f..%.1f%%)",
		r->different, r->comparisons,
		r->comparisons ? 100.0 * (double)r->different / (double)r->comparisons
			       : NAN,
		r->rate_lo_pct, r->rate_hi_pct);
	wrap(out, look_prose(look), 0, 2,
	     r->failed ? "FAILED: more than chance allows; take no verdict from this "
			 "machine"
		       : "that is what chance allows");
	wrap(out, look_prose(look), 0, 0,
	     "10 s sees: the smallest change that 8 of 10 measurements of so long would "
	     "call different. drift: between stretches of one session: what runs that "
	     "are not interleaved cannot tell from a change. What was not calibrated is "
	     "taken to drift as the worst of its family (signal.*), else of all.");
}

static void ladder_rows(const struct calibrate_report *r, const struct look *look,
			struct str *out)
{
	struct table t = { .c = { { "instructions", 12 },
				  { "without", 9, .drop = 1 },
				  { "with", 9, .drop = 1 },
				  { "change", 9 },
				  { "interval", 17 },
				  { "verdict", 7, .gap = 2, .left = true } },
			   .n = 6 };

	table_fit(&t, look);
	table_head(&t, out);
	for (size_t i = 0; i < r->n_steps; i++) {
		const struct calibrate_step *s = &r->steps[i];
		char a[NUMBER_MAX], b[NUMBER_MAX], cell[3][NUMBER_MAX];

		snprintf(cell[0], NUMBER_MAX, "%u", s->instructions);
		snprintf(cell[1], NUMBER_MAX, "%+.2f%%", s->c.estimate_pct);
		snprintf(cell[2], NUMBER_MAX, "%+.2f..%+.2f%%", s->c.diff_pct.lo,
			 s->c.diff_pct.hi);
		table_row(&t,
			  (const char *const[]){ cell[0], number_text(s->a_ns, a),
						 number_text(s->b_ns, b), cell[1],
						 cell[2],
						 compare_verdict_word(s->c.verdict) },
			  out);
		str_addc(out, '\n');
	}
	str_addc(out, '\n');
	table_left_out(&t, look, INSTEAD, out);
}

static void text_ladder(const struct calibrate_report *r, const struct look *look,
			struct str *out)
{
	if (!r->n_steps)
		return;
	str_addc(out, '\n');
	sentence(out, look, 0, 3, "2. Known costs: instructions in a seccomp filter, %s",
		 r->ladder_workload);
	str_addc(out, '\n');
	ladder_rows(r, look, out);
	str_addf(out, "detected: %zu of %zu, %s\n", r->detected, r->n_steps,
		 r->ordered ? "in the right order" : "NOT in the right order");
}

void calibrate_report_text(const struct calibrate_report *r, const struct look *look,
			   struct str *out)
{
	sentence(out, look, 0, 2, "ktoll calibrate: %s",
		 r->machine ? r->machine : "this machine");
	str_addc(out, '\n');
	text_aa(r, look, out);
	text_ladder(r, look, out);
}

static json_t *aa_json(const struct calibrate_aa *a)
{
	json_t *j = json_object();

	json_object_set_new(j, "workload", text_json(a->label));
	json_object_set_new(j, "comparisons", json_integer((json_int_t)a->comparisons));
	json_object_set_new(j, "pairs_each", json_integer((json_int_t)a->pairs_each));
	json_object_set_new(j, "different", json_integer((json_int_t)a->different));
	json_object_set_new(j, "same", json_integer((json_int_t)a->same));
	json_object_set_new(j, "seconds", number_json(a->seconds));
	json_object_set_new(j, "half_width_pct", number_json(a->half_pct));
	json_object_set_new(j, "smallest_10s_pct", number_json(a->smallest_10s_pct));
	json_object_set_new(j, "smallest_60s_pct", number_json(a->smallest_60s_pct));
	json_object_set_new(j, "drift_pct", number_json(a->drift_pct));
	return j;
}

static json_t *step_json(const struct calibrate_step *s)
{
	json_t *j = json_object();

	json_object_set_new(j, "instructions", json_integer(s->instructions));
	json_object_set_new(j, "without_ns", number_json(s->a_ns));
	json_object_set_new(j, "with_ns", number_json(s->b_ns));
	json_object_set_new(j, "pairs", json_integer((json_int_t)s->pairs));
	json_object_set_new(j, "change_pct", number_json(s->c.estimate_pct));
	json_object_set_new(j, "interval_pct",
			    json_pack("[o,o]", number_json(s->c.diff_pct.lo),
				      number_json(s->c.diff_pct.hi)));
	json_object_set_new(j, "verdict",
			    json_string(compare_verdict_word(s->c.verdict)));
	return j;
}

json_t *calibrate_report_json(const struct calibrate_report *r)
{
	json_t *top = json_object(), *aa = json_object(), *list = json_array();
	json_t *steps = json_array();

	for (size_t i = 0; i < r->n_aa; i++)
		json_array_append_new(list, aa_json(&r->aa[i]));
	for (size_t i = 0; i < r->n_steps; i++)
		json_array_append_new(steps, step_json(&r->steps[i]));
	json_object_set_new(aa, "comparisons", json_integer((json_int_t)r->comparisons));
	json_object_set_new(aa, "different", json_integer((json_int_t)r->different));
	json_object_set_new(aa, "same", json_integer((json_int_t)r->same));
	json_object_set_new(aa, "rate_pct",
			    json_pack("[o,o]", number_json(r->rate_lo_pct),
				      number_json(r->rate_hi_pct)));
	json_object_set_new(aa, "failed", json_boolean(r->failed));
	json_object_set_new(aa, "workloads", list);
	json_object_set_new(top, "schema", json_integer(1));
	json_object_set_new(top, "machine", text_json(r->machine));
	json_object_set_new(top, "confidence_pct", json_real(r->confidence_pct));
	json_object_set_new(top, "margin_pct", json_real(r->margin_pct));
	json_object_set_new(top, "aa", aa);
	json_object_set_new(top, "ladder", steps);
	json_object_set_new(top, "ladder_workload", text_json(r->ladder_workload));
	json_object_set_new(top, "detected", json_integer((json_int_t)r->detected));
	json_object_set_new(top, "ordered", json_boolean(r->ordered));
	json_object_set_new(top, "smallest_pct", number_json(r->smallest_pct));
	json_object_set_new(top, "smallest_seconds", number_json(r->smallest_seconds));
	json_object_set_new(top, "drift_pct", number_json(r->drift_pct));
	return top;
}
