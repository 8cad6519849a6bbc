/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A comparison for programs: JSON and CSV. */
#include "report/compare_parts.h"

#include "report/number.h"

#include <math.h>
#include <stdlib.h>

static json_t *arm_json(const char *arm, double value, size_t n)
{
	json_t *j = json_object();

	json_object_set_new(j, "arm", text_json(arm));
	json_object_set_new(j, "value", number_json(value));
	json_object_set_new(j, "n", json_integer((json_int_t)n));
	return j;
}

static json_t *remarks_json(const struct compare_row *row)
{
	json_t *list = json_array();
	char drift[COMPARE_DRIFT_MAX];
	const char *text;

	for (size_t i = 0; row->compared && (text = compare_remark(&row->c, i)); i++)
		json_array_append_new(list, json_string(text));
	if (compare_drift(row, drift))
		json_array_append_new(list, json_string(drift));
	if (row->remarks && *row->remarks)
		json_array_append_new(list, text_json(row->remarks));
	if (compare_layout(row))
		json_array_append_new(list, text_json(compare_layout(row)));
	if (!row->compared)
		json_array_append_new(list, text_json(row->why ? row->why : row->status));
	return list;
}

static void numbers_json(json_t *j, const struct comparison *c)
{
	json_object_set_new(j, "change_pct", number_json(c->estimate_pct));
	json_object_set_new(j, "interval_pct",
			    interval_json(c->diff_pct.lo, c->diff_pct.hi));
	json_object_set_new(j, "interval_same_pct",
			    interval_json(c->same_pct.lo, c->same_pct.hi));
	json_object_set_new(j, "p", number_json(c->p_diff));
	json_object_set_new(j, "p_looked", number_json(c->p_diff_looked));
	json_object_set_new(j, "p_adjusted", number_json(c->p_diff_adjusted));
	json_object_set_new(j, "p_same", number_json(c->p_eq));
	json_object_set_new(j, "p_same_adjusted", number_json(c->p_eq_adjusted));
	json_object_set_new(j, "slowdown_bound_pct", number_json(c->slowdown_bound_pct));
	json_object_set_new(j, "more",
			    c->advice.beyond || !c->advice.more
				    ? json_null()
				    : json_integer((json_int_t)c->advice.more));
	json_object_set_new(j, "beyond", json_boolean(c->advice.beyond));
}

static json_t *footprint_json(const struct compare_row *row)
{
	json_t *list = json_array();

	for (size_t i = 0; i < row->n_footprint; i++) {
		const struct compare_footprint *f = &row->footprint[i];
		json_t *j = json_object();

		json_object_set_new(j, "side", text_json(f->side));
		json_object_set_new(j, "what", text_json(f->what));
		json_object_set_new(j, "a", number_json(f->a));
		json_object_set_new(j, "b", number_json(f->b));
		json_array_append_new(list, j);
	}
	return list;
}

static json_t *row_json(const struct compare_report *r, const struct compare_row *row)
{
	json_t *j = json_object();

	json_object_set_new(j, "workload", text_json(row->workload));
	json_object_set_new(j, "abi", text_json(row->abi));
	json_object_set_new(j, "unit", text_json(row->unit));
	json_object_set_new(j, "per", text_json(row->per));
	json_object_set_new(j, "a", arm_json(r->arm_a, row->value_a, row->n_a));
	json_object_set_new(j, "b", arm_json(r->arm_b, row->value_b, row->n_b));
	if (row->compared)
		numbers_json(j, &row->c);
	json_object_set_new(j, "verdict",
			    json_string(row->compared
						? compare_verdict_word(row->c.verdict)
						: "unknown"));
	json_object_set_new(
		j, "direction",
		json_string(row->compared && row->c.direction == DIRECTION_RATE
				    ? "higher is better"
				    : "lower is better"));
	json_object_set_new(j, "drift_pct",
			    number_json(row->compared && row->drift_of
						? 100 * expm1(row->c.drift_log)
						: NAN));
	json_object_set_new(j, "drift_of",
			    text_json(row->compared ? row->drift_of : NULL));
	json_object_set_new(j, "remarks", remarks_json(row));
	json_object_set_new(j, "footprint",
			    row->paths ? footprint_json(row) : json_null());
	return j;
}

static void facts_json(const struct compare_report *r, json_t *list)
{
	for (size_t i = 0; i < r->n_differ; i++) {
		json_t *f = json_object();

		json_object_set_new(f, "fact", text_json(r->differ[i].key));
		json_object_set_new(f, "arm_a", text_json(r->arm_a));
		json_object_set_new(f, "arm_b", text_json(r->arm_b));
		json_object_set_new(f, "a", text_json(r->differ[i].a));
		json_object_set_new(f, "b", text_json(r->differ[i].b));
		json_array_append_new(list, f);
	}
}

void compare_report_json(const struct compare_report *r, size_t n, struct str *out)
{
	json_t *top = json_object(), *rows = json_array(), *differ = json_array(),
	       *not_counted = json_array();

	json_object_set_new(top, "schema", json_integer(1));
	json_object_set_new(top, "margin_pct", json_real(r->margin_pct));
	json_object_set_new(top, "confidence_pct", json_real(r->confidence_pct));
	json_object_set_new(top, "family", json_integer((json_int_t)r->family));
	json_object_set_new(top, "unit_of_replication", text_json(r->more_of));
	json_object_set_new(top, "design", text_json(r->design));
	json_object_set_new(top, "statistic", text_json(r->statistic));
	json_object_set_new(top, "experiment",
			    r->experiment ? json_integer(r->experiment) : json_null());
	json_object_set_new(top, "forced", text_json(r->forced));
	json_object_set_new(top, "calibrated", text_json(r->machine));
	for (size_t k = 0; k < n; k++) {
		for (size_t i = 0; i < r[k].n; i++)
			json_array_append_new(rows, row_json(&r[k], &r[k].rows[i]));
		facts_json(&r[k], differ);
		compare_refused_json(&r[k], not_counted);
	}
	json_object_set_new(top, "rows", rows);
	json_object_set_new(top, "differs", differ);
	json_object_set_new(top, "not_counted", not_counted);
	json_out(top, out);
}

static void row_csv(const struct compare_report *r, const struct compare_row *row,
		    struct str *out)
{
	const char *const words[] = { row->workload, row->abi, row->unit, row->per,
				      r->arm_a };
	const double numbers[] = { row->c.estimate_pct, row->c.diff_pct.lo,
				   row->c.diff_pct.hi, row->c.p_diff,
				   row->c.p_diff_adjusted };

	csv_texts(out, words, sizeof(words) / sizeof(words[0]));
	csv_number(out, row->value_a);
	str_addf(out, ",%zu,", row->n_a);
	csv_text(out, r->arm_b);
	str_addc(out, ',');
	csv_number(out, row->value_b);
	str_addf(out, ",%zu,", row->n_b);
	if (row->compared) {
		csv_numbers(out, numbers, sizeof(numbers) / sizeof(numbers[0]));
		str_addf(out, "%s\n", compare_verdict_word(row->c.verdict));
	} else {
		str_add(out, ",,,,,unknown\n");
	}
}

void compare_report_csv(const struct compare_report *r, size_t n, struct str *out)
{
	str_add(out,
		"workload,abi,unit,per,arm_a,value_a,n_a,arm_b,value_b,n_b,change_pct,lo_pct,"
		"hi_pct,p,p_adjusted,verdict\n");
	for (size_t k = 0; k < n; k++)
		for (size_t i = 0; i < r[k].n; i++)
			row_csv(&r[k], &r[k].rows[i], out);
}
