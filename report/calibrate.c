/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See calibrate.h. */
#include "report/calibrate.h"

#include "report/compare.h"
#include "report/number.h"

#include <math.h>

static void text_aa(const struct calibrate_report *r, struct str *out)
{
	str_addf(out,
		 "1. The kernel against itself, %g%% confidence, margin %g%%\n\n"
		 "%-28s %12s %9s %6s %11s %11s %7s\n",
		 r->confidence_pct, r->margin_pct, "workload", "comparisons", "different",
		 "same", "10 s sees", "60 s sees", "drift");
	for (size_t i = 0; i < r->n_aa; i++) {
		const struct calibrate_aa *a = &r->aa[i];

		str_addf(out, "%-28s %12zu %9zu %6zu %10.2f%% %10.2f%% %6.2f%%\n",
			 a->label, a->comparisons, a->different, a->same,
			 a->smallest_10s_pct, a->smallest_60s_pct, a->drift_pct);
	}
	str_addf(
		out,
		"\ncalled different: %zu of %zu, %.1f%% (exact 95%% interval %.1f..%.1f%%)\n",
		r->different, r->comparisons,
		r->comparisons ? 100.0 * (double)r->different / (double)r->comparisons
			       : NAN,
		r->rate_lo_pct, r->rate_hi_pct);
	str_add(out,
		r->failed ? "FAILED: more than chance allows; take no verdict from this "
			    "machine\n"
			  : "that is what chance allows\n");
	str_add(out,
		"10 s sees: the smallest change that 8 of 10 measurements of so long would\n"
		"call different. drift: between stretches of one session: what runs that are\n"
		"not interleaved cannot tell from a change.\n");
}

static void text_ladder(const struct calibrate_report *r, struct str *out)
{
	if (!r->n_steps)
		return;
	str_addf(out,
		 "\n2. Known costs: instructions in a seccomp filter, %s\n\n"
		 "%12s %9s %9s %9s %16s  %s\n",
		 r->ladder_workload, "instructions", "without", "with", "change",
		 "interval", "verdict");
	for (size_t i = 0; i < r->n_steps; i++) {
		const struct calibrate_step *s = &r->steps[i];
		char a[NUMBER_MAX], b[NUMBER_MAX];

		str_addf(out, "%12u %9s %9s %+8.2f%% %+7.2f..%+.2f%%  %s\n",
			 s->instructions, number_text(s->a_ns, a),
			 number_text(s->b_ns, b), s->c.estimate_pct, s->c.diff_pct.lo,
			 s->c.diff_pct.hi, compare_verdict_word(s->c.verdict));
	}
	str_addf(out, "\ndetected: %zu of %zu, %s\n", r->detected, r->n_steps,
		 r->ordered ? "in the right order" : "NOT in the right order");
}

void calibrate_report_text(const struct calibrate_report *r, struct str *out)
{
	str_addf(out, "ktoll calibrate: %s\n\n",
		 r->machine ? r->machine : "this machine");
	text_aa(r, out);
	text_ladder(r, out);
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
